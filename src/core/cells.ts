// The markets as the core works on them: what was concluded of each, which of them something changed in, and when each is due by time alone.

import { BinaryHeap } from '../domain/collections/binary-heap.js'
import { MarketMap } from '../domain/collections/market-map.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import { RulesMemo } from '../quoting/rules-memo.js'
import type { AskedMarket } from './strategy/asked-market.js'
import { NOTHING_WANTED, type WantedQuotes } from './strategy/wanted-quotes.js'

/** One market's conclusions; its facts are in the beliefs. */
export interface Cell {
  /** Small and dense; the order of work among equals. */
  readonly index: number
  readonly conditionId: ConditionId
  wanted: WantedQuotes
  /** What the quoting rules made of the last wish. */
  readonly rules: RulesMemo
  /** What the strategy was asked here, and answered. */
  asked: AskedMarket | undefined
  /** Number of quotes approved, for the pace. */
  approved: number
  /** P&L at the worst, in millionths of a unit of collateral: whole numbers, so that sums do not drift. */
  pnlMicro: number
  dueMonoMs: number
  /** What it is marked for, and so which of the lists it stands in. */
  isToRequote: boolean
  isToReplan: boolean
}

interface Due {
  readonly atMonoMs: number
  readonly cell: Cell
}

/** What a mark asks for: `requote` asks the strategy again, `replan` risk and the planner too. */
export type Mark = 'requote' | 'replan'

/** A book, a trade or a value from outside that changes nothing we want changes nothing we do. */
export function markFor({ kind }: CoreEvent): Mark {
  return kind === 'level' || kind === 'trade' || kind === 'signal' ? 'requote' : 'replan'
}

const NONE: readonly Cell[] = []

/** Every cell has the same shape: a key of its own, or a spread, would make each one slow to read. */
function newCell({ index, conditionId, pnlMicro }: Pick<Cell, 'index' | 'conditionId' | 'pnlMicro'>): Cell {
  return {
    index,
    conditionId,
    wanted: NOTHING_WANTED,
    rules: new RulesMemo(),
    asked: undefined,
    approved: 0,
    pnlMicro,
    dueMonoMs: Number.POSITIVE_INFINITY,
    isToRequote: false,
    isToReplan: false,
  }
}

