// A strategy that computes for 20 ms, in a simulation that charges for it.

import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { Loop } from '../../src/bot/loop.js'
import type { StopReport } from '../../src/bot/stop-report.js'
import type { Core } from '../../src/core/core.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import type { Executor } from '../../src/execution/effects/executor.js'
import { asLogit } from '../../strategies/as-logit.js'
import { QuoteWatch } from './virtual/quote-watch.js'
import { simulate } from './virtual/simulate.js'
import { WorkingClock, type WorkOptions } from './virtual/working-clock.js'

const TABLE = { step: 20, marked: 50, strategy: 20_000, signature: 600 }
const BUSY = { markets: { count: 5, minSec: 1800, maxSec: 2400 }, noise: { arrivalsPerSec: 2 } }

function run(work: WorkOptions, more: Partial<Parameters<typeof simulate>[0]> = {}) {
  const s = simulate({ seed: 3, tier: 'MM', server: { world: BUSY }, strategy: asLogit, work, ...more })
  const watch = new QuoteWatch(s.bot)
  s.bot.start()
  const startMs = s.clock.monoMs()
  for (let ms = 250; ms <= 30_000; ms += 250) {
    s.clock.runUntil(startMs + ms)
    if (ms > 10_000) watch.sample()
  }
  return { ...s, watch }
}

async function stopped({ bot, clock }: ReturnType<typeof run>): Promise<StopReport | undefined> {
  let report: StopReport | undefined
  void bot.stop(4200).then((r) => {
    report = r
  })
  for (let n = 0; n < 50 && report === undefined; n++) {
    clock.runUntil(clock.monoMs() + 100)
    await Promise.resolve()
  }
  return report
}

describe('20 ms a call in five markets', () => {
  it('the bot quotes, trades, hears, and stops in time', async () => {
    const sim = run({ table: TABLE })
    expect(sim.working?.hangs).toBe(false)
    expect(sim.watch.uptime).toBeGreaterThan(0.5)
    expect(sim.bot.snapshot().totals.fills).toBeGreaterThan(0)
    expect(await stopped(sim)).toMatchObject({ verified: true, openOrders: [] })
    expect(sim.faults).toEqual([])
  })

  it('is a slow strategy by its own time: asked less often, then pulled', () => {
    const sim = run({ table: TABLE }, { slowAfterMs: 5 })
    const { markets } = sim.bot.snapshot()
    expect(markets.filter(({ slowed }) => slowed)).toHaveLength(5)
    expect(markets.some(({ fault }) => fault?.startsWith('it took 20.0 ms, allowed 5 ms'))).toBe(true)
  })
})

/** A core that asks five strategies in each turn, and an executor whose fee is too old by then: it refuses at once, and is asked again. */
function refusing(work: WorkOptions) {
  const clock = new VirtualClock(0)
  const working = new WorkingClock(clock, 0, work)
  let turnMonoMs = 0
  let sent = 0
  let isStopped = false
  const step = (event: CoreEvent): Decision => {
    const isEnd = event.kind === 'turn-end'
    if (isEnd) turnMonoMs = working.monoMs()
    if (isEnd) working.charge('strategy', 5)
    const nothing = { seq: event.seq, markets: [], ended: [], corrected: [], faults: [] }
    return {
      ...nothing,
      commands: isEnd && sent === 0 ? [{ kind: 'read-account', permits: [], askedSeq: event.seq }] : [],
    }
  }
  const run = () => {
    const ageMs = working.monoMs() - turnMonoMs
    const failure = { code: 'fee-stale', message: `${ageMs} ms old` } as const
    if (ageMs > 90) loop.push({ kind: 'submit-failed', intentId: 1, failure })
    else sent++
  }
  const loop = new Loop({
    core: { step } as unknown as Core,
    executor: { run, settle: () => undefined } as unknown as Executor,
    clock: working,
    venueMs: () => working.wallMs(),
    onFault: (error) => {
      throw error
    },
  })
  working.hear(() => loop.push({ kind: 'wake' }))
  working.after(1000, () => {
    isStopped = true
    loop.close()
  })
  clock.runUntil(clock.monoMs() + 10_000)
  return { hangs: working.hangs, isStopped, sent }
}

describe('refusals of our own making', () => {
  it('leave the bot its ears, whatever work costs', () => {
    expect(refusing({ table: TABLE })).toEqual({ hangs: false, isStopped: true, sent: 0 })
  })

  it('hang a loop whose turns have no end: seen, because work costs time', () => {
    expect(refusing({ table: TABLE, unending: true })).toEqual({ hangs: true, isStopped: false, sent: 0 })
    expect(refusing({ table: {}, unending: true })).toEqual({ hangs: false, isStopped: true, sent: 1 })
  })
})
