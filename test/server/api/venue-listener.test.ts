// What the exchange tells reaches memory, rooms and whoever asked for events, in this order.

import { expect, test } from 'vitest'
import type { VenueRecords } from '../../../src/server/api/kept/venue-records.js'
import type { EventPublisher } from '../../../src/server/api/socket/event-publisher.js'
import { VenueListener } from '../../../src/server/api/venue-listener.js'
import { Exchange } from '../../../src/venue/simulated/exchange/exchange.js'
import { ALICE, BOB, CONDITION, newOrder, SPEC } from '../../venue/simulated/exchange/scenario.js'

/** Notes every call of any method, by its name. */
function noting<T extends object>(who: string, heard: string[]): T {
  const note = (path: string) => (): void => void heard.push(`${who}.${path}`)
  const parts: Record<string, unknown> = { users: { see: note('see') }, trading: { close: note('close') } }
  // only what the listener calls is there
  return new Proxy({} as T, { get: (_target, name) => parts[String(name)] ?? note(String(name)) })
}

test('each kind goes to records, then rooms, then events', () => {
  const heard: string[] = []
  const listener = new VenueListener({
    records: noting<VenueRecords>('records', heard),
    publisher: () => noting<EventPublisher>('rooms', heard),
    clock: { nowMs: 7 },
    onEvent: ({ kind }) => void heard.push(`event.${kind}`),
  })
  const exchange = new Exchange({ settlement: { delayMs: 1000 }, listener })
  exchange.addMarket(SPEC)
  for (const account of [ALICE, BOB]) exchange.deposit(account, 10_000_000n)
  exchange.split(BOB, CONDITION, 5_000_000n)
  heard.length = 0
  exchange.submit(newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10 }), 1)
  expect(heard).toEqual([
    'rooms.level',
    'event.level',
    'rooms.order',
    'event.order',
    'records.see',
    'rooms.balance',
    'event.balance',
  ])
  heard.length = 0
  exchange.submit(newOrder({ hash: '0x2', account: BOB, side: 'SELL', price: 40, size: 10 }), 2)
  expect(heard.slice(0, 3)).toEqual(['records.addTrade', 'rooms.trade', 'event.trade'])
  heard.length = 0
  exchange.advance(1002)
  expect(heard.slice(0, 3)).toEqual(['records.addSettled', 'rooms.settlement', 'event.settlement'])
  heard.length = 0
  exchange.setFee(CONDITION, 5)
  exchange.close(CONDITION, 1003)
  expect(heard).toEqual(['rooms.fee', 'event.fee', 'rooms.market', 'event.market'])
  heard.length = 0
  exchange.resolve(CONDITION, 0, 1004)
  expect(heard).toEqual(['records.close', 'rooms.market', 'event.market'])
})

test('a settlement that failed is of no record', () => {
  const heard: string[] = []
  const listener = new VenueListener({
    ...{ records: noting<VenueRecords>('records', heard), publisher: () => undefined },
    ...{ clock: { nowMs: 7 }, onEvent: undefined },
  })
  const exchange = new Exchange({ settlement: { delayMs: 1000, fails: () => true }, listener })
  exchange.addMarket(SPEC)
  for (const account of [ALICE, BOB]) exchange.deposit(account, 10_000_000n)
  exchange.split(BOB, CONDITION, 5_000_000n)
  exchange.submit(newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10 }), 1)
  exchange.submit(newOrder({ hash: '0x2', account: BOB, side: 'SELL', price: 40, size: 10 }), 2)
  exchange.advance(1002)
  expect(heard).toContain('records.addTrade')
  expect(heard).not.toContain('records.addSettled')
})
