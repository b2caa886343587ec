// What has to be sold so that a market pays the same whoever wins, and what the others' book gives for it. Pure.
//
//   surplus = |YES - NO| of one outcome; the rest are pairs, which pay one unit each whatever happens
//   limit   = best bid less the slippage, rounded up to a tick: nothing is sold below it

import type { Holding } from '../domain/account/account.js'
import { complement, type Ticks, ticks } from '../domain/amounts/price.js'
import { type Lots, lots, NO_LOTS, rawToLots } from '../domain/amounts/size.js'
import type { Level, MarketBook } from '../domain/market/book.js'
import type { Market } from '../domain/market/market.js'
import type { Outcome } from '../domain/market/side.js'
import type { OrderRecord } from '../domain/orders/order.js'

export interface FlattenPlan {
  readonly market: Market
  readonly outcome: Outcome
  /** Held too many of the outcome. */
  readonly surplus: Lots
  /** Raw tokens that are no whole lot, and stay. */
  readonly crumbsRaw: bigint
  /** What the book takes at the limit or better. */
  readonly size: Lots
  /** Lowest price; absent where nobody bids. */
  readonly limit?: Ticks
  readonly best?: Ticks
  /** Mean price of `size` by the book, in ticks. */
  readonly mean?: number
}

/** Held too many of one outcome, raw tokens; what is sold and not settled yet is as good as gone. */
function surplusOf({ tokensRaw, pendingRaw }: Holding): { readonly outcome: Outcome; readonly raw: bigint } {
  const [yes, no] = [tokensRaw[0] - pendingRaw[0], tokensRaw[1] - pendingRaw[1]]
  return yes > no ? { outcome: 0, raw: yes - no } : { outcome: 1, raw: no - yes }
}

/** The same plan with what is held now: never more than was shown. */
export function afterCancel(plan: FlattenPlan, holdings: readonly Holding[]): FlattenPlan {
  const { market } = plan
  const holding = holdings.find(({ conditionId }) => conditionId === market.conditionId)
  const now = holding === undefined ? undefined : surplusOf(holding)
  const surplus = now?.outcome === plan.outcome ? rawToLots(now.raw, market.lotRaw) : NO_LOTS
  return { ...plan, surplus, size: lots(Math.min(plan.size, surplus)) }
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
  const { outcome, raw } = surplusOf(holding)
  if (raw === 0n) return undefined
  const surplus = rawToLots(raw, market.lotRaw)
  const found = { market, outcome, surplus, crumbsRaw: raw % market.lotRaw }
  const bids = bidsFor(withoutOwn(book, own, market), outcome, market.ticksPerUnit)
  const best = bids[0]?.price
  if (best === undefined) return { ...found, size: NO_LOTS }
  const limit = ticks(Math.max(1, Math.ceil(best - maxSlippage * market.ticksPerUnit - 1e-9)))
  let [size, paid] = [0, 0]
  for (const level of bids) {
    const take = level.price < limit ? 0 : Math.min(level.size, surplus - size)
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
