// Time-decayed variance per second of a value (a probability, or log-odds): v <- v + w (dx^2/dt - v), w = 1 - e^(-dt/tau).

export interface VolatilityAverage {
  /** The value last taken and its time, milliseconds of the caller's clock. */
  readonly value: number
  readonly atMs: number
  /** Variance per second; absent until two samples are in. */
  readonly variance?: number
}

export interface ValueSample {
  readonly value: number
  readonly atMs: number
}

export interface VolatilityOptions {
  /** Memory of the average. */
  readonly tauMs: number
  /** Samples closer than this to the last one taken are ignored: bounce between bid and ask is no volatility. */
  readonly minGapMs?: number
}

/** The average after one more sample; its variance starts at the first squared move. */
export function averageVolatility(
  average: VolatilityAverage | undefined,
  { value, atMs }: ValueSample,
  { tauMs, minGapMs = 0 }: VolatilityOptions,
): VolatilityAverage {
  if (average === undefined) return { value, atMs }
  const dtMs = atMs - average.atMs
  if (dtMs <= 0 || dtMs < minGapMs) return average
  const rate = (value - average.value) ** 2 / (dtMs / 1000)
  const { variance } = average
  const next = variance === undefined ? rate : variance - Math.expm1(-dtMs / tauMs) * (rate - variance)
  return { value, atMs, variance: next }
}

/** Standard deviation per square root of a second, `undefined` until two samples are in. */
export function volatilityOf(average: VolatilityAverage | undefined): number | undefined {
  return average?.variance === undefined ? undefined : Math.sqrt(average.variance)
}
