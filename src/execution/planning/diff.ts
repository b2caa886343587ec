// What should rest against what does: the fewest cancels and places. Pure; keeps queue place inside the tolerances.
// A quote that was refused is simply absent from `approved`, so its order is cancelled.

import { type Lots, rawToLots } from '../../domain/amounts/size.js'
import type { Market } from '../../domain/market/market.js'
import { LEGS, legIndex } from '../../domain/market/side.js'
import { isStanding, type LivingOrder, type OpenOrder, type StandingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Instant } from '../../domain/time.js'
import { buyCost, sellProceeds } from '../../models/fee-adjusted.js'
import { type Matching, matchedLeftMs, matchedMs } from './lifetime.js'
import { pairUp } from './pair-up.js'

export interface DiffSettings extends Matching {
  /** Ticks a resting price may be off, and what it costs with the fee that it signed. */
  readonly repriceTicks: number
  /** Share of the size a resting order may be off. */
  readonly resizeFraction: number
  /** An order is renewed when less than this share of the life in which it is matched is left. */
  readonly renewBeforeFraction: number
  /** Whether an order that no journal of ours names may be kept. */
  readonly reconcile?: { readonly orphans: 'adopt' | 'cancel' }
}

export type ReplaceReason = 'reprice' | 'resize' | 'renew'

export interface Replacement {
  readonly order: StandingOrder
  readonly quote: Quote
  readonly reason: ReplaceReason
  /** Larger is more pressing. Ticks off, what the fee makes of them included, for a reprice. */
  readonly urgency: number
}

/** What is still on its way cannot be cancelled yet. */
export interface OpenReplacement extends Replacement {
  readonly order: OpenOrder
}

export function isOpen(replacement: Replacement): replacement is OpenReplacement {
  return replacement.order.phase === 'open'
}

export interface MarketDiff {
  /** Cancelled at once: not wanted, with most of its edge gone, dearer without any where it cannot be replaced, or larger than a limit that is passed allows. */
  readonly cancels: readonly StandingOrder[]
  /** Cancelled when the budget can also place the successor. */
  readonly replacements: readonly Replacement[]
  /** Approved and not resting. */
  readonly missing: readonly Quote[]
}

/** A resting order that keeps less than this share of the wanted edge is pulled without waiting for a budget. */
const EDGE_KEPT = 0.1

export interface DiffInput {
  readonly market: Market
  readonly approved: readonly Quote[]
  readonly orders: readonly LivingOrder[]
  readonly now: Instant
  readonly settings: DiffSettings
  readonly isOverLimit?: (() => boolean) | undefined
  readonly givesRoom?: boolean | undefined
  /** Nothing may be placed now: what is cancelled has no successor, and what stays is not replaced. */
  readonly isClosed?: boolean | undefined
  /** Rate that a fill of an order signed now pays, basis points; absent where makers are free. */
  readonly paidBps?: number | undefined
}

/** Ticks by which the order is more aggressive than the quote; negative when it is more timid. */
function aggression(order: StandingOrder, quote: Quote): number {
  return order.draft.side === 'BUY' ? order.draft.price - quote.price : quote.price - order.draft.price
}

/** Ticks that a fill of the order costs more because it was signed at another rate than one would be now: it pays what it signed. */
function feeTicks({ draft, origin }: StandingOrder, { paidBps, market: { ticksPerUnit } }: DiffInput): number {
  // nobody has told what an order by another hand was signed at
  if (paidBps === undefined || draft.feeRateBps === paidBps || origin === 'listed') return 0
  const price = draft.price / ticksPerUnit
  const cost = (bps: number) => (draft.side === 'BUY' ? buyCost(price, bps) : -sellProceeds(price, bps))
  return (cost(draft.feeRateBps) - cost(paidBps)) * ticksPerUnit
}

/** Ticks by which a fill of the order costs more, or brings less, than one of the quote would. */
function dearness(order: StandingOrder, quote: Quote, input: DiffInput): number {
  return aggression(order, quote) + feeTicks(order, input)
}

function isDangerous(order: StandingOrder, quote: Quote, input: DiffInput): boolean {
  const dearer = dearness(order, quote, input)
  if (dearer <= 0) return false
  // a reducing quote may be wished past the fair value; there is no edge to keep then, and no more is paid than is wished
  if (quote.edge <= 0) return input.isClosed === true && dearer > input.settings.repriceTicks
  return quote.edge - dearer / input.market.ticksPerUnit < quote.edge * EDGE_KEPT
}

