// What an order has added to its market: exact amounts, and how its fills split the profit.
//
//   spread = sum(sign * size * (middle at the fill - price)), the middle between the others' best bid and offer: our own fair value lags, and
//   would call its lag a profit
//   fees   = what a SELL paid, and of a BUY the tokens that it paid, at the price of its fills: as the list of fills and the export tell them

import { feeRaw, valueRaw } from '../../domain/amounts/money.js'
import type { Market } from '../../domain/market/market.js'
import type { Side } from '../../domain/market/side.js'
import { yesProbability } from '../../domain/market/yes-view.js'
import { type Fill, fillValueRaw } from '../../domain/orders/fill.js'
import { fillsOf, matchedRawOf, type OwnOrder } from '../../domain/orders/own-order.js'

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

/** Known fills at their own price and fee; the rest of what is matched at our price and the assumed fee. */
export function contributionOf(order: OwnOrder, { ticksPerUnit }: Market, makerPaysFee: boolean): Contribution {
  const { side, price, feeRateBps } = order.draft
  const matchedRaw = matchedRawOf(order)
  const known = sumOf(fillsOf(order), ticksPerUnit)
  const restRaw = matchedRaw - known.matchedRaw
  // a record that has shrunk below the listed fills is newer: one of them has failed
  const paidRaw = restRaw === 0n ? known.paidRaw : known.paidRaw + valueRaw(price, restRaw, ticksPerUnit)
  const isAssumed = restRaw > 0n && makerPaysFee
  const assumed = isAssumed ? feeRaw({ side, price, tokensRaw: restRaw, feeRateBps, ticksPerUnit }) : 0n
  return contribution(side, { matchedRaw, paidRaw, feeRaw: known.feeRaw + assumed }, assumed)
}

/** What fills of one order come to. */
export function contributionOfFills(fills: readonly Fill[], { ticksPerUnit }: Pick<Market, 'ticksPerUnit'>) {
  return contribution(fills[0]?.side ?? 'BUY', sumOf(fills, ticksPerUnit), 0n)
}

interface Sum {
  readonly matchedRaw: bigint
  readonly paidRaw: bigint
  readonly feeRaw: bigint
}

/** Those that failed count for nothing. */
function sumOf(fills: readonly Fill[], ticksPerUnit: number): Sum {
  let matched = 0n
  let paid = 0n
  let fee = 0n
  for (const fill of fills) {
    if (fill.status === 'failed') continue
    matched += fill.sizeRaw
    paid += fillValueRaw(fill, ticksPerUnit)
    fee += fill.feeRaw
  }
  return { matchedRaw: matched, paidRaw: paid, feeRaw: fee }
}

function contribution(side: Side, { matchedRaw, paidRaw, feeRaw: fee }: Sum, assumed: bigint): Contribution {
  const shared = { matchedRaw, feeRaw: fee }
  return side === 'BUY'
    ? { tokensRaw: matchedRaw - fee, cashRaw: -paidRaw, assumedFeeRaw: assumed, ...shared }
    : { tokensRaw: -matchedRaw, cashRaw: paidRaw - fee, assumedFeeRaw: 0n, ...shared }
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
  const { outcome, side, price } = order.draft
  const unit = Number(market.unitRaw)
  const fees = feesOf(after, side) / unit
  if (after.matchedRaw < before.matchedRaw) {
    const kept = Number(after.matchedRaw) / Number(before.matchedRaw)
    return { spread: before.spread * kept, fees }
  }
  const here = mid === undefined ? price / market.ticksPerUnit : yesProbability(outcome, mid)
  const worth = (here * Number(after.matchedRaw - before.matchedRaw)) / unit
  // collateral paid or received for the tokens themselves
  const paid = Number(grossRaw(after, side) - grossRaw(before, side)) / unit
  return { spread: before.spread + (side === 'BUY' ? worth + paid : paid - worth), fees }
}

/** Raw collateral. */
function feesOf({ matchedRaw, cashRaw, feeRaw }: Contribution, side: 'BUY' | 'SELL'): number {
  if (side === 'SELL' || matchedRaw === 0n) return Number(feeRaw)
  return (Number(feeRaw) * -Number(cashRaw)) / Number(matchedRaw)
}

/** Cash flow without the fee: a BUY pays its fee in tokens. */
function grossRaw({ cashRaw, feeRaw }: Contribution, side: 'BUY' | 'SELL'): bigint {
  return side === 'BUY' ? cashRaw : cashRaw + feeRaw
}
