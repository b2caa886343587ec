// Mean with a normal confidence interval.

export interface Estimate {
  readonly mean: number
  readonly standardError: number
  /** Bounds of the 95 % interval. */
  readonly low: number
  readonly high: number
}

export function estimate(values: readonly number[]): Estimate {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  const standardError = Math.sqrt(variance / n)
  return { mean, standardError, low: mean - 1.96 * standardError, high: mean + 1.96 * standardError }
}

/** Of paired values: `a` minus `b`. */
export function difference(a: readonly number[], b: readonly number[]): Estimate {
  return estimate(a.map((value, i) => value - (b[i] ?? Number.NaN)))
}
