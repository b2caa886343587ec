// The book of parts against a plain model of everything that it stands between.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookAt, type PartBook } from '../../../src/fleet/budget/part-book.js'
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
  // who gets no answers falls silent, and proves nothing
  isLost: fc.integer({ min: 0, max: 29 }).map((n) => n === 0),
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
  tells: fc.boolean(),
  isOneMachine: fc.boolean(),
  perSecond: fc.integer({ min: 1, max: 8 }),
  perMinute: fc.integer({ min: 5, max: 60 }),
  lags: fc.array(lags, { minLength: 1, maxLength: 8 }),
  wishes: fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { maxLength: 8 }),
})

/** Bots on a key whose answers tell nothing: there is only the book to keep them apart. */
function busyBots(count: number) {
  const model = new KeyModel({ perSecond: 5, perMinute: 60 }, [QUICK])
  model.tells = false
  const bots = Array.from({ length: count }, () => model.join(10))
  model.run(61_000)
  return { model, first: bots[0] ?? model.join(10) }
}

describe('the parts of a key, all of it in use', () => {
  it('are for one that comes only as the venue forgets', () => {
    const { model } = busyBots(1)
    model.join(10)
    model.run(120_000)
    expectWithinLimits(model)
  })

  it.each(['cutUntilMs', 'stoppedUntilMs'] as const)(
    'are for others while one is gone (%s), and never both’s',
    (how) => {
      const { model, first } = busyBots(2)
      first[how] = model.now + 300_000
      model.run(400_000)
      expectWithinLimits(model)
      expect(usedIn(model)).toBeGreaterThan(50)
    },
  )

  it.each([0, 10, 20, 30, 40, 50])(
    'are not given away twice where one that is cut off goes on for a while (%i s)',
    (phase) => {
      const model = new KeyModel(DEFAULT_KEY, [QUICK])
      model.tells = false
      const first = model.join(20)
      model.run((120 + phase) * 1000)
      // what ends to count now it takes again until it falls back
      first.cutUntilMs = model.now + 300_000
      model.run(6_000)
      model.join(20)
      model.run(200_000)
      expectWithinLimits(model)
    },
  )

  it('are remembered for one that is cut off while Redis forgets', () => {
    const { model, first } = busyBots(3)
    first.cutUntilMs = model.now + 300_000
    model.run(6_000)
    model.flush()
    model.run(400_000)
    expectWithinLimits(model)
  })

  it('are no one’s sooner because Redis’s clock jumps', () => {
    const { model, first } = busyBots(2)
    first.cutUntilMs = model.now + 60_000
    model.run(6_000)
    model.moveRedisClock(200_000)
    model.run(400_000)
    expectWithinLimits(model)
  })
})

