// A time-decayed average of probabilities in log-odds: x <- x + (1 - e^(-dt/tau)) (logit p - x).

import { logit, sigmoid } from './logit.js'

export interface LogitAverage {
  /** Log-odds. */
  readonly x: number
  /** When it was last fed, milliseconds of the caller's clock. */
  readonly atMs: number
}

export interface ProbabilitySample {
  /** Strictly inside (0, 1). */
  readonly p: number
  readonly atMs: number
}

/** The average after one more sample; starts at the first one. A sample with a time not later than the last is without weight. */
export function averageLogit(
  average: LogitAverage | undefined,
  sample: ProbabilitySample,
  tauMs: number,
): LogitAverage {
  const x = logit(sample.p)
  if (average === undefined) return { x, atMs: sample.atMs }
  const dt = sample.atMs - average.atMs
  if (dt <= 0) return average
  return { x: average.x - Math.expm1(-dt / tauMs) * (x - average.x), atMs: sample.atMs }
}

/** The average as a probability. */
export function averageProbability(average: LogitAverage): number {
  return sigmoid(average.x)
}
