// Whatever ends quoting everywhere, what rests is cancelled beside the planner, and a list has shown it: in virtual time, at the server's API.

import { describe, expect, it } from 'vitest'
import type { BotTap } from '../../src/bot/bot-parts.js'
import { Core } from '../../src/core/core.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { written } from '../core/core-driver.js'
import { FaultRun } from './faults/fault-run.js'
import { html } from './faults/faulty-transport.js'

const ME = { actor: 'test', reason: 'enough' }
type News = Parameters<NonNullable<BotTap['massCancel']>>[0]

function quoting(options: Partial<ConstructorParameters<typeof FaultRun>[0]> = {}) {
  const news: News[] = []
  const run = new FaultRun({ seed: 61, ...options, tap: { massCancel: (told) => void news.push(told) } })
  expect(run.run(10_000, () => run.allTwoSided())).toBeDefined()
  return { run, news, bot: run.sim.bot }
}

/** The planner decides on cancels, and none of them goes out. */
function holdUpPlanner({ run }: ReturnType<typeof quoting>): void {
  const { core } = run.sim.bot
  const step = core.step.bind(core)
  core.step = (event) => {
    const decision = step(event)
    return { ...decision, commands: decision.commands.filter(({ kind }) => kind !== 'cancel') }
  }
}

/** All that planning and reading may ever take of the class is taken. */
function exhaust({ run }: ReturnType<typeof quoting>): void {
  const { core } = run.sim.bot
  const now = run.sim.clock.monoMs()
  for (const routeClass of ['read', 'cancel', 'account', 'write'] as const) {
    core.budget.take(routeClass, 100_000, now)
    expect(core.budget.available(routeClass, now, { priority: 'urgent' })).toBe(0)
  }
}

describe('a halt', () => {
  it('is verified by a list, though the planner is held up', () => {
    const at = quoting()
    holdUpPlanner(at)
    at.bot.operate('halt', ME)
    expect(at.run.run(2000, () => at.run.resting().length === 0)).toBeDefined()
    expect(at.run.run(1000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    expect(at.bot.snapshot().massCancel).toMatchObject({ cause: 'halt', left: 0, cancelled: expect.any(Number) })
    expect(at.news).toMatchObject([
      { event: 'begun', cause: 'halt', reason: 'enough' },
      { event: 'verified', cancelled: expect.any(Number), left: 0 },
    ])
    expect(at.news[1]?.cancelled).toBeGreaterThan(1)
  })

  it('is verified within a second though all routine budget of the minute is used up', () => {
    // a minute of a slow key, so that nothing comes back while it is looked at
    const at = quoting({ tier: 'DEFAULT' })
    at.run.run(2000)
    exhaust(at)
    holdUpPlanner(at)
    at.bot.operate('halt', ME)
    expect(at.run.run(1000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    expect(at.run.resting()).toEqual([])
    expect(at.run.sim.network.log.statuses.get(429)).toBeUndefined()
  })

  it('goes on while lists fail, says so, and ends with a resume', () => {
    const at = quoting()
    at.run.transport.fault = { matches: ({ path }) => path.startsWith('/orders?'), answer: () => html(502) }
    at.bot.operate('halt', ME)
    at.run.run(9000)
    expect(at.bot.snapshot().massCancel).toMatchObject({ failure: expect.stringContaining('502') })
    expect(at.bot.snapshot().massCancel?.verifiedMs).toBeUndefined()
    expect(at.news.map(({ event }) => event)).toEqual(['begun', 'unverified', 'unverified'])
    at.run.transport.fault = undefined
    expect(at.run.run(10_000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    at.bot.operate('resume', ME)
    expect(at.run.run(30_000, () => at.run.allTwoSided())).toBeDefined()
    expect(at.bot.snapshot().massCancel).toBeUndefined()
    expect(at.run.violations).toEqual([])
  })

  it('changes nothing that a replay of the events does not see', () => {
    const events: CoreEvent[] = []
    const decisions: Decision[] = []
    const run = new FaultRun({ seed: 62 })
    const { core } = run.sim.bot
    const step = core.step.bind(core)
    core.step = (event) => {
      events.push(event)
      const decision = step(event)
      decisions.push(decision)
      return decision
    }
    // from the first event on
    expect(run.run(10_000, () => run.allTwoSided())).toBeDefined()
    run.sim.bot.operate('halt', ME)
    run.run(3000)
    expect(run.sim.bot.snapshot().massCancel?.verifiedMs).toBeDefined()
    const again = new Core(run.sim.settings)
    expect(written(events.map((event) => again.step(event)))).toBe(written(decisions))
  })
})

describe('without a halt', () => {
  it('blind feeds are one more reason: everything is cancelled, and quoted again when they see', () => {
    const at = quoting()
    holdUpPlanner(at)
    at.run.transport.silent = true
    at.run.transport.fault = { matches: ({ path }) => /orderbook|best-bids/.test(path), answer: () => html(503) }
    expect(at.run.run(10_000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    expect(at.run.resting()).toEqual([])
    expect(at.bot.snapshot().halted).toBeUndefined()
    at.run.transport.silent = false
    at.run.transport.fault = undefined
    expect(at.run.run(60_000, () => at.bot.snapshot().massCancel === undefined)).toBeDefined()
    expect(at.run.run(30_000, () => at.run.allTwoSided())).toBeDefined()
  })

  const LIFE_SEC = 60
  const quick = { siwe: { accessTtlSec: LIFE_SEC }, world: { markets: { count: 1, minSec: 3000, maxSec: 3600 } } }
  it('a token whose renewal is refused: everything is cancelled with it while it lives', () => {
    const at = quoting({ server: quick })
    holdUpPlanner(at)
    at.run.transport.fault = { matches: ({ path }) => path.startsWith('/auth'), answer: () => html(503) }
    expect(at.run.run(LIFE_SEC * 1000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    expect(at.run.sim.clock.monoMs()).toBeLessThan(LIFE_SEC * 1000)
    expect(at.bot.snapshot().massCancel).toMatchObject({ cause: 'sign-in' })
    expect(at.run.resting()).toEqual([])
    at.run.transport.fault = undefined
    expect(at.run.run(60_000, () => at.run.allTwoSided())).toBeDefined()
  })

  it('a token whose renewal waits for its permit', () => {
    const at = quoting({ server: quick })
    holdUpPlanner(at)
    const { budget } = at.bot.core
    const serveOnly = budget.serveOnly.bind(budget)
    budget.serveOnly = (priority, now) => (priority === 'urgent' ? [] : serveOnly(priority, now))
    expect(at.run.run(LIFE_SEC * 1000, () => at.bot.snapshot().massCancel?.verifiedMs !== undefined)).toBeDefined()
    expect(at.run.sim.clock.monoMs()).toBeLessThan(LIFE_SEC * 1000)
    expect(at.run.resting()).toEqual([])
  })
})
