// What a bot is put together from, and whom it tells of its work.

import type { CoreSettings } from '../core/settings.js'
import type { ChainWorker } from '../domain/account/chain-transaction.js'
import type { Hex } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Standing, StandingChange } from '../domain/run/standing.js'
import type { Clock } from '../domain/time.js'
import type { Journal } from '../execution/journal/journal.js'
import type { FormerLine } from '../execution/journal/journal-line.js'
import type { MarketChoice } from '../feed/schema.js'
import type { SelectedMarkets } from '../feed/select-markets.js'
import type { SignalSource } from '../signals/signal-source.js'
import type { MarketData } from '../venue/market-data.js'
import type { Trading } from '../venue/trading.js'
import type { BotBudget } from './bot-budget.js'
import type { MarketClaiming } from './claim-desk.js'
import type { VenueClockReading } from './clock-watch.js'
import type { LoopTap } from './loop.js'
import type { MassCancelNews } from './mass-cancel.js'
import type { StandingKeeper } from './standing-watch.js'

export interface BotTap extends LoopTap {
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, details?: Record<string, unknown>): void
  /** A call of the strategy, and how long it took. */
  asked?(durationMs: number): void
  /** A source of signals could not be read. */
  signalFailed?(source: string): void
  /** The venue's list was looked at: what was there, and what was chosen of it. */
  looked?(found: SelectedMarkets): void
  /** The connection of the feeds is there, or lost. */
  link?(state: 'up' | 'down'): void
  /** The bot is halted, resumed, waits, and so on. */
  standing?(change: StandingChange): void
  /** Everything is cancelled beside the core, and verified or not. */
  massCancel?(news: MassCancelNews): void
}

/** What changes while it runs. */
export interface BotChange {
  readonly event: Omit<Extract<CoreInput, { kind: 'settings' }>, 'kind'>
  /** Absent where it is as before. */
  readonly choice?: MarketChoice
  readonly slowAfterMs: number
}

export interface BotParts {
  readonly settings: CoreSettings
  /** A call of the strategy that takes longer, in milliseconds, is slow; absent: none is. */
  readonly slowAfterMs?: number
  readonly choice: MarketChoice
  readonly marketData: MarketData
  readonly trading: Trading
  readonly journal: Pick<Journal, 'append'>
  /** Carries transactions out; absent: there is no chain. */
  readonly chain?: ChainWorker
  /** Orders of former runs that may still live. */
  readonly recovered: readonly FormerLine[]
  /** Hashes of orders of former runs that ended, and could rest again. */
  readonly past?: ReadonlySet<Hex>
  /** Halts, pauses and P&L of former runs. */
  readonly restored?: Standing | undefined
  /** What is to be verified before anything is placed; absent: nothing. */
  readonly verify?: Omit<Extract<CoreInput, { kind: 'verify' }>, 'kind'>
  /** Where they are kept; absent: nowhere. */
  readonly keeper?: StandingKeeper
  /** Chance of this run, a whole number; absent: the same each time. */
  readonly seed?: number
  readonly clock: Clock
  readonly venueClock: VenueClockReading
  readonly budget: BotBudget
  /** Bots divide the markets; absent: all that is selected is ours. */
  readonly claims?: MarketClaiming | undefined
  /** Where values from outside come from. */
  readonly signals?: readonly SignalSource[]
  readonly tap: BotTap
}
