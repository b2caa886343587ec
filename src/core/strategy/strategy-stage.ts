// state -> strategy -> quoting: what the core asks of whichever stage calls the strategy, for each market alone or for groups of them.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Instant } from '../../domain/time.js'
import type { FeeBook } from '../../execution/fees/fee-book.js'
import type { Breach } from '../../risk/limits/breach.js'
import type { Beliefs } from '../../state/beliefs.js'
import { sourcePlace } from '../../strategy/call-strategy.js'
import type { AnyQuoter } from '../../strategy/parse-params.js'
import type { Cell, Cells } from '../cells.js'
import type { CoreSettings } from '../settings.js'
import type { Cautions } from '../standing/cautions.js'
import type { MarketFaults } from '../standing/market-faults.js'
import type { WantedQuotes } from './wanted-quotes.js'

type SlowStrategy = Extract<CoreEvent, { kind: 'strategy-slow' }>

export interface StrategyStageParts {
  readonly beliefs: Beliefs
  readonly fees: Pick<FeeBook, 'rateBps'>
  readonly settings: CoreSettings
  readonly cautions: Cautions
  readonly cells: Cells
  readonly faults: MarketFaults
  readonly onProgramFault: (conditionId: ConditionId, error: unknown, at: Instant) => void
  readonly risk: () => RiskAsked
}

export interface RiskAsked {
  /** Why nothing of a market may rest now. */
  stopOf(conditionId: ConditionId, at: Instant): Breach | undefined
  /** Raw collateral that a bid of the market may lock at most. */
  lockableRaw(market: Market): bigint
}

export interface StrategyStage {
  /** The strategy is shown where nothing may rest, and wishes for nothing there: it is asked anew when that is otherwise. */
  readonly showsStops: boolean
  isSlowed(conditionId: ConditionId): boolean
  /** What was measured of the strategy, outside the core. */
  hear(event: CoreEvent): void
  /**
   * The cells to be requoted, in their order: the marked ones, and others whose wish has become another by them. `calls`: how often
   * strategies may be asked this time; as often as need be by default.
   */
  begin(marked: readonly Cell[], at: Instant, calls?: number): readonly Cell[]
  /** Nothing rests in the market now: its strategy is asked anew when that is over. */
  leave(cell: Cell): WantedQuotes
  /** The wish for the market, made legal beside what is believed now. */
  wantedQuotes(cell: Cell, market: Market, at: Instant): WantedQuotes
  /** The market is over and settled. */
  remove(cell: Cell): void
}

/** A slow strategy is asked this often. */
export const SLOWED_MS = 1000

/** Why a strategy is slowed down: as measured, with its file. */
export function slowWords({ durationMs, allowedMs }: SlowStrategy, { source }: Pick<AnyQuoter, 'source'>): string {
  const place = sourcePlace(source)
  return `it took ${durationMs.toFixed(1)} ms, allowed ${allowedMs} ms, again and again${place === undefined ? '' : ` (${place})`}`
}
