import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../src/domain/market/market.js'
import type { Fill } from '../../src/domain/orders/fill.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { EventLog } from '../../src/event-log/event-log.js'
import { createLogger } from '../../src/telemetry/log/log.js'
import { marketOf } from '../venue/session/fake-venue.js'

const market = marketOf(1)
const { conditionId } = market
const hash = `0x${'ab'.repeat(32)}` as Hex
const draft = {
  conditionId,
  outcome: 0,
  side: 'BUY',
  price: ticks(40),
  size: lots(1000),
  type: 'POST_ONLY',
  expirationSec: 1_900_000_000,
  feeRateBps: 20,
} as const
const fill: Fill = {
  tradeId: 't1',
  hash,
  conditionId,
  outcome: 0,
  side: 'BUY',
  price: ticks(40),
  sizeRaw: 5_000_000n,
  feeRaw: 100_000n,
  liquidity: 'maker',
  status: 'pending',
  venueMs: 1_700_000_000_000,
}

const RUN = { mode: 'live', profile: { makerPaysFee: true, socket: { privateEvents: true } } } as const

function logged(level: 'info' | 'debug', events: readonly CoreInput[]) {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level, format: 'json', scrub: (text) => text, write, terminal: false })
  const log = new EventLog(logger, RUN)
  log.event({ kind: 'market', market })
  lines.length = 0
  log.step({
    seq: 7,
    ended: [],
    commands: [{ kind: 'place', conditionId, intents: [{ intentId: 3, draft }], feeReadAtMonoMs: 0, permits: [] }],
  })
  for (const event of events) log.event(event)
  log.step({ seq: 8, ended: [], commands: [{ kind: 'cancel', hashes: [hash], permits: [] }] })
  return lines
}
const listed = (...fills: Fill[]): CoreInput => ({ kind: 'fills-listed', fills, askedSeq: 0 })
const LIFE: readonly CoreInput[] = [
  { kind: 'signed', intentId: 3, hash },
  { kind: 'submitted', intentId: 3, hash, status: 'open' },
  listed(fill),
  listed(fill),
  { kind: 'settlement', conditionId, tradeId: 't1', status: 'settled' },
  { kind: 'settlement', conditionId, tradeId: 'of others', status: 'settled' },
  listed({ ...fill, status: 'settled' }),
  { kind: 'cancel-answered', cancelled: [hash], failed: [] },
]

describe('the log of events', () => {
  it('is complete at debug: one line for each step of an order, joined by its ids', () => {
    const lines = logged('debug', LIFE)
    expect(lines.map(({ event }) => event)).toEqual([
      ...['order', 'signed', 'answer', 'fill', 'settlement', 'cancel-answer', 'cancel'],
    ])
    expect(lines[0]).toMatchObject({
      seq: 7,
      intentId: 3,
      market: market.id,
      conditionId,
      outcome: 'YES',
      side: 'BUY',
      price: 0.4,
      shares: 10,
    })
    expect(lines[1]).toMatchObject({ intentId: 3, hash })
    expect(lines[2]).toMatchObject({ intentId: 3, hash, status: 'open' })
    expect(lines[3]).toMatchObject({
      tradeId: 't1',
      hash,
      price: 0.4,
      shares: 5,
      fee: 0.1,
      liquidity: 'maker',
      status: 'pending',
    })
    expect(lines[4]).toMatchObject({ tradeId: 't1', hash, status: 'settled' })
    expect(lines[6]).toMatchObject({ hashes: [hash] })
  })

  it('is quiet at info: fills, and what goes wrong with them', () => {
    expect(logged('info', LIFE).map(({ event }) => event)).toEqual(['fill'])
    const failed: CoreInput = { kind: 'settlement', conditionId, tradeId: 't1', status: 'failed' }
    const lines = logged('info', [listed(fill), failed, listed({ ...fill, status: 'failed' })])
    expect(lines).toMatchObject([
      { event: 'fill' },
      { event: 'settlement', level: 40, tradeId: 't1', hash, status: 'failed' },
    ])
  })

  it('names what was refused and why; an order of unknown outcome at info', () => {
    const refused: CoreInput = {
      kind: 'submit-failed',
      intentId: 3,
      failure: { code: 'would-match', message: 'crosses' },
    }
    expect(logged('debug', [refused])[1]).toMatchObject({
      event: 'answer',
      intentId: 3,
      code: 'would-match',
      unknown: false,
      price: 0.4,
    })
    expect(logged('info', [refused])).toEqual([])
    const failure = { code: 'unreachable', message: 'reset', mayHaveHappened: true } as const
    const lost: CoreInput = { kind: 'submit-failed', intentId: 3, failure, sentMonoMs: 1 }
    expect(logged('info', [{ kind: 'signed', intentId: 3, hash }, lost])).toMatchObject([
      { event: 'answer', hash, unknown: true },
    ])
  })

  it('tells of sign-ins and markets when they change, and only then', () => {
    const session = (signedIn: boolean): CoreInput => ({ kind: 'session', signedIn, detail: 'd' })
    const lines = logged('info', [
      ...[session(true), session(true), session(false)],
      { kind: 'market-status', conditionId, status: 'RESOLVED', winner: 1 },
    ])
    expect(lines.map(({ event, signedIn, level, winner }) => [event, signedIn ?? winner, level])).toEqual([
      ...[
        ['sign-in', true, 30],
        ['sign-in', false, 40],
        ['market', 'NO', 30],
      ],
    ])
  })

  it('tells of a feed at debug, when it changes: at info it is a reason not to quote', () => {
    const feed = (health: 'live' | 'stale'): CoreInput => ({ kind: 'feed', conditionId, health, reason: 'silence' })
    const feeds = [feed('live'), feed('live'), feed('stale'), feed('live')]
    expect(logged('info', feeds)).toEqual([])
    const lines = logged('debug', feeds).filter(({ event }) => event === 'feed')
    expect(lines.map(({ health }) => health)).toEqual(['live', 'stale', 'live'])
  })

  it('tells of a market once what becomes of it, however often the venue says so', () => {
    const status = (is: 'OPEN' | 'CLOSED' | 'RESOLVED'): CoreInput => ({
      kind: 'market-status',
      conditionId,
      status: is,
    })
    const dropped: CoreInput = { kind: 'market-dropped', conditionId }
    const back: CoreInput = { kind: 'market', market }
    const events = [status('OPEN'), back, dropped, dropped, back, status('CLOSED'), status('CLOSED'), dropped]
    const words = (level: 'info' | 'debug') =>
      logged(level, [...events, status('RESOLVED'), dropped, status('RESOLVED')])
        .filter(({ event }) => event === 'market')
        .map(({ msg }) => msg)
    expect(words('info')).toEqual([
      ...['not selected any more', 'followed', 'the market is CLOSED', 'the market is RESOLVED'],
    ])
    expect(words('debug')).toHaveLength(10)
  })

  it('tells of another outcome that is said to have won, once', () => {
    const won = (winner: 0 | 1): CoreInput => ({ kind: 'market-status', conditionId, status: 'RESOLVED', winner })
    const resolved: CoreInput = { kind: 'market-status', conditionId, status: 'RESOLVED' }
    const dropped: CoreInput = { kind: 'market-dropped', conditionId }
    const lines = logged('info', [resolved, won(0), won(0), dropped, won(1), won(1)])
    expect(lines.map(({ event, status, winner }) => [event, status, winner])).toEqual([
      ['market', 'RESOLVED', undefined],
      ['market', 'RESOLVED', 'YES'],
      ['market', 'RESOLVED', 'NO'],
    ])
  })

  it('tells when the connection is lost and there again, once each', () => {
    const lines: Record<string, unknown>[] = []
    const write = (text: string) => void lines.push(JSON.parse(text))
    const logger = createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false })
    const log = new EventLog(logger, RUN)
    for (const state of ['up', 'down', 'down', 'up'] as const) log.link(state)
    expect(lines).toMatchObject([
      { level: 30, event: 'link', state: 'up', msg: 'connected to the venue' },
      { level: 40, event: 'link', state: 'down' },
      { level: 30, event: 'link', state: 'up', msg: 'connected again' },
    ])
  })
})

