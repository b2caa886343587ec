// Variance of the price while inventory is held: up to resolution at most p(1 - p), over a horizon H at most sigma^2 H.
//
//   v = min(p (1 - p), sigma_p^2 H)      gamma_eff = gamma v / (p (1 - p))

export interface Horizon {
  /** Probability of YES, in (0, 1). */
  readonly p: number
  /** Volatility of the price, per square root of a second. */
  readonly sigma: number
  /** Time within which inventory is normally recycled, seconds. */
  readonly seconds: number
}

/** Variance in price units squared. An infinite `sigma` gives p(1 - p). */
export function riskVariance({ p, sigma, seconds }: Horizon): number {
  const toResolution = p * (1 - p)
  return seconds <= 0 ? 0 : Math.min(toResolution, sigma * sigma * seconds)
}

/** Risk aversion to put in `reservationPrice` when inventory is recycled within the horizon. At most `gamma`. */
export function effectiveGamma(gamma: number, horizon: Horizon): number {
  return (gamma * riskVariance(horizon)) / (horizon.p * (1 - horizon.p))
}
