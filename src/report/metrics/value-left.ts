// What is still held, and the profit that it makes of the run: sold now, at the mid, at each payoff.

import { finalValue } from '../../domain/market/payout.js'
import type { MarketRun, RunFill } from '../result.js'
import { cashFlow, standing } from './yes-fills.js'

/** Units of collateral. `exit` and `mid` are absent where the book they need is not there. */
export interface ValueLeft {
  readonly exit?: number
  readonly mid?: number
  /** The lesser and the greater payoff. */
  readonly worst: number
  readonly best: number
}

export interface OpenInventory extends ValueLeft {
  /** Markets that are not over in which something is held, and how many of them nobody would buy from us. */
  readonly markets: number
  readonly withoutExit: number
  readonly withoutMid: number
}

/** A market's profit by what becomes of the rest; one that is over has paid already, so all are the same. */
export function profitByExit(market: MarketRun, fills: Iterable<RunFill>): ValueLeft {
  const cash = market.cash ?? cashFlow(standing(fills))
  const { exit, mid, yes, no } = market.valueLeft
  const payoff = finalValue(market)
  if (payoff !== undefined) {
    const paid = cash + yes * payoff + no * (1 - payoff)
    return { exit: paid, mid: paid, worst: paid, best: paid }
  }
  return {
    ...(exit === undefined ? {} : { exit: cash + exit }),
    ...(mid === undefined ? {} : { mid: cash + mid }),
    worst: cash + Math.min(yes, no),
    best: cash + Math.max(yes, no),
  }
}

/** Of all markets that are still open: outcomes of different markets are taken to be independent, so the worst is the sum of the worst. */
export function openInventory(markets: readonly MarketRun[]): OpenInventory {
  const held = markets.filter(
    (market) => finalValue(market) === undefined && market.shares.some((shares) => shares > 1e-9),
  )
  // as in the profit: what nobody would buy counts at its worse payoff
  const sum = (of: (left: MarketRun['valueLeft']) => number | undefined) =>
    held.reduce((total, { valueLeft: left }) => total + (of(left) ?? Math.min(left.yes, left.no)), 0)
  return {
    markets: held.length,
    withoutExit: held.filter(({ valueLeft }) => valueLeft.exit === undefined).length,
    withoutMid: held.filter(({ valueLeft }) => valueLeft.mid === undefined).length,
    exit: sum(({ exit }) => exit),
    mid: sum(({ mid }) => mid),
    worst: sum(({ yes, no }) => Math.min(yes, no)),
    best: sum(({ yes, no }) => Math.max(yes, no)),
  }
}
