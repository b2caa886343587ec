// What a strategy of a whole group sees, and what it answers: the markets of one group of the venue side by side.

import type { RefusalReason } from '../../domain/orders/quote.js'
import type { Wish } from '../../domain/orders/wish.js'
import type { Input } from '../inputs.js'
import type { EveryField, MarketInfo, MarketView } from './market-view.js'

/** Inputs that show what is ours, not the book's: they are there for a market in which nothing may rest, too. */
export const OWN_INPUTS = ['inventory', 'ownQuotes'] as const satisfies readonly Input[]
type OwnInput = (typeof OWN_INPUTS)[number]

/** Why nothing may rest in a market now: as in its records and metrics, or that the bot does not follow it any more. */
export type StopReason = RefusalReason | 'dropped'

/** A market in which quotes may rest: what a strategy of this market alone would see. */
export type OpenMarket<I extends Input = Input, S extends string = string> = MarketView<I, S> & {
  readonly stopped?: undefined
}

/** A market in which nothing may rest now. Its book and its fair value are not shown: they may be anything. */
export type StoppedMarket<I extends Input = Input, S extends string = string> = MarketView<Extract<I, OwnInput>, S> & {
  readonly stopped: StopReason
}

export type GroupedMarket<I extends Input = Input, S extends string = string> = OpenMarket<I, S> | StoppedMarket<I, S>

interface GroupFacts {
  /** Of the venue; absent where a market has none: it is a group of one. */
  readonly groupId?: string
  /**
   * Exactly one of these markets wins: the operator says so (`markets.exclusiveGroups`), and all of them are here but those that have
   * lost meanwhile.
   */
  readonly exclusive: boolean
}

/** What of a group does not move by itself. */
export interface GroupInfo extends GroupFacts {
  readonly markets: readonly MarketInfo[]
}

export interface GroupView<I extends Input = Input, S extends string = string> extends GroupFacts {
  /** In the order in which the bot took them up; one that is over and settled is gone. */
  readonly markets: readonly GroupedMarket<I, S>[]
}

type PartialMarket = Pick<EveryField, 'market'> & Partial<EveryField> & { readonly stopped?: StopReason | undefined }

/** A view of which it is not known here what it shows. */
export interface PartialGroupView extends GroupFacts {
  readonly markets: readonly PartialMarket[]
}

/** What shall rest in one market of the group. */
export interface GroupedWish extends Omit<Wish, 'memory'> {
  /** `market.conditionId` of the market that it is for. */
  readonly conditionId: string
}

/** Everything a strategy wants resting in a group. Where a market is not named, nothing shall rest. */
export interface GroupWish<M = unknown> {
  /** One for a market at most. */
  readonly markets: readonly GroupedWish[]
  /** What the strategy is handed the next time; without one it keeps what it has. */
  readonly memory?: M
}
