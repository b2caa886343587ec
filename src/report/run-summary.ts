// The end of a run, as plain numbers.

import { bestPair } from '../domain/best-pair.js'
import type { MarketBook } from '../domain/book.js'
import type { Fill } from '../domain/fill.js'
import { type ConditionId, type Market, rawToShares } from '../domain/market.js'
import { probability } from '../domain/price.js'
import { YES } from '../domain/side.js'
import type { BotSnapshot, ProfitAndLoss } from '../domain/snapshot.js'
import type { QueueModel } from '../venue/simulated/fills/queue-models.js'
import { profitSplit, yesFill } from './metrics/yes-fills.js'
import type { MarketRun, MarketSample, ModelRun, RunFill } from './result.js'
import type { RunLog } from './run-log.js'

export interface RunEnd {
  readonly model: QueueModel
  readonly log: RunLog
  /** Newest first. */
  readonly fills: readonly Fill[]
  readonly markets: readonly Market[]
  /** Of others, at the end. */
  readonly book: (conditionId: ConditionId) => MarketBook | undefined
  readonly snapshot: BotSnapshot
}

export function runOf(end: RunEnd): ModelRun {
  const { model, log, snapshot } = end
  const fills = end.fills.map((fill) => fillOf(fill, end)).reverse()
  const { spread, inventory, fees, total } = snapshot.totals
  return {
    ...{ model, fills },
    decisions: log.decisions,
    decisionHash: log.decisionHash(),
    volume: fills.reduce((sum, { shares, status }) => sum + (status === 'failed' ? 0 : shares), 0),
    estimated: fills.reduce((sum, { shares, isEstimate }) => sum + (isEstimate ? shares : 0), 0),
    pnl: { spread, inventory, fees, total },
    maxDrawdown: log.maxDrawdown,
    orders: { ...log.orders },
    samples: log.samples,
    markets: marketsOf(end, fills),
    ...(snapshot.halted === undefined ? {} : { halted: `${snapshot.halted.reason} (${snapshot.halted.actor})` }),
  }
}

function fillOf(fill: Fill, { markets, log }: RunEnd): RunFill {
  const market = markets.find(({ conditionId }) => conditionId === fill.conditionId)
  const { conditionId, outcome, side, liquidity, status } = fill
  const shares = market ? rawToShares(fill.sizeRaw, market) : 0
  const price = market ? probability(fill.price, market.ticksPerUnit) : 0
  const feeUnits = market ? rawToShares(fill.feeRaw, market) : 0
  return {
    ...{ atMs: fill.venueMs, conditionId, outcome, side, price, shares, liquidity, status },
    // on a BUY the fee is taken in tokens
    fee: side === 'BUY' ? feeUnits * price : feeUnits,
    ...log.match(fill.tradeId),
  }
}

function marketsOf({ log, markets, book }: RunEnd, fills: readonly RunFill[]): MarketRun[] {
  return [...log.notes()].map(([conditionId, notes]) => {
    const market = markets.find((known) => known.conditionId === conditionId)
    const own = fills.filter((fill) => fill.conditionId === conditionId && fill.status !== 'failed')
    const { openMs, bothMs, anyMs, touchMs, insideMs } = notes.quoted
    const share = (ms: number) => (openMs === 0 ? 0 : ms / openMs)
    const { shares } = notes.last
    const pnl = market?.winner === undefined ? notes.last.pnl : paid(notes.last.pnl, own, market.winner)
    return {
      ...{ conditionId, shares, pnl, question: notes.question, status: market?.status ?? notes.status },
      ...(market?.winner === undefined ? {} : { winner: market.winner }),
      fills: own.length,
      volume: own.reduce((sum, fill) => sum + fill.shares, 0),
      tapeVolume: notes.tapeVolume,
      valueLeft: valueLeft(shares, market && book(market.conditionId), market?.ticksPerUnit ?? 1),
      quoted: {
        ...{ openMs, both: share(bothMs), any: share(anyMs) },
        ...{ touch: share(touchMs), inside: share(insideMs) },
      },
      samples: market?.winner === undefined ? notes.samples : withPayoff(notes.samples, pnl.total),
    }
  })
}

/** A market leaves the bot when it resolves: its last look is from before it paid. What the winner makes of its fills is in the inventory part. */
function paid({ spread, fees }: ProfitAndLoss, fills: readonly RunFill[], winner: 0 | 1): ProfitAndLoss {
  const { total } = profitSplit(fills.map(yesFill), winner === YES ? 1 : 0)
  return { spread, fees, inventory: total - spread + fees, total }
}

/** The look at which it has paid, and nothing is held any more. */
function withPayoff(samples: readonly MarketSample[], pnl: number): readonly MarketSample[] {
  const last = samples.at(-1)
  return last === undefined ? samples : [...samples, { atMs: last.atMs + 1, inventory: 0, pnl }]
}

/** What is left sold to the others' best bids, at their mid, and at each payoff. */
function valueLeft(
  [yes, no]: readonly [number, number],
  book: MarketBook | undefined,
  ticksPerUnit: number,
): MarketRun['valueLeft'] {
  const [bidYes, bidNo] = book === undefined ? [undefined, undefined] : bestPair(book, ticksPerUnit)
  const payoffs = { yes, no }
  const pairs = Math.min(yes, no)
  const net = yes - no
  const bid = net > 0 ? bidYes?.price : bidNo?.price
  const exit = net === 0 ? pairs : bid === undefined ? undefined : pairs + Math.abs(net) * bid
  const mid = bidYes && bidNo ? (bidYes.price + 1 - bidNo.price) / 2 : undefined
  return {
    ...payoffs,
    ...(exit === undefined ? {} : { exit }),
    ...(mid === undefined ? {} : { mid: yes * mid + no * (1 - mid) }),
  }
}
