import { expect, it } from 'vitest'
import { SignalDesk } from '../../src/bot/signal-desk.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { SignalListener, SignalSource } from '../../src/signals/signal-source.js'
import { A, B, market } from '../risk/builders.js'

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
  const markets = new Map<ConditionId, Market>([[A, market(A)]])
  const now = { ms: 10_000 }
  const desk = new SignalDesk({
    ...{ sources: [source], names: new Set(['model']), markets },
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
  return { desk, source: listener, events, log, failed, now }
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
  const { desk, source, events } = open()
  source.told({ name: 'model', value: 0.4, atMs: 9000, market: `m-${B}` })
  expect(events).toEqual([])
  desk.marketKnown(market(B))
  expect(events).toEqual([{ kind: 'signal', name: 'model', value: 0.4, atMs: 9300, conditionId: B }])
})

it('takes what was told of a market before it is followed by any spelling of its condition, as it does afterwards', () => {
  const { desk, source, events } = open()
  const spelled = market('0xc2' as ConditionId)
  source.told({ name: 'model', value: 0.4, atMs: 9000, market: '0xC2' })
  desk.marketKnown(spelled)
  expect(events).toMatchObject([{ kind: 'signal', value: 0.4, conditionId: '0xc2' }])
})

it('counts each failure, and logs one until the source is well again', () => {
  const { source, log, failed } = open()
  for (const message of ['gone', 'still gone']) source.failed(message)
  source.read()
  source.read()
  source.failed('gone again')
  expect(failed).toHaveLength(3)
  expect(log).toEqual([
    expect.stringMatching(/^warn a source of signals cannot be read.*"source":"model\.json","message":"gone"/),
    expect.stringMatching(/^info a source of signals can be read again/),
    expect.stringContaining('gone again'),
  ])
})

it('forgets the oldest of very many', () => {
  const { desk, source, events } = open()
  for (let n = 0; n < 10_001; n++) source.told({ name: 'model', value: n, atMs: n, market: `other ${n}` })
  desk.marketKnown(market(B, { id: 'other 0' }))
  expect(events).toEqual([])
  desk.marketKnown(market(B, { id: 'other 1' }))
  expect(events).toHaveLength(1)
})

it('takes what was made in the future for new when it is told, not when its market is followed', () => {
  const { desk, source, events, now } = open()
  source.told({ name: 'model', value: 0.4, atMs: 3_600_000, market: `m-${B}` })
  now.ms += 600_000
  // said again by a source that says nothing new
  source.told({ name: 'model', value: 0.4, atMs: 3_600_000, market: `m-${B}` })
  desk.marketKnown(market(B))
  expect(events).toEqual([{ kind: 'signal', name: 'model', value: 0.4, atMs: 10_300, conditionId: B }])
})
