// Everything that is derived of a run, beside what it says itself: of all markets and of each.

import { finalValue } from '../../domain/market/payout.js'
import type { Fills, MarketRun, ModelRun, RunReport } from '../result.js'
import { type Calibration, calibrationOf } from './forecasts.js'
import { fillsByMarket, NO_FILLS } from './market-fills.js'
import { markouts, markoutsByLeg } from './markouts.js'
import { type Span, type Swings, swingsOf } from './profit-swings.js'
import { pooledShares, type QuotedShares } from './quoted-shares.js'
import { type OpenInventory, openInventory, profitByExit, type ValueLeft } from './value-left.js'
import { cashFlow, paidProfit, standing } from './yes-fills.js'

export interface MarketMetrics {
  readonly conditionId: string
  /** Our volume over the tape's, both while the market was followed. Absent where nothing traded. */
  readonly participation?: number
  readonly profitByExit: ValueLeft
  readonly markouts: ReturnType<typeof markouts>
}

export interface RunMetrics {
  readonly model: ModelRun['model']
  readonly participation?: number
  /** Shares filled over shares placed. */
  readonly fillRatio?: number
  readonly fillsPerOrder?: number
  readonly quoted: QuotedShares
  readonly markouts: ReturnType<typeof markouts>
  readonly markoutsByLeg: ReturnType<typeof markoutsByLeg>
  readonly swings: Swings
  readonly calibration?: Calibration
  readonly openInventory: OpenInventory
  /** The run's profit by the markets, counted anew from fills and payoffs where these tell all, and by the bot's own books. */
  readonly recount: { readonly fromMarkets: number; readonly fromBot: number }
  readonly worstCaseLoss: number
  readonly markets: readonly MarketMetrics[]
}

export function metricsOf(result: RunReport): readonly RunMetrics[] {
  return result.runs.map((run) => runMetrics(run, result))
}

export function runMetrics(run: ModelRun, span: Span): RunMetrics {
  const fills = standing(run.fills)
  const byMarket = fillsByMarket(run.fills, ({ status }) => status !== 'failed')
  const count = [...byMarket.values()].reduce((sum, { length }) => sum + length, 0)
  const tapeVolume = run.markets.reduce((sum, market) => sum + market.tapeVolume, 0)
  const calibration = calibrationOf(run.markets)
  const { placed, shares } = run.orders
  return {
    model: run.model,
    ...(tapeVolume > 0 ? { participation: run.volume / tapeVolume } : {}),
    ...(shares > 0 ? { fillRatio: run.volume / shares } : {}),
    ...(placed > 0 ? { fillsPerOrder: count / placed } : {}),
    quoted: pooledShares(run.markets.map(({ quoted }) => quoted)),
    ...{ markouts: markouts(fills), markoutsByLeg: markoutsByLeg(fills), swings: swingsOf(run, span) },
    ...(calibration === undefined ? {} : { calibration }),
    openInventory: openInventory(run.markets),
    recount: recountOf(run, byMarket),
    worstCaseLoss: run.samples.reduce((most, { worstCaseLoss }) => Math.max(most, worstCaseLoss), 0),
    markets: run.markets.map((market) => marketMetrics(market, byMarket.get(market.conditionId) ?? NO_FILLS)),
  }
}

function marketMetrics(market: MarketRun, fills: Fills): MarketMetrics {
  const { conditionId, volume, tapeVolume } = market
  return {
    conditionId,
    ...(tapeVolume > 0 ? { participation: volume / tapeVolume } : {}),
    ...{ profitByExit: profitByExit(market, fills), markouts: markouts(fills) },
  }
}

function recountOf({ markets, pnl }: ModelRun, fills: ReadonlyMap<string, Fills>): RunMetrics['recount'] {
  const profits = markets.map((market) => recounted(market, fills.get(market.conditionId) ?? NO_FILLS))
  return { fromMarkets: profits.reduce((sum, profit) => sum + profit, 0), fromBot: pnl.total }
}

/** By fills as far as they tell all: at the payoff, and with what they cost instead of what the books say that they did. */
function recounted(market: MarketRun, fills: Fills): number {
  const { pnl: own, isBeyondFills, cash, exchanged = 0 } = market
  if (isBeyondFills) return own.total
  const payoff = finalValue(market)
  if (payoff !== undefined) return paidProfit(fills, payoff)
  return cash === undefined ? own.total : own.total - (cash - exchanged) + cashFlow(fills)
}
