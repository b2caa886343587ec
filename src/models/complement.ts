// Complement arithmetic: both sides of a market from the best bid on YES (`yesBid`) and on NO (`noBid`), our own orders excluded.
//
//   implied YES ask = 1 - noBid     mid = (yesBid + 1 - noBid) / 2     spread = 1 - yesBid - noBid

import type { PriceSize } from '../domain/run/snapshot.js'
import { logit, sigmoid } from './logit.js'

/** Price at which YES can be bought, given the best bid on NO: the two bids are minted into a pair. */
export function impliedAsk(noBid: number): number {
  return 1 - noBid
}

/** The others' mid of YES, from the best bids on both outcomes. */
export function midPrice(yesBid: number, noBid: number): number {
  return (yesBid + impliedAsk(noBid)) / 2
}

/** The others' best offer of YES less their best bid; negative while the two books cross. */
export function bookSpread(yesBid: number, noBid: number): number {
  return 1 - yesBid - noBid
}

/** Mean of bid and implied ask in log-odds; less biased than the mid near 0 and 1. */
export function logitMid(yesBid: number, noBid: number): number {
  return sigmoid((logit(yesBid) + logit(impliedAsk(noBid))) / 2)
}

/** Mid weighted by the opposite size: a larger YES bid pulls the price towards the ask. The plain mid when both sizes are 0. */
export function microprice(yesBid: PriceSize, noBid: PriceSize): number {
  const total = yesBid.size + noBid.size
  if (total <= 0) return midPrice(yesBid.price, noBid.price)
  return (yesBid.price * noBid.size + impliedAsk(noBid.price) * yesBid.size) / total
}
