// One market as the totals count it: what is held, exactly, the orders in it as sums of lots, and what both come to. Values never change.
//
// Orders are whole lots, and what is held moves by fills alone: so what a limit leaves beside it is told in lots, once, and orders are held
// against that as numbers. An order that is no whole lots, or too large for a number to be exact, counts with what is held.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { type End, endsOf } from '../../domain/market/end.js'
import type { Market } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import type { Quote } from '../../domain/orders/quote.js'
import { exposureWith, heldExposure, lockedRaw, type MarketExposure, positionRaw } from './market-exposure.js'
import type { MarketTotals } from './market-totals.js'
import { OrderSums } from './order-sums.js'
import { worstOf } from './worst-case.js'

/** Limits of one market, raw. */
export interface MarketLimits {
  readonly maxMarketShares: bigint
  readonly maxMarketCollateral: bigint
  readonly maxMarketLoss: bigint
}

/** What the limits leave to orders: lots, lots times ticks, lots times half ticks. Below 0 where a limit is passed without them. */
interface Room {
  readonly raising: number
  readonly lowering: number
  readonly locked: number
  /** In the order of `ends`. */
  readonly lost: readonly number[]
}

/** What does not move with orders of whole lots. */
interface Held {
  readonly exposure: MarketExposure
  readonly ends: readonly End[]
  /** Behind orders that count here. */
  readonly lockedRaw: bigint
  readonly soldRaw: readonly [bigint, bigint]
  /** Nothing is held, and no order counts here. */
  readonly isNothing: boolean
  readonly hasOrders: boolean
  /** Raw collateral of a lot times a tick. */
  readonly lotTickRaw: bigint
  readonly room: Room
}

export interface Counted {
  readonly held: Held
  readonly orders: OrderSums
  readonly totals: MarketTotals
}

/** With this position and exactly these orders. `known`: the same position, counted before. */
export function counted(
  position: MarketPosition,
  orders: readonly LiveOrder[],
  { limits, known }: { readonly limits: MarketLimits; readonly known?: Counted | undefined },
): Counted {
  const { market } = position
  let held = known === undefined || known.held.hasOrders ? heldAlone(position, limits) : known.held
  const sums = new OrderSums()
  for (const order of orders)
    if (!sums.add(order, wholeLots(order.sizeRaw, market), market)) held = heldWith(held, order, limits)
  return { held, orders: sums, totals: totalsOf(held, sums) }
}

/** With these quotes of the market as orders besides. */
export function countedWith(before: Counted, quotes: readonly Quote[], limits: MarketLimits): Counted {
  const { market } = before.held.exposure
  let { held } = before
  const sums = before.orders.copy()
  for (const quote of quotes)
    if (!sums.add(quote, quote.size, market))
      held = heldWith(held, { ...quote, sizeRaw: BigInt(quote.size) * market.lotRaw }, limits)
  return { held, orders: sums, totals: totalsOf(held, sums) }
}

/** Raw tokens behind SELL orders of an outcome. */
export function soldRaw({ held, orders }: Counted, outcome: Outcome): bigint {
  return held.soldRaw[outcome] + BigInt(orders.sold(outcome)) * held.exposure.market.lotRaw
}

/** Net position YES - NO, if every order that raises it fills and no other. */
export function highRaw({ held: { exposure }, orders }: Counted): bigint {
  return exposure.highRaw + BigInt(orders.raising) * exposure.market.lotRaw
}

/** The same, with only the orders that lower it. */
export function lowRaw({ held: { exposure }, orders }: Counted): bigint {
  return exposure.lowRaw - BigInt(orders.lowering) * exposure.market.lotRaw
}

/** Whether some limit of the market is passed. Says nothing of whether `counted` is any further beyond it than before. */
export function isOverRoom({ held: { room, ends }, orders }: Counted): boolean {
  if (orders.raising > room.raising || orders.lowering > room.lowering || orders.locked > room.locked) return true
  for (let i = 0; i < ends.length; i++) {
    const [end, most] = [ends[i], room.lost[i]]
    if (end !== undefined && most !== undefined && orders.lost(end) > most) return true
  }
  return false
}

function heldAlone(position: MarketPosition, limits: MarketLimits): Held {
  return heldOf({ exposure: heldExposure(position), lockedRaw: 0n, soldRaw: [0n, 0n], hasOrders: false }, limits)
}

