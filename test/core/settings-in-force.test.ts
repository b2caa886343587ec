import { describe, expect, it } from 'vitest'
import type { CoreSettings } from '../../src/core/settings.js'
import { riskLimits } from '../../src/risk/schema.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { at } from '../execution/builders.js'
import { A } from '../risk/builders.js'
import { CoreDriver, cancelled, intents, refusals, settings } from './core-driver.js'

/** A core that quotes, and whose settings the test changes. */
function changeable(change: Partial<CoreSettings> = {}) {
  let next = settings(change)
  const driver = new CoreDriver({ ...change, changed: () => next })
  driver.start()
  const hashes = driver.quote()
  const take = (other: Partial<CoreSettings>) => {
    next = { ...next, ...other }
    return driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} })
  }
  const risk = (limits: object) => take({ risk: riskLimits.parse(limits) })
  return { driver, hashes, take, risk }
}

const resting = ({ core }: CoreDriver) => core.beliefs.orders.livingOf(A).filter(({ phase }) => phase === 'open')

describe('a limit that is lowered', () => {
  it('cancels what rests and is refused now', () => {
    const { hashes, risk, driver } = changeable()
    const decision = risk({ maxOrderShares: 5 })
    expect(cancelled(decision).sort()).toEqual([...hashes].sort())
    expect(refusals(decision)).toEqual(['order-size', 'order-size'])
    expect(resting(driver)).toEqual([])
  })

  it('cancels what is over it, though its size would be near enough', () => {
    // ten shares rest; the tolerance of half the size would keep them at eight
    const { hashes, risk } = changeable()
    expect(cancelled(risk({ maxMarketShares: 8 })).sort()).toEqual([...hashes].sort())
  })

  it('of all markets, too', () => {
    const { risk } = changeable()
    expect(cancelled(risk({ maxTotalCollateral: 6 })).length).toBeGreaterThan(0)
  })

  it('leaves what is inside it where it is', () => {
    const { risk } = changeable()
    expect(cancelled(risk({ maxMarketShares: 10, maxOrderShares: 10 }))).toEqual([])
  })

  it('trips the kill switch at once where the loss is larger', () => {
    const { driver, risk } = changeable()
    driver.fund(1000, [100, 0])
    driver.push({
      kind: 'restored',
      standing: { pauses: [], held: [], pnl: { day: 0, total: -40, dayStart: 0, start: 0, peak: 0, realised: -40 } },
    })
    expect(driver.core.standing.halted).toBeUndefined()
    risk({ killSwitch: { maxLoss: 30 } })
    expect(driver.core.standing.halted).toMatchObject({ cause: 'loss' })
  })
})

describe('a limit that is raised', () => {
  it('lets through what it held back', () => {
    const { driver, risk } = changeable({ risk: riskLimits.parse({ maxOrderShares: 5 }) })
    expect(resting(driver)).toEqual([])
    driver.fee()
    const decision = risk({})
    expect([...intents(decision), ...intents(driver.fee())]).toHaveLength(2)
  })

  it('what was sent counts for the rate of orders', () => {
    const { driver, risk } = changeable()
    const decision = risk({ orderRate: { perSecond: 2, perMinute: 2 }, maxOrderShares: 5 })
    expect(cancelled(decision)).toHaveLength(2)
    driver.push({ kind: 'cancel-answered', cancelled: cancelled(decision), failed: [] })
    const back = risk({ orderRate: { perSecond: 2, perMinute: 2 } })
    expect([...intents(back), ...intents(driver.fee())]).toEqual([])
    expect(
      driver.decisions
        .at(-1)
        ?.markets.flatMap(({ waiting }) => waiting)
        .join(),
    ).toContain('the order rate')
  })
})

describe('a strategy with other parameters', () => {
  it('is asked anew', () => {
    const { take } = changeable()
    const quoter = bindStrategy(fixedSpread, { halfSpread: 0.03, size: 6, reduceOnlyMs: 0, stopMs: 0 })
    const decision = take({ quoter })
    expect(decision.markets.flatMap(({ approved }) => approved.map(({ size }) => size))).toEqual([600, 600])
  })

  it('does not wait for what the one before has done amiss', () => {
    const { take } = changeable()
    const params = { halfSpread: 0.03, size: 6, reduceOnlyMs: 0, stopMs: 0 }
    const broken = {
      ...fixedSpread,
      quote: () => {
        throw new Error('no')
      },
    }
    const decision = take({ quoter: bindStrategy(broken, params) })
    expect(decision.faults).toMatchObject([{ conditionId: A, kind: 'strategy' }])
    expect(cancelled(decision)).toHaveLength(2)
    const mended = take({ quoter: bindStrategy(fixedSpread, params) })
    expect(mended.markets.flatMap(({ approved }) => approved.map(({ size }) => size))).toEqual([600, 600])
  })

  it('is not where only a limit is another', () => {
    let asked = 0
    const bound = bindStrategy(fixedSpread, { halfSpread: 0.03, size: 10, reduceOnlyMs: 0, stopMs: 0 })
    const quoter: CoreSettings['quoter'] = Object.assign(
      (view: Parameters<typeof bound>[0]) => {
        asked++
        return bound(view)
      },
      bound.reads === undefined ? {} : { reads: bound.reads },
    )
    const { risk } = changeable({ quoter })
    const before = asked
    risk({ maxOrderShares: 400 })
    expect(asked).toBe(before)
  })
})

it('a calendar counts from the turn on in which it came', () => {
  const { driver, risk } = changeable()
  const news = new Date(at(driver.monoMs).venueMs).toISOString()
  const decision = risk({ calendar: [{ name: 'news', at: news, beforeSec: 60, afterSec: 60, action: 'stop' }] })
  expect(cancelled(decision)).toHaveLength(2)
  expect(decision.markets[0]?.stopped).toContain('news')
})

it('levels, lifetimes and tolerances are read anew', () => {
  const { driver, take, hashes } = changeable()
  const before = settings().execution
  take({
    execution: { ...before, orderLifetimeSec: 60, minRepriceMs: 0 },
    quoter: bindStrategy(fixedSpread, { halfSpread: 0.1, size: 10, reduceOnlyMs: 0, stopMs: 0 }),
  })
  driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
  const [placed] = intents(driver.fee())
  expect((placed?.draft.expirationSec ?? 0) - at(driver.monoMs).venueMs / 1000).toBeLessThanOrEqual(61)
})

it('what the caller holds is not written over', () => {
  const given = settings()
  const driver = new CoreDriver({
    ...given,
    changed: () => settings({ risk: riskLimits.parse({ maxOrderShares: 1 }) }),
  })
  driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} })
  expect(given.risk.maxOrderShares).toBe(500)
  expect(driver.core.settings.core.risk.maxOrderShares).toBe(1)
})

it('a hundred changes are as the last one', () => {
  const { driver, risk, hashes } = changeable()
  for (let n = 0; n < 100; n++) risk({ maxOrderShares: n % 2 === 0 ? 5 : 500 })
  driver.gone(hashes)
  driver.quote()
  const one = changeable()
  expect(driver.core.conclusions().totals.granted).toEqual(one.driver.core.conclusions().totals.granted)
})

it('without anybody who knows what it means nothing changes', () => {
  const driver = new CoreDriver()
  driver.start()
  driver.quote()
  expect(driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} }).commands).toEqual([])
})
