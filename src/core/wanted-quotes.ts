// What should rest in one market before risk: the strategy's wish, made legal.

import type { FairValue } from '../domain/fair-value.js'
import type { Market } from '../domain/market.js'
import { isStanding, type LivingOrder } from '../domain/own-order.js'
import type { Quote, Refusal } from '../domain/quote.js'
import type { Outcome } from '../domain/side.js'
import type { Instant } from '../domain/time.js'
import type { Wish } from '../domain/wish.js'
import type { FeeBook } from '../execution/fees/fee-book.js'
import { applyRules } from '../quoting/apply-rules.js'
import type { QuotingContext } from '../quoting/quoting-context.js'
import type { RulesMemo } from '../quoting/rules-memo.js'
import type { Beliefs } from '../state/beliefs.js'
import type { FeedHealth } from '../state/market/feeds.js'
import { buildView } from '../strategy/build-view.js'
import { callStrategy } from '../strategy/call-strategy.js'
import type { CoreSettings } from './settings.js'

export interface WantedQuotes {
  readonly quotes: readonly Quote[]
  readonly refused: readonly Refusal[]
  /** Fair probability of YES that the strategy used. */
  readonly fair?: number
  readonly note?: string
}

export const NOTHING_WANTED: WantedQuotes = { quotes: [], refused: [] }

export interface WantedInput {
  readonly market: Market
  readonly at: Instant
  readonly beliefs: Beliefs
  readonly fees: Pick<FeeBook, 'rateBps'>
  readonly settings: CoreSettings
  readonly memo: RulesMemo
  /** Made legal instead of asking the strategy. */
  readonly wish?: Wish
}

/** Throws a `StrategyFault` for what the strategy did. */
export function wantedQuotes(input: WantedInput): { readonly wanted: WantedQuotes; readonly wish: Wish } {
  const { market, at, beliefs, fees, settings, memo } = input
  const { conditionId } = market
  const others = beliefs.others(market)
  const fair = beliefs.estimates.fair(market)
  const feeRateBps = settings.makerPaysFee ? (fees.rateBps(conditionId) ?? market.feeRateBps) : 0
  const { tokensRaw } = beliefs.positions.position(market)
  const orders = beliefs.orders.livingOf(conditionId)
  const view = () =>
    buildView({
      market,
      others,
      nowVenueMs: at.venueMs,
      fair: fair && asSeen(fair, beliefs.feeds.health(conditionId, at.monoMs)),
      volatility: beliefs.estimates.volatility(conditionId),
      tokensRaw,
      feeRateBps,
      orders,
    })
  const ask = () => callStrategy(settings.quoter, view())
  const wish = input.wish ?? settings.measured?.(conditionId, ask) ?? ask()
  const context: QuotingContext = {
    market,
    others,
    heldRaw: [beliefs.funds.heldRaw(conditionId, 0), beliefs.funds.heldRaw(conditionId, 1)],
    feeRateBps,
    netRaw: tokensRaw[0] - tokensRaw[1],
    ...(fair === undefined ? {} : boundsOf(fair)),
    useHeld: settings.execution.useHeldTokens,
    bidding: biddingOn(orders),
    band: settings.risk.priceBand,
    maxLevels: settings.maxLevels,
  }
  const { quotes, refused } = applyRules(wish, context, memo)
  return {
    wish,
    wanted: {
      quotes,
      refused,
      ...(wish.fair === undefined ? {} : { fair: wish.fair }),
      ...(wish.note === undefined ? {} : { note: wish.note }),
    },
  }
}

/** Without the socket, a book is as old as the last poll. */
function asSeen(fair: FairValue, { health, ageMs }: FeedHealth): FairValue {
  if (health !== 'polled') return fair
  return { ...fair, degraded: true, ageMs: Math.max(fair.ageMs, ageMs) }
}

function boundsOf({ p, mid, jump }: FairValue): Pick<QuotingContext, 'fair' | 'mid' | 'jump'> {
  return { fair: p, jump, ...(mid === undefined ? {} : { mid }) }
}

/** Outcomes on which a bid rests, or is on its way, and is not being cancelled. */
function biddingOn(orders: readonly LivingOrder[]): Pick<ReadonlySet<Outcome>, 'has'> {
  const isBid = (order: LivingOrder, outcome: Outcome) =>
    order.draft.outcome === outcome && order.draft.side === 'BUY' && isStanding(order)
  return { has: (outcome) => orders.some((order) => isBid(order, outcome)) }
}

/** Same legs, prices and sizes; the edge may differ. */
export function sameQuotes(a: readonly Quote[], b: readonly Quote[]): boolean {
  return (
    a.length === b.length &&
    a.every((quote, i) => {
      const other = b[i]
      return (
        other !== undefined &&
        quote.outcome === other.outcome &&
        quote.side === other.side &&
        quote.price === other.price &&
        quote.size === other.size
      )
    })
  )
}
