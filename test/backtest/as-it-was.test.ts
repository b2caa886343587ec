import { describe, expect, it } from 'vitest'
import { AsItWas } from '../../src/backtest/as-it-was.js'
import { runModel } from '../../src/backtest/run-model.js'
import { aboutOrder, type RecordedMessages, type SentMessage } from '../../src/domain/run/sent-message.js'
import type { CoreRecord } from '../../src/recording/open-tape.js'
import { sentMessages } from '../../src/recording/sent-messages.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { constantLatency } from '../../src/venue/simulated/fills/latency.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { recordedRun } from '../simulation/recorded-run.js'
import { CONDITION } from '../venue/simulated/fills/scenario.js'
import { runOptions } from './made-markets.js'

const OTHERWISE = constantLatency({ submitMs: 70, cancelMs: 71, answerMs: 72 })
/** A budget that never binds: who comes first where it does is chance. */
const PLENTY = { perSecond: 1000, perMinute: 60_000 }
const BUY = aboutOrder({ conditionId: CONDITION, outcome: 0, side: 'BUY' })
const SELL = aboutOrder({ conditionId: CONDITION, outcome: 0, side: 'SELL' })

const sent = (sentMs: number, change: Partial<SentMessage> = {}): SentMessage => ({
  ...{
    kind: 'submit',
    about: BUY,
    sentMs,
    answeredMs: sentMs + 30,
    tookMs: 30,
    venueMs: sentMs + 10 - 3,
    hasFailed: false,
  },
  ...change,
})

/** The venue's stamps are 3 ms behind the clock. */
function scene(recorded: Partial<RecordedMessages>) {
  let nowMs = 0
  const times = { now: () => nowMs, venueBehind: () => 3 }
  const latency = new AsItWas({ sent: [], told: [], start: {}, ...recorded }, OTHERWISE, times)
  const at = <T>(ms: number, look: () => T): T => {
    nowMs = ms
    return look()
  }
  return { latency, at, trip: (ms: number, about = BUY) => at(ms, () => latency.trip('submit', about)) }
}

describe('a message takes what its counterpart took', () => {
  it('there by the stamp of the venue, and back', () => {
    const { trip, latency } = scene({ sent: [sent(1000)] })
    expect(trip(1000)).toEqual({ thereMs: 10, backMs: 20 })
    expect(latency.matched).toEqual({ messages: 1, alike: 1, same: 1 })
  })

  it('once; the next one takes another of its side, then of its kind, then what it takes otherwise', () => {
    const two = [sent(1000, { about: SELL, venueMs: 1001 - 3 }), sent(1000)]
    const { trip, latency } = scene({ sent: [...two, sent(1400, { kind: 'cancel' })] })
    expect(trip(1500)).toEqual({ thereMs: 10, backMs: 20 })
    expect(trip(1500)).toEqual({ thereMs: 1, backMs: 29 })
    expect(trip(1500)).toEqual({ thereMs: 70, backMs: 72 })
    expect(latency.matched).toEqual({ messages: 3, alike: 2, same: 0 })
  })

  it('not of one that is sent later or was sent a second before', () => {
    const { trip } = scene({ sent: [sent(1000), sent(2100)] })
    expect(trip(2001)).toEqual({ thereMs: 70, backMs: 72 })
    // a bot that is recorded decides a little later than it hears: the message comes when that one came
    expect(trip(2097)).toEqual({ thereMs: 13, backMs: 20 })
  })

  it('the whole way there without a stamp, and to the end of the recording where it was never answered', () => {
    const { venueMs: _none, ...unstamped } = sent(1000)
    const { tookMs: _never, ...unanswered } = { ...unstamped, answeredMs: 9000 }
    const { trip } = scene({ sent: [unstamped, unanswered] })
    expect(trip(1000)).toEqual({ thereMs: 30, backMs: 0 })
    expect(trip(1000)).toEqual({ thereMs: 8000, backMs: 0 })
  })
})

it('news of an order comes when the recorded bot heard of the same moment of it', () => {
  const { latency, at } = scene({ told: [{ about: BUY, venueMs: 500, atMs: 540 }] })
  expect(at(503, () => latency.knownNewsMs(BUY))).toBe(37)
  expect(at(503, () => latency.knownNewsMs(SELL))).toBeUndefined()
  expect(at(510, () => latency.knownNewsMs(BUY))).toBeUndefined()
})

describe('on the tape of its own run', async () => {
  const SERVER = { world: 'demo', settlement: { failureRate: 0 } } as const
  const { sim, records, core } = recordedRun(
    { seed: 2, server: SERVER, strategy: fixedSpread, tier: 'INTERNAL' },
    40_000,
  )

  async function decided(tape: readonly TapeRecord[], stream: readonly CoreRecord[]) {
    const batches = async function* () {
      yield stream
    }
    const recorded = await sentMessages([batches()])
    const decisions: { readonly atMs: number; readonly text: string }[] = []
    const outcome = await runModel({
      ...runOptions(tape, {
        strategy: fixedSpread,
        model: 'power-3',
        choice: { select: { max: 50, minTimeLeftSec: 0, refreshSec: 5 } },
      }),
      settings: sim.settings,
      limits: { read: PLENTY, write: PLENTY, cancel: PLENTY, account: PLENTY },
      latency: (times) => new AsItWas(recorded, OTHERWISE, times),
      ...(recorded.start.atMs === undefined ? {} : { startMs: recorded.start.atMs }),
      onDecision: (decision, atMs) => {
        const text = JSON.stringify(decision, (_key, value: unknown) =>
          typeof value === 'bigint' ? `${value}` : value,
        )
        decisions.push({ atMs, text })
      },
    })
    return { decisions, outcome }
  }

  const whole = await decided(records, core)

  it('most messages are the same ones', () => {
    const { messages = 0, alike = 0, same = 0 } = whole.outcome?.run.latency ?? {}
    expect(messages).toBeGreaterThan(50)
    expect(alike / messages).toBeGreaterThan(0.8)
    expect(same / messages).toBeGreaterThan(0.6)
  })

  it.each([0.3, 0.6, 0.9])('no look-ahead: both streams cut after %f of the tape', async (part) => {
    const at = Math.floor(records.length * part)
    const cutMs = records[at]?.atMs ?? 0
    const cut = await decided(
      records.slice(0, at),
      core.filter((record) => record.kind === 'step' && record.event.at.wallMs < cutMs),
    )
    const restFromMs = Math.min(...records.slice(at).map(({ venueMs, atMs }) => venueMs ?? atMs))
    const earlier = ({ decisions }: typeof whole) => decisions.filter(({ atMs }) => atMs < restFromMs)
    expect(earlier(whole).length).toBeGreaterThan(100)
    expect(earlier(cut)).toEqual(earlier(whole))
  })
})
