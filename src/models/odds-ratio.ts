// Probabilities of outcomes of which exactly one comes about, made to sum to one by one factor on all odds:
//
//   pi_i = S(logit p_i + c)      with the c for which sum_i pi_i = 1
//
// The odds ratio method for the margin in a bookmaker's prices: K. Cheung, "Fixed-Odds Betting and Traditional Odds" (2015). Beside division
// by the sum it takes less from the favourite, and relatively more from outsiders, whose prices are known to be too high.

import { QuoinError } from '../domain/error.js'
import { logit, sigmoid } from './logit.js'

/** Halvings after which nothing is left between the two ends. */
const MOST_STEPS = 100

/**
 * The probabilities with a sum of 1, in their order: all odds times the same factor. Throws `bad-argument` for fewer than two, and for one
 * outside (0, 1).
 */
export function oddsRatioNormalized(probabilities: readonly number[]): number[] {
  if (probabilities.length < 2 || !probabilities.every((p) => p > 0 && p < 1)) {
    throw new QuoinError(
      'bad-argument',
      `probabilities: expected at least 2 inside (0, 1), got ${probabilities.join()}`,
    )
  }
  const x = probabilities.map(logit)
  const shift = shiftToOne(x)
  const shifted = x.map((of) => sigmoid(of + shift))
  // what rounding has left
  const total = shifted.reduce((a, b) => a + b, 0)
  return shifted.map((p) => p / total)
}

/** The c: between those at which even the largest, and even the smallest, is 1/n. */
function shiftToOne(x: readonly number[]): number {
  const even = -Math.log(x.length - 1)
  let [low, high] = [even - Math.max(...x), even - Math.min(...x)]
  for (let step = 0; step < MOST_STEPS; step++) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (x.reduce((total, of) => total + sigmoid(of + middle), 0) < 1) low = middle
    else high = middle
  }
  return (low + high) / 2
}
