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

/** Weighted sums over forecasts. */
class Sums {
  weight = 0
  p = 0
  yes = 0
  squares = 0
  logs = 0

  add({ p, outcome, weight = 1 }: Forecast): void {
    this.weight += weight
    this.p += weight * p
    this.yes += weight * outcome
    this.squares += weight * (p - outcome) ** 2
    this.logs -= weight * Math.log(Math.max(LEAST_P, outcome === 1 ? p : 1 - p))
  }
}

/** Forecasts one by one, of which nothing is kept but sums. */
export class ForecastTally {
  readonly #all = new Sums()
  readonly #bins = Array.from({ length: BINS }, () => new Sums())

  add(forecast: Forecast): void {
    this.#all.add(forecast)
    this.#bins[Math.min(BINS - 1, Math.floor(forecast.p * BINS))]?.add(forecast)
  }

  /** Brier (1950), and the logarithmic score (Good 1952). `undefined` without forecasts. */
  scores(): Scores | undefined {
    const { weight, squares, logs } = this.#all
    return weight === 0 ? undefined : { brier: squares / weight, logLoss: logs / weight }
  }

  /** By tenths of the forecast; empty tenths are left out. */
  reliability(): ReliabilityBin[] {
    return this.#bins
      .map(({ weight, p, yes }, i) => ({
        ...{ from: i / BINS, to: (i + 1) / BINS, weight, p: p / weight, yes: yes / weight },
      }))
      .filter(({ weight }) => weight > 0)
  }
}

function tallied(forecasts: readonly Forecast[]): ForecastTally {
  const tally = new ForecastTally()
  for (const forecast of forecasts) tally.add(forecast)
  return tally
}

export const scores = (forecasts: readonly Forecast[]): Scores | undefined => tallied(forecasts).scores()

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

export const reliability = (forecasts: readonly Forecast[]): ReliabilityBin[] => tallied(forecasts).reliability()
