// What the configuration says, in three of four seeds: limits of each kind so close to what happens that they are met, lives of orders, times
// and sizes that are no round numbers. The others have what everybody begins with.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario, Setting } from './scenario.js'
import { mergedTerms, type Terms } from './terms.js'

const FOUR = 4
/** Of four. */
const PLAIN = 1
/** Of so many markets none waits long for the few requests of a key. */
const FEW_MARKETS = 5

type DrawTerms = (d: Drawn, given: { readonly setting: Setting; readonly markets: number }) => Terms

/** Whatever `make` says, or nothing. */
const at =
  (share: number, make: DrawTerms): DrawTerms =>
  (d, given) =>
    d.random.next() < share ? make(d, given) : {}

const RISK: readonly DrawTerms[] = [
  at(0.3, (d) => ({ risk: { maxGroupLoss: d.of(6, 10, 15, 25) }, exclusive: d.of(true, false) })),
  at(0.2, (d) => ({ risk: { maxTotalShares: d.of(30, 45, 70) } })),
  at(0.2, (d) => ({ risk: { maxTotalCollateral: d.of(25, 40, 60) } })),
  at(0.2, (d) => ({ risk: { maxTotalLoss: d.of(15, 25, 40) } })),
  at(0.2, (d) => ({ risk: { priceBand: d.of({ min: 0.27, max: 0.73 }, { min: 0.2, max: 0.6 }) } })),
  at(0.2, (d) => ({ risk: { quoteAgainAfterSec: d.of(0, 1, 6) } })),
  at(0.6, (d) => ({ losses: d.of('run', 'day') })),
  at(0.6, (d) => ({
    ramp: d.of({ minFills: 1 }, { maxMarkout: 0.001 }, { minFillRatio: 0.05 }, { maxFillRatio: 0.3 }),
  })),
  at(0.2, (d) => ({ risk: { orderRate: { perSecond: d.of(2, 4), perMinute: d.of(120, 200) } } })),
]

const EXECUTION: readonly DrawTerms[] = [
  at(0.35, (d, { markets }) => ({
    execution: { orderLifetimeSec: markets > FEW_MARKETS ? 300 : d.of<'auto' | number>('auto', 20, 33, 60, 300) },
  })),
  at(0.25, (d) => ({ execution: { repriceTicks: d.of(0, 2, 4), resizeFraction: d.of(0, 0.2, 1) } })),
  at(0.2, (d) => ({ execution: { minRepriceMs: d.of(0, 2000) } })),
  at(0.2, (d) => ({ execution: { renewBeforeFraction: d.of(0.1, 0.5) } })),
  at(0.2, (d) => ({ execution: { feeMaxAgeMs: d.of(400, 3000) } })),
  at(0.2, (d) => ({ execution: { unknownGraceSec: d.of(2, 30) } })),
  at(0.3, (d) => ({ stopMatchingBeforeSec: d.of(0, 2, 8) })),
  at(0.3, () => ({ execution: { raisedNonce: 'follow' } })),
]

const FEED: readonly DrawTerms[] = [
  at(0.2, (d) => ({ feed: { checkBestEverySec: d.of(5, 12), compareBookEverySec: d.of(10, 25) } })),
  at(0.2, (d) => ({ estimates: { fairTauSec: d.of(1, 10), confirmMs: d.of(0, 1000, 5000) } })),
  at(0.2, (d) => ({ estimates: { maxFairAgeMs: d.of(2000, 8000) } })),
  at(0.2, (d) => ({ markets: { tickSize: d.of(0.005, 0.02), minOrderShares: d.of(1, 2.5) } })),
]

/** Of one order: beside what is wished, so that some of it is refused. */
const QUOTES: DrawTerms = (d, { setting }) => {
  if (setting.strategy !== 'fixed-spread') return { ladder: d.of(true, false, false) }
  const quotes = { halfSpread: d.of(0.02, 0.025, 0.035), size: d.of(6.05, 11.11, 15, 17.373) }
  const { size, halfSpread } = quotes
  const risk = d.of<NonNullable<Terms['risk']>>(
    {},
    { maxOrderShares: size * d.of(1, 1.3) },
    { maxOrderCollateral: size * d.of(0.55, 0.65) },
    { maxFairDistance: halfSpread + d.of(0.012, 0.018) },
  )
  // what is nearest the fair value is within both, and what stands behind it is not
  const ladder = 'maxOrderShares' in risk || 'maxFairDistance' in risk || d.of(true, false, false, false)
  return { quotes, ladder, risk }
}

const ALL: readonly DrawTerms[] = [...RISK, ...EXECUTION, ...FEED, at(0.5, QUOTES)]

export const hasTerms = (seed: number) => seed % FOUR !== PLAIN

/** The same scenario, and what the configuration says in such a seed. */
export function drawTerms(scenario: Scenario, random: Random): Scenario {
  const { seed, setting, markets } = scenario
  if (!hasTerms(seed)) return scenario
  const terms = ALL.map((draw, index) => draw(new Drawn(random.fork(`${index}`), 1), { setting, markets })).reduce(
    mergedTerms,
  )
  return { ...scenario, setting: { ...setting, terms: mayBeRefused(scenario) ? refusing(terms) : terms } }
}

/** Who alone moves what it holds explains it at every start, whatever happens to it meanwhile. */
function mayBeRefused({ disturbances }: Scenario): boolean {
  return !disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
}

const refusing = (terms: Terms): Terms => ({ ...terms, positions: 'refuse' })
