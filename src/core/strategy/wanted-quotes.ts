// What should rest in one market before risk: the strategy's wish, made legal beside what is believed now.

import type { FairValue } from '../../domain/market/fair-value.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import { isStanding, type LivingOrder } from '../../domain/orders/own-order.js'
import type { Refusal } from '../../domain/orders/quote.js'
import type { LazyTerms, Wish, WishedQuote } from '../../domain/orders/wish.js'
import type { Instant } from '../../domain/time.js'
import type { FeeBook } from '../../execution/fees/fee-book.js'
import { applyRules, type Worth, withEdges } from '../../quoting/apply-rules.js'
import type { GridQuote, QuotingContext } from '../../quoting/quoting-context.js'
import type { RulesMemo } from '../../quoting/rules-memo.js'
import { cautious } from '../../risk/caution/caution.js'
import { areWithinOrderLimits, reduceOnlyFor, withinOrderLimits } from '../../risk/limits/order-limits.js'
import type { Beliefs } from '../../state/beliefs.js'
import type { FeedHealth } from '../../state/market/feeds.js'
import type { FactSource, Facts } from '../../strategy/view/facts.js'
import type { MarketInfo } from '../../strategy/view/market-view.js'
import { paidBps } from '../paid-rate.js'
import type { CoreSettings } from '../settings.js'
import type { Cautions } from '../standing/cautions.js'

export interface WantedQuotes {
  /** Legal; what they earn is told where they are ranked. */
  readonly quotes: readonly GridQuote[]
  readonly worth: Worth
  readonly refused: readonly Refusal[]
  /** Fair probability of YES that the strategy used. */
  readonly fair?: number
  readonly note?: string
  readonly terms?: LazyTerms | undefined
  /** As the strategy wished them. */
  readonly wished: readonly WishedQuote[]
  /** Nothing may add to the position, whatever the strategy wishes: what rests may not either. */
  readonly reduceOnly?: true
  /** How much more careful it is quoted than wished, and why. */
  readonly cautions?: readonly string[]
  /** Of the strategy's memory. */
  readonly memoryHash?: string
  /** The memory itself, when it is time to tell it. */
  readonly memory?: unknown
}

export const NOTHING_WANTED: WantedQuotes = {
  quotes: [],
  worth: { value: undefined, feeRateBps: 0 },
  refused: [],
  wished: [],
}

type Draft = { -readonly [K in keyof WantedQuotes]: WantedQuotes[K] }

export interface FactParts {
  readonly beliefs: Beliefs
  readonly fees: Pick<FeeBook, 'rateBps'>
  readonly settings: CoreSettings
}

export interface WantedParts extends FactParts {
  readonly cautions: Cautions
  /** Collateral that a bid of a market may lock at most, raw. */
  readonly risk: () => { lockableRaw(market: Market): bigint }
}

/** What is kept of a market for its strategy. */
interface Asked {
  readonly source: FactSource
  info(market: Market): MarketInfo
}

/** What is believed of a market now, as far as strategy and quoting ask for it. */
export function factsOf(market: Market, asked: Asked, at: Instant, { beliefs, fees, settings }: FactParts): Facts {
  const { conditionId } = market
  const fair = beliefs.estimates.fair(market)
  const isStreamed = beliefs.feeds.trustsSocket(conditionId, at.monoMs)
  return {
    market,
    info: asked.info(market),
    at,
    source: asked.source,
    others: beliefs.others(market),
    fair: fair === undefined || isStreamed ? fair : asSeen(fair, beliefs.feeds.health(conditionId, at.monoMs)),
    tokensRaw: beliefs.positions.tokensRaw(conditionId),
    feeRateBps: paidBps(market, fees, settings) ?? 0,
    orders: beliefs.orders.livingOf(conditionId),
  }
}

export function wantedQuotes(
  wish: Wish,
  facts: Facts,
  memo: RulesMemo,
  { beliefs, fees, settings, cautions, risk }: WantedParts,
): WantedQuotes {
  const { market, others, tokensRaw, feeRateBps, fair, orders } = facts
  const heldRaw = beliefs.funds.heldOf(market.conditionId)
  const useHeld = settings.execution.useHeldTokens && (heldRaw[0] !== 0n || heldRaw[1] !== 0n)
  const netRaw = tokensRaw[0] - tokensRaw[1]
  const context: QuotingContext = {
    market,
    others,
    heldRaw,
    feeRateBps,
    netRaw,
    fair: fair?.p,
    mid: fair?.mid,
    jump: fair?.jump ?? 0,
    useHeld,
    bidding: useHeld ? biddingOn(orders) : undefined,
    collateral: useHeld ? rawToShares(risk().lockableRaw(market), market) : undefined,
    band: settings.risk.priceBand,
    maxLevels: settings.maxLevels,
  }
  const caution = cautions.of(market, facts.at)
  const legal = applyRules(cautious(wish, caution, context), context, memo)
  const signedBps = fees.rateBps(market.conditionId) ?? market.feeRateBps
  const order = { market, fair: fair?.p, feeRateBps: signedBps, netRaw, reduceOnly: caution.reduceOnly }
  const { quotes, refused } = areWithinOrderLimits(legal.quotes, order, settings.risk)
    ? legal
    : withinOrderLimits(
        { quotes: withEdges(legal.quotes, legal.worth, market), refused: legal.refused },
        order,
        settings.risk,
      )
  // what mostly is there is there from the beginning: a field that is added later is kept apart from the others
  const { fair: own, quotes: wished, terms } = wish
  const { worth } = legal
  const wanted: Draft =
    own === undefined ? { quotes, worth, refused, wished, terms } : { quotes, worth, refused, wished, terms, fair: own }
  if (wish.note !== undefined) wanted.note = wish.note
  if (reduceOnlyFor(order, settings.risk) !== undefined) wanted.reduceOnly = true
  if (caution.words.length > 0) wanted.cautions = caution.words
  return wanted
}

/** The fee may be why something is not quoted: above the cap, where it leaves no price, or where a strategy that was asked wishes nothing. */
export function feeMayKeepBack(wanted: WantedQuotes): boolean {
  if (wanted === NOTHING_WANTED) return false
  const { refused, wished } = wanted
  return wished.length === 0 || refused.some(({ reason }) => reason === 'fee-cap' || reason === 'off-range')
}

/** Without the socket, a book is as old as the last poll. */
function asSeen(fair: FairValue, { health, ageMs }: FeedHealth): FairValue {
  if (health !== 'polled') return fair
  return { ...fair, degraded: true, ageMs: Math.max(fair.ageMs, ageMs) }
}

/** Bids on an outcome that rest, or are on their way, and are not being cancelled. */
function biddingOn(orders: readonly LivingOrder[]): (outcome: Outcome) => number {
  const isBid = (order: LivingOrder, outcome: Outcome) =>
    order.draft.outcome === outcome && order.draft.side === 'BUY' && isStanding(order)
  return (outcome) => orders.reduce((count, order) => (isBid(order, outcome) ? count + 1 : count), 0)
}
