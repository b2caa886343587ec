// What the page's charts are drawn of: columns of each run, thinned to what a screen can show. The JSON beside the page has everything.

import { type Grid, gridOf, onGrid } from '../metrics/even-grid.js'
import { fillsByMarket, NO_FILLS } from '../metrics/market-fills.js'
import { drawdowns } from '../metrics/returns.js'
import type { Fills, MarketRun, ModelRun, RunFill, RunReport } from '../result.js'
import { packed } from './columns.js'

/** Columns are packed; see `columns.ts`. Times are milliseconds from `fromMs`. */
interface RunColumns {
  readonly model: string
  readonly pnl: string
  readonly drawdown: string
  readonly inventory: string
}

interface MarketColumns {
  /** Of YES; absent where the first run has the same. */
  readonly at?: string
  readonly othersBid?: string
  readonly othersAsk?: string
  readonly ownBid: string
  readonly ownAsk: string
  readonly fair: string
  readonly inventory: string
  readonly pnl: string
  /** Time, outcome, side, price, shares, status, mid, mids after 1, 10 and 60 s. */
  readonly fills: readonly (readonly (number | string | null)[])[]
}

export interface PageData {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
  readonly points: number
  readonly runs: readonly RunColumns[]
  /** By market, then by run. */
  readonly markets: readonly { readonly runs: readonly MarketColumns[] }[]
}

export const PRICE_SCALE = 10_000
export const MONEY_SCALE = 1000
export const SHARE_SCALE = 100
const EQUITY_POINTS = 1200
/** Looks of all markets and runs together: about two megabytes of columns. */
const MOST_LOOKS = 120_000

/** The same of fills: about eight megabytes, which a browser still opens at once. */
const MOST_FILLS = 120_000

const MOST_MARKETS = 200

export interface PageColumns {
  readonly data: PageData
  /** Every so many looks at a market is drawn. */
  readonly everyLook: number
  /** The same of its fills. */
  readonly everyFill: number
}

export function pageData(
  result: RunReport,
  questions: ReadonlyMap<string, string>,
  mostFills = MOST_FILLS,
): PageColumns {
  const { fromMs, runs } = result
  const toMs = runs.reduce((last, { samples }) => Math.max(last, samples.at(-1)?.atMs ?? 0), result.toMs)
  const grid = gridOf(fromMs, toMs, EQUITY_POINTS)
  const drawn = runs.flatMap(({ markets }) => markets).filter(({ conditionId }) => questions.has(conditionId))
  const looks = drawn.reduce((sum, { samples }) => sum + samples.length, 0)
  const everyLook = Math.max(1, Math.ceil(looks / MOST_LOOKS))
  const filled = runs.map(({ fills }) => fillsByMarket(fills, ({ conditionId }) => questions.has(conditionId)))
  const fills = filled.reduce((sum, byId) => [...byId.values()].reduce((all, { length }) => all + length, sum), 0)
  const everyFill = Math.max(1, Math.ceil(fills / mostFills))
  const data = {
    ...{ fromMs, toMs, stepMs: grid.stepMs, points: grid.points },
    runs: runs.map((run) => runColumns(run, grid)),
    markets: [...questions.keys()].map((conditionId) => ({
      runs: sharedOnce(
        runs.map((run, i) => {
          const own = filled[i]?.get(conditionId) ?? NO_FILLS
          return marketColumns(run, conditionId, { fromMs, everyLook, fills: thinned(own, everyFill) })
        }),
      ),
    })),
  }
  return { data, everyLook, everyFill }
}

/** Condition ids and questions of the markets that a page has room for: those with the most volume in any run, in the order of their first look. */
export function marketsShown(runs: readonly ModelRun[]): {
  readonly markets: ReadonlyMap<string, string>
  readonly hidden: number
} {
  const volumes = new Map<string, number>()
  const questions = new Map<string, string>()
  for (const { conditionId, question, volume } of runs.flatMap(({ markets }) => markets)) {
    volumes.set(conditionId, Math.max(volume, volumes.get(conditionId) ?? 0))
    questions.set(conditionId, question)
  }
  const largest = [...volumes].sort(([, a], [, b]) => b - a).slice(0, MOST_MARKETS)
  const kept = new Set(largest.map(([conditionId]) => conditionId))
  return {
    markets: new Map([...questions].filter(([conditionId]) => kept.has(conditionId))),
    hidden: questions.size - kept.size,
  }
}

