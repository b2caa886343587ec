// One market on its way through a plan: what is approved and what lives there, how the two differ, and which legs have room.

import type { Market } from '../../domain/market/market.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Instant } from '../../domain/time.js'
import { type DiffSettings, diffMarket, type MarketDiff } from './diff.js'
import { LegRoom } from './leg-room.js'

export interface PlanMarket {
  readonly market: Market
  readonly approved: readonly Quote[]
  readonly orders: readonly LivingOrder[]
  /** Why nothing may be placed in this market now: an unknown order, no sign-in. */
  readonly closedFor: string | undefined
  /** A limit is passed by what lives here: what is larger than approved is not kept. */
  readonly isOverLimit?: () => boolean
  /** Others find no room beside what rests here: what is larger or dearer than approved is not kept. */
  readonly givesRoom?: boolean
  /** Rate that a fill of an order signed now pays, basis points; absent where makers are free. */
  readonly paidBps?: number | undefined
  /** The fee, as it was read last, may be why something does not rest here. */
  readonly feeKeepsBack?: boolean
}

export interface MarketPlan {
  readonly plan: PlanMarket
  readonly diff: MarketDiff
  readonly room: LegRoom
}

/** What rests is what should: nothing is to be done. */
export function isSettled({ diff: { cancels, replacements, missing } }: MarketPlan): boolean {
  return cancels.length === 0 && replacements.length === 0 && missing.length === 0
}

export function marketPlan(plan: PlanMarket, now: Instant, settings: DiffSettings): MarketPlan {
  const { market, approved, orders, isOverLimit, givesRoom, paidBps } = plan
  const isClosed = plan.closedFor !== undefined
  const diff = diffMarket({ market, approved, orders, now, settings, isOverLimit, givesRoom, isClosed, paidBps })
  return { plan, diff, room: new LegRoom(approved, orders) }
}
