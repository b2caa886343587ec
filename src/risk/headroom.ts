// What may still be added to positions and orders before a limit is passed: per market, and in totals that change by difference.

import { QuoinError } from '../domain/error.js'
import type { LiveOrder, MarketPosition } from '../domain/exposure.js'
import type { ConditionId, Market } from '../domain/market.js'
import { type Outcome, YES } from '../domain/side.js'
import { type Breach, breachOf, type Comparison, isOver, limitRaw } from './breach.js'
import {
  exposureWith,
  heldExposure,
  lockedRaw as lockedByRaw,
  type MarketExposure,
  positionRaw,
} from './market-exposure.js'
import type { RiskLimits } from './schema.js'
import { worstOf } from './worst-case.js'

export interface HeadroomParts {
  readonly limits: RiskLimits
  /** Raw collateral that all orders together may lock. */
  readonly collateralRaw: () => bigint
  /** Raw tokens that all SELL orders of an outcome together may lock. */
  readonly heldRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
}

interface Totals {
  readonly positionRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
  /** Collateral behind orders. */
  readonly lockedRaw: bigint
}

/** What counts in one market: holdings and orders together. */
interface Counted {
  readonly exposure: MarketExposure
  readonly soldRaw: Sold
  /** Its part of the totals. */
  readonly totals: Totals
}

/** What a market was last counted with: copied, as the lists of a position move with what is held. */
interface Inputs {
  readonly market: Market
  readonly heldRaw: readonly [bigint, bigint, bigint, bigint]
  readonly costRaw: bigint
  readonly orders: readonly LiveOrder[]
}

/** Raw tokens behind SELL orders, by outcome. */
type Sold = readonly [bigint, bigint]

const NOTHING_SOLD: Sold = [0n, 0n]

type LimitName =
  | 'maxMarketShares'
  | 'maxMarketCollateral'
  | 'maxMarketLoss'
  | `maxTotal${'Shares' | 'Collateral' | 'Loss'}`
type RawLimits = Readonly<Record<LimitName, bigint>>

export class Headroom {
  readonly #parts: HeadroomParts
  readonly #markets = new Map<ConditionId, Counted>()
  /** Of markets in which nothing was taken since they were counted. */
  readonly #inputs = new Map<ConditionId, Inputs>()
  #unitRaw: bigint | undefined
  #limits: RawLimits | undefined
  #totals: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }
  /** The last orders that were looked at, and what the market would be with them: whoever takes them asked just before. */
  #looked: { readonly orders: readonly LiveOrder[]; readonly before: Counted; readonly after: Counted } | undefined

  constructor(parts: HeadroomParts) {
    this.#parts = parts
  }

  /** Sums over all markets: they fall when room is given back. */
  get totals(): Totals {
    return this.#totals
  }

  /** From now on the market counts with this position and exactly these orders. Throws `internal` for markets of different collateral. */
  count(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const { conditionId, unitRaw } = position.market
    this.#unitRaw ??= unitRaw
    if (unitRaw !== this.#unitRaw) {
      throw new QuoinError('internal', `unitRaw of ${conditionId}: expected ${this.#unitRaw}, got ${unitRaw}`)
    }
    const inputs = this.#inputs.get(conditionId)
    if (inputs !== undefined && isSamePosition(inputs, position) && areSameOrders(inputs.orders, orders)) return
    this.#set(conditionId, withOrders(counted(heldExposure(position), 0n, NOTHING_SOLD), orders))
    this.#inputs.set(conditionId, inputsOf(position, orders))
  }

  /** The market counts no more. */
  remove(conditionId: ConditionId): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId), undefined)
    this.#markets.delete(conditionId)
    this.#inputs.delete(conditionId)
  }

  /** Every limit that `orders`, all of one market, would pass together: the market's first, then the totals, then funds. */
  breaches(orders: readonly LiveOrder[]): Breach[] {
    const [first] = orders
    if (first === undefined) return []
    const before = this.#of(first.conditionId)
    const after = withOrders(before, orders)
    this.#looked = { orders, before, after }
    const { market } = after.exposure
    const limits = this.#rawLimits()
    const found: Breach[] = []
    const compare = (comparison: Comparison) => {
      if (isOver(comparison)) found.push(breachOf(comparison, market))
    }
    compareMarket(before, after, { limits, compare })
    compareTotals(this.#totals, changed(this.#totals, before, after), { limits, compare })
    this.#compareCollateral(after.totals.lockedRaw - before.totals.lockedRaw, compare)
    for (const order of orders) if (order.side === 'SELL') this.#compareHeld(order, compare)
    return found
  }

  /** From now on these count too. */
  take(orders: readonly LiveOrder[]): void {
    const looked = this.#looked
    const [first] = orders
    if (first !== undefined && looked?.orders === orders && looked.before === this.#of(first.conditionId)) {
      this.#set(first.conditionId, looked.after)
      return
    }
    for (const order of orders) this.#set(order.conditionId, withOrders(this.#of(order.conditionId), [order]))
  }

  #set(conditionId: ConditionId, after: Counted): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId), after)
    this.#markets.set(conditionId, after)
    this.#inputs.delete(conditionId)
  }

  #compareCollateral(addedRaw: bigint, compare: Compare): void {
    const beforeRaw = this.#totals.lockedRaw
    const afterRaw = beforeRaw + addedRaw
    const limitRaw = this.#parts.collateralRaw()
    compare({ reason: 'no-collateral', name: 'free collateral', beforeRaw, afterRaw, limitRaw })
  }

  #compareHeld({ conditionId, outcome, sizeRaw }: LiveOrder, compare: Compare): void {
    const beforeRaw = this.#of(conditionId).soldRaw[outcome]
    const limitRaw = this.#parts.heldRaw(conditionId, outcome)
    compare({ reason: 'not-held', name: 'tokens to sell', beforeRaw, afterRaw: beforeRaw + sizeRaw, limitRaw })
  }

  #rawLimits(): RawLimits {
    this.#limits ??= rawLimits(this.#parts.limits, this.#unitRaw ?? 1n)
    return this.#limits
  }

  #of(conditionId: ConditionId): Counted {
    const counted = this.#markets.get(conditionId)
    if (counted === undefined) {
      throw new QuoinError('internal', `positions: expected one of ${conditionId}, which has an order, got none`)
    }
    return counted
  }
}

