// How careful a market is to be quoted, said again from the settings and the time alone: each entry of the calendar looked at anew.

import type { Market } from '../../../src/domain/market/market.js'
import type { WishedQuote } from '../../../src/domain/orders/wish.js'
import type { RiskLimits } from '../../../src/risk/schema.js'

/** A smaller correction of the venue's clock is seen with the next look around. */
const SMALL_STEP_MS = 250

export interface Care {
  readonly widen: number
  readonly mayAdd: boolean
  /** No entry begins or ends about now. */
  readonly isSure: boolean
}

export function plainCare(calendar: RiskLimits['calendar'] = [], market: Market, venueMs: number): Care {
  let isSure = true
  const now = calendar.filter((entry) => {
    const times: Record<string, number | undefined> = {
      'kick-off': market.matchStartMs,
      'match-end': market.matchEndMs,
      close: market.endMs,
    }
    const at = entry.at in times ? times[entry.at] : new Date(entry.at).getTime()
    const isNamed = !entry.markets || [market.id, market.conditionId].some((id) => entry.markets?.includes(id))
    const isTagged = !entry.tags || market.tagSlugs.some((tag) => entry.tags?.includes(tag))
    if (at === undefined || !isNamed || !isTagged) return false
    const [from, until] = [at - 1000 * (entry.beforeSec ?? 0), at + 1000 * (entry.afterSec ?? 0)]
    isSure &&= Math.abs(venueMs - from) > SMALL_STEP_MS && Math.abs(venueMs - until) > SMALL_STEP_MS
    return venueMs >= from && venueMs < until
  })
  return {
    widen: Math.max(1, ...now.map(({ action, factor }) => (action === 'widen' ? factor : 1))),
    mayAdd: now.every(({ action }) => action !== 'reduce-only'),
    isSure,
  }
}

/** A bid below what the token is worth `times` as far below it; there are no other quotes of the plain strategies. */
export function further(quotes: readonly WishedQuote[], fair: number | undefined, times: number): WishedQuote[] {
  return quotes.map((quote) => {
    if (fair === undefined || times === 1) return quote
    const worth = quote.outcome === 0 ? fair : 1 - fair
    return quote.price < worth ? { ...quote, price: worth - times * (worth - quote.price) } : quote
  })
}

export interface Ramped {
  readonly share: number
  readonly market: Market
  readonly netRaw: bigint
}

/** Of the bids, but for what they take from what is held, so much less, but what the market takes at least. */
export function smaller(quotes: readonly WishedQuote[], { share, market, netRaw }: Ramped): WishedQuote[] {
  const least = Number(BigInt(market.minLots) * market.lotRaw) / Number(market.unitRaw)
  let held = Math.abs(Number(netRaw)) / Number(market.unitRaw)
  return quotes.map((quote) => {
    if (share === 1) return quote
    const takes = (quote.outcome === 0 ? netRaw < 0n : netRaw > 0n) ? Math.min(held, quote.size) : 0
    held -= takes
    return { ...quote, size: Math.min(quote.size, Math.max(takes + share * (quote.size - takes), least)) }
  })
}
