// P&L of all markets at the worst price for what is held: each market as it was last valued, the total by difference.

import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import type { Beliefs } from '../state/beliefs.js'
import type { Marks } from '../state/market/estimates.js'
import type { Cell, Cells } from './cells.js'

const MICRO = 1e6

export class PnlSum {
  readonly #beliefs: Beliefs
  readonly #cells: Pick<Cells, 'get' | 'pnlMicro'>
  readonly #marksNow: (market: Market) => Marks
  /** Whole numbers, so that the sum does not drift. */
  #micro = 0

  constructor(beliefs: Beliefs, cells: Pick<Cells, 'get' | 'pnlMicro'>) {
    this.#beliefs = beliefs
    this.#cells = cells
    this.#marksNow = (market) => beliefs.estimates.marks(market)
  }

  /** Of all markets, those that are over included, millionths of a unit of collateral. */
  get micro(): number {
    return this.#micro
  }

  /** The market is over, and is not looked at again. */
  isClosed(conditionId: ConditionId): boolean {
    return this.#cells.get(conditionId) === undefined
  }

  /** Of all markets, units of collateral. */
  get units(): number {
    return this.#micro / MICRO
  }

  /** What of it is the market's, units of collateral. */
  of(conditionId: ConditionId): number {
    return this.#cells.pnlMicro(conditionId) / MICRO
  }

  /** Of the markets that are present: what is held counts at what it cost; in those that are over, at what it pays. Units of collateral. */
  realised(): number {
    const { markets, positions, estimates } = this.#beliefs
    let sum = 0
    for (const market of markets.present.values())
      sum += positions.pnl(market, isFinal(market) ? estimates.marks(market).fair : undefined).total
    return sum
  }

  /** Values the market as it stands, and before that what came into it without an order. Returns whether this has another value now. */
  value(cell: Cell, market: Market): boolean {
    const isValued = this.#beliefs.ledger.value(market)
    const pnlMicro = Math.round(this.#beliefs.positions.worstPnlNow(market, this.#marksNow) * MICRO)
    this.#micro += pnlMicro - cell.pnlMicro
    cell.pnlMicro = pnlMicro
    return isValued
  }
}
