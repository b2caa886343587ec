// Both outcomes' orders on one ladder of YES prices:
//
//   bid at p    BUY YES at p,  SELL NO at 1 - p         ask at p    SELL YES at p,  BUY NO at 1 - p

import { complement, type Ticks } from '../../../domain/price.js'
import { type Outcome, type Side, YES } from '../../../domain/side.js'

export type LadderSide = 'bid' | 'ask'

export interface LadderPlace {
  readonly on: LadderSide
  /** Price of YES. */
  readonly price: Ticks
}

export interface Terms {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
}

export function placeOf({ outcome, side, price }: Terms, ticksPerUnit: number): LadderPlace {
  return outcome === YES
    ? { on: side === 'BUY' ? 'bid' : 'ask', price }
    : { on: side === 'SELL' ? 'bid' : 'ask', price: complement(price, ticksPerUnit) }
}

/** How much better than `price` a maker at `place` is for a taker, in ticks: negative is worse. */
export function betterBy(place: LadderPlace, price: number): number {
  return place.on === 'bid' ? place.price - price : price - place.price
}

export function opposite(on: LadderSide): LadderSide {
  return on === 'bid' ? 'ask' : 'bid'
}