function inputsOf({ market, tokensRaw, assumedFeeRaw, costRaw }: MarketPosition, orders: readonly LiveOrder[]): Inputs {
  return { market, heldRaw: [tokensRaw[0], tokensRaw[1], assumedFeeRaw[0], assumedFeeRaw[1]], costRaw, orders }
}

function isSamePosition(
  { market, heldRaw, costRaw }: Inputs,
  { market: now, tokensRaw, assumedFeeRaw, costRaw: costNowRaw }: MarketPosition,
): boolean {
  if (market !== now || costRaw !== costNowRaw) return false
  if (heldRaw[0] !== tokensRaw[0] || heldRaw[1] !== tokensRaw[1]) return false
  return heldRaw[2] === assumedFeeRaw[0] && heldRaw[3] === assumedFeeRaw[1]
}

function areSameOrders(a: readonly LiveOrder[], b: readonly LiveOrder[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i], b[i]]
    if (one?.sizeRaw !== other?.sizeRaw || one?.price !== other?.price) return false
    if (one?.outcome !== other?.outcome || one?.side !== other?.side) return false
  }
  return true
}

function counted(exposure: MarketExposure, lockedRaw: bigint, soldRaw: Sold): Counted {
  const totals: Totals = {
    positionRaw: positionRaw(exposure),
    collateralRaw: exposure.collateralRaw,
    lossRaw: -worstOf(exposure.wealth, exposure.market),
    lockedRaw,
  }
  return { exposure, soldRaw, totals }
}

function withOrders(before: Counted, orders: readonly LiveOrder[]): Counted {
  if (orders.length === 0) return before
  let { exposure, soldRaw } = before
  let { lockedRaw } = before.totals
  for (const order of orders) {
    exposure = exposureWith(exposure, order)
    lockedRaw += lockedByRaw(order, exposure.market)
    if (order.side === 'SELL') soldRaw = soldWith(soldRaw, order)
  }
  return counted(exposure, lockedRaw, soldRaw)
}

function soldWith([yes, no]: Sold, { outcome, sizeRaw }: LiveOrder): Sold {
  return outcome === YES ? [yes + sizeRaw, no] : [yes, no + sizeRaw]
}

function rawLimits(limits: RiskLimits, unitRaw: bigint): RawLimits {
  const raw = (limit: number) => limitRaw(limit, unitRaw)
  return {
    maxMarketShares: raw(limits.maxMarketShares),
    maxMarketCollateral: raw(limits.maxMarketCollateral),
    maxMarketLoss: raw(limits.maxMarketLoss),
    maxTotalShares: raw(limits.maxTotalShares),
    maxTotalCollateral: raw(limits.maxTotalCollateral),
    maxTotalLoss: raw(limits.maxTotalLoss),
  }
}

const NOTHING: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }

function changed(totals: Totals, before: Counted | undefined, after: Counted | undefined): Totals {
  const from = before?.totals ?? NOTHING
  const to = after?.totals ?? NOTHING
  return {
    positionRaw: totals.positionRaw + to.positionRaw - from.positionRaw,
    collateralRaw: totals.collateralRaw + to.collateralRaw - from.collateralRaw,
    lossRaw: totals.lossRaw + to.lossRaw - from.lossRaw,
    lockedRaw: totals.lockedRaw + to.lockedRaw - from.lockedRaw,
  }
}

type Compare = (comparison: Comparison) => void

interface CompareWith {
  readonly limits: RawLimits
  readonly compare: Compare
}

function compareMarket(before: Counted, after: Counted, { limits, compare }: CompareWith): void {
  const [from, to] = [before.exposure, after.exposure]
  const position = { reason: 'market-position', name: 'maxMarketShares', limitRaw: limits.maxMarketShares } as const
  // each direction by itself: what lowers a position that is too high may not make it too low
  compare({ beforeRaw: from.highRaw, afterRaw: to.highRaw, ...position })
  compare({ beforeRaw: -from.lowRaw, afterRaw: -to.lowRaw, ...position })
  compare({
    reason: 'market-collateral',
    name: 'maxMarketCollateral',
    beforeRaw: from.collateralRaw,
    afterRaw: to.collateralRaw,
    limitRaw: limits.maxMarketCollateral,
  })
  compare({
    reason: 'market-loss',
    name: 'maxMarketLoss',
    beforeRaw: before.totals.lossRaw,
    afterRaw: after.totals.lossRaw,
    limitRaw: limits.maxMarketLoss,
  })
}

const TOTALS = [
  ['total-position', 'maxTotalShares', 'positionRaw'],
  ['total-collateral', 'maxTotalCollateral', 'collateralRaw'],
  ['total-loss', 'maxTotalLoss', 'lossRaw'],
] as const

function compareTotals(before: Totals, after: Totals, { limits, compare }: CompareWith): void {
  for (const [reason, name, key] of TOTALS)
    compare({ reason, name, beforeRaw: before[key], afterRaw: after[key], limitRaw: limits[name] })
}
