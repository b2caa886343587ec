// Profit and inventory since the start, looked at each second and thinned so that a run of months takes no more room than one of minutes.

import type { ConditionId } from '../domain/market/market.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'

/** Columns of one length. */
export interface TotalCurves {
  /** Unix milliseconds of this machine. */
  readonly atMs: readonly number[]
  /** Units of collateral. */
  readonly total: readonly number[]
  readonly spread: readonly number[]
  readonly inventory: readonly number[]
  readonly fees: readonly number[]
  readonly worstCase: readonly number[]
  /** Shares that depend on who wins, whichever way, of all markets. */
  readonly net: readonly number[]
}

export interface MarketCurves {
  readonly atMs: readonly number[]
  readonly pnl: readonly number[]
  /** YES less NO, shares. */
  readonly net: readonly number[]
}

const MOST_POINTS = 720
const MOST_OF_MARKET = 360

/** Rows of numbers, the moment first. */
class Thinned {
  rows: (readonly number[])[] = []
  readonly #most: number
  #every = 1
  #looks = 0

  constructor(most: number) {
    this.#most = most
  }

  add(row: readonly number[]): void {
    if (this.#looks++ % this.#every !== 0) return
    this.rows.push(row)
    if (this.rows.length <= this.#most) return
    this.rows = this.rows.filter((_row, index) => index % 2 === 0)
    this.#every *= 2
    // the row that was just added is kept, or the next one is due
    this.#looks = 1
  }

  column(index: number): readonly number[] {
    return this.rows.map((row) => rounded(row[index] ?? 0))
  }
}

export class Curves {
  readonly #totals = new Thinned(MOST_POINTS)
  readonly #markets = new Map<ConditionId, Thinned>()

  look({ totals, markets }: Pick<BotSnapshot, 'totals' | 'markets'>, atMs: number): void {
    const { total, spread, inventory, fees, worstCaseLoss } = totals
    let sum = 0
    const here = new Set<ConditionId>()
    for (const { conditionId, shares, pnl } of markets) {
      const net = shares[0] - shares[1]
      sum += Math.abs(net)
      here.add(conditionId)
      this.#market(conditionId).add([atMs, pnl.total, net])
    }
    for (const id of this.#markets.keys()) if (!here.has(id)) this.#markets.delete(id)
    this.#totals.add([atMs, total, spread, inventory, fees, worstCaseLoss, sum])
  }

  totals(): TotalCurves {
    const at = (index: number) => this.#totals.column(index)
    return {
      ...{ atMs: at(0), total: at(1), spread: at(2), inventory: at(3), fees: at(4) },
      ...{ worstCase: at(5), net: at(6) },
    }
  }

  market(conditionId: ConditionId): MarketCurves | undefined {
    const kept = this.#markets.get(conditionId)
    return kept && { atMs: kept.column(0), pnl: kept.column(1), net: kept.column(2) }
  }

  #market(conditionId: ConditionId): Thinned {
    const known = this.#markets.get(conditionId)
    if (known !== undefined) return known
    const made = new Thinned(MOST_OF_MARKET)
    this.#markets.set(conditionId, made)
    return made
  }
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4
