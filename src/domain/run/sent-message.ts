// Requests to a venue by what they are about, so that those of a bot that is tried can be held beside those of a recorded one.

import type { ConditionId } from '../market/market.js'
import type { OrderDraft } from '../orders/order.js'

export type RequestKind = 'submit' | 'cancel' | 'read'

/** A request of a recorded bot; times by its wall clock, milliseconds, where nothing else is said. */
export interface SentMessage {
  readonly kind: RequestKind
  readonly about: string
  readonly sentMs: number
  /** Or when the recording ended, where it was still under way. */
  readonly answeredMs: number
  /** By the monotonic clock; absent where it was never answered. */
  readonly tookMs?: number
  /** It was refused, or nothing was heard of it. */
  readonly hasFailed: boolean
  /** When the venue carried it out, by its own clock, where it told of the order. */
  readonly venueMs?: number
}

/** What a recorded bot heard of an order of its own; `venueMs` is the venue's stamp. */
export interface ToldOrder {
  readonly about: string
  readonly venueMs: number
  readonly atMs: number
}

/** Of one run or of several, each list in the order of time. */
export interface RecordedMessages {
  readonly sent: readonly SentMessage[]
  readonly told: readonly ToldOrder[]
  /** The first start: when the bot began, was signed in, and was told of its markets, as far as the recording has it. */
  readonly start: { readonly atMs?: number; readonly signedInMs?: number; readonly marketsMs?: number }
}

/** Of orders, cancels and reads of markets: those with a counterpart in the recording, and of these the very same ones: about the same, at the same time. */
export interface MatchedMessages {
  readonly messages: number
  readonly alike: number
  readonly same: number
}

/** Orders of one side of a market, and cancels of them, are about the same. */
export const aboutOrder = ({ conditionId, outcome, side }: Pick<OrderDraft, 'conditionId' | 'outcome' | 'side'>) =>
  `${conditionId} ${outcome} ${side}`

export const aboutMarket = (conditionId: ConditionId): string => conditionId
export const ABOUT_LISTING = 'markets'