function heldWith(held: Held, order: LiveOrder, limits: MarketLimits): Held {
  const exposure = exposureWith(held.exposure, order)
  const [yes, no] = held.soldRaw
  const soldRaw: Held['soldRaw'] =
    order.side === 'BUY' ? held.soldRaw : order.outcome === 0 ? [yes + order.sizeRaw, no] : [yes, no + order.sizeRaw]
  const locked = held.lockedRaw + lockedRaw(order, exposure.market)
  return heldOf({ exposure, lockedRaw: locked, soldRaw, hasOrders: true }, limits)
}

function heldOf(held: Pick<Held, 'exposure' | 'lockedRaw' | 'soldRaw' | 'hasOrders'>, limits: MarketLimits): Held {
  const { exposure, lockedRaw, soldRaw, hasOrders } = held
  const { market, highRaw, lowRaw, collateralRaw, wealth } = exposure
  const isFlat = highRaw === 0n && lowRaw === 0n && collateralRaw === 0n && wealth.every((raw) => raw === 0n)
  return {
    exposure,
    ends: endsOf(market),
    lockedRaw,
    soldRaw,
    isNothing: isFlat && !hasOrders,
    hasOrders,
    lotTickRaw: lotTickRaw(market),
    room: roomBeside(exposure, limits),
  }
}

function roomBeside({ market, highRaw, lowRaw, collateralRaw, wealth }: MarketExposure, limits: MarketLimits): Room {
  const { lotRaw, ticksPerUnit } = market
  const mostLostRaw = limits.maxMarketLoss * 2n * BigInt(ticksPerUnit)
  return {
    raising: wholeIn(limits.maxMarketShares - highRaw, lotRaw),
    lowering: wholeIn(limits.maxMarketShares + lowRaw, lotRaw),
    locked: wholeIn(limits.maxMarketCollateral - collateralRaw, lotTickRaw(market)),
    lost: wealth.map((raw) => wholeIn(raw + mostLostRaw, lotRaw)),
  }
}

function totalsOf(held: Held, orders: OrderSums): MarketTotals {
  const { exposure, isNothing, lotTickRaw } = held
  const { lotRaw } = exposure.market
  const lockedRaw = BigInt(orders.locked) * lotTickRaw
  if (isNothing) {
    const positionRaw = BigInt(Math.max(orders.raising, orders.lowering)) * lotRaw
    return { positionRaw, collateralRaw: lockedRaw, lossRaw: lostRaw(held, orders), lockedRaw }
  }
  return {
    positionRaw: positionRaw({
      highRaw: exposure.highRaw + BigInt(orders.raising) * lotRaw,
      lowRaw: exposure.lowRaw - BigInt(orders.lowering) * lotRaw,
    }),
    collateralRaw: exposure.collateralRaw + lockedRaw,
    lossRaw: lostRaw(held, orders),
    lockedRaw: held.lockedRaw + lockedRaw,
  }
}

/** At the worst, rounded up. */
function lostRaw({ exposure, ends, isNothing, lotTickRaw }: Held, orders: OrderSums): bigint {
  if (isNothing) {
    let lost = 0
    for (const end of ends) lost = Math.max(lost, orders.lost(end))
    return (BigInt(lost) * lotTickRaw + 1n) / 2n
  }
  const { market, wealth } = exposure
  return -worstOf(
    ends.map((end, i) => (wealth[i] ?? 0n) - BigInt(orders.lost(end)) * market.lotRaw),
    market,
  )
}

/** Raw collateral lost if this end comes, rounded up; below 0 is a gain. `undefined` where it cannot come any more. */
export function lostAtRaw({ held, orders }: Counted, end: End): bigint | undefined {
  const { ends, exposure } = held
  const at = ends.indexOf(end)
  const wealth = exposure.wealth[at]
  if (at < 0 || wealth === undefined) return undefined
  const { market } = exposure
  return -worstOf([wealth - BigInt(orders.lost(end)) * market.lotRaw], market)
}

/** Not a number for one that is no whole lots. */
function wholeLots(sizeRaw: bigint, { lotRaw }: Market): number {
  return sizeRaw % lotRaw === 0n ? Number(sizeRaw / lotRaw) : Number.NaN
}

/** Whole: `lotRaw` is a multiple of `ticksPerUnit`. */
function lotTickRaw({ lotRaw, ticksPerUnit }: Market): bigint {
  return lotRaw / BigInt(ticksPerUnit)
}

/** How often `eachRaw` is in `leftRaw`, rounded down. */
function wholeIn(leftRaw: bigint, eachRaw: bigint): number {
  const times = leftRaw / eachRaw
  return Number(leftRaw < 0n && leftRaw % eachRaw !== 0n ? times - 1n : times)
}
