// What a fill costs and brings after the exchange contract's fee, f = bps / 10^4, per token at the price P:
//
//   BUY   pays the share phi(P) = f min(P, 1 - P) / P of its tokens     cost per token kept  P / (1 - phi(P))
//   SELL  pays f min(P, 1 - P) of collateral                           brings               P - f min(P, 1 - P)
//
// Both rise with P (for f below 1/3), so the best legal tick is found by halving.

import type { Ticks } from '../domain/amounts/price.js'
import { isLegalPrice } from '../domain/amounts/price.js'

/** Forgives rounding of a price that was meant to be on the grid, in ticks. */
const TICK_SLACK = 1e-7

/** Cost in collateral of one token that stays ours when we buy at `price` in (0, 1). */
export function buyCost(price: number, feeRateBps: number): number {
  const share = ((feeRateBps / 10_000) * Math.min(price, 1 - price)) / price
  return price / (1 - share)
}

/** Collateral that selling one token at `price` in (0, 1) brings. */
export function sellProceeds(price: number, feeRateBps: number): number {
  return price - (feeRateBps / 10_000) * Math.min(price, 1 - price)
}

export interface FeeGrid {
  readonly feeRateBps: number
  readonly ticksPerUnit: number
}

/** Smallest whole number in [low, high] for which `holds` is true, given that it stays true from there on; `high + 1` when none. */
function firstTrue(low: number, high: number, holds: (value: number) => boolean): number {
  let [from, to] = [low, high + 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Largest tick at which a token bought costs at most `worth`, fee included; `undefined` when even one tick is too much. */
export function highestBid(worth: number, { feeRateBps, ticksPerUnit }: FeeGrid): Ticks | undefined {
  const limit = worth + TICK_SLACK / ticksPerUnit
  if (feeRateBps === 0) return legalOrNone(Math.min(Math.floor(limit * ticksPerUnit), ticksPerUnit - 1), ticksPerUnit)
  const tooMuch = firstTrue(1, ticksPerUnit - 1, (tick) => buyCost(tick / ticksPerUnit, feeRateBps) > limit)
  return legalOrNone(tooMuch - 1, ticksPerUnit)
}

/** Smallest tick at which a token sold brings at least `worth` after the fee; `undefined` when even the highest does not. */
export function lowestAsk(worth: number, { feeRateBps, ticksPerUnit }: FeeGrid): Ticks | undefined {
  const limit = worth - TICK_SLACK / ticksPerUnit
  if (feeRateBps === 0) return legalOrNone(Math.max(Math.ceil(limit * ticksPerUnit), 1), ticksPerUnit)
  const best = firstTrue(1, ticksPerUnit - 1, (tick) => sellProceeds(tick / ticksPerUnit, feeRateBps) >= limit)
  return legalOrNone(best, ticksPerUnit)
}

function legalOrNone(tick: number, ticksPerUnit: number): Ticks | undefined {
  return isLegalPrice(tick, ticksPerUnit) ? tick : undefined
}
