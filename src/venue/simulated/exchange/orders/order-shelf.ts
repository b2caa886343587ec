// All orders by hash, account and market; live orders apart, so that a query for them never scans history.
// Where an archive keeps the history, only orders that are not over, or not settled, are here.

import type { LinkedList } from '../../../../domain/collections/linked-list.js'
import { QuoinError } from '../../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { isTerminal, type OrderStatus } from '../../../../domain/orders/order.js'
import type { Accounts } from '../accounts/accounts.js'
import { OrderHistory } from './order-history.js'
import { isDone, isOver, type MarketState, type OrderFacts, type OrderState, statusOf } from './order-state.js'
import type { ShelfHistory } from './shelf-history.js'

export interface OrderFilter {
  readonly account?: Address
  readonly conditionId?: ConditionId
  readonly statuses?: readonly OrderStatus[]
  /** At most so many, the newest. */
  readonly limit?: number
}

/** Whose orders they are: an account, or a market. */
interface Shelf {
  readonly live: LinkedList<OrderState>
  readonly history: ShelfHistory
}

export interface OrderIndexParts {
  readonly accounts: Accounts
  readonly markets: ReadonlyMap<ConditionId, MarketState>
  /** Whether what is done stays in memory. */
  readonly keepsHistory: boolean
}

export class OrderIndex {
  /** An order that is done is a number in the history. */
  readonly #byHash = new Map<Hex, OrderState | number>()
  readonly #history: OrderHistory | undefined
  readonly #accounts: Accounts
  readonly #markets: ReadonlyMap<ConditionId, MarketState>

  constructor({ accounts, markets, keepsHistory }: OrderIndexParts) {
    this.#accounts = accounts
    this.#markets = markets
    this.#history = keepsHistory ? new OrderHistory() : undefined
  }

  /** Orders in memory. */
  get size(): number {
    return this.#byHash.size
  }

  /** An order that may still change, or that no archive has yet. */
  get(hash: Hex): OrderState | undefined {
    const found = this.#byHash.get(hash)
    return typeof found === 'number' ? undefined : found
  }

  /** What is known of an order, done or not. */
  facts(hash: Hex): OrderFacts | undefined {
    const found = this.#byHash.get(hash)
    return typeof found === 'number' ? this.#history?.read(found) : found
  }

  add(order: OrderState): void {
    const { account, market, terms } = order
    this.#byHash.set(terms.hash, order)
    order.inAccount = account.live.append(order)
    order.inMarket = market.live.append(order)
    if (this.#history !== undefined) order.serial = this.#history.begin(order)
  }

  /** Lets go of an order that the archive has and nothing can change any more. */
  forget(hash: Hex): void {
    const order = this.get(hash)
    if (order !== undefined && isDone(order)) this.#byHash.delete(hash)
  }

  /** Takes note of an order that may be over. */
  refresh(order: OrderState): void {
    if (!isOver(order)) return
    const { account, market, inAccount, inMarket } = order
    if (inAccount !== undefined) account.live.remove(inAccount)
    if (inMarket !== undefined) market.live.remove(inMarket)
    order.inAccount = undefined
    order.inMarket = undefined
    if (this.#history === undefined || order.pendingLots > 0) return
    this.#history.keep(order)
    this.#byHash.set(order.terms.hash, order.serial)
  }

  /** Newest first. Throws `bad-argument` when neither an account nor a market is given. */
  find(filter: OrderFilter): OrderFacts[] {
    const { account, conditionId, statuses, limit = Number.POSITIVE_INFINITY } = filter
    const found: OrderFacts[] = []
    for (const order of this.#candidates(filter)) {
      if (found.length >= limit) break
      if (account !== undefined && order.terms.account !== account) continue
      if (conditionId !== undefined && order.terms.conditionId !== conditionId) continue
      if (statuses === undefined || statuses.includes(statusOf(order))) found.push(order)
    }
    return found
  }

  #candidates(filter: OrderFilter): Iterable<OrderFacts> {
    const { account, conditionId } = filter
    const shelves: (Shelf | undefined)[] = []
    if (account !== undefined) shelves.push(this.#accounts.get(account))
    if (conditionId !== undefined) shelves.push(this.#markets.get(conditionId))
    if (shelves.length === 0) {
      throw new QuoinError('bad-argument', 'orders: expected an account or a conditionId, got neither')
    }
    const onlyLive = asksOnlyLive(filter)
    const sizeOf = ({ live, history }: Shelf) => (onlyLive ? live.size : history.size)
    let smallest: Shelf | undefined
    for (const shelf of shelves) {
      if (shelf === undefined) return []
      if (smallest === undefined || sizeOf(shelf) < sizeOf(smallest)) smallest = shelf
    }
    if (smallest === undefined) return []
    if (onlyLive) return smallest.live.toArray().reverse()
    return this.#newestFirst(smallest.history, smallest === shelves[0] && account !== undefined ? 'account' : 'market')
  }

  *#newestFirst(history: ShelfHistory, of: 'account' | 'market'): Generator<OrderFacts> {
    for (const serial of this.#history?.newestFirst(history, of) ?? []) {
      const hash = this.#history?.hashOf(serial)
      const order = hash === undefined ? undefined : this.facts(hash)
      if (order !== undefined) yield order
    }
  }
}

/** Whether memory alone can answer. */
export function asksOnlyLive({ statuses }: OrderFilter): boolean {
  return statuses !== undefined && !statuses.some(isTerminal)
}
