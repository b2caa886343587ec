// All orders by hash, account and market; live orders apart, so that a query for them never scans history.
// Where an archive keeps the history, only orders that are not over, or not settled, are here.

import { QuoinError } from '../../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { isTerminal, type OrderStatus } from '../../../../domain/orders/order.js'
import { type OrderState, statusOf } from './order-state.js'

export interface OrderFilter {
  readonly account?: Address
  readonly conditionId?: ConditionId
  readonly statuses?: readonly OrderStatus[]
  /** At most so many, the newest. */
  readonly limit?: number
}

/** Oldest first. */
interface Shelf {
  readonly all: OrderState[]
  readonly live: Set<OrderState>
}

export class OrderIndex {
  readonly #byHash = new Map<Hex, OrderState>()
  readonly #byAccount = new Map<Address, Shelf>()
  readonly #byMarket = new Map<ConditionId, Shelf>()
  readonly #keepsHistory: boolean

  constructor(keepsHistory = true) {
    this.#keepsHistory = keepsHistory
  }

  /** Orders in memory. */
  get size(): number {
    return this.#byHash.size
  }

  get(hash: Hex): OrderState | undefined {
    return this.#byHash.get(hash)
  }

  add(order: OrderState): void {
    this.#byHash.set(order.terms.hash, order)
    for (const shelf of this.#shelvesOf(order)) {
      if (this.#keepsHistory) shelf.all.push(order)
      shelf.live.add(order)
    }
  }

  /** Lets go of an order that the archive has and nothing can change any more. */
  forget(order: OrderState): void {
    if (isTerminal(statusOf(order)) && order.pendingLots === 0) this.#byHash.delete(order.terms.hash)
  }

  /** Takes note of a status that may have become terminal. */
  refresh(order: OrderState): void {
    if (!isTerminal(statusOf(order))) return
    for (const shelf of this.#shelvesOf(order)) shelf.live.delete(order)
  }

  /** How many orders of the account are not over. */
  liveCount(account: Address): number {
    return this.#byAccount.get(account)?.live.size ?? 0
  }

  /** Orders of the market that are not over, oldest first. */
  liveIn(conditionId: ConditionId): OrderState[] {
    return [...(this.#byMarket.get(conditionId)?.live ?? [])]
  }

  /** Newest first. Throws `bad-argument` when neither an account nor a market is given. */
  find(filter: OrderFilter): OrderState[] {
    const { account, conditionId, statuses, limit = Number.POSITIVE_INFINITY } = filter
    const candidates = this.#candidates(filter)
    const found: OrderState[] = []
    for (let i = candidates.length - 1; i >= 0 && found.length < limit; i--) {
      const order = candidates[i]
      if (order === undefined) continue
      if (account !== undefined && order.terms.account !== account) continue
      if (conditionId !== undefined && order.terms.conditionId !== conditionId) continue
      if (statuses === undefined || statuses.includes(statusOf(order))) found.push(order)
    }
    return found
  }

  #candidates(filter: OrderFilter): readonly OrderState[] {
    const { account, conditionId } = filter
    const shelves: (Shelf | undefined)[] = []
    if (account !== undefined) shelves.push(this.#byAccount.get(account))
    if (conditionId !== undefined) shelves.push(this.#byMarket.get(conditionId))
    if (shelves.length === 0) {
      throw new QuoinError('bad-argument', 'orders: expected an account or a conditionId, got neither')
    }
    const onlyLive = asksOnlyLive(filter)
    let smallest: Shelf | undefined
    for (const shelf of shelves) {
      if (shelf === undefined) return []
      if (smallest === undefined || sizeOf(shelf, onlyLive) < sizeOf(smallest, onlyLive)) smallest = shelf
    }
    if (smallest === undefined) return []
    return onlyLive ? [...smallest.live] : smallest.all
  }

  #shelvesOf({ terms }: OrderState): readonly [Shelf, Shelf] {
    return [shelfOf(this.#byAccount, terms.account), shelfOf(this.#byMarket, terms.conditionId)]
  }
}

/** Whether memory alone can answer. */
export function asksOnlyLive({ statuses }: OrderFilter): boolean {
  return statuses !== undefined && !statuses.some(isTerminal)
}

function sizeOf(shelf: Shelf, onlyLive: boolean): number {
  return onlyLive ? shelf.live.size : shelf.all.length
}

function shelfOf<K>(shelves: Map<K, Shelf>, key: K): Shelf {
  let shelf = shelves.get(key)
  if (shelf === undefined) {
    shelf = { all: [], live: new Set() }
    shelves.set(key, shelf)
  }
  return shelf
}
