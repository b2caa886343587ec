import { describe, expect, it } from 'vitest'
import { comparisonOf } from '../../src/backtest/comparison.js'
import { seededRandom } from '../../src/domain/random.js'
import type { ModelRun, RunFill, RunReport } from '../../src/report/result.js'
import { FROM_MS, MINUTE_MS, madeFill, madeResult, madeRun } from '../report/made-result.js'

const MINUTES = 40
const noProfit = { spread: 0, inventory: 0, fees: 0 }

/** A fill a minute, each worth `perFill` units on average; `noise` is its standard deviation. */
function earning(perFill: number, noise: number, seed = 1): RunFill[] {
  const random = seededRandom(seed)
  return Array.from({ length: MINUTES }, (_, i) => {
    const value = 0.48 + (perFill + noise * random.normal()) / 10
    return madeFill({ atMs: FROM_MS + (i + 0.5) * MINUTE_MS, midAfter: { '1': value, '10': value, '60': value } })
  })
}

/** Its profit follows `profits`, one for each minute. */
function run(model: ModelRun['model'], fills: readonly RunFill[], profits: readonly number[] = []): ModelRun {
  const samples = profits.map((total, i) => ({
    ...{ atMs: FROM_MS + i * MINUTE_MS, worstCaseLoss: 0, fills: i },
    pnl: { ...noProfit, total },
  }))
  return madeRun({ model, fills, pnl: { ...noProfit, total: profits.at(-1) ?? 0 }, samples })
}

const report = (...runs: ModelRun[]): RunReport =>
  madeResult({ runs, fromMs: FROM_MS, toMs: FROM_MS + MINUTES * MINUTE_MS })

const both = (fills: readonly RunFill[]) => report(run('risk-averse', fills), run('optimistic', fills))

describe('two configurations on one tape', () => {
  it('names the one whose fills are worth more than chance explains, whichever stands first', () => {
    const [poor, rich] = [both(earning(0, 1, 1)), both(earning(2, 1, 2))]
    expect(comparisonOf(poor, rich)).toMatchObject({ verdict: 'second' })
    expect(comparisonOf(rich, poor)).toMatchObject({ verdict: 'first' })
    expect(comparisonOf(poor, rich).sentence).toMatch(
      /^The second earns more: its fills are worth \d+\.\d\d more \(95 %: .* to .*, under risk-averse\)\.$/,
    )
  })

  it('sees a small difference behind large swings that both have', () => {
    const market = earning(0, 20, 3)
    const cheaper = market.map((fill, i) => ({ ...fill, price: fill.price - (i % 2 === 0 ? 0.02 : 0.01) }))
    expect(comparisonOf(both(market), both(cheaper)).verdict).toBe('second')
  })

  it('says that a difference below a hundredth is none', () => {
    const market = earning(0, 20, 3)
    const nearlySame = market.map((fill, i) => (i === 0 ? { ...fill, price: fill.price + 1e-5 } : fill))
    const found = comparisonOf(both(market), both(nearlySame))
    expect(found.sentence).toBe('Cannot tell: both earned the same under risk-averse, to a hundredth.')
  })

  it('cannot tell where the difference may be chance', () => {
    const found = comparisonOf(both(earning(0, 5, 4)), both(earning(0.1, 5, 5)))
    expect(found.verdict).toBe('cannot-tell')
    expect(found.sentence).toContain('may be chance')
    for (const { edge, interval } of found.models) {
      expect(interval?.lower).toBeLessThan(edge)
      expect(interval?.upper).toBeGreaterThan(edge)
    }
  })

  it('judges by the fills that the tape proves: another model must not say the opposite, and may be unsure', () => {
    const first = report(run('optimistic', earning(0, 5, 6)), run('risk-averse', earning(0, 0.1)))
    const unsure = report(run('optimistic', earning(0, 5, 7)), run('risk-averse', earning(1, 0.1, 2)))
    expect(comparisonOf(first, unsure)).toMatchObject({ verdict: 'second' })
    const opposite = report(run('optimistic', earning(-10, 1, 7)), run('risk-averse', earning(1, 0.1, 2)))
    expect(comparisonOf(first, opposite)).toMatchObject({
      verdict: 'cannot-tell',
      sentence: expect.stringContaining('depends on the queue model'),
    })
  })

  it('without risk-averse, judges by the model with the fewest estimates', () => {
    const estimated = (fills: readonly RunFill[]) => ({ ...run('power-3', fills), estimated: 50 })
    const first = report(estimated(earning(0, 5, 6)), run('pro-rata', earning(0, 0.1)))
    const second = report(estimated(earning(0, 5, 7)), run('pro-rata', earning(1, 0.1, 2)))
    expect(comparisonOf(first, second).sentence).toContain('under pro-rata')
  })

  it('cannot tell where what was held earned the other way', () => {
    const losing = Array.from({ length: MINUTES + 1 }, (_, i) => -3 * i - (i % 2))
    const [poor, rich] = [
      report(run('risk-averse', earning(0, 1, 1))),
      report(run('risk-averse', earning(2, 1, 2), losing)),
    ]
    expect(comparisonOf(poor, rich)).toMatchObject({
      verdict: 'cannot-tell',
      sentence: expect.stringContaining('holding them'),
    })
  })

  it('cannot tell by few fills, a short tape, or where nothing differs', () => {
    const [poor, rich] = [earning(0, 1, 1), earning(2, 1, 2)]
    const few = (fills: readonly RunFill[]) => both(fills.slice(0, 19))
    expect(comparisonOf(few(poor), few(rich)).sentence).toContain('too few markets and minutes')
    const short = (fills: readonly RunFill[]) => {
      const squeezed = fills.map((fill) => ({ ...fill, atMs: FROM_MS + (fill.atMs - FROM_MS) / 80 }))
      return { ...both(squeezed), toMs: FROM_MS + 30_000 }
    }
    expect(comparisonOf(short(poor), short(rich)).sentence).toContain('too few markets and minutes')
    expect(comparisonOf(both(poor), both(poor)).sentence).toContain('earned the same')
    expect(comparisonOf(report(), report()).sentence).toContain('nothing ran')
  })

  it('one without a fill earns nothing, and that is known', () => {
    expect(comparisonOf(both([]), both(earning(2, 1, 2))).verdict).toBe('second')
    expect(comparisonOf(both([]), both(earning(-2, 1, 2))).verdict).toBe('first')
  })

  // 95 % intervals: of two hundred pairs without a difference ten are named on average; twenty is more than three standard deviations off
  it('rarely names a better one where there is none', () => {
    let named = 0
    for (let seed = 0; seed < 200; seed++) {
      const [a, b] = [both(earning(0, 5, 2 * seed)), both(earning(0, 5, 2 * seed + 1))]
      if (comparisonOf(a, b).verdict !== 'cannot-tell') named += 1
    }
    expect(named).toBeGreaterThan(0)
    expect(named).toBeLessThan(20)
  })
})
