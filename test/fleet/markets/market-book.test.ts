// The book of markets against a plain model of everything that it stands between.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restsForMs } from '../../../src/fleet/markets/market-book.js'
import { runs } from '../../run-counts.js'
import { FleetModel, type FleetTerms, type Lags, type ModelBot } from './fleet-model.js'

const QUICK: Lags = { redisMs: 2, outMs: 20, backMs: 20, isUnheard: false }
const TERMS: FleetTerms = { leaseMs: 12_000, lifeMs: 20_000, graceMs: 5_000 }
const MARKETS = ['a', 'b', 'c', 'd', 'e', 'f']
/** Nobody is known to have left anything. */
const FIRST_MS = restsForMs({ leaseMs: TERMS.leaseMs, restMs: TERMS.lifeMs + TERMS.graceMs }) + 8_000

const lags = fc.record({
  redisMs: fc.integer({ min: 0, max: 60 }),
  // a cancel may arrive long after the order that follows it
  outMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 6_000 })),
  backMs: fc.integer({ min: 0, max: 900 }),
  isUnheard: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

const step = fc.record({
  waitMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 60_000 })),
  who: fc.nat(),
  // an outage that is bridged, and one that is not
  forMs: fc.oneof(fc.integer({ min: 100, max: 8_000 }), fc.integer({ min: 1_000, max: 90_000 })),
  what: fc.constantFrom(
    ...(['join', 'join', 'kill', 'kill', 'restart', 'restart', 'leave', 'cut', 'cut', 'stop', 'sleep'] as const),
    ...(['flush', 'flush', 'copy', 'copy', 'old copy', 'empty start', 'wall clock', 'wants'] as const),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function take(model: FleetModel, { who, forMs, what }: Step): void {
  const bot = model.bots[who % model.bots.length]
  if (what === 'join' || bot === undefined) {
    if (model.bots.length < 5) model.join(MARKETS, { hasWatchdog: who % 2 === 0, weight: 1 + (who % 2) })
  } else if (what === 'kill') model.kill(bot)
  else if (what === 'restart') model.restart(bot)
  else if (what === 'leave') model.leave(bot)
  else if (what === 'cut') bot.cutUntilMs = model.now + forMs
  else if (what === 'stop' || what === 'sleep') model.stop(bot, forMs, what === 'sleep')
  else if (what === 'flush') model.flush()
  else if (what === 'copy') model.copy()
  else if (what === 'old copy') model.restartRedis(forMs % 5_000, 'copy')
  else if (what === 'empty start') model.restartRedis(forMs, 'nothing')
  else if (what === 'wall clock') bot.wallOffsetMs += who % 2 === 0 ? forMs : -forMs
  else bot.wants = MARKETS.slice(who % 3)
}

const world = fc.record({
  leaseMs: fc.constantFrom(6_000, 12_000, 30_000),
  lifeMs: fc.constantFrom(1_500, 20_000, 60_000),
  lags: fc.array(lags, { minLength: 1, maxLength: 8 }),
  bots: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(step, { maxLength: 14 }),
})

function fleetOf(count: number, more: Partial<ModelBot> = {}) {
  const model = new FleetModel(TERMS, [QUICK])
  const bots = Array.from({ length: count }, () => model.join(MARKETS, more))
  model.run(FIRST_MS)
  return { model, bots }
}

const shares = (model: FleetModel) =>
  model.bots.map((bot) => MARKETS.filter((market) => model.holdersOf(market).includes(bot)).length)

describe('the markets of a fleet', () => {
  it('are never quoted by two at one moment, whatever becomes of bots, Redis and clocks; and by one each when all is well', () => {
    fc.assert(
      fc.property(world, ({ leaseMs, lifeMs, lags: lag, bots, steps }) => {
        const terms = { leaseMs, lifeMs, graceMs: 2_000 }
        const model = new FleetModel(terms, lag)
        for (let i = 0; i < bots; i++) model.join(MARKETS, { hasWatchdog: i % 2 === 0 })
        for (const one of steps) {
          model.run(one.waitMs)
          take(model, one)
        }
        model.run(90_000)
        // every fault is over by now
        model.isCalm = true
        model.run(2 * restsForMs({ leaseMs, restMs: lifeMs + terms.graceMs }) + 3 * leaseMs + 20_000)
        expect(model.clashes()).toEqual([])
        const living = model.bots.filter((bot) => !bot.isDead)
        const wanted = MARKETS.filter((market) => living.some((bot) => bot.wants.includes(market)))
        // where several look at once some must look again
        const missing = () => wanted.filter((market) => model.holdersOf(market).length !== 1)
        for (let tries = 0; tries < 100 && missing().length > 0; tries++) model.run(100)
        expect(missing()).toEqual([])
      }),
      { numRuns: runs(20, 400) },
    )
  }, 600_000)
})

describe('a fleet', () => {
  it('divides its markets evenly, and by weight', () => {
    const { model } = fleetOf(3)
    expect(shares(model)).toEqual([2, 2, 2])
    const heavy = new FleetModel(TERMS, [QUICK])
    heavy.join(MARKETS, { weight: 2 })
    heavy.join(MARKETS)
    heavy.run(FIRST_MS)
    expect(shares(heavy)).toEqual([4, 2])
  })

  it('gives one that comes its share within seconds, and moves no more than that', () => {
    const { model, bots } = fleetOf(2)
    const before = MARKETS.map((market) => model.holdersOf(market)[0])
    const third = model.join(MARKETS)
    model.run(6_000)
    expect(shares(model)).toEqual([2, 2, 2])
    const after = MARKETS.map((market) => model.holdersOf(market)[0])
    expect(after.filter((bot, i) => bot !== before[i])).toEqual([third, third])
    expect(bots).not.toContain(third)
    expect(model.clashes()).toEqual([])
  })

  it('takes over from one that leaves within seconds', () => {
    const { model, bots } = fleetOf(2)
    if (bots[0]) model.leave(bots[0])
    model.run(9_000)
    expect(shares(model)).toEqual([0, 6])
  })

  it('leaves the markets of a killed one alone until nothing of it can rest', () => {
    const { model, bots } = fleetOf(2)
    if (bots[0]) model.kill(bots[0])
    model.run(TERMS.leaseMs + 3_000)
    expect(shares(model)).toEqual([0, 3])
    model.run(TERMS.lifeMs + TERMS.graceMs)
    expect(shares(model)).toEqual([0, 6])
    expect(model.clashes()).toEqual([])
  })

  it('takes over at once where a watchdog has seen that nothing rests', () => {
    const { model, bots } = fleetOf(2, { hasWatchdog: true })
    if (bots[0]) model.kill(bots[0])
    model.run(17_000)
    expect(shares(model)).toEqual([0, 6])
    expect(model.clashes()).toEqual([])
  })

  it('gives one that is started again its markets at once', () => {
    const { model, bots } = fleetOf(2)
    const [first] = bots
    const before = MARKETS.filter((market) => first && model.holdersOf(market).includes(first))
    if (first) model.kill(first)
    model.run(5_000)
    if (first) model.restart(first)
    model.run(3_000)
    expect(MARKETS.filter((market) => first && model.holdersOf(market).includes(first))).toEqual(before)
  })

  it.each(['flush', 'empty start', 'old copy'])('goes on quoting through a %s', (what) => {
    const { model } = fleetOf(3)
    model.copy()
    const before = MARKETS.map((market) => model.holdersOf(market)[0]?.name)
    model.run(30_000)
    if (what === 'flush') model.flush()
    else model.restartRedis(1_000, what === 'old copy' ? 'copy' : 'nothing')
    for (let i = 0; i < 200; i++) {
      model.run(100)
      expect(MARKETS.map((market) => model.holdersOf(market)[0]?.name)).toEqual(before)
    }
  })

  it('hands a market over only when the venue has said that nothing rests, however slow it is', () => {
    const { model } = fleetOf(2, { outMs: 8_000 })
    model.join(MARKETS)
    model.run(30_000)
    expect(shares(model)).toEqual([2, 2, 2])
    expect(model.clashes()).toEqual([])
  })

  it('remembers what a bot has claimed a moment before it was killed and Redis was flushed', () => {
    // whoever looks first, and however soon the first quote rests
    for (let phase = 0; phase < 1000; phase += 50) {
      const model = new FleetModel(TERMS, [QUICK])
      const first = model.join([])
      model.run(phase)
      const second = model.join([])
      model.run(FIRST_MS + 3 * phase)
      first.wants = ['a']
      for (let i = 0; i < 500 && model.quotersOf('a').length === 0; i++) model.run(10)
      expect(model.quotersOf('a')).toEqual([first.name])
      model.kill(first)
      model.flush()
      second.wants = ['a']
      model.run(90_000)
      expect(model.quotersOf('a')).toEqual([second.name])
      expect(model.clashes()).toEqual([])
    }
  })
})
