// Everything of a market seen from YES: a bid on NO at p is an ask on YES at 1 - p, an ask on NO at p a bid on YES at 1 - p.
//
//   bid at p    BUY YES at p,  SELL NO at 1 - p         ask at p    SELL YES at p,  BUY NO at 1 - p

import { complement, type Ticks } from '../amounts/price.js'
import { type Outcome, type Side, YES } from './side.js'

export type YesSide = 'bid' | 'ask'

/** Where an order stands on the one ladder of YES. */
export interface YesPlace {
  readonly on: YesSide
  readonly price: Ticks
}

/** What a fill does to our net YES-equivalents: +1 for BUY YES and SELL NO, -1 for SELL YES and BUY NO. */
export function netDirection({ outcome, side }: { readonly outcome: Outcome; readonly side: Side }): 1 | -1 {
  return (outcome === YES) === (side === 'BUY') ? 1 : -1
}

/** The price of YES that a price of `outcome` stands for, and the other way round. */
export function yesTicks(outcome: Outcome, price: Ticks, ticksPerUnit: number): Ticks {
  return outcome === YES ? price : complement(price, ticksPerUnit)
}

/** The same for probabilities. */
export function yesProbability(outcome: Outcome, p: number): number {
  return outcome === YES ? p : 1 - p
}

export function yesPlace(
  order: { readonly outcome: Outcome; readonly side: Side; readonly price: Ticks },
  ticksPerUnit: number,
): YesPlace {
  return {
    on: netDirection(order) === 1 ? 'bid' : 'ask',
    price: yesTicks(order.outcome, order.price, ticksPerUnit),
  }
}

/** How much better than `price` a maker at `place` is for a taker, in ticks: negative is worse. */
export function betterBy(place: YesPlace, price: number): number {
  return place.on === 'bid' ? place.price - price : price - place.price
}

/** The better of two prices for a taker. */
export function betterOf(on: YesSide, one: Ticks | undefined, other: Ticks | undefined): Ticks | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return betterBy({ on, price: one }, other) >= 0 ? one : other
}

export function opposite(on: YesSide): YesSide {
  return on === 'bid' ? 'ask' : 'bid'
}
