// A quote that should rest, and what became of the wish for it.

import type { Ticks } from '../amounts/price.js'
import type { Lots } from '../amounts/size.js'
import type { ConditionId } from '../market/market.js'
import type { Outcome, Side } from '../market/side.js'

/** A legal quote of one market: on the grid, at least the minimum size. */
export interface Quote {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly size: Lots
  /** Expected profit per share after the fee if filled now, in probability units; negative for a reducing quote past the fair value. */
  readonly edge: number
}

/** Where a quote stands and how large it is; the edge is not part of it. */
type Place = Pick<Quote, 'outcome' | 'side' | 'price' | 'size'>

export function isSameQuote(a: Place, b: Place | undefined): boolean {
  return b !== undefined && a.outcome === b.outcome && a.side === b.side && a.price === b.price && a.size === b.size
}

/** Same legs, prices and sizes, in the same order; the edges may differ. */
export function areSameQuotes(a: readonly Place[], b: readonly Place[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const quote = a[i]
    if (quote !== undefined && !isSameQuote(quote, b[i])) return false
  }
  return true
}

/** Why a wished quote does not rest. A closed set: each is a label of a metric. */
export const REFUSAL_REASONS = [
  // quoting
  'off-range',
  'below-minimum',
  'would-cross',
  'self-cross',
  'price-band',
  'too-many-levels',
  'not-held',
  'above-mid',
  'unconfirmed-jump',
  // risk: of one order
  'order-size',
  'order-collateral',
  'fair-distance',
  'fee-cap',
  'duplicate',
  'order-rate',
  // risk: of a market, and of all
  'halted',
  'not-signed-in',
  'paused',
  'market-not-open',
  'feed-stale',
  'no-fair-value',
  'pulled',
  'other-bot',
  'unclaimed',
  'not-selected',
  'market-changed',
  'holdings-differ',
  'clock-unsure',
  'waiting',
  'calendar',
  'reduce-only',
  'toxic',
  'strategy-fault',
  'program-fault',
  'market-position',
  'market-collateral',
  'market-loss',
  'group-loss',
  'total-position',
  'total-collateral',
  'total-loss',
  'no-collateral',
  'pair-unfunded',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export interface Refusal {
  readonly quote: Omit<Quote, 'price' | 'size'> & { readonly price: number; readonly size: number }
  readonly reason: RefusalReason
  /** What was compared with what, for a person. */
  readonly detail: string
}
