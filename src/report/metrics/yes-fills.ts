// Fills seen from YES: a sign, a price of YES, and what they come to at a mark.

import { netDirection, yesProbability } from '../../domain/market/yes-view.js'
import type { RunFill } from '../result.js'

/** `sign` +1 adds YES-equivalents (BUY YES, SELL NO), -1 takes them away. Prices and mids of YES, fees in units of collateral. */
export interface YesFill {
  readonly sign: 1 | -1
  readonly shares: number
  readonly price: number
  readonly fee: number
  readonly mid?: number
}

/** Units of collateral: `total = spread + inventory - fees + rewards`. */
export interface ProfitSplit {
  readonly spread: number
  readonly inventory: number
  readonly fees: number
  readonly rewards: number
  readonly total: number
}

/** Buying NO at P is selling YES at 1 - P. */
export function yesFill(fill: RunFill): YesFill {
  const { outcome, side, price, shares, fee, mid } = fill
  const seen = { sign: netDirection({ outcome, side }), price: yesProbability(outcome, price), shares, fee }
  return mid === undefined ? seen : { ...seen, mid }
}

/** Fills that a settlement reverted never moved tokens or money. */
export function standing(fills: readonly RunFill[]): RunFill[] {
  return fills.filter(({ status }) => status !== 'failed')
}

/**
 * What fills come to when what they leave is worth `mark` per YES, and 1 - `mark` per NO.
 *
 *     spread = sum(sign * shares * (mid - price))        inventory = sum(sign * shares * (mark - mid))
 *
 * The second sum is `sum(net position * change of the mid)` up to the mark, added up by fill instead of by step. A fill without a mid has no
 * spread: its price stands for the mid.
 */
export function profitSplit(fills: readonly YesFill[], mark: number, rewards = 0): ProfitSplit {
  let [spread, inventory, fees] = [0, 0, 0]
  for (const { sign, shares, price, fee, mid = price } of fills) {
    spread += sign * shares * (mid - price)
    inventory += sign * shares * (mark - mid)
    fees += fee
  }
  return { spread, inventory, fees, rewards, total: spread + inventory - fees + rewards }
}

/** Money that the fills brought in less what they cost. A BUY pays its fee in tokens, which lowers what is held instead. */
export function cashFlow(fills: readonly RunFill[]): number {
  return fills.reduce(
    (sum, { side, price, shares, fee }) => sum + (side === 'BUY' ? -price * shares : price * shares - fee),
    0,
  )
}
