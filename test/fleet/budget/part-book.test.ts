// The book of parts against a plain model of everything that it stands between.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../run-counts.js'
import { KeyModel, type Lags } from './key-model.js'

const QUICK: Lags = { redisMs: 2, coreMs: 1, outMs: 10, backMs: 10, isLost: false }
const DEFAULT_KEY = { perSecond: 5, perMinute: 150 }
const MINUTE_MS = 60_000

/** Of the minute that ends now. */
const usedIn = (model: KeyModel) => model.arrivals.filter((at) => at > model.now - MINUTE_MS).length

function expectWithinLimits(model: KeyModel): void {
  expect(model.mostIn(1_000)).toBeLessThanOrEqual(model.limits.perSecond)
  expect(model.mostIn(MINUTE_MS)).toBeLessThanOrEqual(model.limits.perMinute)
}

const lags = fc.record({
  redisMs: fc.integer({ min: 0, max: 150 }),
  coreMs: fc.integer({ min: 0, max: 400 }),
  outMs: fc.integer({ min: 0, max: 900 }),
  backMs: fc.integer({ min: 0, max: 900 }),
  isLost: fc.boolean(),
})

const step = fc.record({
  // two faults in the same second may lose what only one of them would leave
  waitMs: fc.integer({ min: 5_000, max: 100_000 }),
  who: fc.nat(),
  wish: fc.double({ min: 0, max: 8, noNaN: true }),
  forMs: fc.integer({ min: 1_000, max: 200_000 }),
  what: fc.constantFrom('join', 'wish', 'wish', 'leave', 'kill', 'cut', 'stop', 'flush', 'copy', 'old copy', 'clock'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(model: KeyModel, { who, wish, forMs, what }: Step): void {
  const living = model.bots.filter((bot) => !bot.isDead)
  const bot = living[who % Math.max(1, living.length)]
  if (what === 'join' || bot === undefined) model.join(wish)
  else if (what === 'wish') bot.wish = wish
  else if (what === 'leave') model.leave(bot)
  else if (what === 'kill') bot.isDead = true
  else if (what === 'cut') bot.cutUntilMs = model.now + forMs
  else if (what === 'stop') bot.stoppedUntilMs = model.now + forMs
  else if (what === 'flush') model.flush()
  else if (what === 'copy') model.copy()
  else if (what === 'old copy') model.startFromCopy()
  else model.moveRedisClock(who % 2 === 0 ? forMs : -forMs)
}

const world = fc.record({
  perSecond: fc.integer({ min: 1, max: 8 }),
  perMinute: fc.integer({ min: 5, max: 60 }),
  lags: fc.array(lags, { minLength: 1, maxLength: 8 }),
  wishes: fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { maxLength: 8 }),
})

describe('the parts of a key', () => {
  it('never come to more than the venue allows, whatever becomes of bots, Redis and clocks', () => {
    fc.assert(
      fc.property(world, ({ perSecond, perMinute, lags: lag, wishes, steps }) => {
        const model = new KeyModel({ perSecond, perMinute }, lag)
        for (const wish of wishes) model.join(wish)
        for (const one of steps) {
          model.run(one.waitMs)
          take(model, one)
        }
        model.run(120_000)
        expectWithinLimits(model)
      }),
      { numRuns: runs(6, 200) },
    )
  }, 600_000)

  it('go to those that need them, and leave the others enough to begin with', () => {
    const model = new KeyModel(DEFAULT_KEY, [QUICK])
    const [busy, quiet] = [model.join(10), model.join(0), model.join(0.1)]
    model.run(5 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.85 * DEFAULT_KEY.perMinute)
    expect(quiet.budget.available('write', model.now, { priority: 'urgent' })).toBeGreaterThanOrEqual(1)
    busy.wish = 0
    quiet.wish = 10
    model.run(3 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.85 * DEFAULT_KEY.perMinute)
    expectWithinLimits(model)
  })

  it('are used up by three that all want more', () => {
    const model = new KeyModel(DEFAULT_KEY, [QUICK])
    for (let i = 0; i < 3; i++) model.join(10)
    model.run(3 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.95 * DEFAULT_KEY.perMinute)
    expectWithinLimits(model)
  })

  it('of a killed bot go to the others when it can have sent nothing any more', () => {
    const model = new KeyModel(DEFAULT_KEY, [QUICK])
    const [dead] = [model.join(10), model.join(10)]
    model.run(2 * MINUTE_MS)
    dead.isDead = true
    model.run(80_000)
    expect(usedIn(model)).toBeLessThan(0.6 * DEFAULT_KEY.perMinute)
    model.run(2 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.85 * DEFAULT_KEY.perMinute)
    model.run(10 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.95 * DEFAULT_KEY.perMinute)
    expectWithinLimits(model)
  })

  it('give each its turn where there are more bots than requests', () => {
    const model = new KeyModel({ perSecond: 2, perMinute: 60 }, [QUICK])
    for (let i = 0; i < 4; i++) model.join(3)
    const sent = model.bots.map(() => 0)
    for (let second = 0; second < 120; second++) {
      model.run(1000)
      model.bots.forEach(({ budget }, i) => {
        sent[i] = (sent[i] ?? 0) + (budget.uses(model.now).write.used.perSecond > 0 ? 1 : 0)
      })
    }
    for (const seconds of sent) expect(seconds).toBeGreaterThan(5)
    expectWithinLimits(model)
  })
})
