// An exchange brought back from its rows goes on as the first one would have.

import { expect, test } from 'vitest'
import { lots } from '../../../../../src/domain/amounts/size.js'
import { Exchange, type ExchangeEvent } from '../../../../../src/venue/simulated/exchange/exchange.js'
import type { Archive } from '../../../../../src/venue/simulated/exchange/rows/archive.js'
import { ALICE, BOB, CAROL, CONDITION, newOrder, only, scenario } from '../scenario.js'

const archive: Archive = {
  order: () => undefined,
  orders: () => ({ items: [], total: 0 }),
  fills: () => ({ items: [], total: 0 }),
  tape: () => [],
}

test('what one taker order matched before the restart settles whole after it', () => {
  let asked = 0
  const settlement = { delayMs: 1000, fails: () => ++asked === 1 }
  const { place, exchange } = scenario({ settlement, archive })
  const first = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const second = place(CAROL, { side: 'SELL', price: 41, size: 10 })
  const taker = place(BOB, { price: 41, size: 20, type: 'FOK' })
  const events: ExchangeEvent[] = []
  const again = new Exchange({ settlement, archive, emit: (event) => void events.push(event) })
  again.restore(exchange.takeRows())
  again.advance(1000)
  expect(asked).toBe(1)
  expect(only(events, 'settlement').map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect([first, second, taker].map(({ hash }) => again.order(hash)?.status)).toEqual([
    'open',
    'open',
    'cancelled_local',
  ])
  expect(again.order(taker.hash)).toMatchObject({ filledRaw: 0n, pendingRaw: 0n })
  const { accountsRaw, backingRaw, depositedRaw } = again.ledger.totals()
  expect(accountsRaw + backingRaw).toBe(depositedRaw)
})

test('rows of trades that were due one by one settle together, when the last of them is due', () => {
  const settlement = { delayMs: 1000 }
  const { place, exchange } = scenario({ settlement, archive })
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(CAROL, { side: 'SELL', price: 41, size: 10 })
  const taker = place(BOB, { price: 41, size: 20 })
  const rows = exchange.takeRows()
  const trades = rows.trades.map((row, i) => ({ ...row, trade: { ...row.trade, dueMs: 1000 + 500 * i } }))
  const again = new Exchange({ settlement, archive, emit: () => undefined })
  again.restore({ ...rows, trades })
  again.advance(1499)
  expect(again.order(taker.hash)?.pendingRaw).toBe(200_000n)
  again.advance(1500)
  expect(again.order(taker.hash)?.status).toBe('filled')
})

test('one that is restored from an older copy gives out no number of a match that was told of since', () => {
  const settlement = { delayMs: 1000 }
  const { place, exchange, events } = scenario({ settlement, archive })
  place(ALICE, { side: 'SELL', price: 40, size: 100 })
  place(BOB, { price: 40, size: 10, atMs: 10_000 })
  const copy = exchange.takeRows()
  for (const atMs of [20_000, 20_000, 20_001]) place(BOB, { price: 40, size: 10, atMs })
  const told = only(events, 'trade').map(({ trade }) => trade.tradeId)
  expect(told).toEqual(['t1', 't2', 't3', 't4'])
  const later: ExchangeEvent[] = []
  // and again from a copy of that
  let rows = copy
  for (const [life, nowMs] of [30_000, 40_000].entries()) {
    const again = new Exchange({ settlement, archive, emit: (event) => void later.push(event) })
    again.restore(rows)
    for (const taker of ['a', 'b']) {
      const order = newOrder({ hash: `0xff${life}${taker}`, account: CAROL, price: 40, size: 10 })
      again.submit(order, nowMs)
    }
    rows = { ...copy, sums: { ...copy.sums, trades: 30_000 } }
  }
  const since = only(later, 'trade').map(({ trade }) => trade.tradeId)
  expect(since).toEqual(['t30000', 't30001', 't40000', 't40001'])
})

test('the grid that its orders must keep to is that of before', () => {
  const { exchange, place } = scenario({ archive })
  const grid = { tick: 5, step: 100, minLots: lots(200) }
  exchange.setGrid(CONDITION, grid, 10)
  place(ALICE, { price: 40, size: 200 })
  const again = new Exchange({ settlement: { delayMs: 0 }, archive, emit: () => undefined })
  again.restore(exchange.takeRows())
  expect(again.market(CONDITION)?.grid).toEqual(grid)
})
