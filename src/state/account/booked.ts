// What an order has added to its market: exact amounts, and how its fills split the profit.
//
//   spread = sum(sign * size * (middle at the fill - price)), the middle between the others' best bid and offer: our own fair value lags, and
//   would call its lag a profit

import type { Market } from '../../domain/market/market.js'
import { yesProbability } from '../../domain/market/yes-view.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OwnOrder } from '../../domain/orders/own-order.js'

export interface Contribution {
  readonly matchedRaw: bigint
  readonly tokensRaw: bigint
  readonly cashRaw: bigint
  readonly feeRaw: bigint
  /** Of `feeRaw`: only assumed, in tokens. */
  readonly assumedFeeRaw: bigint
}

/** What an order has added to the floats of its market, so that a reversal takes the same out again. */
export interface Booked extends Contribution {
  readonly spread: number
  readonly fees: number
  /** How many fills that was, those that failed included. */
  readonly fills: number
  /** A SELL: what the tokens it took had cost. */
  readonly releasedRaw: bigint
}

export const NOTHING: Booked = {
  matchedRaw: 0n,
  tokensRaw: 0n,
  cashRaw: 0n,
  feeRaw: 0n,
  assumedFeeRaw: 0n,
  spread: 0,
  fees: 0,
  fills: 0,
  releasedRaw: 0n,
}
export function isSame(a: Contribution, b: Contribution): boolean {
  return (
    a.matchedRaw === b.matchedRaw &&
    a.cashRaw === b.cashRaw &&
    a.feeRaw === b.feeRaw &&
    a.assumedFeeRaw === b.assumedFeeRaw
  )
}

export interface Change {
  readonly before: Booked
  readonly after: Contribution
  readonly order: OwnOrder
  readonly market: Market
  /** Probability of YES halfway between the others' bid and offer; `undefined` where they never quoted: then our price is taken for it. */
  readonly mid: number | undefined
}

/**
 * How many fills the order has had after the change: as many as are known one by one where these explain all that is matched; where its record
 * alone tells of more, one more. A list may tell of the later of two fills before the earlier one, which a record has told of; and that one
 * record has told of two.
 */
export function fillCount(before: Booked, { matchedRaw }: Contribution, known: readonly Fill[]): number {
  if (matchedRaw <= before.matchedRaw && known.length <= before.fills) return before.fills
  let explainedRaw = 0n
  for (const { status, sizeRaw } of known) if (status !== 'failed') explainedRaw += sizeRaw
  if (explainedRaw === matchedRaw) return Math.max(before.fills, known.length)
  // fills of before this run are known and not matched in it
  if (matchedRaw <= before.matchedRaw) return before.fills
  return explainedRaw > matchedRaw ? Math.max(before.fills, known.length) : before.fills + 1
}

/** Spread and fees of the order after the change: what is matched more counts at today's middle, what is taken back as it came. */
export function floatsOf({ before, after, order, market, mid }: Change): {
  readonly spread: number
  readonly fees: number
} {
  if (after.matchedRaw < before.matchedRaw) {
    const kept = Number(after.matchedRaw) / Number(before.matchedRaw)
    return { spread: before.spread * kept, fees: before.fees * kept }
  }
  const { outcome, side, price } = order.draft
  const unit = Number(market.unitRaw)
  const here = mid === undefined ? price / market.ticksPerUnit : yesProbability(outcome, mid)
  const worth = (here * Number(after.matchedRaw - before.matchedRaw)) / unit
  const fee = Number(after.feeRaw - before.feeRaw) / unit
  // collateral paid or received for the tokens themselves
  const paid = Number(grossRaw(after, side) - grossRaw(before, side)) / unit
  return {
    spread: before.spread + (side === 'BUY' ? worth + paid : paid - worth),
    fees: before.fees + (side === 'BUY' ? fee * here : fee),
  }
}

/** Cash flow without the fee: a BUY pays its fee in tokens. */
function grossRaw({ cashRaw, feeRaw }: Contribution, side: 'BUY' | 'SELL'): bigint {
  return side === 'BUY' ? cashRaw : cashRaw + feeRaw
}