/** The tolerance of sizes is none where a limit is passed, as after it was lowered; that of prices neither where others find no room. */
function isTooLarge(order: StandingOrder, quote: Quote, { market, isOverLimit, givesRoom }: DiffInput): boolean {
  const isLarger = rawToLots(order.restingRaw, market.lotRaw) > quote.size
  if (givesRoom === true) return isLarger || aggression(order, quote) > 0
  return isLarger && isOverLimit?.() === true
}

/** Share of its matched life that is left when an order is renewed: spread over the orders so that they do not come due together, never all of it. */
function renewsAt(order: StandingOrder, { renewBeforeFraction }: DiffSettings): number {
  const jitter = ((order.intentId * 0.6180339887) % 1) * 0.5
  return renewBeforeFraction + jitter * Math.min(renewBeforeFraction, 1 - renewBeforeFraction)
}

function replaceReason(order: StandingOrder, quote: Quote, input: DiffInput): Replacement | undefined {
  const { settings, market, now } = input
  // an order that costs no more than wanted at a better price, as one signed before the fee rose, is worth its place
  const off = Math.max(dearness(order, quote, input), -aggression(order, quote))
  if (off > settings.repriceTicks) return { order, quote, reason: 'reprice', urgency: 1 + off }
  const resting: Lots = rawToLots(order.restingRaw, market.lotRaw)
  if (Math.abs(resting - quote.size) > quote.size * settings.resizeFraction) {
    return { order, quote, reason: 'resize', urgency: resting > quote.size ? 3 : 1 }
  }
  // whatever happens to the bot, what it leaves behind dies by itself
  if (order.draft.expirationSec === 0) return { order, quote, reason: 'renew', urgency: 2 }
  const leftMs = matchedLeftMs(order.draft, now.venueMs, settings)
  const wholeMs = matchedMs(settings)
  if (leftMs < renewsAt(order, settings) * wholeMs) {
    // the closer the end, the more pressing; an order about to die is as urgent as a large reprice
    return { order, quote, reason: 'renew', urgency: 2 + 4 * (1 - leftMs / wholeMs) }
  }
  return undefined
}

const isKnown = ({ origin }: StandingOrder) => origin !== 'listed'

export function diffMarket(input: DiffInput): MarketDiff {
  const { approved, settings } = input
  const cancels: StandingOrder[] = []
  const replacements: Replacement[] = []
  const missing: Quote[] = []
  const standing = input.orders.filter(isStanding)
  const keepable = settings.reconcile?.orphans === 'cancel' ? standing.filter(isKnown) : standing
  const orderOf = pairLegs(approved, keepable, settings.repriceTicks)
  let paired = 0
  for (const [i, quote] of approved.entries()) {
    const order = orderOf[i]
    if (!order) {
      missing.push(quote)
      continue
    }
    paired++
    if (isDangerous(order, quote, input) || isTooLarge(order, quote, input)) {
      cancels.push(order)
      missing.push(quote)
      continue
    }
    const replacement = replaceReason(order, quote, input)
    if (replacement) replacements.push(replacement)
  }
  if (paired < standing.length) for (const order of standing) if (!orderOf.includes(order)) cancels.push(order)
  return { cancels, replacements, missing }
}

/** All of one market: which order stands for each of the quotes. */
function pairLegs(
  quotes: readonly Quote[],
  orders: readonly StandingOrder[],
  repriceTicks: number,
): readonly (StandingOrder | undefined)[] {
  const pairs = quotes.map((): StandingOrder | undefined => undefined)
  for (let leg = 0; leg < LEGS; leg++) {
    if (!hasLeg(quotes, leg)) continue
    const wanted = quotes.filter((quote) => legIndex(quote) === leg)
    const resting = orders.filter(({ draft }) => legIndex(draft) === leg)
    const [quote, order] = [wanted[0], resting[0]]
    if (quote === undefined || order === undefined) continue
    if (wanted.length === 1 && resting.length === 1) pairs[quotes.indexOf(quote)] = order
    else for (const [one, its] of pairUp(wanted, resting, repriceTicks)) pairs[quotes.indexOf(one)] = its
  }
  return pairs
}

function hasLeg(quotes: readonly Quote[], leg: number): boolean {
  for (const quote of quotes) if (legIndex(quote) === leg) return true
  return false
}
