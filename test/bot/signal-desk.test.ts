import { expect, it } from 'vitest'
import { SignalDesk } from '../../src/bot/signal-desk.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { SignalListener, SignalSource } from '../../src/signals/signal-source.js'
import { at } from '../execution/builders.js'
import { A, B, market } from '../risk/builders.js'

const WHEN = { seq: 1, at: at(0) }

/** A desk with one source, which says what the test says. */
function open() {
  let listener: SignalListener | undefined
  const source: SignalSource = {
    label: 'model.json',
    start: (of) => {
      listener = of
    },
    stop: () => undefined,
  }
  const events: CoreInput[] = []
  const log: string[] = []
  const failed: string[] = []
  const now = { ms: 10_000 }
  let names = new Set(['model'])
  const desk = new SignalDesk({
    ...{ sources: [source], names: () => names },
    clock: { wallMs: () => now.ms },
    venueClock: { venueMs: () => now.ms + 300 },
    emit: (input) => events.push(input),
    tap: {
      log: (level, message, details) => log.push(`${level} ${message} ${JSON.stringify(details)}`),
      signalFailed: (label) => failed.push(label),
    },
  })
  desk.start()
  if (listener === undefined) throw new Error('not started')
  const known = (of: Market) => desk.taken({ kind: 'market', market: of, ...WHEN })
  known(market(A))
  const taken = (...read: string[]) => {
    names = new Set(read)
    desk.taken({ kind: 'settings', actor: 'somebody', hash: 'another', config: {}, ...WHEN })
  }
  return { known, taken, source: listener, events, log, failed, now }
}

it('tells what somebody reads, by the venue clock and the condition id, each word once', () => {
  const { source, events } = open()
  const word = { name: 'model', value: 0.4, atMs: 9000 }
  for (const _ of [1, 2]) source.told(word)
  source.told({ ...word, atMs: 9500 })
  source.told({ ...word, name: 'nobody reads it' })
  source.told({ ...word, market: `m-${A}` })
  source.told({ ...word, value: 0.5, market: A })
  expect(events).toEqual([
    { kind: 'signal', name: 'model', value: 0.4, atMs: 9300 },
    { kind: 'signal', name: 'model', value: 0.4, atMs: 9800 },
    { kind: 'signal', name: 'model', value: 0.4, atMs: 9300, conditionId: A },
    { kind: 'signal', name: 'model', value: 0.5, atMs: 9300, conditionId: A },
  ])
})

it('keeps what is told of a market until it is followed', () => {
  const { known, source, events } = open()
  source.told({ name: 'model', value: 0.4, atMs: 9000, market: `m-${B}` })
  expect(events).toEqual([])
  known(market(B))
  expect(events).toEqual([{ kind: 'signal', name: 'model', value: 0.4, atMs: 9300, conditionId: B }])
})

it('takes what was told of a market before it is followed by any spelling of its condition, as it does afterwards', () => {
  const { known, source, events } = open()
  const spelled = market('0xc2' as ConditionId)
  source.told({ name: 'model', value: 0.4, atMs: 9000, market: '0xC2' })
  known(spelled)
  expect(events).toMatchObject([{ kind: 'signal', value: 0.4, conditionId: '0xc2' }])
})

it('counts each failure, and logs each reason once until the source is well again', () => {
  const { source, log, failed } = open()
  for (const message of ['no answer', 'no answer', 'status 500', 'no answer', 'status 500']) source.failed(message)
  source.read()
  source.read()
  source.failed('no answer')
  expect(failed).toHaveLength(6)
  expect(log).toEqual([
    expect.stringMatching(/^warn a source of signals cannot be read.*"source":"model\.json","message":"no answer"/),
    expect.stringContaining('status 500'),
    expect.stringMatching(/^info a source of signals can be read again/),
    expect.stringContaining('no answer'),
  ])
})

it('logs no more than a few reasons of a source whose words are others each time', () => {
  const { source, log } = open()
  for (let line = 1; line < 100; line++) source.failed(`line ${line}`)
  expect(log).toHaveLength(5)
})

it('forgets the oldest of very many', () => {
  const { known, source, events } = open()
  for (let n = 0; n < 10_001; n++) source.told({ name: 'model', value: n, atMs: n, market: `other ${n}` })
  known(market(B, { id: 'other 0' }))
  expect(events).toEqual([])
  known(market(B, { id: 'other 1' }))
  expect(events).toHaveLength(1)
})

it('takes what was made in the future for new when it is told, not when its market is followed', () => {
  const { known, source, events, now } = open()
  source.told({ name: 'model', value: 0.4, atMs: 3_600_000, market: `m-${B}` })
  now.ms += 600_000
  // said again by a source that says nothing new
  source.told({ name: 'model', value: 0.4, atMs: 3_600_000, market: `m-${B}` })
  known(market(B))
  expect(events).toEqual([{ kind: 'signal', name: 'model', value: 0.4, atMs: 10_300, conditionId: B }])
})

it('keeps what nobody reads for a strategy that is taken up later, and tells it once', () => {
  const { taken, known, source, events } = open()
  const drift = { name: 'drift', value: 0.1, atMs: 9000 }
  source.told({ ...drift, value: 0.2, atMs: 8000 })
  source.told(drift)
  source.told({ ...drift, market: A })
  source.told({ ...drift, market: `m-${B}` })
  taken('model')
  expect(events).toEqual([])
  taken('model', 'drift')
  const told = { kind: 'signal', name: 'drift', value: 0.1, atMs: 9300 }
  expect(events).toEqual([told, { ...told, conditionId: A }])
  source.told(drift)
  taken('drift')
  expect(events).toHaveLength(2)
  known(market(B))
  expect(events.at(-1)).toEqual({ ...told, conditionId: B })
  source.told({ ...drift, atMs: 9500 })
  expect(events).toHaveLength(4)
})

it('forgets the oldest of very many that nobody reads, and none that somebody reads for them', () => {
  const { taken, known, source, events } = open()
  source.told({ name: 'model', value: 0.4, atMs: 1, market: `m-${B}` })
  for (let n = 0; n < 10_001; n++) source.told({ name: 'drift', value: n, atMs: n, market: `other ${n}` })
  known(market(B))
  expect(events).toHaveLength(1)
  taken('drift')
  known(market(B, { id: 'other 0' }))
  expect(events).toHaveLength(1)
  known(market(B, { id: 'other 1' }))
  expect(events).toHaveLength(2)
})

it('finds the market that a word names among thousands without looking at the others', () => {
  const { known, source, events } = open()
  let looks = 0
  const counted = (id: string, conditionId: ConditionId): Market => ({
    ...market(conditionId),
    get id() {
      looks++
      return id
    },
    get conditionId() {
      looks++
      return conditionId
    },
  })
  for (let n = 0; n < 300; n++) known(counted(`met ${n}`, `0xAB${n}` as ConditionId))
  looks = 0
  source.told({ name: 'model', value: 0.4, atMs: 9000, market: 'met 299' })
  source.told({ name: 'model', value: 0.5, atMs: 9000, market: '0xab298' })
  source.told({ name: 'model', value: 0.6, atMs: 9000, market: 'nobody knows it' })
  source.told({ name: 'model', value: 0.7, atMs: 9000, market: 'MET 299' })
  expect(events).toMatchObject([{ conditionId: '0xAB299' }, { conditionId: '0xAB298' }])
  expect(looks).toBe(0)
})
