// Puts the bot together from its parts.

import type { Config } from '../config.js'
import { QuoinError } from '../domain/error.js'
import type { Clock } from '../domain/time.js'
import type { Journal, OpenedJournal } from '../execution/journal/journal.js'
import type { MarketData } from '../venue/market-data.js'
import type { BudgetGate } from '../venue/session/budget-gate.js'
import type { VenueClock } from '../venue/session/venue-clock.js'
import type { Trading } from '../venue/trading.js'
import type { Bot, BotTap } from './bot.js'
import type { LoadedStrategy } from './load-strategy.js'

export interface BotParts {
  readonly config: Config
  readonly strategy: LoadedStrategy
  readonly marketData: MarketData
  /** Live: the venue. Paper: simulated fills. */
  readonly trading: Trading
  readonly clock: Clock
  readonly venueClock: VenueClock
  readonly gate: BudgetGate
  /** Absent on paper. */
  readonly journal?: Journal
  readonly recovered: OpenedJournal['recovered']
  readonly tap: BotTap
}

export type CreateBot = (parts: BotParts) => Bot

export const createBot: CreateBot = () => {
  throw new QuoinError('internal', 'expected a pipeline, got none')
}
