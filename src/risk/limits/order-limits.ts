// What one order may be, whatever else is going on: how large, how far from the fair value, and at what fee it may add to a position.
// A quote beyond a limit is refused whole: a size that nobody meant is no size to be cut down.

import { probability } from '../../domain/amounts/price.js'
import { lotsToShares, type Market } from '../../domain/market/market.js'
import { yesProbability } from '../../domain/market/yes-view.js'
import type { Quote, Refusal } from '../../domain/orders/quote.js'
import type { RiskLimits } from '../schema.js'
import type { Breach } from './breach.js'
import { onlyReducing } from './only-reducing.js'

export type OrderLimits = Pick<
  RiskLimits,
  'maxOrderShares' | 'maxOrderCollateral' | 'maxFairDistance' | 'maxFeeRateBps'
>

export interface OrderContext {
  readonly market: Pick<Market, 'ticksPerUnit' | 'lotRaw' | 'unitRaw' | 'minLots'>
  /** Fair probability of YES; without one no distance is measured. */
  readonly fair: number | undefined
  /** Rate that an order would sign, basis points. */
  readonly feeRateBps: number
  /** Raw net position, YES - NO. */
  readonly netRaw: bigint
  /** Why nothing may add to the position, besides the fee. */
  readonly reduceOnly?: Breach | undefined
}

interface Quotes {
  readonly quotes: readonly Quote[]
  readonly refused: readonly Refusal[]
}

/** Forgives rounding, far below a tick. */
const SLACK = 1e-9

/** Those of one market's quotes that may be sent as orders, and the others with the reason; the same object where all may. */
export function withinOrderLimits<Q extends Quotes>(wanted: Q, context: OrderContext, limits: OrderLimits): Quotes | Q {
  if (areWithinOrderLimits(wanted.quotes, context, limits)) return wanted
  const reduceOnly = reduceOnlyFor(context, limits)
  const quotes: Quote[] = []
  const refused: Refusal[] = [...wanted.refused]
  for (const quote of wanted.quotes) {
    const breach = orderBreach(quote, context, limits)
    if (breach === undefined) quotes.push(quote)
    else refused.push({ quote, ...breach })
  }
  return reduceOnly === undefined ? { quotes, refused } : onlyReducing({ quotes, refused }, reduceOnly, context)
}

/** Whether all of one market's quotes may be sent as orders. */
export function areWithinOrderLimits(
  quotes: readonly Pick<Quote, 'outcome' | 'price' | 'size'>[],
  context: OrderContext,
  limits: OrderLimits,
): boolean {
  if (reduceOnlyFor(context, limits) !== undefined) return false
  for (const quote of quotes) if (orderBreach(quote, context, limits) !== undefined) return false
  return true
}

/** Why nothing may add to the position: its fee is too high, or what the context says. */
export function reduceOnlyFor(
  { feeRateBps, reduceOnly }: Pick<OrderContext, 'feeRateBps' | 'reduceOnly'>,
  { maxFeeRateBps }: Pick<OrderLimits, 'maxFeeRateBps'>,
): Breach | undefined {
  if (feeRateBps <= maxFeeRateBps) return reduceOnly
  return { reason: 'fee-cap', detail: `maxFeeRateBps: ${feeRateBps} bps, allowed ${maxFeeRateBps} to add` }
}

/** The first limit that the quote passes. */
export function orderBreach(
  quote: Pick<Quote, 'outcome' | 'price' | 'size'>,
  { market, fair }: Pick<OrderContext, 'market' | 'fair'>,
  { maxOrderShares, maxOrderCollateral, maxFairDistance }: OrderLimits,
): Breach | undefined {
  const { outcome, price, size } = quote
  const shares = lotsToShares(size, market)
  // what is no number is within no limit
  if (!(shares <= maxOrderShares + SLACK)) {
    return { reason: 'order-size', detail: `maxOrderShares: would be ${shares} shares, allowed ${maxOrderShares}` }
  }
  const p = probability(price, market.ticksPerUnit)
  if (!(p * shares <= maxOrderCollateral + SLACK)) {
    const detail = `maxOrderCollateral: would be ${p * shares} of collateral, allowed ${maxOrderCollateral}`
    return { reason: 'order-collateral', detail }
  }
  if (fair === undefined) return undefined
  const worth = yesProbability(outcome, fair)
  if (Math.abs(p - worth) <= maxFairDistance + SLACK) return undefined
  const detail = `maxFairDistance: ${p} stands further than ${maxFairDistance} from ${worth.toFixed(4)}`
  return { reason: 'fair-distance', detail }
}
