// The CARA maker over a group of outcomes of which exactly one wins.
//
//   r_i = pi_i e^(-gamma q_i) / sum_j pi_j e^(-gamma q_j)      CE = -(1/gamma) ln sum_j pi_j e^(-gamma q_j)
//
// The prices sum to one, and holding full sets changes none of them.

import { QuoinError } from '../domain/error.js'

export interface CaraGroup {
  /** Fair probabilities of the outcomes, summing to 1. */
  readonly fair: readonly number[]
  /** YES-equivalents per outcome, shares. */
  readonly held: readonly number[]
  /** Risk aversion, 1/collateral. */
  readonly gamma: number
}

/** ln(pi_i e^(-gamma q_i)) less the largest of them, and that largest. */
function shiftedWeights({ fair, held, gamma }: CaraGroup): { weights: number[]; largest: number } {
  if (fair.length === 0 || fair.length !== held.length) {
    throw new QuoinError('bad-argument', `held: expected ${fair.length} outcomes (at least 1), got ${held.length}`)
  }
  const logs = fair.map((pi, i) => Math.log(pi) - gamma * (held[i] ?? 0))
  const largest = Math.max(...logs)
  return { weights: logs.map((x) => Math.exp(x - largest)), largest }
}

/** Reservation price of every outcome. Throws `bad-argument` when the lists differ in length. */
export function groupReservation(group: CaraGroup): number[] {
  const { weights } = shiftedWeights(group)
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((w) => w / total)
}

/** Sure amount of collateral worth as much as the holdings. Needs gamma > 0. */
export function groupCertaintyEquivalent(group: CaraGroup): number {
  const { weights, largest } = shiftedWeights(group)
  return -(largest + Math.log(weights.reduce((a, b) => a + b, 0))) / group.gamma
}
