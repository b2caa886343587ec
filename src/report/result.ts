// What a bot came to: in a backtest one run per fill model and the range that they span, live and on paper one run.
// Plain data: the report, the JSON and the CSV are made of it.

import type { MarketStatus } from '../domain/market/market.js'
import type { MatchedMessages } from '../domain/run/sent-message.js'
import type { ProfitAndLoss } from '../domain/run/snapshot.js'
import type { QueueModel } from '../venue/simulated/fills/queue-models.js'
import type { QuotedShares } from './metrics/quoted-shares.js'
import type { RunFaults } from './run/run-faults.js'
import type { UnquotedReason } from './run/unquoted-time.js'

/** Prices are probabilities, sizes shares, money units of collateral, times unix milliseconds. */
export interface RunFill {
  readonly atMs: number
  readonly conditionId: string
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly shares: number
  readonly fee: number
  readonly liquidity: 'maker' | 'taker'
  readonly status: 'pending' | 'settled' | 'failed'
  /** Nothing on the tape proves it: takers are assumed who left no trace there. */
  readonly isEstimate: boolean
  /** The others' mid of YES when it happened, and so many seconds later; absent where one side of their book was empty. */
  readonly mid?: number
  readonly midAfter: Readonly<Record<'1' | '10' | '60', number | undefined>>
}

/** In the order of time. An array is one; of a long run each is made when it is asked for (`run/fill-table.ts`). */
export interface Fills extends Iterable<RunFill> {
  readonly length: number
  at(index: number): RunFill | undefined
}

/** A look at one market. Bids and asks are of YES; ours are the best that rest. */
export interface MarketSample {
  readonly atMs: number
  readonly othersBid?: number
  readonly othersAsk?: number
  readonly ownBid?: number
  readonly ownAsk?: number
  readonly fair?: number
  /** YES less NO. */
  readonly inventory: number
  readonly pnl: number
}

/** A look at everything. */
export interface Sample {
  readonly atMs: number
  readonly pnl: ProfitAndLoss
  readonly worstCaseLoss: number
  readonly fills: number
}

export interface MarketRun {
  readonly conditionId: string
  readonly question: string
  /** Its markets are about one event and move together. */
  readonly groupId?: string
  readonly status: MarketStatus
  readonly winner?: 0 | 1
  /** Those that a settlement reverted included. */
  readonly fills: number
  /** Shares matched. */
  readonly volume: number
  /** Shares that everybody traded while the market was followed, as the tape or the feed told. */
  readonly tapeVolume: number
  readonly pnl: ProfitAndLoss
  readonly shares: readonly [number, number]
  /** Of what is left: at the others' best bids, at their mid, and if YES or NO wins; absent where that is not known. */
  readonly valueLeft: { readonly exit?: number; readonly mid?: number; readonly yes: number; readonly no: number }
  readonly quoted: QuotedShares
  readonly samples: readonly MarketSample[]
  /**
   * By the bot's own books: collateral received less paid, what was held at the start counted as paid for at its value then. Absent in a
   * backtest: there the fills are all that ever moved.
   */
  readonly cash?: number
  /** Of it, what merging pairs and redeeming brought: no fill tells of that. Absent where it is none. */
  readonly exchanged?: number
  /** Its profit is more than that of the listed fills: tokens were held at the start, came or went without an order, or fills are left out. */
  readonly isBeyondFills?: true
}

/** What a run is called: in a backtest the assumption about the queue that it was made under. */
export type RunName = QueueModel | 'paper' | 'live'

export interface ModelRun {
  readonly model: RunName
  readonly decisions: number
  /** SHA-256 over every decision: the same tape, configuration and version give the same one. Only of a backtest. */
  readonly decisionHash?: string
  /** How many messages took what one of a recorded run took, where they were to. */
  readonly latency?: MatchedMessages
  readonly fills: Fills
  /** So many fills came before those listed, of a run that went on for long: they count in everything but markouts. */
  readonly fillsLeftOut?: number
  readonly volume: number
  /** Shares of the volume that are estimates. */
  readonly estimated: number
  readonly pnl: ProfitAndLoss
  readonly maxDrawdown: number
  /** Requests of the bot, and the shares that it asked to place. */
  readonly orders: {
    readonly placed: number
    readonly shares: number
    readonly cancelled: number
    readonly refused: number
  }
  /** Why nothing was quoted, of a run that asked to place nothing and in which nothing of ours rested. */
  readonly unquoted?: readonly UnquotedReason[]
  /** What the strategy did amiss, where it did. */
  readonly faults?: RunFaults
  readonly samples: readonly Sample[]
  readonly markets: readonly MarketRun[]
  /** When and why the bot halted, where it did; also where somebody resumed it. */
  readonly halted?: string
}

/** A market that the bot saw when it chose. Times are unix milliseconds. */
export interface MarketSeen {
  readonly id: string
  /** Empty where the venue named nothing but the id. */
  readonly conditionId: string
  readonly question: string
  readonly groupId?: string
  /** The first look at which it was there. */
  readonly seenMs: number
  /** The first look at which it was chosen; absent where it never was. */
  readonly chosenMs?: number
  /** Since when it is not chosen, or not any more, and why; absent where it was chosen to the end, or was gone from the list. */
  readonly leftMs?: number
  readonly reason?: string
}

export interface Range {
  readonly lower: number
  readonly upper: number
}

export interface RunReport {
  /** What the bot was told by: the path of a tape, or the venue. */
  readonly tape: string
  readonly strategy: { readonly name: string; readonly params: unknown }
  readonly fromMs: number
  readonly toMs: number
  /** Records of the tape, or what a running bot heard. */
  readonly events: number
  readonly runs: readonly ModelRun[]
  readonly fills: Range
  readonly volume: Range
  readonly pnl: Range
  /** Things that a reader of the numbers must know. */
  readonly warnings: readonly string[]
  /** The queue model that told the fates of the tape's own orders best, where somebody has looked. */
  readonly bestOnTape?: QueueModel
  /** How long messages took, in words; only of a backtest. */
  readonly latency?: string
  /** What the bot chose from, in the order in which it saw it. */
  readonly marketsSeen: readonly MarketSeen[]
  /** What a run covers and what it is worth; nothing of a backtest. */
  readonly notes?: readonly string[]
}

/** All fills of the run, those that are not listed any more included. */
export const fillCount = ({ fills, fillsLeftOut = 0 }: ModelRun): number => fills.length + fillsLeftOut

/** Fills that were reverted in settlement. */
export function failedFills({ fills }: Pick<ModelRun, 'fills'>): number {
  let count = 0
  for (const { status } of fills) if (status === 'failed') count += 1
  return count
}

export function rangeOf(values: readonly number[]): Range {
  return { lower: Math.min(...values), upper: Math.max(...values) }
}
