// Profit at even intervals: its swings, and how far other markets might have brought it.

import type { MarketRun, ModelRun, Range } from '../result.js'
import { bootstrapInterval, LEAST_BLOCKS } from './bootstrap.js'
import { changesOf, evenGrid, type Grid, niceInterval, onGrid } from './even-grid.js'
import { eventsOf } from './events.js'
import { halfLifeMs, inventoryHalfLife } from './inventory-half-life.js'
import { calmar, sharpe, sortino, varianceOf } from './returns.js'

export interface Swings {
  /** Of the changes below, milliseconds. */
  readonly intervalMs: number
  readonly intervals: number
  /** Events with fills (the markets of a group, or one without): the blocks of the intervals. */
  readonly blocks: number
  /** Per interval, with its 95 % interval; and by `sqrt(intervals a year)`. Absent under twenty blocks. */
  readonly sharpe?: { readonly value: number; readonly interval: Range; readonly annualised: number }
  readonly sortino?: number
  readonly calmar?: number
  /** 95 % of the total profit, by event. Absent under twenty blocks. */
  readonly profit?: Range
  /** Half of an inventory is gone after so long, milliseconds; absent where it does not return. */
  readonly inventoryHalfLifeMs?: number
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** What the profit changed by in one interval of the grid. */
interface Move {
  readonly t: number
  readonly change: number
}

const YEAR_MS = 365 * 86_400_000

export function swingsOf(run: ModelRun, { fromMs, toMs }: Span): Swings {
  const intervalMs = niceInterval(toMs - fromMs)
  const grid = evenGrid(fromMs, toMs, intervalMs)
  const equity = onGrid(run.samples, grid).map((sample) => sample?.pnl.total ?? 0)
  const traded = eventsOf(run.markets.filter(({ volume }) => volume > 0))
  const blocks = traded.length
  const swings = { intervalMs, intervals: grid.points - 1, blocks }
  const few = blocks < LEAST_BLOCKS
  const downside = few ? undefined : sortino(changesOf(equity))
  // of the whole run, as both are shown: the last interval is cut short, and what markets pay at the end may come after it
  const [perDrawdown, halfLife] = [calmar(run.pnl.total, run.maxDrawdown), halfLifeMs(run.markets, inventoryHalfLife)]
  return {
    ...swings,
    ...(few ? {} : sharpePart(traded, equity, grid)),
    ...(few ? {} : profitPart(traded)),
    ...(downside === undefined ? {} : { sortino: downside }),
    ...(perDrawdown === undefined ? {} : { calmar: perDrawdown }),
    ...(halfLife === undefined ? {} : { inventoryHalfLifeMs: halfLife }),
  }
}

/**
 * Where events make up for each other the variance of some resamples comes to nothing, and those without it would say more than all do: an
 * interval needs nearly all of them.
 */
const LEAST_TOLD = 0.95

function sharpePart(
  traded: readonly (readonly MarketRun[])[],
  equity: readonly number[],
  grid: Grid,
): Pick<Swings, 'sharpe'> {
  const value = sharpe(changesOf(equity))
  const intervals = grid.points - 1
  const events = traded.map((markets) => {
    const moves = markets.flatMap((market) => movesOf(market, grid))
    return { moves, variance: varianceOf(sumsOf([{ moves, times: 1 }], intervals)) }
  })
  const interval = bootstrapInterval(
    traded.length,
    (draws) => {
      const drawn = events.map((event, i) => ({ ...event, times: draws[i] ?? 0 }))
      const sums = sumsOf(drawn, intervals)
      // drawn twice it stands for two events like it, which do not move at the same moments: their variances add, where twice one has four of it
      const asOne = drawn.reduce((sum, { times, variance }) => sum + times * (times - 1) * variance, 0)
      return sharpe(sums, varianceOf(sums) - asOne)
    },
    LEAST_TOLD,
  )
  if (value === undefined || interval === undefined) return {}
  return { sharpe: { value, interval, annualised: value * Math.sqrt(YEAR_MS / grid.stepMs) } }
}

/** The changes of all events together, each as often as it counts. */
function sumsOf(
  events: readonly { readonly moves: readonly Move[]; readonly times: number }[],
  intervals: number,
): number[] {
  const sums = Array.from({ length: intervals }, () => 0)
  for (const { moves, times } of events) {
    if (times === 0) continue
    for (const { t, change } of moves) sums[t] = (sums[t] ?? 0) + times * change
  }
  return sums
}

/** The intervals in which a market's profit moved: most of a long run it was not there. */
function movesOf({ samples }: MarketRun, grid: Grid): Move[] {
  const profits = onGrid(samples, grid).map((sample) => sample?.pnl ?? 0)
  return changesOf(profits).flatMap((change, t) => (change === 0 ? [] : [{ t, change }]))
}

function profitPart(traded: readonly (readonly MarketRun[])[]): Pick<Swings, 'profit'> {
  const profits = traded.map((markets) => markets.reduce((sum, { pnl }) => sum + pnl.total, 0))
  const profit = bootstrapInterval(traded.length, (draws) =>
    draws.reduce((sum, drawn, i) => sum + drawn * (profits[i] ?? 0), 0),
  )
  return profit === undefined ? {} : { profit }
}
