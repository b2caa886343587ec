// A market on paper whose tick or size step becomes another: nothing signed before rests or is accepted after it, what is held stays, and what
// was matched is told by the ticks that the bot counts in.

import { expect, it } from 'vitest'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Market } from '../../../../src/domain/market/market.js'
import { fillValueRaw } from '../../../../src/domain/orders/fill.js'
import type { SignedOrder } from '../../../../src/venue/trading.js'
import { CONDITION, MARKET, paper, type Row, raw } from './scenario.js'

const COARSER: Market = { ...MARKET, ticksPerUnit: 20, lotRaw: 1_000_000n, minLots: lots(5) }
const BOOK: readonly Row[] = [
  ['YES bid', 40, 100],
  ['NO bid', 50, 100],
]

function filled() {
  const scene = paper()
  scene.show(BOOK)
  const hash = scene.place('BUY YES', 43, 20).hash
  scene.trade('SELL YES', 42, 7)
  scene.clock.advance(3000)
  return { ...scene, hash }
}

const taken = ({ trading }: ReturnType<typeof paper>) => {
  trading.setGrid(COARSER)
  trading.tellOn(COARSER)
}

it('what rests is cancelled, and told by the bot’s ticks until it counts in the others', () => {
  const scene = filled()
  const { trading, hash, order, clock, events } = scene
  events.length = 0
  trading.setGrid(COARSER)
  trading.setGrid(COARSER)
  clock.advance(100)
  expect(events.filter(({ kind }) => kind === 'order')).toMatchObject([
    { record: { hash, conditionId: CONDITION, price: 43, status: 'cancelled_local', filledRaw: raw(7) } },
  ])
  expect(order(hash)).toMatchObject({ price: 43 })
  trading.tellOn(COARSER)
  expect(order(hash)).toMatchObject({ price: 9, conditionId: CONDITION, filledRaw: raw(7) })
  const [fill] = scene.fills()
  expect(fill).toMatchObject({ price: 9, conditionId: CONDITION, sizeRaw: raw(7) })
  expect(fill && fillValueRaw(fill, 20)).toBe(raw(3.01))
})

it('what is held and what is free stays, under one name', () => {
  const scene = filled()
  const { account, trading } = scene
  const before = account()
  expect(before.holdings).toMatchObject([{ conditionId: CONDITION, tokensRaw: [raw(7), 0n] }])
  taken(scene)
  expect(account()).toEqual({
    collateral: { ...before.collateral, lockedRaw: 0n, availableRaw: before.collateral.totalRaw },
    holdings: before.holdings,
  })
  trading.setMarket({ ...COARSER, status: 'RESOLVED', winner: 0 })
  expect(account()).toMatchObject({ collateral: { totalRaw: before.collateral.totalRaw + raw(7) }, holdings: [] })
})

it('what still settles comes over when it has, or does not come at all', () => {
  for (const status of ['settled', 'failed'] as const) {
    const scene = paper({ settlementDelayMs: 2000 })
    scene.show(BOOK)
    scene.place('BUY YES', 43, 20)
    scene.trade('SELL YES', 42, 7)
    taken(scene)
    expect(scene.account().holdings).toEqual([])
    if (status === 'failed')
      scene.trading.onMarketData({ kind: 'settlement', conditionId: CONDITION, tradeId: 'real1', status })
    scene.clock.advance(3000)
    const held = status === 'settled' ? [{ conditionId: CONDITION, tokensRaw: [raw(7), 0n] }] : []
    expect(scene.account().holdings).toMatchObject(held)
    expect(scene.fills()).toMatchObject([{ status }])
    // and can be sold by the new one
    if (status === 'settled') {
      scene.show([['YES bid', 9, 1]])
      const sold = scene.value(
        scene.wait<SignedOrder>((done) =>
          scene.trading.sign({ ...scene.draft('SELL YES', 10, 0), size: lots(7) }, COARSER, done),
        ),
      )
      expect(scene.wait((done) => scene.trading.submit(sold, done))).toMatchObject({ ok: true })
    }
  }
})

it('an order that was signed by the former one is refused, and one by the new one is not', () => {
  const scene = filled()
  const { trading, wait, value, draft, sign } = scene
  const late = sign(draft('BUY YES', 40, 10))
  taken(scene)
  expect(wait((done) => trading.submit(late, done))).toMatchObject({
    ok: false,
    failure: { code: 'bad-amounts', message: 'price: expected a multiple of 1/20, size of 1000000' },
  })
  const now = value(
    wait<SignedOrder>((done) => trading.sign({ ...draft('BUY YES', 8, 0), size: lots(10) }, COARSER, done)),
  )
  const { hash } = value(wait<{ hash: string }>((done) => trading.submit(now, done)))
  const filter = { conditionId: CONDITION, statuses: ['open'] as const }
  const open = value(wait<readonly { hash: string; price: number }[]>((done) => trading.listOrders(filter, done)))
  expect(open).toMatchObject([{ hash, price: 8, originalRaw: raw(10) }])
})

it('it is filled by what is told by the new one, behind what stood there', () => {
  const scene = filled()
  const { trading, wait, value, draft, clock } = scene
  taken(scene)
  const signed = value(
    wait<SignedOrder>((done) => trading.sign({ ...draft('BUY YES', 8, 0), size: lots(10) }, COARSER, done)),
  )
  const { hash } = value(wait<{ hash: `0x${string}` }>((done) => trading.submit(signed, done)))
  // 100 shares at the same price: in lots of one share
  const level = (size: number) => ({ price: 8, size: lots(size) }) as never
  trading.onMarketData({
    ...{ kind: 'snapshot', conditionId: CONDITION },
    book: [
      { bids: [level(100)], asks: [] },
      { bids: [], asks: [] },
    ],
  })
  scene.trade('SELL YES', 8, 95)
  clock.advance(100)
  expect(scene.filled(hash)).toBe(0)
  scene.trade('SELL YES', 8, 11)
  clock.advance(100)
  expect(scene.filled(hash)).toBe(6)
})

it('there may be any number of them, and the first again', () => {
  const scene = filled()
  const held = scene.account().holdings
  for (const market of [COARSER, MARKET, COARSER, MARKET]) {
    scene.trading.setGrid(market)
    scene.trading.tellOn(market)
    expect(scene.account().holdings).toEqual(held)
    expect(scene.order(scene.hash)).toMatchObject({ price: market === MARKET ? 43 : 9 })
  }
  expect(scene.place('BUY YES', 41, 10)).toMatchObject({ status: 'open' })
})
