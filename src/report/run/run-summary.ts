// The end of a run, as plain numbers.

import { bestPair } from '../../domain/market/best-pair.js'
import type { MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { finalValue } from '../../domain/market/payout.js'
import type { BotSnapshot, ProfitAndLoss } from '../../domain/run/snapshot.js'
import { fillsByMarket, NO_FILLS } from '../metrics/market-fills.js'
import { filtered, paidProfit, standing, tokensOf } from '../metrics/yes-fills.js'
import type { Fills, MarketRun, MarketSample, ModelRun, RunFill, RunName } from '../result.js'
import { allLeftOut, type LeftOut } from './own-fills.js'
import type { MarketNotes, RunLog } from './run-log.js'

/** What the bot's own books say of a market: payoffs, and what was held at the start or came without an order, are in them. */
export interface MarketBooks {
  readonly pnl: ProfitAndLoss
  readonly shares: readonly [number, number]
  /** Collateral received less paid. Absent in a backtest: there the fills are all that ever moved. */
  readonly cash?: number
  /** Of it, what merging and redeeming brought. */
  readonly exchanged?: number
}

export interface RunEnd {
  readonly model: RunName
  readonly log: RunLog
  /** In the order of time. */
  readonly fills: Fills
  /** By market: fills from before those. */
  readonly leftOut?: ReadonlyMap<string, LeftOut>
  readonly markets: readonly Market[]
  /** Of others, at the end. */
  readonly book: (conditionId: ConditionId) => MarketBook | undefined
  readonly books: (market: Market) => MarketBooks
  /** Markets in which tokens were held at the start, or came or went without an order. */
  readonly carried?: ReadonlySet<string>
  readonly snapshot: BotSnapshot
}

export function runOf(end: RunEnd): ModelRun {
  const { model, log, fills, snapshot } = end
  const { spread, inventory, fees, total } = snapshot.totals
  const leftOut = allLeftOut(end.leftOut ?? new Map())
  const decisionHash = log.decisionHash()
  const unquoted = log.unquoted.reasons()
  const halted = log.halts.words(snapshot.halted)
  const faults = log.faults.found(log.unquoted.shareOf('strategy-fault'))
  return {
    ...{ model, fills },
    ...(leftOut.fills > 0 ? { fillsLeftOut: leftOut.fills } : {}),
    decisions: log.decisions,
    ...(decisionHash === undefined ? {} : { decisionHash }),
    volume: volumeOf(standing(fills), leftOut.shares),
    estimated: volumeOf(filtered(fills, ({ isEstimate }) => isEstimate)),
    pnl: { spread, inventory, fees, total },
    maxDrawdown: log.maxDrawdown,
    orders: { ...log.orders },
    ...(unquoted === undefined || log.orders.placed > 0 ? {} : { unquoted }),
    ...(faults === undefined ? {} : { faults }),
    samples: log.samples,
    markets: marketsOf(end),
    ...(halted === undefined ? {} : { halted }),
  }
}

function volumeOf(fills: Iterable<RunFill>, more = 0): number {
  let sum = more
  for (const { shares } of fills) sum += shares
  return sum
}

function marketsOf(end: RunEnd): MarketRun[] {
  const known = new Map<string, Market>(end.markets.map((market) => [market.conditionId, market]))
  const all = fillsByMarket(end.fills)
  const stood = fillsByMarket(end.fills, ({ status }) => status !== 'failed')
  const of = (found: ReadonlyMap<string, Fills>, conditionId: string) => found.get(conditionId) ?? NO_FILLS
  return [...end.log.notes()].flatMap(([conditionId, notes]) => {
    const market = known.get(conditionId)
    if (market === undefined) return []
    const own = of(stood, conditionId)
    return marketRun(end, notes, { market, own, count: of(all, conditionId).length })
  })
}

interface MarketEnd {
  readonly market: Market
  /** Fills that stand. */
  readonly own: Fills
  /** All of them. */
  readonly count: number
}

function marketRun(end: RunEnd, notes: MarketNotes, { market, own, count }: MarketEnd): MarketRun {
  const { openMs, bothMs, anyMs, touchMs, insideMs } = notes.quoted
  const share = (ms: number) => (openMs === 0 ? 0 : ms / openMs)
  const { conditionId, status, groupId, winner, ticksPerUnit } = market
  const leftOut = end.leftOut?.get(conditionId) ?? { fills: 0, shares: 0 }
  const payoff = finalValue(market)
  const books = end.books(market)
  const { pnl, shares, cash, exchanged = 0 } = payoff === undefined ? books : paidBooks(books, own, payoff)
  const samples = notes.samples.length === 0 ? [notes.first] : notes.samples
  return {
    ...{ conditionId, shares, pnl, question: notes.question, status },
    ...(groupId === undefined ? {} : { groupId }),
    ...(winner === undefined ? {} : { winner }),
    fills: count + leftOut.fills,
    volume: volumeOf(own, leftOut.shares),
    tapeVolume: notes.tapeVolume,
    valueLeft: valueLeft(shares, end.book(conditionId), ticksPerUnit),
    quoted: {
      ...{ openMs, both: share(bothMs), any: share(anyMs) },
      ...{ touch: share(touchMs), inside: share(insideMs) },
    },
    samples: payoff === undefined ? samples : withPayoff(samples, pnl.total),
    ...(cash === undefined ? {} : { cash }),
    ...(exchanged === 0 ? {} : { exchanged }),
    ...(end.carried?.has(conditionId) || leftOut.fills > 0 ? { isBeyondFills: true } : {}),
  }
}

/** A market that is over, in a backtest: what was held when it paid, and what the payoff makes of it, which is in the inventory part. */
function paidBooks(books: MarketBooks, own: Fills, payoff: number): MarketBooks {
  if (books.cash !== undefined) return books
  const { spread, fees } = books.pnl
  const total = paidProfit(own, payoff)
  return { pnl: { spread, fees, inventory: total - spread + fees, total }, shares: wholeParts(tokensOf(own)) }
}

/** Without what floats leave of sums that come to nothing. */
const wholeParts = ([yes, no]: readonly [number, number]): [number, number] => [
  Math.round(yes * 1e9) / 1e9,
  Math.round(no * 1e9) / 1e9,
]

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