export class Cells {
  readonly #byId = new MarketMap<Cell>()
  /** A turn marks few: a list that is begun anew costs less than a set that is emptied. */
  #requote: Cell[] | undefined
  #replan: Cell[] | undefined
  readonly #due = new BinaryHeap<Due>(
    (a, b) => a.atMonoMs < b.atMonoMs || (a.atMonoMs === b.atMonoMs && a.cell.index < b.cell.index),
  )
  /** P&L of markets that are over, and the index they had: news of a closed market opens it again with what was counted. */
  readonly #closed = new Map<ConditionId, Pick<Cell, 'index' | 'pnlMicro'>>()
  #nextIndex = 0

  get(conditionId: ConditionId): Cell | undefined {
    return this.#byId.get(conditionId)
  }

  /** Of a market that is over, too. */
  pnlMicro(conditionId: ConditionId): number {
    return (this.#byId.get(conditionId) ?? this.#closed.get(conditionId))?.pnlMicro ?? 0
  }

  open(conditionId: ConditionId): Cell {
    let cell = this.#byId.get(conditionId)
    if (cell === undefined) {
      const { index, pnlMicro } = this.#closed.get(conditionId) ?? { index: this.#nextIndex++, pnlMicro: 0 }
      cell = newCell({ index, conditionId, pnlMicro })
      this.#byId.set(conditionId, cell)
    }
    return cell
  }

  /** The market is over and settled: time alone marks it no more. */
  close({ conditionId, index, pnlMicro }: Cell): void {
    const cell = this.#byId.get(conditionId)
    if (cell === undefined) return
    this.#closed.set(conditionId, { index, pnlMicro })
    this.#byId.delete(conditionId)
    this.#requote = without(this.#requote, cell)
    this.#replan = without(this.#replan, cell)
    cell.isToRequote = cell.isToReplan = false
  }

  /** These, in their order already, and those of more markets: in the order of all. */
  with(cells: readonly Cell[], more: ReadonlySet<ConditionId>): readonly Cell[] {
    const [cell] = cells
    const isOne = cells.length === 1 && more.size === 1 && cell !== undefined && more.has(cell.conditionId)
    if (isOne || more.size === 0) return cells
    const all = new Set(cells)
    for (const id of more) all.add(this.open(id))
    return all.size === cells.length ? cells : inOrder([...all])
  }

  /** Marks the market, and opens it. What only asks for quotes does not open one that is over: there is nothing to quote. */
  touch(conditionId: ConditionId, mark: Mark): void {
    if (mark === 'requote' && this.#closed.has(conditionId) && !this.#byId.has(conditionId)) return
    this.mark(this.open(conditionId), mark)
  }

  mark(cell: Cell, mark: Mark): void {
    if (!cell.isToRequote) {
      cell.isToRequote = true
      if (this.#requote === undefined) this.#requote = [cell]
      else this.#requote.push(cell)
    }
    if (mark === 'requote' || cell.isToReplan) return
    cell.isToReplan = true
    if (this.#replan === undefined) this.#replan = [cell]
    else this.#replan.push(cell)
  }

  markAll(mark: Mark = 'replan'): void {
    for (const cell of this.#byId.values()) this.mark(cell, mark)
  }

  /** The cell wants to be worked on at this moment at the latest. */
  dueBy(cell: Cell, atMonoMs: number): void {
    // what is no number at all would stand before every other moment, for ever
    if (!(atMonoMs < cell.dueMonoMs)) return
    cell.dueMonoMs = atMonoMs
    this.#due.push({ atMonoMs, cell })
  }

  /** Marks what is due. */
  markDue(nowMonoMs: number): void {
    for (let top = this.#due.top; top !== undefined && top.atMonoMs <= nowMonoMs; top = this.#due.top) {
      this.#due.pop()
      const { cell, atMonoMs } = top
      // an entry from before something earlier became due
      if (cell.dueMonoMs !== atMonoMs) continue
      cell.dueMonoMs = Number.POSITIVE_INFINITY
      if (this.#byId.get(cell.conditionId) === cell) this.mark(cell, 'replan')
    }
  }

  /** The first moment at which a cell is due. */
  get nextMonoMs(): number {
    return this.#due.top?.atMonoMs ?? Number.POSITIVE_INFINITY
  }

  /** Of markets that are not closed. */
  all(): readonly Cell[] {
    return [...this.#byId.values()]
  }

  get isMarked(): boolean {
    return this.#requote !== undefined || this.#replan !== undefined
  }

  /** The cells whose strategy is to be asked; their marks are gone. */
  takeRequote(): readonly Cell[] {
    const cells = this.#requote
    if (cells === undefined) return NONE
    this.#requote = undefined
    for (const cell of cells) cell.isToRequote = false
    return inOrder(cells)
  }

  /** The cells that risk and the planner are to look at; their marks are gone. */
  takeReplan(): readonly Cell[] {
    const cells = this.#replan
    if (cells === undefined) return NONE
    this.#replan = undefined
    for (const cell of cells) cell.isToReplan = false
    return inOrder(cells)
  }
}

/** In the order of the markets, whatever the order of the marks. */
function inOrder(cells: Cell[]): readonly Cell[] {
  return cells.length === 1 ? cells : cells.sort((a, b) => a.index - b.index)
}

function without(cells: readonly Cell[] | undefined, cell: Cell): Cell[] | undefined {
  const others = cells?.filter((other) => other !== cell)
  return others?.length === 0 ? undefined : others
}
