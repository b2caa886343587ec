// The interval of the Sharpe ratio, against markets whose true ratio is known: what is said to hold it 95 times in a hundred mostly does.

import { expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { swingsOf } from '../../../src/report/metrics/profit-swings.js'
import { FROM_MS, madeMarket, madeRun } from '../made-result.js'

const MARKETS = 40
const MEAN = 0.3
const SEEDS = 20

/** Markets whose profits change by a normal number each second, with this mean and a deviation of one, for so long and so far apart. */
function madeSwings(seed: number, seconds: number, apart: number) {
  const random = seededRandom(seed, 'swings')
  return swingsWith(
    Array.from({ length: MARKETS }, () => Array.from({ length: seconds }, () => MEAN + random.normal())),
    { seconds, apart },
  )
}

function swingsWith(
  changes: readonly (readonly number[])[],
  { seconds, apart }: { readonly seconds: number; readonly apart: number },
) {
  const profitAt = (of: readonly number[], second: number) =>
    of.slice(0, Math.max(0, second)).reduce((a, b) => a + b, 0)
  const last = apart * (MARKETS - 1) + seconds
  const markets = changes.map((of, i) =>
    madeMarket({
      conditionId: `0x${i}`,
      samples: Array.from({ length: seconds + 1 }, (_, second) => ({
        ...{ atMs: FROM_MS + 1000 * (apart * i + second), inventory: 0, pnl: profitAt(of, second) },
      })),
    }),
  )
  const samples = Array.from({ length: last + 1 }, (_, second) => {
    const total = changes.reduce((sum, of, i) => sum + profitAt(of, second - apart * i), 0)
    const pnl = { spread: total, inventory: 0, fees: 0, total }
    return { atMs: FROM_MS + 1000 * second, worstCaseLoss: 0, fills: 1, pnl }
  })
  return swingsOf(madeRun({ markets, samples }), { fromMs: FROM_MS, toMs: FROM_MS + 1000 * last })
}

it.each([
  { told: 'after each other', seconds: 10, apart: 10, truth: MEAN },
  { told: 'at the same time', seconds: 60, apart: 0, truth: MEAN * Math.sqrt(MARKETS) },
])('the interval of Sharpe holds the true one, with markets $told', ({ seconds, apart, truth }) => {
  const intervals = Array.from({ length: SEEDS }, (_, seed) => madeSwings(seed, seconds, apart).sharpe?.interval)
  const holding = intervals.filter((at) => at !== undefined && at.lower <= truth && truth <= at.upper)
  expect(holding.length).toBeGreaterThanOrEqual(17)
  // nor is it twice as wide as that of a normal distribution (Lo 2002)
  const widths = intervals.map((at) => (at === undefined ? 0 : at.upper - at.lower)).sort((a, b) => a - b)
  const n = apart === 0 ? seconds : MARKETS * seconds
  expect(widths[SEEDS / 2]).toBeLessThan(2 * 2 * 1.96 * Math.sqrt((1 + truth ** 2 / 2) / n))
})

it('there is none where markets make up for each other, as hedges do', () => {
  const random = seededRandom(1, 'hedges')
  const pairs = Array.from({ length: MARKETS / 2 }, () => Array.from({ length: 60 }, () => random.normal()))
  const changes = pairs.flatMap((of) => [of.map((x) => MEAN + x), of.map((x) => 0.01 * random.normal() - x)])
  expect(swingsWith(changes, { seconds: 60, apart: 0 }).sharpe).toBeUndefined()
})
