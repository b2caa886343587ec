// Fills seen from YES: a sign, a price of YES, and what they come to when their market pays.

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

/** Money that the fills brought in less what they cost. A BUY pays its fee in tokens, which lowers what is held instead. */
export function cashFlow(fills: readonly RunFill[]): number {
  return fills.reduce(
    (sum, { side, price, shares, fee }) => sum + (side === 'BUY' ? -price * shares : price * shares - fee),
    0,
  )
}

/** What fills came to when YES paid `payoff`: the fee of a BUY was taken in tokens, which then pay nothing. */
export function paidProfit(fills: readonly RunFill[], payoff: number): number {
  return fills.reduce((sum, { outcome, side, price, shares, fee }) => {
    const tokens = side === 'BUY' ? shares - fee / price : -shares
    return sum + tokens * yesProbability(outcome, payoff)
  }, cashFlow(fills))
}
