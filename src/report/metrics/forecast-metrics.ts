// Probabilities against what came: Brier, log loss, Spiegelhalter's Z, bias, and reliability by tenths.

/** A probability of YES and what came. `weight` 1 where absent. */
export interface Forecast {
  readonly p: number
  readonly outcome: 0 | 1
  readonly weight?: number
}

export interface Scores {
  /** Mean of `(p - outcome)^2`: 0 is perfect, 0.25 a coin's. */
  readonly brier: number
  /** Mean of `-ln` of the probability of what came. */
  readonly logLoss: number
}

export interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly weight: number
  /** Mean forecast, and the share of YES. */
  readonly p: number
  readonly yes: number
}

const BINS = 10
/** Keeps one certain forecast that failed from making the mean infinite. */
const LEAST_P = 1e-6

const weightOf = ({ weight = 1 }: Forecast) => weight

function weightedMean(forecasts: readonly Forecast[], of: (forecast: Forecast) => number): number {
  const total = forecasts.reduce((sum, forecast) => sum + weightOf(forecast), 0)
  return forecasts.reduce((sum, forecast) => sum + weightOf(forecast) * of(forecast), 0) / total
}

/** Brier (1950), and the logarithmic score (Good 1952). `undefined` without forecasts. */
export function scores(forecasts: readonly Forecast[]): Scores | undefined {
  if (forecasts.length === 0) return undefined
  return {
    brier: weightedMean(forecasts, ({ p, outcome }) => (p - outcome) ** 2),
    logLoss: weightedMean(forecasts, ({ p, outcome }) => -Math.log(Math.max(LEAST_P, outcome === 1 ? p : 1 - p))),
  }
}

/** Spiegelhalter (1986): standard normal if each outcome is drawn with its forecast. Of independent forecasts, one a market; weights do not count. */
export function spiegelhalterZ(forecasts: readonly Forecast[]): number | undefined {
  let [sum, variance] = [0, 0]
  for (const { p, outcome } of forecasts) {
    sum += (outcome - p) * (1 - 2 * p)
    variance += (1 - 2 * p) ** 2 * p * (1 - p)
  }
  return variance > 0 ? sum / Math.sqrt(variance) : undefined
}

/** `sum(outcome - p) / sqrt(sum p(1 - p))`: standard normal without a bias; positive where YES came more often than said. */
export function meanBias(forecasts: readonly Forecast[]): number | undefined {
  let [sum, variance] = [0, 0]
  for (const { p, outcome } of forecasts) {
    sum += outcome - p
    variance += p * (1 - p)
  }
  return variance > 0 ? sum / Math.sqrt(variance) : undefined
}

/** By tenths of the forecast; empty tenths are left out. */
export function reliability(forecasts: readonly Forecast[]): ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, i) => {
    const inside = forecasts.filter(({ p }) => Math.min(BINS - 1, Math.floor(p * BINS)) === i)
    const weight = inside.reduce((sum, forecast) => sum + weightOf(forecast), 0)
    const [p, yes] = [weightedMean(inside, (f) => f.p), weightedMean(inside, (f) => f.outcome)]
    return { from: i / BINS, to: (i + 1) / BINS, weight, p, yes }
  }).filter(({ weight }) => weight > 0)
}
