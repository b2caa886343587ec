// The request budget of a whole bot: one count, changed by events alone, and nothing hangs on a step that fails.

import { describe, expect, it } from 'vitest'
import type { StopReport } from '../../src/bot/stop-report.js'
import { Core } from '../../src/core/core.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { asLogit } from '../../strategies/as-logit.js'
import { written } from '../core/core-driver.js'
import { simulate } from './virtual/simulate.js'

const BUSY = { markets: { count: 4, minSec: 1800, maxSec: 2400 }, noise: { arrivalsPerSec: 1 } }

function start(world = BUSY) {
  const events: CoreEvent[] = []
  const decisions: Decision[] = []
  const cancelledMonoMs: number[] = []
  const sim = simulate({
    ...{ seed: 5, server: { world }, strategy: asLogit },
    transport: (network, clock) => ({
      openSocket: (auth, handlers) => network.openSocket(auth, handlers),
      http: (request, done) => {
        if (request.routeClass === 'cancel') cancelledMonoMs.push(clock.monoMs())
        network.http(request, done)
      },
    }),
    tap: { event: (event) => void events.push(event), step: (decision) => void decisions.push(decision) },
  })
  sim.bot.start()
  const run = (ms: number) => sim.clock.runUntil(sim.clock.monoMs() + ms)
  return { ...sim, events, decisions, cancelledMonoMs, run }
}

type Running = ReturnType<typeof start>

/** Every step fails from now on, or the one that `when` says, and what it decided is lost. */
function breakCore({ bot: { core } }: Running, when: (decision: Decision) => boolean): void {
  const step = core.step.bind(core)
  let isBroken = false
  core.step = (event) => {
    const decision = step(event)
    if (isBroken || !when(decision)) return decision
    isBroken = true
    throw new Error('planted')
  }
}

async function stopped({ bot, run }: Running): Promise<StopReport | undefined> {
  let report: StopReport | undefined
  void bot.stop(4200).then((r) => {
    report = r
  })
  for (let n = 0; n < 50 && report === undefined; n++) {
    run(100)
    await Promise.resolve()
  }
  return report
}

describe('the budget of a bot', () => {
  it('is changed by events alone: played again, they bring the same decisions and the same permits', () => {
    const sim = start()
    sim.run(10_000)
    const again = new Core(sim.settings)
    const replayed = sim.events.map((event) => again.step(event))
    expect(written(replayed)).toBe(written(sim.decisions))
    expect(again.budget.snapshot(sim.clock.monoMs())).toEqual(sim.bot.core.budget.snapshot(sim.clock.monoMs()))
    const kinds = new Set(sim.events.map(({ kind }) => kind))
    for (const kind of ['budget', 'answered', 'permit-wanted'] as const) expect(kinds).toContain(kind)
    expect(sim.network.log.statuses.get(429)).toBeUndefined()
  })

  it('pays for every request, and for each once', () => {
    const sim = start()
    sim.run(10_000)
    const sent = [...sim.network.log.statuses.values()].reduce((sum, n) => sum + n, 0)
    const paid = sim.events.flatMap((event) => (event.kind === 'answered' ? [JSON.stringify(event.permit)] : []))
    expect(new Set(paid).size).toBe(paid.length)
    expect(Math.abs(sent - paid.length)).toBeLessThanOrEqual(3)
    expect(sent).toBeGreaterThan(30)
  })

  it('a step that fails with permits in its hands costs nobody the sign-in that waits for one', () => {
    const sim = start()
    breakCore(sim, ({ commands }) =>
      commands.some((c) => c.kind === 'give-permit' && c.permit.routeClass === 'account'),
    )
    // until the lost permit is known for lost
    sim.run(15_000)
    expect(sim.logs.map(({ message }) => message)).toContain('a step failed: planted')
    expect(sim.bot.snapshot().signedIn).toBe(true)
  })

  it('a stop needs no core that works: everything is cancelled, and verified', async () => {
    const sim = start()
    sim.run(10_000)
    expect(sim.bot.snapshot().totals.openOrders).toBeGreaterThan(4)
    sim.bot.core.step = () => {
      throw new Error('planted')
    }
    expect(await stopped(sim)).toMatchObject({ verified: true, openOrders: [] })
  })

  it('a stop of more markets than cancels a second does not wait for the second', async () => {
    const sim = start({ ...BUSY, markets: { ...BUSY.markets, count: 16 } })
    sim.run(10_000)
    expect(sim.bot.snapshot().totals.openOrders).toBeGreaterThan(20)
    const from = sim.clock.monoMs()
    expect(await stopped(sim)).toMatchObject({ verified: true, openOrders: [] })
    expect(sim.cancelledMonoMs.at(-1)).toBeLessThan(from + 500)
  })
})
