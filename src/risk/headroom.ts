// What may still be added to positions and orders before a limit is passed: per market, and in totals that change by difference.

import { QuoinError } from '../domain/error.js'
import type { LiveOrder, MarketPosition } from '../domain/exposure.js'
import type { ConditionId, Market } from '../domain/market.js'
import type { Outcome } from '../domain/side.js'
import { type Breach, breachOf, limitRaw } from './breach.js'
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
  readonly lockedRaw: bigint
  readonly soldRaw: readonly [bigint, bigint]
}

type LimitName =
  | 'maxMarketShares'
  | 'maxMarketCollateral'
  | 'maxMarketLoss'
  | `maxTotal${'Shares' | 'Collateral' | 'Loss'}`
type RawLimits = Readonly<Record<LimitName, bigint>>

export class Headroom {
  readonly #parts: HeadroomParts
  readonly #markets = new Map<ConditionId, Counted>()
  #unitRaw: bigint | undefined
  #limits: RawLimits | undefined
  #totals: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }

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
    const held: Counted = { exposure: heldExposure(position), lockedRaw: 0n, soldRaw: [0n, 0n] }
    this.#set(conditionId, orders.reduce(countedWith, held))
  }

  /** The market counts no more. */
  remove(conditionId: ConditionId): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId), undefined)
    this.#markets.delete(conditionId)
  }

  /** Every limit that `orders`, all of one market, would pass together: the market's first, then the totals, then funds. */
  breaches(orders: readonly LiveOrder[]): Breach[] {
    const [first] = orders
    if (first === undefined) return []
    const before = this.#of(first.conditionId)
    const after = orders.reduce(countedWith, before)
    const { market } = after.exposure
    const limits = this.#rawLimits()
    const found = [
      ...marketBreaches(before.exposure, after.exposure, limits),
      ...totalBreaches(this.#totals, changed(this.#totals, before, after), limits, market),
      this.#collateralBreach(after.lockedRaw - before.lockedRaw, market),
      ...orders.map((order) => this.#heldBreach(order, market)),
    ]
    return found.filter((breach) => breach !== undefined)
  }

  /** From now on these count too. */
  take(orders: readonly LiveOrder[]): void {
    for (const order of orders) this.#set(order.conditionId, countedWith(this.#of(order.conditionId), order))
  }

  #set(conditionId: ConditionId, after: Counted): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId), after)
    this.#markets.set(conditionId, after)
  }

  #collateralBreach(addedRaw: bigint, market: Market): Breach | undefined {
    const beforeRaw = this.#totals.lockedRaw
    return breachOf(
      {
        reason: 'no-collateral',
        name: 'free collateral',
        beforeRaw,
        afterRaw: beforeRaw + addedRaw,
        limitRaw: this.#parts.collateralRaw(),
      },
      market,
    )
  }

  #heldBreach(order: LiveOrder, market: Market): Breach | undefined {
    if (order.side === 'BUY') return undefined
    const beforeRaw = this.#of(order.conditionId).soldRaw[order.outcome]
    return breachOf(
      {
        reason: 'not-held',
        name: 'tokens to sell',
        beforeRaw,
        afterRaw: beforeRaw + order.sizeRaw,
        limitRaw: this.#parts.heldRaw(order.conditionId, order.outcome),
      },
      market,
    )
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

function countedWith({ exposure, lockedRaw, soldRaw }: Counted, order: LiveOrder): Counted {
  const sold: [bigint, bigint] = [soldRaw[0], soldRaw[1]]
  if (order.side === 'SELL') sold[order.outcome] += order.sizeRaw
  return {
    exposure: exposureWith(exposure, order),
    lockedRaw: lockedRaw + lockedByRaw(order, exposure.market),
    soldRaw: sold,
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

function lossRaw(exposure: MarketExposure): bigint {
  return -worstOf(exposure.wealth, exposure.market)
}

function totalsOf({ exposure, lockedRaw }: Counted): Totals {
  return {
    positionRaw: positionRaw(exposure),
    collateralRaw: exposure.collateralRaw,
    lossRaw: lossRaw(exposure),
    lockedRaw,
  }
}

const NOTHING: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }

function changed(totals: Totals, before: Counted | undefined, after: Counted | undefined): Totals {
  const [from, to] = [before ? totalsOf(before) : NOTHING, after ? totalsOf(after) : NOTHING]
  return {
    positionRaw: totals.positionRaw + to.positionRaw - from.positionRaw,
    collateralRaw: totals.collateralRaw + to.collateralRaw - from.collateralRaw,
    lossRaw: totals.lossRaw + to.lossRaw - from.lossRaw,
    lockedRaw: totals.lockedRaw + to.lockedRaw - from.lockedRaw,
  }
}

function marketBreaches(before: MarketExposure, after: MarketExposure, limits: RawLimits): (Breach | undefined)[] {
  const { market } = after
  const sharesRaw = limits.maxMarketShares
  const position = { reason: 'market-position', name: 'maxMarketShares', limitRaw: sharesRaw } as const
  return [
    // each direction by itself: what lowers a position that is too high may not make it too low
    breachOf({ beforeRaw: before.highRaw, afterRaw: after.highRaw, ...position }, market),
    breachOf({ beforeRaw: -before.lowRaw, afterRaw: -after.lowRaw, ...position }, market),
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