function runColumns(run: ModelRun, grid: Grid): RunColumns {
  const deep = drawdowns(run.samples.map(({ pnl }) => pnl.total))
  const looks = run.samples.map(({ atMs, pnl }, i) => ({ atMs, pnl: pnl.total, drawdown: deep[i] ?? 0 }))
  const shown = onGrid(looks, grid)
  const { fromMs, stepMs } = grid
  const held = Array.from({ length: grid.points }, () => 0)
  for (const { samples } of run.markets) {
    // a market that is not looked at any more is over
    const untilMs = samples.at(-1)?.atMs ?? 0
    for (const [i, sample] of onGrid(samples, grid).entries()) {
      if (fromMs + i * stepMs <= untilMs) held[i] = (held[i] ?? 0) + Math.abs(sample?.inventory ?? 0)
    }
  }
  return {
    model: run.model,
    pnl: packed(
      shown.map((at) => at?.pnl),
      MONEY_SCALE,
    ),
    drawdown: packed(
      shown.map((at) => at?.drawdown),
      MONEY_SCALE,
    ),
    inventory: packed(held, SHARE_SCALE),
  }
}

const NO_MARKET: Pick<MarketRun, 'samples'> = { samples: [] }

interface Drawn {
  readonly fromMs: number
  readonly everyLook: number
  readonly fills: readonly RunFill[]
}

function thinned(fills: Fills, every: number): RunFill[] {
  return Array.from({ length: Math.ceil(fills.length / every) }, (_, i) => fills.at(i * every) ?? []).flat()
}

function marketColumns(run: ModelRun, conditionId: string, { fromMs, everyLook, fills }: Drawn): MarketColumns {
  const market = run.markets.find((known) => known.conditionId === conditionId) ?? NO_MARKET
  const last = market.samples.length - 1
  const looks = market.samples.filter((_look, i) => i % everyLook === 0 || i === last)
  const column = (of: (look: (typeof looks)[number]) => number | undefined, scale: number) =>
    packed(looks.map(of), scale)
  return {
    at: column(({ atMs }) => atMs - fromMs, 1),
    othersBid: column(({ othersBid }) => othersBid, PRICE_SCALE),
    othersAsk: column(({ othersAsk }) => othersAsk, PRICE_SCALE),
    ownBid: column(({ ownBid }) => ownBid, PRICE_SCALE),
    ownAsk: column(({ ownAsk }) => ownAsk, PRICE_SCALE),
    fair: column(({ fair }) => fair, PRICE_SCALE),
    inventory: column(({ inventory }) => inventory, SHARE_SCALE),
    pnl: column(({ pnl }) => pnl, MONEY_SCALE),
    fills: fills.map((fill) => fillRow(fill, fromMs)),
  }
}

function fillRow(fill: RunFill, fromMs: number): (number | string | null)[] {
  const { atMs, outcome, side, price, shares, status, mid, midAfter } = fill
  const mids = [mid, midAfter['1'], midAfter['10'], midAfter['60']]
  return [
    ...[Math.round(atMs - fromMs), outcome, side, rounded(price, PRICE_SCALE), rounded(shares, SHARE_SCALE), status],
    ...mids.map((at) => (at === undefined ? null : rounded(at, PRICE_SCALE))),
  ]
}

/** The others' book is the same in all runs as a rule: told once. */
function sharedOnce(columns: readonly MarketColumns[]): MarketColumns[] {
  const [first] = columns
  return columns.map((own) => {
    if (first === undefined || own === first || own.at !== first.at) return own
    const { at: _at, othersBid, othersAsk, ...rest } = own
    return othersBid === first.othersBid && othersAsk === first.othersAsk ? rest : own
  })
}

const rounded = (value: number, scale: number) => Math.round(value * scale) / scale
