import { expect, it } from 'vitest'
import type { MarketSnapshot } from '../../src/domain/run/snapshot.js'
import { Earnings } from '../../src/ranking/earnings.js'
import { SAMPLE_MARKET } from '../telemetry/sample-snapshot.js'

const DAY_MS = 86_400_000
const flat: MarketSnapshot = { ...SAMPLE_MARKET, ownQuotes: [], shares: [0, 0], fills: 0 }
const quote = SAMPLE_MARKET.ownQuotes[0]!

/** Of looks a second apart, each of one market. */
function unitDays(...looks: readonly MarketSnapshot[]): number | undefined {
  const earnings = new Earnings(() => 0)
  for (const [second, market] of looks.entries()) earnings.look({ monoMs: second * 1000, markets: [market] })
  const [earned] = earnings.all()
  return earned && (earned.boundUnitDays * DAY_MS) / 1000
}

it.each<[string, Partial<MarketSnapshot>, number | undefined]>([
  ['nothing', {}, undefined],
  ['a bid', { ownQuotes: [{ ...quote, price: 0.4, size: 20 }] }, 8],
  ['bids on both outcomes', { ownQuotes: [quote, { ...quote, outcome: 1, price: 0.44, size: 60 }] }, 25.5 + 26.4],
  ['an offer of what is held anyway', { shares: [10, 0], fair: 0.6, ownQuotes: [{ ...quote, side: 'SELL' }] }, 6],
  ['pairs, and what is held beyond them', { shares: [3, 10], fair: 0.6 }, 3 + 7 * 0.4],
  ['what is held without a fair value', { shares: [10, 0], fair: undefined as never }, 5],
])('binds a second of %s', (_name, more, expected) => {
  const { fair, ...shown } = { ...flat, ...more }
  const market = fair === undefined ? shown : { ...shown, fair }
  const found = unitDays(market, market)
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toBeCloseTo(expected, 9)
})

it('says of each market what the run earned there, also of one that is over, and nothing of time that nobody saw', () => {
  let pnl = 1.5
  const earnings = new Earnings(() => pnl)
  const market = { ...flat, ownQuotes: [{ ...quote, price: 0.5, size: 20 }] }
  earnings.look({ monoMs: 0, markets: [market] })
  earnings.look({ monoMs: 1000, markets: [{ ...market, fills: 2 }] })
  earnings.look({ monoMs: 3_600_000, markets: [{ ...market, fills: 2 }] })
  pnl = -2
  earnings.look({ monoMs: 3_601_000, markets: [] })
  const { conditionId, question } = SAMPLE_MARKET
  expect(earnings.all()).toEqual([{ conditionId, question, pnl: -2, boundUnitDays: 10_000 / DAY_MS, fills: 2 }])
})

it('keeps the last thousand of markets that are gone, and those that are there however old they are', () => {
  const earnings = new Earnings(() => 0)
  const market = (name: string): MarketSnapshot => ({
    ...{ ...flat, conditionId: name as MarketSnapshot['conditionId'], ownQuotes: [quote] },
  })
  for (let n = 0; n < 1500; n++) {
    for (const later of [0, 500]) earnings.look({ monoMs: n * 1000 + later, markets: [market('old'), market(`${n}`)] })
  }
  const kept = earnings.all().map(({ conditionId }) => conditionId as string)
  expect(kept).toEqual(['old', ...Array.from({ length: 1001 }, (_, n) => `${n + 499}`)])
})
