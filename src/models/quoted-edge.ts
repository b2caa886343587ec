// Half-spreads of Avellaneda and Stoikov (2008) for fills of intensity A e^(-k delta).
//
//   price form   c1 = (1/gamma) ln(1 + gamma/k)
//   logit form   h_x = gamma_x v_x / 2 + (1/gamma_x) ln(1 + gamma_x/k_x), quotes S(x +- h_x)

/** Distance in price units at which risk-adjusted earnings peak. `k` per price unit; `gamma` 0 gives 1/k. */
export function quotedEdge(gamma: number, k: number): number {
  return gamma < 1e-12 ? 1 / k : Math.log1p(gamma / k) / gamma
}

export interface LogitRisk {
  /** Risk aversion per unit of log-odds: gamma p (1 - p). */
  readonly gamma: number
  /** Variance of the log-odds over the horizon: v / (p (1 - p))^2. */
  readonly variance: number
  /** Decay of the fill intensity per unit of log-odds: k p (1 - p). */
  readonly k: number
}

/** Half-spread in log-odds. */
export function logitHalfSpread({ gamma, variance, k }: LogitRisk): number {
  return (gamma * variance) / 2 + quotedEdge(gamma, k)
}
