// What an account owns adds up, in the same words for collateral and tokens, wherever it is told.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Outcome, Side } from '../../../../src/domain/market/side.js'
import { ALICE, BOB, KEY, type Loose, VenueDriver } from '../venue-driver.js'

const WHO = [ALICE, BOB] as const

const step = fc.record({
  who: fc.nat(1),
  outcome: fc.constantFrom<Outcome>(0, 1),
  side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
  price: fc.integer({ min: 45, max: 55 }),
  size: fc.integer({ min: 100, max: 400 }),
  type: fc.constantFrom('GTC' as const, 'GTC' as const, 'FAK' as const, 'FOK' as const),
  after: fc.constantFrom('nothing', 'nothing', 'pass', 'pass', 'cancelAll', 'fail', 'nonce'),
})

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** Raw collateral behind `tokens` of a BUY order; a tick is a hundredth. */
const behind = (order: Loose, tokens: string) => (BigInt(Math.round(Number(order.price) * 100)) * BigInt(tokens)) / 100n

function check(venue: VenueDriver, token: string): Loose {
  const { collateral } = venue.get('/me/balances', { token }).body
  const { orders } = venue.get('/me/orders?limit=250', { token }).body
  const ofSide = (side: Side, tokenId?: string) =>
    orders.filter((o: Loose) => o.side === side && (tokenId === undefined || o.tokenId === tokenId))
  const buys = ofSide('BUY')
  expect(BigInt(collateral.locked)).toBe(sum(buys.map((o: Loose) => behind(o, o.remainingSize))))
  expect(BigInt(collateral.pending)).toBe(sum(buys.map((o: Loose) => behind(o, o.pendingSize))))
  addsUp(collateral)
  for (const position of venue.get('/me/positions', { token }).body.data) {
    addsUp(position)
    const sells = ofSide('SELL', position.tokenId)
    expect(BigInt(position.locked)).toBe(sum(sells.map((o: Loose) => BigInt(o.remainingSize))))
    expect(BigInt(position.pending)).toBe(sum(sells.map((o: Loose) => BigInt(o.pendingSize))))
  }
  return collateral
}

function addsUp({ total, available, locked, pending }: Loose): void {
  expect(BigInt(total)).toBe(BigInt(available) + BigInt(locked) + BigInt(pending))
  for (const part of [total, available, locked, pending]) expect(BigInt(part)).toBeGreaterThanOrEqual(0n)
}

it('total = available + locked + pending, for balances, positions and the balance event, whatever happens', () => {
  const seen = { locked: 0, pending: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 15 }), (steps) => {
      const venue = new VenueDriver({ settlement: { delayMs: 1000 } })
      const tokens = WHO.map((who) => venue.signIn(who).accessToken)
      const sockets = tokens.map((accessToken) => venue.socket({ apiKey: KEY, accessToken }))
      const nonces = [0, 0]
      const body = { conditionId: venue.market.conditionId, amount: '20000000' }
      for (const token of tokens) venue.post('/sandbox/split', body, { token })
      for (const { who, after, ...order } of steps) {
        const token = tokens[who]!
        venue.submit({ ...order, maker: WHO[who]!, nonce: nonces[who]! })
        if (after === 'pass') venue.pass(600)
        if (after === 'cancelAll') venue.post('/markets/market-1/orders/cancel-all', undefined, { token })
        if (after === 'fail') venue.post('/sandbox/faults', { kind: 'settlement-failed', count: 1 })
        if (after === 'nonce') nonces[who] = Number(venue.post('/sandbox/nonce', undefined, { token }).body.nonce)
        for (const [i, each] of tokens.entries()) {
          const collateral = check(venue, each)
          if (collateral.locked !== '0') seen.locked += 1
          if (collateral.pending !== '0') seen.pending += 1
          expect(sockets[i]!.of('balance').at(-1)?.payload.data.collateral).toEqual(collateral)
        }
      }
    }),
    { numRuns: 40 },
  )
  expect(Math.min(seen.locked, seen.pending)).toBeGreaterThan(20)
})

it('tokens that are sold and not settled are pending, not locked', () => {
  const venue = new VenueDriver()
  const { accessToken: token } = venue.signIn(ALICE)
  venue.post('/sandbox/split', { conditionId: venue.market.conditionId, amount: '10000000' }, { token })
  venue.rest({ maker: ALICE, side: 'SELL', price: 40, size: 500 })
  venue.rest({ maker: BOB, side: 'BUY', price: 40, size: 200 })
  const [position] = venue.get('/me/positions', { token }).body.data
  expect(position).toMatchObject({ total: '10000000', available: '5000000', locked: '3000000', pending: '2000000' })
})
