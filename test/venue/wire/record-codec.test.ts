import { expect, it } from 'vitest'
import type { WireOwnTrade } from '../../../src/venue/wire/order-schema.js'
import { parseFill } from '../../../src/venue/wire/record-codec.js'
import { MARKET } from '../simulated/fills/scenario.js'

const WIRE: WireOwnTrade = {
  price: '0.43',
  ...{ tradeId: 't1', orderHash: '0xAB', conditionId: MARKET.conditionId, tokenId: '100', side: 'BUY' },
  ...{ size: '6230000', fee: '0', liquidity: 'maker', status: 'settled', timestamp: '2026-01-01T00:00:00.000Z' },
}

it('a match between the ticks counts at the next price that is worse, and by what it has moved to the unit', () => {
  expect(parseFill({ ...WIRE, price: '0.43' }, { ...MARKET, ticksPerUnit: 20 })).toMatchObject({
    ...{ price: 9, paidRaw: 2_678_900n, hash: '0xab' },
  })
  const sold = parseFill({ ...WIRE, side: 'SELL', price: '0.4305' }, MARKET)
  expect(sold).toMatchObject({ price: 43, paidRaw: 2_682_015n })
})

it('one on a tick is told by that alone', () => {
  expect(parseFill({ ...WIRE, price: '0.430' }, MARKET)).not.toHaveProperty('paidRaw')
})
