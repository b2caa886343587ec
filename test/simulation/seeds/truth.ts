// The account of the bot as the venue has it: what rests, what is pending, what is held.

import type { StopReport } from '../../../src/bot/stop-report.js'
import type { ConditionId, Hex, Market } from '../../../src/domain/market/market.js'
import { netDirection } from '../../../src/domain/market/yes-view.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import { ACCOUNT } from '../virtual/simulate.js'

const RESTING = ['open', 'partially_filled'] as const

/** Shares are raw; YES - NO. */
export interface TrueExposure {
  readonly highRaw: bigint
  readonly lowRaw: bigint
  /** Collateral behind what rests. */
  readonly lockedRaw: bigint
}

/** Tokens that a match moves once it is settled: of a purchase the fee is kept. */
export function arriving({ side, sizeRaw, feeRaw }: Fill): bigint {
  return side === 'BUY' ? sizeRaw - feeRaw : sizeRaw
}

export class Truth {
  readonly #world: { readonly api: VenueApi }
  /** Orders of others on our wallet. */
  readonly strangers = new Set<Hex>()

  constructor(world: { readonly api: VenueApi }) {
    this.#world = world
  }

  /** Orders of ours that may be matched. */
  resting(conditionId?: ConditionId): OrderRecord[] {
    const where = conditionId === undefined ? {} : { conditionId }
    return this.#world.api.exchange
      .orders({ account: ACCOUNT, statuses: RESTING, ...where })
      .filter(({ remainingRaw, hash }) => remainingRaw > 0n && !this.strangers.has(hash))
  }

  /** A stop that names orders which have never come to the venue, and nothing else. */
  isLost(report: StopReport | undefined): boolean {
    const { orders = [], pendingSettlements = [] } = report?.unconfirmed ?? {}
    const known = new Set<string>(this.#world.api.exchange.orders({ account: ACCOUNT }).map(({ hash }) => hash))
    return orders.length > 0 && pendingSettlements.length === 0 && !orders.some(({ hash }) => known.has(hash))
  }

  isOpen(conditionId: ConditionId): boolean {
    return this.#world.api.exchange.market(conditionId)?.status === 'OPEN'
  }

  isTwoSided(conditionId: ConditionId): boolean {
    return new Set(this.resting(conditionId).map(netDirection)).size === 2
  }

  tokensRaw(conditionId: ConditionId): readonly [bigint, bigint] {
    return this.#world.api.exchange.ledger.tokens(ACCOUNT, conditionId).tokensRaw
  }

  /** Held, and matched but not settled, YES - NO. */
  netRaw(conditionId: ConditionId): bigint {
    const [yes, no] = this.tokensRaw(conditionId)
    return this.#world.api.exchange
      .tradesOf(ACCOUNT, conditionId, 60)
      .filter(({ status }) => status === 'pending')
      .reduce((net, fill) => net + BigInt(netDirection(fill)) * arriving(fill), yes - no)
  }

  exposure(conditionId: ConditionId): TrueExposure {
    const net = this.netRaw(conditionId)
    const ticksPerUnit = BigInt(this.#world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 1)
    let [highRaw, lowRaw, lockedRaw] = [net, net, 0n]
    for (const order of this.resting(conditionId)) {
      if (netDirection(order) === 1) highRaw += order.remainingRaw
      else lowRaw -= order.remainingRaw
      if (order.side === 'BUY') lockedRaw += (order.remainingRaw * BigInt(order.price)) / ticksPerUnit
    }
    return { highRaw, lowRaw, lockedRaw }
  }

  /** A price of the venue in the ticks of `market`, as the bot counts it: its tick may be another than the one it was listed with. */
  inTicksOf({ conditionId, ticksPerUnit }: Pick<Market, 'conditionId' | 'ticksPerUnit'>, price: number): number {
    return (price * ticksPerUnit) / (this.#world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? ticksPerUnit)
  }

  /** Others' best bids, in those ticks. */
  othersBids(market: Pick<Market, 'conditionId' | 'ticksPerUnit'>): readonly (number | undefined)[] {
    return this.#world.api.exchange
      .bestBids(market.conditionId, ACCOUNT)
      .map((bid) => bid && this.inTicksOf(market, bid.price))
  }

  /** Price of YES, in ticks, at which an order buys or sells it. */
  yesTicks({ conditionId, outcome, price }: OrderRecord): number {
    const ticksPerUnit = this.#world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 0
    return outcome === 0 ? price : ticksPerUnit - price
  }

  /** Both sides of the others' book have something. */
  isBookWhole(conditionId: ConditionId): boolean {
    return this.#world.api.exchange.bestBids(conditionId, ACCOUNT).every((bid) => bid !== undefined)
  }

  /** Of the others' book, as a price of YES; half, where nobody bids. */
  middle(conditionId: ConditionId): number {
    const [yes, no] = this.#world.api.exchange.bestBids(conditionId, ACCOUNT).map((bid) => bid?.price)
    const unit = this.#world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    return yes === undefined || no === undefined ? 0.5 : (yes + unit - no) / (2 * unit)
  }

  /** Of ours in a market, those that failed left out. */
  fillsOf(conditionId: ConditionId): Fill[] {
    return this.#world.api.exchange.tradesOf(ACCOUNT, conditionId).filter(({ status }) => status !== 'failed')
  }

  fills(): number {
    return this.#world.api.exchange.tradesOf(ACCOUNT).length
  }
}
