// Hanson's logarithmic market scoring rule over n outcomes with depth b (shares).
//
//   C(q) = b ln sum e^(q_i/b)     p_i = e^(q_i/b) / sum     worst loss b ln n     shares from p0 to p1: b (logit p1 - logit p0)

import type { PriceSize } from '../domain/run/snapshot.js'
import { logit } from './logit.js'

function shifted(sold: readonly number[], b: number): { weights: number[]; largest: number } {
  const largest = Math.max(...sold)
  return { weights: sold.map((q) => Math.exp((q - largest) / b)), largest }
}

/** Collateral paid in so far for the shares `sold` of each outcome, up to a constant. */
export function lmsrCost(sold: readonly number[], b: number): number {
  const { weights, largest } = shifted(sold, b)
  return largest + b * Math.log(weights.reduce((a, w) => a + w, 0))
}

/** Price of each outcome; they sum to 1. */
export function lmsrPrices(sold: readonly number[], b: number): number[] {
  const { weights } = shifted(sold, b)
  const total = weights.reduce((a, w) => a + w, 0)
  return weights.map((w) => w / total)
}

/** The most the rule can lose. */
export function lmsrWorstLoss(b: number, outcomes = 2): number {
  return b * Math.log(outcomes)
}

/** Shares that move the price of an outcome from `from` to `to`; negative downwards. */
export function lmsrShares(b: number, from: number, to: number): number {
  return b * (logit(to) - logit(from))
}

export interface LadderShape {
  /** Depth in shares. */
  readonly b: number
  /** Price from which the ladder starts, in (0, 1). */
  readonly from: number
  readonly ticksPerUnit: number
  /** Levels per side. */
  readonly levels: number
}

/** The rule as resting orders: at each tick the shares it would trade on the way there from the tick before. */
export function lmsrLadder({ b, from, ticksPerUnit, levels }: LadderShape): { bids: PriceSize[]; asks: PriceSize[] } {
  const side = (step: 1 | -1): PriceSize[] => {
    const result: PriceSize[] = []
    const start = from * ticksPerUnit
    const slack = 1e-9 * step
    let tick = step === 1 ? Math.floor(start + slack) + 1 : Math.ceil(start + slack) - 1
    let last = from
    for (; result.length < levels && tick >= 1 && tick <= ticksPerUnit - 1; tick += step) {
      const price = tick / ticksPerUnit
      result.push({ price, size: Math.abs(lmsrShares(b, last, price)) })
      last = price
    }
    return result
  }
  return { bids: side(-1), asks: side(1) }
}
