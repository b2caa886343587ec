// One run held against another of the same period, as a paper run or a backtest against the live one: what both filled, and why the rest differs.

import { type DIFFERENCE_REASONS, type DifferenceReason, DifferenceReasons } from './difference-reasons.js'
import { type PairedFills, pairFills, type SeenFill } from './fill-pairs.js'
import type { ToldFill, ToldProfit, ToldRun } from './told-run.js'

/** Of one run within the common period; `only` are shares that the other does not have, by reason. */
export interface CalibratedSide {
  readonly model: string
  readonly fills: number
  readonly shares: number
  /** Part of its shares that the other has too, 0 to 1; absent where it has none. */
  readonly again?: number
  readonly pnl: ToldProfit
  readonly only: Readonly<Record<DifferenceReason, number>>
  /** Fills before or after the common period. */
  readonly fillsOutside: number
}

export interface Calibration {
  readonly fromMs: number
  readonly toMs: number
  readonly first: CalibratedSide
  readonly second: CalibratedSide
  /** Of shares that both filled: how much better and how much later the second did, weighted by shares; absent where there are none. */
  readonly same: {
    readonly shares: number
    /** Cents a share; positive is better for the maker. */
    readonly betterCents?: number
    readonly laterMs?: number
  }
}

/** `undefined` where the runs have no moment in common. */
export function calibrate(first: ToldRun, second: ToldRun): Calibration | undefined {
  const fromMs = Math.max(listedFromMs(first), listedFromMs(second))
  const toMs = Math.min(first.toMs, second.toMs)
  if (toMs <= fromMs) return undefined
  const within = (fills: readonly ToldFill[]) => fills.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  const paired = pairFills(within(first.fills), within(second.fills))
  const period = { fromMs, toMs }
  return {
    ...period,
    first: sideOf(first, { fills: paired.first, other: second, period }),
    second: sideOf(second, { fills: paired.second, other: first, period }),
    same: sameOf(paired),
  }
}

/** Of a long run the first fills are not listed: until the first one that is, nothing can be held against it. */
function listedFromMs({ fromMs, fills, fillsLeftOut = 0 }: ToldRun): number {
  if (fillsLeftOut === 0) return fromMs
  return fills.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Number.POSITIVE_INFINITY)
}

interface Period {
  readonly fromMs: number
  readonly toMs: number
}

interface Side {
  readonly fills: readonly SeenFill[]
  readonly other: ToldRun
  readonly period: Period
}

function sideOf(run: ToldRun, { fills, other, period }: Side): CalibratedSide {
  const reasons = new DifferenceReasons(other)
  const only = noShares()
  let [shares, left] = [0, 0]
  for (const seen of fills) {
    shares += seen.fill.shares
    left += seen.left
    if (seen.left > 0) only[reasons.of(seen)] += seen.left
  }
  return {
    ...{ model: run.model, fills: fills.length, shares, only },
    ...(shares > 0 ? { again: 1 - left / shares } : {}),
    pnl: profitWithin(run, period),
    fillsOutside: run.fills.length - fills.length + (run.fillsLeftOut ?? 0),
  }
}

const noShares = (): Record<DifferenceReason, number> => {
  const none = { reverted: 0, estimate: 0, 'other-market': 0, 'no-quote': 0, 'other-price': 0, queue: 0 }
  return none satisfies Record<keyof typeof DIFFERENCE_REASONS, number>
}

/** What the looks at its beginning and its end differ by. */
function profitWithin({ samples }: ToldRun, { fromMs, toMs }: Period): ToldProfit {
  const none = { spread: 0, inventory: 0, fees: 0, total: 0 }
  const before = samples.findLast(({ atMs }) => atMs <= fromMs)?.pnl ?? none
  const after = samples.findLast(({ atMs }) => atMs <= toMs)?.pnl ?? none
  return {
    spread: after.spread - before.spread,
    inventory: after.inventory - before.inventory,
    fees: after.fees - before.fees,
    total: after.total - before.total,
  }
}

function sameOf({ pairs }: PairedFills): Calibration['same'] {
  const weighted = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + pair.shares * of(pair), 0)
  const shares = weighted(() => 1)
  if (shares === 0) return { shares }
  return {
    shares,
    betterCents: (100 * weighted(({ betterBy }) => betterBy)) / shares,
    laterMs: weighted(({ laterMs }) => laterMs) / shares,
  }
}
