// What a strategy asks for, in its own units: probabilities and shares.

import type { Outcome, Side } from '../market/side.js'

/** Named parts of a price or of a decision, such as `{ fair: 0.52, inventory: -0.01, spread: -0.02 }`: at most 12, for display and records. */
export type Terms = Readonly<Record<string, number>>

/** Terms that are only computed when somebody asks, from values that do not change any more. */
export type LazyTerms = Terms | (() => Terms)

/** What a term is, for a person. */
export interface TermNote {
  /** Such as `price`, `shares`, `s`. */
  readonly unit: string
  readonly means: string
}

/** One quote a strategy would like to rest. */
export interface WishedQuote {
  readonly outcome: Outcome
  readonly side: Side
  /**
   * Probability in (0, 1) of this outcome, possibly off the tick grid. Fees included: what a token kept may cost at most (BUY), or must
   * bring at least (SELL), after the fee of the fill.
   */
  readonly price: number
  /** Shares. */
  readonly size: number
  /** What its price is made of. */
  readonly terms?: Terms
}

/** Everything a strategy wants resting in one market. No quotes: nothing shall rest. */
export interface Wish<M = unknown> {
  readonly quotes: readonly WishedQuote[]
  /**
   * The strategy's own value of YES, a probability, before it leans against what is held. The edge of its quotes is measured by it, and what
   * rests with none of it left is cancelled at once; without one, by the fair value that the bot has from the others' book.
   */
  readonly fair?: number
  /** Why, in a few words; for display. */
  readonly note?: string
  /** What all its prices are made of; a function costs nothing until somebody asks, and stands in no record. */
  readonly terms?: LazyTerms
  /** What the strategy is handed the next time; without one it keeps what it has. */
  readonly memory?: M
}

/** What is not computed says nothing. */
const areSameTerms = (a: LazyTerms = {}, b: LazyTerms = {}) => {
  if (typeof a === 'function' || typeof b === 'function') return typeof a === typeof b
  const parts = Object.entries(a)
  return parts.length === Object.keys(b).length && parts.every(([name, value]) => b[name] === value)
}

function isSameWished(a: WishedQuote, b: WishedQuote | undefined): boolean {
  if (b === undefined || a.outcome !== b.outcome || a.side !== b.side) return false
  return a.price === b.price && a.size === b.size && areSameTerms(a.terms, b.terms)
}

/** The same quotes in the same order, and the same words about them; what is remembered is no part of it. */
export function isSameWish(a: Wish, b: Wish): boolean {
  if (a.fair !== b.fair || a.note !== b.note || a.quotes.length !== b.quotes.length) return false
  return areSameTerms(a.terms, b.terms) && a.quotes.every((quote, i) => isSameWished(quote, b.quotes[i]))
}