it('says once of each market that its fee cannot be read, and anew after it could be; an outage is not that', () => {
  const fails = (conditionId: ConditionId, code: 'bad-payload' | 'unreachable'): readonly CoreInput[] =>
    Array.from({ length: 4 }, () => ({
      ...({ kind: 'read-failed', read: 'fee', conditionId } as const),
      failure: { code, message: 'fee: feeRateBps: expected number' },
    }))
  const [a, b] = ['0xa', '0xb'] as ConditionId[]
  if (a === undefined || b === undefined) throw new Error('no conditions')
  const read: CoreInput = { kind: 'fee', conditionId: a, feeRateBps: 0, readAtMonoMs: 0 }
  const warned = (events: readonly CoreInput[]) =>
    logged('info', events)
      .filter(({ event }) => event === 'read-failed')
      .map(({ conditionId, level, code }) => [conditionId, level, code])
  expect(warned([...fails(a, 'unreachable'), ...fails(a, 'bad-payload'), ...fails(b, 'bad-payload')])).toEqual([
    [a, 40, 'bad-payload'],
    [b, 40, 'bad-payload'],
  ])
  expect(warned([...fails(a, 'bad-payload'), read, ...fails(a, 'bad-payload')])).toHaveLength(2)
})

it('says once that what the account is known by cannot be read, however long, and anew after it could be', () => {
  const failure = { code: 'bad-payload', message: 'price: expected a multiple of 1/100' } as const
  const fails = (read: 'orders' | 'fills' | 'book', times: number) =>
    Array.from({ length: times }, (): CoreInput => ({ kind: 'read-failed', read, failure }))
  const listedOrders: CoreInput = { kind: 'orders-listed', records: [], askedSeq: 0 }
  const warned = (events: readonly CoreInput[]) =>
    logged('info', events)
      .filter(({ event }) => event === 'read-failed')
      .map(({ read, level, code }) => [read, level, code])
  expect(warned([...fails('orders', 2), listedOrders, ...fails('orders', 2), ...fails('book', 9)])).toEqual([])
  expect(warned([...fails('orders', 9), listed(), ...fails('fills', 3)])).toEqual([
    ['orders', 40, 'bad-payload'],
    ['fills', 40, 'bad-payload'],
  ])
  expect(warned([...fails('orders', 3), listedOrders, ...fails('orders', 3)])).toHaveLength(2)
})

it('forgets the earliest of many markets that were let go, and none that is followed', () => {
  const id = (n: number) => `0x${n}` as ConditionId
  const followed = (n: number): CoreInput => ({
    kind: 'market',
    market: { ...market, conditionId: id(n), id: `market-${n}` },
  })
  const many = Array.from({ length: 1001 }, (_, n) => n)
  const lost = (n: number): CoreInput => ({ kind: 'feed', conditionId: id(n), health: 'stale', reason: 'silence' })
  const events = [
    ...many.flatMap((n): CoreInput[] => [followed(n), { kind: 'market-dropped', conditionId: id(n) }]),
    followed(1),
    ...[0, 1, 2].map(lost),
  ]
  const named = logged('debug', events).filter(({ event }) => event === 'feed')
  expect(named.map((line) => line['market'])).toEqual([undefined, 'market-1', 'market-2'])
})
