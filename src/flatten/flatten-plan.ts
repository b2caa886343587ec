// What has to be sold so that a market pays the same whoever wins, and what the others' book gives for it. Pure.
//
//   surplus = |YES - NO| of one outcome; the rest are pairs, which pay one unit each whatever happens. What is sold and not settled yet is
//             as good as gone, what is bought as good as held: it makes pairs, and can be sold itself once it is settled
//   limit   = best bid less the slippage, rounded up to a tick: nothing is sold below it

import type { Holding } from '../domain/account/account.js'
import { complement, type Ticks, ticks } from '../domain/amounts/price.js'
import { type Lots, lots, NO_LOTS, rawToLots } from '../domain/amounts/size.js'
import { EMPTY_BOOK, type Level, type MarketBook } from '../domain/market/book.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import { NO, type Outcome, YES } from '../domain/market/side.js'
import type { OrderRecord } from '../domain/orders/order.js'

export interface FlattenPlan {
  readonly market: Market
  readonly outcome: Outcome
  /** Held too many of the outcome. */
  readonly surplus: Lots
  /** Of these, bought and not settled yet: they cannot be sold. */
  readonly unsettled: Lots
  /** Raw tokens that are no whole lot, and stay. */
  readonly crumbsRaw: bigint
  /** What the book takes at the limit or better. */
  readonly size: Lots
  /** Lowest price; absent where nobody bids. */
  readonly limit?: Ticks
  readonly best?: Ticks
  /** Mean price of `size` by the book, in ticks. */
  readonly mean?: number
  /** Why none of it is sold, whatever anybody bids. */
  readonly unsold?: string
}

interface Surplus {
  readonly outcome: Outcome
  readonly raw: bigint
  readonly unsettledRaw: bigint
}

/** Held too many of one outcome, raw tokens. */
function surplusOf({ conditionId, tokensRaw, pendingRaw }: Holding, own: readonly OrderRecord[]): Surplus {
  const leftRaw = (outcome: Outcome) => tokensRaw[outcome] - pendingRaw[outcome]
  const heldRaw = (outcome: Outcome) => leftRaw(outcome) + boughtRaw(own, conditionId, outcome)
  const [yes, no] = [heldRaw(YES), heldRaw(NO)]
  const found = yes > no ? ({ outcome: YES, raw: yes - no } as const) : ({ outcome: NO, raw: no - yes } as const)
  const missingRaw = found.raw - leftRaw(found.outcome)
  return { ...found, unsettledRaw: missingRaw > 0n ? missingRaw : 0n }
}

/** Bought and not settled yet. */
function boughtRaw(own: readonly OrderRecord[], conditionId: ConditionId, outcome: Outcome): bigint {
  const isMeant = (order: OrderRecord) =>
    order.side === 'BUY' && order.conditionId === conditionId && order.outcome === outcome
  return own.filter(isMeant).reduce((sum, { pendingRaw }) => sum + pendingRaw, 0n)
}

/** What is held of a market: nothing where the account does not say. */
export function heldIn(holdings: readonly Holding[], conditionId: ConditionId): Holding {
  const held = holdings.find((holding) => holding.conditionId === conditionId)
  return held ?? { conditionId, tokensRaw: [0n, 0n], lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] }
}

const NOTHING_LEFT = { surplus: NO_LOTS, unsettled: NO_LOTS, size: NO_LOTS }

interface HeldNow {
  readonly holdings: readonly Holding[]
  readonly own: readonly OrderRecord[]
}

/** The same plan with what is held now, `own` orders included: never more than was shown. */
export function afterCancel(plan: FlattenPlan, now: HeldNow): FlattenPlan {
  const { conditionId, lotRaw } = plan.market
  const { outcome, raw, unsettledRaw } = surplusOf(heldIn(now.holdings, conditionId), now.own)
  if (outcome !== plan.outcome) return unshown(plan.market, now) ?? { ...plan, ...NOTHING_LEFT }
  const surplus = rawToLots(raw, lotRaw)
  const here = rawToLots(raw - unsettledRaw, lotRaw)
  return { ...plan, surplus, unsettled: lots(surplus - here), size: lots(Math.min(plan.size, here)) }
}

/** What was matched until the cancel, in a market or of an outcome of which nothing was shown: nobody has agreed to sell it. */
export function unshown(market: Market, { holdings, own }: HeldNow): FlattenPlan | undefined {
  const plan = flattenPlan(heldIn(holdings, market.conditionId), market, { book: EMPTY_BOOK, own, maxSlippage: 0 })
  return plan && { unsold: 'matched before it was cancelled: try again', ...plan }
}

/** `undefined`: nothing is to be sold. `maxSlippage`: a probability below the best bid. */
export function flattenPlan(
  holding: Holding,
  market: Market,
  {
    book,
    own,
    maxSlippage,
  }: { readonly book: MarketBook; readonly own: readonly OrderRecord[]; readonly maxSlippage: number },
): FlattenPlan | undefined {
  const { outcome, raw, unsettledRaw } = surplusOf(holding, own)
  if (raw === 0n) return undefined
  const surplus = rawToLots(raw, market.lotRaw)
  const here = rawToLots(raw - unsettledRaw, market.lotRaw)
  const found = { market, outcome, surplus, unsettled: lots(surplus - here), crumbsRaw: raw % market.lotRaw }
  if (market.status !== 'OPEN')
    return { ...found, size: NO_LOTS, unsold: `the market is ${market.status}: nothing is traded there` }
  const bids = bidsFor(withoutOwn(book, own, market), outcome, market.ticksPerUnit)
  const best = bids[0]?.price
  if (best === undefined) return { ...found, size: NO_LOTS }
  const limit = ticks(Math.max(1, Math.ceil(best - maxSlippage * market.ticksPerUnit - 1e-9)))
  let [size, paid] = [0, 0]
  for (const level of bids) {
    const take = level.price < limit ? 0 : Math.min(level.size, here - size)
    size += take
    paid += take * level.price
  }
  return { ...found, size: lots(size), limit, best, ...(size === 0 ? {} : { mean: paid / size }) }
}

/** Who pays for this outcome: its own bids, and those who sell the other one. Best first. */
export function bidsFor(book: MarketBook, outcome: Outcome, ticksPerUnit: number): readonly Level[] {
  const across = book[outcome === 0 ? 1 : 0].asks.map(({ price, size }) => ({
    price: complement(price, ticksPerUnit),
    size,
  }))
  return [...book[outcome].bids, ...across].sort((a, b) => b.price - a.price)
}

/** Own orders are cancelled first, so what they offer is not there to be sold to. */
export function withoutOwn(book: MarketBook, own: readonly OrderRecord[], market: Market): MarketBook {
  const left = (outcome: Outcome, side: 'BUY' | 'SELL', levels: readonly Level[]): Level[] =>
    levels.flatMap(({ price, size }) => {
      const ours = own
        .filter(
          (o) => o.conditionId === market.conditionId && o.outcome === outcome && o.side === side && o.price === price,
        )
        .reduce((sum, { remainingRaw }) => sum + Number(remainingRaw / market.lotRaw), 0)
      return size > ours ? [{ price, size: lots(size - ours) }] : []
    })
  const of = (outcome: Outcome) => ({
    bids: left(outcome, 'BUY', book[outcome].bids),
    asks: left(outcome, 'SELL', book[outcome].asks),
  })
  return [of(0), of(1)]
}
