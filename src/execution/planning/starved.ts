// Markets that wait for nothing but a budget to write, and which of them it goes to: the most pressing of all, not those that changed last.

import type { ConditionId } from '../../domain/market/market.js'
import type { Quote } from '../../domain/orders/quote.js'

export interface Pressure {
  /** Of the most pressing replacement that waits; 0 without one. */
  readonly urgency: number
  /** Expected profit of what is missing; -Infinity where nothing is. */
  readonly edge: number
}

const NONE: Pressure = { urgency: 0, edge: Number.NEGATIVE_INFINITY }

/** Adds what presses in a market to what was known of it. */
export function press(
  starved: Map<ConditionId, Pressure>,
  conditionId: ConditionId,
  { urgency = NONE.urgency, edge = NONE.edge }: Partial<Pressure>,
): void {
  const known = starved.get(conditionId) ?? NONE
  starved.set(conditionId, { urgency: Math.max(known.urgency, urgency), edge: Math.max(known.edge, edge) })
}

/** What there is to write with. */
export interface Room {
  /** Requests that nobody was promised. */
  readonly writes: number
  /** Routine reprices have room of their own. */
  readonly mayReplace: boolean
}

/** As many markets as the room may serve, replacements and placements each: who is planned in vain costs as much as who is not. */
export function mostPressing(starved: ReadonlyMap<ConditionId, Pressure>, { writes, mayReplace }: Room): ConditionId[] {
  if (writes <= 0) return []
  const most = (key: keyof Pressure): ConditionId[] =>
    [...starved]
      .filter(([, pressure]) => pressure[key] > NONE[key])
      .sort(([, a], [, b]) => b[key] - a[key])
      .slice(0, writes)
      .map(([conditionId]) => conditionId)
  return [...new Set([...(mayReplace ? most('urgency') : []), ...most('edge')])]
}

/** Any edge is less. */
const A_RANK = 1

/**
 * Expected profit of a market's missing quotes. Sales come first, they free capital; then legs that were never quoted (`isFirst`), so that
 * each market gets its pair before those that are filled again and again are quoted anew.
 */
export function edgeOf(quotes: readonly Quote[], isFirst: (quote: Quote) => boolean): number {
  const rankOf = (quote: Quote) => (quote.side === 'SELL' ? 2 * A_RANK : isFirst(quote) ? A_RANK : 0)
  return quotes.reduce((best, quote) => Math.max(best, quote.edge + rankOf(quote)), -1)
}
