import { expect, test } from 'vitest'
import { ALICE, BOB, CAROL, CONDITION, scenario } from '../scenario.js'

test('the tape is newest first and keeps the last 1000; accounts keep all', () => {
  const { place, exchange } = scenario({ settlement: { delayMs: 0 } })
  for (let i = 0; i < 2100; i++) {
    const buy = i % 2 === 0
    place(ALICE, { side: buy ? 'SELL' : 'BUY', price: 50, size: 10 })
    place(BOB, { side: buy ? 'BUY' : 'SELL', price: 50, size: 10 })
  }
  const tape = exchange.trades(CONDITION)
  expect([tape.length, tape[0]?.tradeId, tape.at(-1)?.tradeId]).toEqual([1000, 't2100', 't1101'])
  expect(exchange.tradesOf(ALICE)).toHaveLength(2100)
  expect(exchange.tradesOf(ALICE, CONDITION, 2).map((fill) => fill.tradeId)).toEqual(['t2100', 't2099'])
})

test('each account sees its own side of a match', () => {
  const { place, exchange } = scenario()
  place(ALICE, { outcome: 1, price: 60, size: 10 })
  place(BOB, { price: 45, size: 10 })
  expect(exchange.tradesOf(ALICE)[0]).toMatchObject({ hash: '0x1', outcome: 1, price: 60, liquidity: 'maker' })
  expect(exchange.tradesOf(BOB)[0]).toMatchObject({ hash: '0x2', outcome: 0, price: 40, liquidity: 'taker' })
  expect(exchange.tradesOf(CAROL)).toEqual([])
})