describe('the parts of a key', () => {
  it('never come to more than the venue allows, whatever becomes of bots, Redis and clocks', () => {
    fc.assert(
      fc.property(world, ({ tells, isOneMachine, perSecond, perMinute, lags: lag, wishes, steps }) => {
        const model = new KeyModel({ perSecond, perMinute }, lag)
        model.tells = tells
        model.isOneMachine = isOneMachine
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

  it('of a killed bot go to the others as the venue forgets them', () => {
    const model = new KeyModel(DEFAULT_KEY, [QUICK])
    const [dead] = [model.join(10), model.join(10)]
    model.run(2 * MINUTE_MS)
    dead.isDead = true
    model.run(90_000)
    expect(usedIn(model)).toBeGreaterThan(0.85 * DEFAULT_KEY.perMinute)
    model.run(10 * MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.9 * DEFAULT_KEY.perMinute)
    expectWithinLimits(model)
  })

  it.each([
    { others: [], limits: DEFAULT_KEY },
    { others: [0.3, 0.3], limits: DEFAULT_KEY },
    { others: [10, 10], limits: DEFAULT_KEY },
    { others: [], limits: { perSecond: 2, perMinute: 20 } },
    { others: [], limits: { perSecond: 10, perMinute: 300 } },
  ])(
    'of a killed bot leave its heir some at once, and more as the venue forgets (beside $others, $limits)',
    (scene) => {
      const model = new KeyModel(scene.limits, [QUICK])
      model.tells = false
      const dead = model.join(20)
      for (const wish of scene.others) model.join(wish)
      model.run(2 * MINUTE_MS)
      dead.isDead = true
      const killedMs = model.now
      // a lease of six seconds
      model.run(6_000)
      const heir = model.join(20)
      model.run(3_000)
      for (const routeClass of ['read', 'cancel', 'account'] as const)
        expect(heir.budget.available(routeClass, model.now, { priority: 'urgent' })).toBeGreaterThanOrEqual(1)
      const sent = () => heir.budget.uses(model.now).write.used.perMinute
      expect(sent()).toBeGreaterThanOrEqual(1)
      model.run(killedMs + 30_000 - model.now)
      expect(sent()).toBeGreaterThan(0.1 * scene.limits.perMinute)
      model.run(30_000)
      // what the dead bot sent is forgotten, and nearly all is used again
      expect(usedIn(model)).toBeGreaterThan(0.45 * scene.limits.perMinute)
      model.run(MINUTE_MS)
      expect(usedIn(model)).toBeGreaterThan(0.7 * scene.limits.perMinute)
      expectWithinLimits(model)
    },
  )

  it('of bots that are killed again and again come back where somebody sees that they are not there', () => {
    const model = new KeyModel(DEFAULT_KEY, [QUICK])
    model.isOneMachine = true
    model.join(1)
    model.run(MINUTE_MS)
    for (let life = 0; life < 8; life++) {
      const bot = model.join(3)
      model.run(30_000)
      bot.isDead = true
    }
    model.run(30_000)
    model.join(3)
    model.run(MINUTE_MS)
    expect(usedIn(model)).toBeGreaterThan(0.5 * DEFAULT_KEY.perMinute)
    expectWithinLimits(model)
  })

  it('of a killed bot are no more than the venue told it, though its heir guesses less', () => {
    const model = new KeyModel({ perSecond: 40, perMinute: 1200 }, [QUICK])
    model.guess = DEFAULT_KEY
    const dead = model.join(20)
    model.run(2 * MINUTE_MS)
    expect(dead.budget.uses(model.now).write.used.perMinute).toBeGreaterThan(2 * DEFAULT_KEY.perMinute)
    dead.isDead = true
    model.run(6_000)
    const heir = model.join(20)
    model.run(6_000)
    expect(heir.budget.uses(model.now).write.used.perMinute).toBeGreaterThan(3)
    model.run(MINUTE_MS)
    expectWithinLimits(model)
  })

  it('of a killed bot that was never told a limit are its heir’s before that one counts anything', () => {
    const limits = { perSecond: 10, perMinute: 300 }
    const ofAll = <T>(use: T) => ({ read: use, write: use, cancel: use, account: use })
    const none = { perSecond: 0, perMinute: 0 }
    const unused = ofAll({ limit: none, learned: none, used: none, ending: [], part: none })
    const guessing = ofAll({ limit: limits, learned: none, used: none, ending: [], part: none })
    const look = (found: PartBook | undefined, name: string, nowMs: number) =>
      lookAt(found, { name, use: name === 'dead' ? guessing : unused, newId: 'book', nowMs })
    let { book } = look(undefined, 'dead', 0)
    for (const nowMs of [1000, 2000, 3000, 4000]) ({ book } = look(book, 'dead', nowMs))
    const parts = [5000, 6000, 9500, 10_500].map((nowMs) => {
      const seen = look(book, 'heir', nowMs)
      book = seen.book
      return seen.part.cancel.perMinute
    })
    // at its first look it must not rise yet
    expect(parts[0]).toBe(0)
    expect(Math.min(...parts.slice(1))).toBeGreaterThan(0)
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
