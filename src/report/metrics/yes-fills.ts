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

/** Fills that a settlement reverted never moved tokens or money. Gone through anew each time. */
export function standing(fills: Iterable<RunFill>): Iterable<RunFill> {
  return filtered(fills, ({ status }) => status !== 'failed')
}

/** Those that are wanted, without a list of them: of a long run there are millions. */
export function filtered(fills: Iterable<RunFill>, isWanted: (fill: RunFill) => boolean): Iterable<RunFill> {
  return {
    *[Symbol.iterator]() {
      for (const fill of fills) if (isWanted(fill)) yield fill
    },
  }
}

/** Money that the fills brought in less what they cost. A BUY pays its fee in tokens, which lowers what is held instead. */
export function cashFlow(fills: Iterable<RunFill>): number {
  let sum = 0
  for (const { side, price, shares, fee } of fills) sum += side === 'BUY' ? -price * shares : price * shares - fee
  return sum
}

/** Tokens of YES and NO that the fills brought in less those that they took: the fee of a BUY is taken in tokens. */
export function tokensOf(fills: Iterable<RunFill>): [number, number] {
  const tokens: [number, number] = [0, 0]
  for (const { outcome, side, price, shares, fee } of fills)
    tokens[outcome] += side === 'BUY' ? shares - fee / price : -shares
  return tokens
}

/** What fills came to when YES paid `payoff`. */
export function paidProfit(fills: Iterable<RunFill>, payoff: number): number {
  const [yes, no] = tokensOf(fills)
  return cashFlow(fills) + yes * payoff + no * (1 - payoff)
}
