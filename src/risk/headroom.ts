// What may still be added to positions and orders before a limit is passed. Counts what it is told to take.

import { QuoinError } from '../domain/error.js'
import type { LiveOrder, MarketPosition } from '../domain/exposure.js'
import type { ConditionId, Market } from '../domain/market.js'
import type { Outcome } from '../domain/side.js'
import { type Breach, breachOf, limitRaw } from './breach.js'
import { exposureWith, heldExposure, lockedRaw, type MarketExposure, positionRaw } from './market-exposure.js'
import type { RiskLimits } from './schema.js'
import { worstOf } from './worst-case.js'

export interface HeadroomInput {
  /** One for every market that has an order. */
  readonly positions: ReadonlyMap<ConditionId, MarketPosition>
  /** Orders that may live and count already. */
  readonly orders: readonly LiveOrder[]
  /** Raw collateral that orders taken from now on may lock. */
  readonly freeCollateralRaw: bigint
  /** Raw tokens that SELL orders taken from now on may lock. */
  readonly sellableRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  readonly limits: RiskLimits
}

interface Totals {
  readonly positionRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
}

type LimitName =
  | 'maxMarketShares'
  | 'maxMarketCollateral'
  | 'maxMarketLoss'
  | `maxTotal${'Shares' | 'Collateral' | 'Loss'}`
type RawLimits = Readonly<Record<LimitName, bigint>>

export class Headroom {
  readonly #input: HeadroomInput
  readonly #limits: RawLimits
  readonly #markets = new Map<ConditionId, MarketExposure>()
  #totals: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n }
  #lockedRaw = 0n
  readonly #sold = new Map<string, bigint>()

  /** Throws `internal` for an order of a market without position, or markets of different collateral. */
  constructor(input: HeadroomInput) {
    this.#input = input
    let unitRaw: bigint | undefined
    for (const [conditionId, position] of input.positions) {
      unitRaw ??= position.market.unitRaw
      if (position.market.unitRaw !== unitRaw) {
        throw new QuoinError(
          'internal',
          `unitRaw of ${conditionId}: expected ${unitRaw}, got ${position.market.unitRaw}`,
        )
      }
      this.#markets.set(conditionId, heldExposure(position))
    }
    this.#limits = rawLimits(input.limits, unitRaw ?? 1n)
    for (const order of input.orders) {
      this.#markets.set(order.conditionId, exposureWith(this.#exposureOf(order.conditionId), order))
    }
    for (const exposure of this.#markets.values()) this.#totals = changed(this.#totals, undefined, exposure)
  }

  /** Every limit that `orders`, all of one market, would pass together: the market's first, then the totals, then funds. */
  breaches(orders: readonly LiveOrder[]): Breach[] {
    const [first] = orders
    if (first === undefined) return []
    const before = this.#exposureOf(first.conditionId)
    const after = orders.reduce(exposureWith, before)
    const found = [
      ...marketBreaches(before, after, this.#limits),
      ...totalBreaches(this.#totals, changed(this.#totals, before, after), this.#limits, after.market),
      this.#collateralBreach(orders, after.market),
      ...orders.map((order) => this.#heldBreach(order, after.market)),
    ]
    return found.filter((breach) => breach !== undefined)
  }

  /** From now on these count. */
  take(orders: readonly LiveOrder[]): void {
    for (const order of orders) {
      const before = this.#exposureOf(order.conditionId)
      const after = exposureWith(before, order)
      this.#markets.set(order.conditionId, after)
      this.#totals = changed(this.#totals, before, after)
      this.#lockedRaw += lockedRaw(order, after.market)
      if (order.side === 'SELL') this.#sold.set(tokenKey(order), this.#soldRaw(order) + order.sizeRaw)
    }
  }

  #collateralBreach(orders: readonly LiveOrder[], market: Market): Breach | undefined {
    const addedRaw = orders.reduce((sum, order) => sum + lockedRaw(order, market), 0n)
    return breachOf(
      {
        reason: 'no-collateral',
        name: 'free collateral',
        beforeRaw: this.#lockedRaw,
        afterRaw: this.#lockedRaw + addedRaw,
        limitRaw: this.#input.freeCollateralRaw,
      },
      market,
    )
  }

  #heldBreach(order: LiveOrder, market: Market): Breach | undefined {
    if (order.side === 'BUY') return undefined
    const beforeRaw = this.#soldRaw(order)
    return breachOf(
      {
        reason: 'not-held',
        name: 'tokens to sell',
        beforeRaw,
        afterRaw: beforeRaw + order.sizeRaw,
        limitRaw: this.#input.sellableRaw(order.conditionId, order.outcome),
      },
      market,
    )
  }

  #soldRaw(order: LiveOrder): bigint {
    return this.#sold.get(tokenKey(order)) ?? 0n
  }

  #exposureOf(conditionId: ConditionId): MarketExposure {
    const exposure = this.#markets.get(conditionId)
    if (exposure === undefined) {
      throw new QuoinError('internal', `positions: expected one of ${conditionId}, which has an order, got none`)
    }
    return exposure
  }
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

function tokenKey({ conditionId, outcome }: LiveOrder): string {
  return `${conditionId}/${outcome}`
}

function lossRaw(exposure: MarketExposure): bigint {
  return -worstOf(exposure.wealth, exposure.market)
}

function changed(totals: Totals, before: MarketExposure | undefined, after: MarketExposure): Totals {
  return {
    positionRaw: totals.positionRaw + positionRaw(after) - (before ? positionRaw(before) : 0n),
    collateralRaw: totals.collateralRaw + after.collateralRaw - (before?.collateralRaw ?? 0n),
    lossRaw: totals.lossRaw + lossRaw(after) - (before ? lossRaw(before) : 0n),
  }
}

function marketBreaches(before: MarketExposure, after: MarketExposure, limits: RawLimits): (Breach | undefined)[] {
  const { market } = after
  const sharesRaw = limits.maxMarketShares
  const position = { reason: 'market-position', limitRaw: sharesRaw } as const
  return [
    // each direction by itself: what lowers a position that is too high may not make it too low
    breachOf({ ...position, name: 'maxMarketShares', beforeRaw: before.highRaw, afterRaw: after.highRaw }, market),
    breachOf({ ...position, name: 'maxMarketShares', beforeRaw: -before.lowRaw, afterRaw: -after.lowRaw }, market),
    breachOf(
      {
        reason: 'market-collateral',
        name: 'maxMarketCollateral',
        beforeRaw: before.collateralRaw,
        afterRaw: after.collateralRaw,
        limitRaw: limits.maxMarketCollateral,
      },
      market,
    ),
    breachOf(
      {
        reason: 'market-loss',
        name: 'maxMarketLoss',
        beforeRaw: lossRaw(before),
        afterRaw: lossRaw(after),
        limitRaw: limits.maxMarketLoss,
      },
      market,
    ),
  ]
}

function totalBreaches(before: Totals, after: Totals, limits: RawLimits, market: Market): (Breach | undefined)[] {
  const rows = [
    ['total-position', 'maxTotalShares', 'positionRaw'],
    ['total-collateral', 'maxTotalCollateral', 'collateralRaw'],
    ['total-loss', 'maxTotalLoss', 'lossRaw'],
  ] as const
  return rows.map(([reason, name, key]) =>
    breachOf({ reason, name, beforeRaw: before[key], afterRaw: after[key], limitRaw: limits[name] }, market),
  )
}
