// The worst case of a market, exactly. For scenario o:
//
//   sum(held * payoff_o) - what the held cost + sum over orders that may live of size * min(0, payoff_o - price)
//                                                                    (SELL: size * min(0, price - payoff_o))
//
// It is open risk: what was earned or lost on tokens that are gone, or in a market that is over, neither adds room nor takes it.
// Scenarios: YES wins, NO wins, cancelled (half each); of an order in a market that is over, only the end that came. Inside this file payoffs and
// prices count in half ticks, so that the half payout is whole and nothing is rounded before the end.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { isFinal, type Market } from '../../domain/market/market.js'
import { YES } from '../../domain/market/side.js'

/** Change of wealth in each scenario of the market, in raw collateral times half ticks per unit. */
export type ScenarioWealth = readonly bigint[]

type Payoff = readonly [yes: bigint, no: bigint]

/** Payoffs on one grid, by what a market may still become. */
interface Grid {
  readonly halfTicksPerUnit: bigint
  readonly open: readonly Payoff[]
  /** By the winner. */
  readonly won: readonly [readonly Payoff[], readonly Payoff[]]
  readonly cancelled: readonly Payoff[]
}

/** By ticks per unit: venues have a handful. */
const GRIDS = new Map<number, Grid>()

function gridOf({ ticksPerUnit }: Pick<Market, 'ticksPerUnit'>): Grid {
  let grid = GRIDS.get(ticksPerUnit)
  if (grid === undefined) {
    grid = newGrid(BigInt(ticksPerUnit))
    GRIDS.set(ticksPerUnit, grid)
  }
  return grid
}

function newGrid(half: bigint): Grid {
  const full = 2n * half
  const [yes, no, neither]: readonly [Payoff, Payoff, Payoff] = [
    [full, 0n],
    [0n, full],
    [half, half],
  ]
  return { halfTicksPerUnit: full, open: [yes, no, neither], won: [[yes], [no]], cancelled: [neither] }
}

function payoffs(market: Market): readonly Payoff[] {
  const grid = gridOf(market)
  if (market.status === 'CANCELLED') return grid.cancelled
  if (market.status === 'RESOLVED' && market.winner !== undefined) return grid.won[market.winner]
  return grid.open
}

/** Without any order. */
export function heldWealth({ market, tokensRaw, costRaw }: MarketPosition): ScenarioWealth {
  if (isFinal(market)) return payoffs(market).map(() => 0n)
  const cost = costRaw * gridOf(market).halfTicksPerUnit
  return payoffs(market).map(([yes, no]) => tokensRaw[0] * yes + tokensRaw[1] * no - cost)
}

/** With one more order that may live: never more in any scenario. */
export function wealthWith(
  wealth: ScenarioWealth,
  order: Omit<LiveOrder, 'conditionId'>,
  market: Market,
): ScenarioWealth {
  const price = 2n * BigInt(order.price)
  return payoffs(market).map(([yes, no], scenario) => {
    const payoff = order.outcome === YES ? yes : no
    const gain = order.side === 'BUY' ? payoff - price : price - payoff
    return (wealth[scenario] ?? 0n) + (gain < 0n ? order.sizeRaw * gain : 0n)
  })
}

/** The worst scenario in raw collateral, rounded down: negative is a loss. */
export function worstOf(wealth: ScenarioWealth, market: Market): bigint {
  let worst = wealth[0] ?? 0n
  for (const scenario of wealth) if (scenario < worst) worst = scenario
  const unit = gridOf(market).halfTicksPerUnit
  return worst / unit - (worst < 0n && worst % unit !== 0n ? 1n : 0n)
}

/** Worst-case change of wealth of one market in raw collateral. `orders` of other markets are not counted. */
export function worstCaseRaw(position: MarketPosition, orders: readonly LiveOrder[]): bigint {
  const { market } = position
  let wealth = heldWealth(position)
  for (const order of orders) {
    if (order.conditionId === market.conditionId) wealth = wealthWith(wealth, order, market)
  }
  return worstOf(wealth, market)
}
