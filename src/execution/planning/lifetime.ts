// How long an order lives by itself, and how much of that the venue matches it in: not in the last seconds before its expiration. It is renewed
// in time for those, not for its end. Renewal of all quotes may take a fifth of the write budget.
//
//   matched = life - stopMatchingBefore

import type { OrderDraft } from '../../domain/orders/order.js'

export interface LifetimeInput {
  /** `auto`, or seconds. */
  readonly configured: number | 'auto'
  /** Quotes that rest at once. */
  readonly quotes: number
  readonly writesPerMinute: number
  /** The venue's margin before an expiration and its shortest life, seconds. */
  readonly stopMatchingBeforeSec: number
  readonly minLifetimeSec: number
}

const SHORTEST_SEC = 60
const LONGEST_SEC = 300
const RENEWAL_SHARE = 0.2
/** Of the life that is meant, matched at least: an order that dies when the venue stops matching it would rest for nothing. */
const MATCHED_SHARE = 0.5
/** From a decision to the venue: two seconds at most until the order leaves, the way, and how far off its clock may be taken for. */
const ON_THE_WAY_SEC = 5

/**
 * Whole seconds. `auto` lies between 60 and 300 and lets renewals take a fifth of the writes; either is longer where little of it is matched, or
 * where the venue would not take it any more when it comes.
 */
export function orderLifetimeSec(input: LifetimeInput): number {
  const { stopMatchingBeforeSec, minLifetimeSec } = input
  const meant = input.configured === 'auto' ? autoSec(input) : input.configured
  const matched = stopMatchingBeforeSec + Math.max(minLifetimeSec, meant * MATCHED_SHARE)
  const taken = minLifetimeSec === 0 ? 0 : minLifetimeSec + ON_THE_WAY_SEC
  return Math.max(meant, Math.ceil(matched), Math.ceil(taken))
}

function autoSec({ quotes, writesPerMinute, stopMatchingBeforeSec }: LifetimeInput): number {
  if (!(writesPerMinute > 0)) return LONGEST_SEC
  const needed = stopMatchingBeforeSec + (quotes * 60) / (writesPerMinute * RENEWAL_SHARE)
  return Math.min(LONGEST_SEC, Math.max(SHORTEST_SEC, Math.ceil(needed)))
}

/** What the venue does with the life that orders are given. */
export interface Matching {
  /** Lifetime given to new orders, seconds. */
  readonly lifetimeSec: number
  /** The venue matches no order so close to its expiration, seconds. */
  readonly stopMatchingBeforeSec: number
}

/** Milliseconds of its life in which a new order is matched. */
export function matchedMs({ lifetimeSec, stopMatchingBeforeSec }: Matching): number {
  return Math.max(1, lifetimeSec - stopMatchingBeforeSec) * 1000
}

/** Milliseconds that are left of them to an order with an expiration; below 0 once it is matched no more. */
export function matchedLeftMs(
  { expirationSec }: Pick<OrderDraft, 'expirationSec'>,
  venueMs: number,
  { stopMatchingBeforeSec }: Pick<Matching, 'stopMatchingBeforeSec'>,
): number {
  return (expirationSec - stopMatchingBeforeSec) * 1000 - venueMs
}

/** With less than this share of its matched life left an order is renewed whatever the pace says. */
const LAST_CALL = 0.12

/** The order is about to be matched no more. */
export function isLastCall(draft: Pick<OrderDraft, 'expirationSec'>, venueMs: number, settings: Matching): boolean {
  return matchedLeftMs(draft, venueMs, settings) < LAST_CALL * matchedMs(settings)
}

const SOONEST_RENEWAL_MS = 500
/** No order is renewed with a larger share of its matched life left, times `renewBeforeFraction`. */
const MOST_JITTER = 1.5

/** In how many milliseconds the first of these orders may have to be renewed; never where none ends by itself. */
export function firstRenewalInMs(
  orders: readonly { readonly draft: Pick<OrderDraft, 'expirationSec'> }[],
  venueMs: number,
  settings: Matching & { readonly renewBeforeFraction: number },
): number {
  let firstMs = Number.POSITIVE_INFINITY
  for (const { draft } of orders) {
    if (draft.expirationSec === 0) continue
    const renewInMs =
      matchedLeftMs(draft, venueMs, settings) - settings.renewBeforeFraction * matchedMs(settings) * MOST_JITTER
    firstMs = Math.min(firstMs, Math.max(SOONEST_RENEWAL_MS, renewInMs))
  }
  return firstMs
}

/** How many two-sided markets a write budget can renew at the longest life. */
export function marketsThatFit(writesPerMinute: number, stopMatchingBeforeSec = 0): number {
  return Math.floor((writesPerMinute * RENEWAL_SHARE * (LONGEST_SEC - stopMatchingBeforeSec)) / 60 / 2)
}
