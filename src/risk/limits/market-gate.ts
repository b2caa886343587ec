// Gates that stop a whole market or a price before any limit is looked at.

import { probability } from '../../domain/amounts/price.js'
import type { Market } from '../../domain/market/market.js'
import { yesTicks } from '../../domain/market/yes-view.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { NotOurs } from '../../domain/run/market-claim.js'
import type { Halt, Pause, Wait } from '../../domain/run/standing.js'
import { haltWords, pauseWords, waitWords } from '../../domain/run/standing-words.js'
import type { RiskLimits } from '../schema.js'
import type { Breach } from './breach.js'

/** Whether a market can be quoted now. */
export interface MarketReadiness {
  /** OPEN and REGISTERED. */
  readonly open: boolean
  /** Its book can be trusted. */
  readonly fresh: boolean
  readonly staleReason?: string
  /** Why there is no fair value that may be quoted on. */
  readonly noFair?: string | undefined
  /** By a person. */
  readonly paused?: Omit<Pause, 'conditionId'> | undefined
  /** What keeps a market with a good book from being quoted for a while. */
  readonly pulled?:
    | NotOurs
    | { readonly reason: 'market-changed' | 'pulled' | 'holdings-differ'; readonly detail: string }
    | undefined
}

export interface GateInput {
  /** Set while everything is stopped until a person resumes it. */
  readonly halted?: Halt | undefined
  /** Set while the bot waits for what passes by itself. */
  readonly waiting?: Wait | undefined
  /** While the sign-in cannot be renewed, the last token is for cancels. */
  readonly signedIn: boolean
  /** Error bound of the venue's clock, milliseconds. */
  readonly clockErrorMs: number
  /** Set while the venue's clock is not believed at all. */
  readonly clockReason?: string | undefined
}

/** Why nothing of the market may rest now; `undefined` when it may. */
export function marketStop(
  market: MarketReadiness | undefined,
  { halted, waiting, signedIn, clockErrorMs, clockReason }: GateInput,
  limits: Pick<RiskLimits, 'maxClockErrorMs'>,
): Breach | undefined {
  if (halted !== undefined) return { reason: 'halted', detail: haltWords(halted) }
  if (!signedIn) return { reason: 'not-signed-in', detail: 'not signed in' }
  if (market === undefined) return { reason: 'market-not-open', detail: 'nothing is known of the market' }
  if (market.paused !== undefined) return { reason: 'paused', detail: pauseWords(market.paused) }
  if (!market.open) return { reason: 'market-not-open', detail: 'the market is not open for trading' }
  if (market.pulled !== undefined) return market.pulled
  if (!market.fresh) return { reason: 'feed-stale', detail: market.staleReason ?? 'the book is not fresh' }
  if (market.noFair !== undefined) return { reason: 'no-fair-value', detail: market.noFair }
  if (clockReason !== undefined) return { reason: 'clock-unsure', detail: clockReason }
  // an error that is not a number is no reassurance either
  if (!(clockErrorMs <= limits.maxClockErrorMs)) {
    return { reason: 'clock-unsure', detail: `clock error: ${clockErrorMs} ms, allowed ${limits.maxClockErrorMs} ms` }
  }
  if (waiting !== undefined) return { reason: 'waiting', detail: waitWords(waiting) }
  return undefined
}

/** Whether the quote's price of YES lies outside the band; both ends are inside. */
export function outsideBand(
  quote: Quote,
  market: Pick<Market, 'ticksPerUnit'>,
  { priceBand: { min, max } }: Pick<RiskLimits, 'priceBand'>,
): Breach | undefined {
  const price = probability(yesTicks(quote.outcome, quote.price, market.ticksPerUnit), market.ticksPerUnit)
  // far below one tick: 1 - 0.98 and 0.02 are the same price
  const tolerance = 1e-9
  if (price >= min - tolerance && price <= max + tolerance) return undefined
  return { reason: 'price-band', detail: `price of YES: ${price}, allowed ${min} to ${max}` }
}
