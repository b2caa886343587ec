// What the fills of one run are worth more than those of another on the same tape. A fill counts by what its share is worth a little later, not
// by how long somebody held it: the way of the price after that is the same luck for both, and most of what a profit's swings are.
//
//   value    mean of the others' mid 1, 10 and 60 s later; a mid that is not there counts as the payoff, or as the mid at the fill
//   edge     s n (value - P) - fee, s = +1 for what adds YES, P of YES
//   draws    edge of the second less the first by event and part of the tape: what both filled cancels; parts without fills are none

import { finalValue } from '../domain/market/payout.js'
import type { MarketRun, ModelRun, RunFill, Sample } from '../report/result.js'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

type ComparedMarket = Pick<MarketRun, 'conditionId' | 'groupId' | 'status' | 'winner'>

type ComparedFill = Pick<
  RunFill,
  'atMs' | 'conditionId' | 'outcome' | 'side' | 'price' | 'shares' | 'fee' | 'status' | 'mid' | 'midAfter'
>

/** What of a run is compared. */
export interface ComparedRun extends Pick<ModelRun, 'model' | 'estimated' | 'pnl'> {
  readonly fills: Iterable<ComparedFill>
  readonly samples: readonly Pick<Sample, 'atMs' | 'pnl'>[]
  readonly markets: readonly ComparedMarket[]
}

/** So many parts of the tape at most, and none shorter than this, milliseconds: what fills of neighbours have in common lasts about as long. */
const MOST_PARTS = 40
const SHORTEST_PART_MS = 20_000

/** Length of a part, milliseconds. */
export const partMs = ({ fromMs, toMs }: Span): number => Math.max(SHORTEST_PART_MS, (toMs - fromMs) / MOST_PARTS)

/** In no order. Their sum is the difference of all. */
export function edgeDraws(first: Pick<ComparedRun, 'fills' | 'markets'>, second: typeof first, span: Span): number[] {
  const draws = new Map<string, number>()
  const lengthMs = partMs(span)
  for (const [sign, run] of [[-1, first] as const, [1, second] as const]) {
    const markets = new Map(run.markets.map((market) => [market.conditionId, market]))
    for (const fill of run.fills) {
      const market = markets.get(fill.conditionId)
      const event = market?.groupId === undefined ? `market ${fill.conditionId}` : `group ${market.groupId}`
      const part = `${Math.floor((fill.atMs - span.fromMs) / lengthMs)} ${event}`
      draws.set(part, (draws.get(part) ?? 0) + sign * edgeOf(fill, market))
    }
  }
  return [...draws.values()]
}

/** Units of collateral. Nothing for a fill that was reverted, and where no value is known. */
export function edgeOf(fill: ComparedFill, market?: Pick<ComparedMarket, 'status' | 'winner'>): number {
  const { outcome, side, price, shares, fee, status } = fill
  if (status === 'failed') return 0
  const value = laterValue(fill, market && finalValue(market))
  if (value === undefined) return 0
  const direction = (outcome === 0) === (side === 'BUY') ? 1 : -1
  return direction * shares * (value - (outcome === 0 ? price : 1 - price)) - fee
}

/** Of YES. */
function laterValue({ mid, midAfter }: ComparedFill, payoff: number | undefined): number | undefined {
  const otherwise = payoff ?? mid
  const later = [midAfter['1'], midAfter['10'], midAfter['60']].map((known) => known ?? otherwise)
  const known = later.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}
