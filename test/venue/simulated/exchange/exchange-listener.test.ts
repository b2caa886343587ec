import { expect, test } from 'vitest'
import { Exchange, type ExchangeEvent } from '../../../../src/venue/simulated/exchange/exchange.js'
import { eventsTo } from '../../../../src/venue/simulated/exchange/exchange-listener.js'
import { ALICE, BOB, CONDITION, newOrder, SPEC } from './scenario.js'

/** One of everything that can be told. */
function play(options: Partial<ConstructorParameters<typeof Exchange>[0]>): void {
  const exchange = new Exchange({ settlement: { delayMs: 1000 }, ...options })
  exchange.addMarket(SPEC)
  for (const account of [ALICE, BOB]) {
    exchange.deposit(account, 10_000_000n)
    exchange.split(account, CONDITION, 5_000_000n)
  }
  exchange.submit(newOrder({ hash: '0x1', account: ALICE, price: 40, size: 20 }), 1)
  exchange.submit(newOrder({ hash: '0x2', account: BOB, side: 'SELL', price: 40, size: 10 }), 2)
  exchange.setFee(CONDITION, 7)
  exchange.advance(1002)
  exchange.close(CONDITION, 1003)
  exchange.resolve(CONDITION, 1, 1004)
}

test('a listener hears what events tell, in the same order', () => {
  const emitted: ExchangeEvent[] = []
  const heard: ExchangeEvent[] = []
  play({ emit: (event) => void emitted.push(event) })
  play({ listener: eventsTo((event) => void heard.push(event)) })
  expect(heard).toEqual(emitted)
  expect(new Set(emitted.map(({ kind }) => kind))).toEqual(
    new Set(['level', 'trade', 'settlement', 'order', 'balance', 'market', 'fee']),
  )
})

test('events are what they tell of, and stay so', () => {
  const events: ExchangeEvent[] = []
  play({ emit: (event) => void events.push(event) })
  const at = events.findIndex(({ kind }) => kind === 'trade')
  expect(events.slice(at, at + 4)).toMatchObject([
    {
      kind: 'trade',
      trade: { tradeId: 't1', price: 40, side: 'SELL', sizeRaw: 100_000n },
      makerHash: '0x1',
      takerHash: '0x2',
    },
    { kind: 'level', conditionId: CONDITION, change: { outcome: 0, side: 'BUY', price: 40, size: 10 } },
    {
      kind: 'order',
      record: { hash: '0x1', status: 'partially_filled', pendingRaw: 100_000n, remainingRaw: 100_000n },
    },
    { kind: 'order', record: { hash: '0x2', status: 'pending_settlement', pendingRaw: 100_000n } },
  ])
  expect(events.find(({ kind }) => kind === 'settlement')).toMatchObject({ status: 'settled', trade: { dueMs: 1002 } })
  expect(events.filter(({ kind }) => kind === 'market' || kind === 'fee')).toEqual([
    { kind: 'fee', conditionId: CONDITION, feeRateBps: 7 },
    { kind: 'market', conditionId: CONDITION, status: 'CLOSED' },
    { kind: 'market', conditionId: CONDITION, status: 'RESOLVED', winner: 1 },
  ])
})

test('an exchange to which nobody listens trades all the same', () => {
  expect(() => play({})).not.toThrow()
})
