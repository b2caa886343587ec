// All orders by hash, account and market; live orders apart, so that a query for them never scans history.
// Where an archive keeps the history, only orders that are not over, or not settled, are here.

import { QuoinError } from '../../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { isTerminal, type OrderStatus } from '../../../../domain/orders/order.js'
import type { AccountState } from '../accounts/account-state.js'
import type { Accounts } from '../accounts/accounts.js'
import type { MarketState } from '../markets/market-state.js'
import { NONE } from '../slot.js'
import { HashIndex } from './hash-index.js'
import { OLDER_IN_ACCOUNT, OLDER_IN_MARKET } from './links.js'
import type { NewOrder } from './new-order.js'
import type { OrderFacts } from './order-facts.js'
import { OrderTable } from './order-table.js'
import { isDone, isOver, readOrder, statusAt } from './read-order.js'
import type { ShelfHistory } from './shelf-history.js'
import type { SlotList } from './slot-list.js'

export interface OrderFilter {
  readonly account?: Address
  readonly conditionId?: ConditionId
  readonly statuses?: readonly OrderStatus[]
  /** At most so many, the newest. */
  readonly limit?: number
}

/** Whose orders they are: an account, or a market. */
interface Shelf {
  readonly live: SlotList
  readonly history: ShelfHistory
}

export interface OrderIndexParts {
  readonly accounts: Accounts
  readonly markets: ReadonlyMap<ConditionId, MarketState>
  /** Whether what is done stays in memory. */
  readonly keepsHistory: boolean
}

export class OrderIndex {
  readonly table = new OrderTable()
  readonly #byHash = new HashIndex(this.table)
  readonly #accounts: Accounts
  readonly #markets: ReadonlyMap<ConditionId, MarketState>
  readonly #keepsHistory: boolean

  constructor({ accounts, markets, keepsHistory }: OrderIndexParts) {
    this.#accounts = accounts
    this.#markets = markets
    this.#keepsHistory = keepsHistory
  }

  /** Orders in memory. */
  get size(): number {
    return this.#byHash.size
  }

  /** Of an order in memory, done or not; or `NONE`. */
  slotOf(hash: Hex): number {
    return this.#byHash.get(hash)
  }

  /** An order that is not over, the newest of its account and its market; returns its slot. */
  add(terms: NewOrder, account: AccountState, market: MarketState): number {
    const { table } = this
    const order = table.add(terms, account, market)
    this.#byHash.add(terms.hash, order)
    account.live.append(table, order)
    market.live.append(table, order)
    table.setLive(order, true)
    if (this.#keepsHistory) {
      table.setLink(order, OLDER_IN_ACCOUNT, appended(account.history, order))
      table.setLink(order, OLDER_IN_MARKET, appended(market.history, order))
    }
    return order
  }

  /** Lets go of an order that the archive has and nothing can change any more. */
  forget(order: number): void {
    if (!isDone(this.table, order)) return
    this.#byHash.delete(this.table.hash(order))
    this.table.free(order)
  }

  /** Takes note of an order that may be over. */
  refresh(order: number): void {
    const { table } = this
    if (!table.isLive(order) || !isOver(table, order)) return
    table.account(order).live.remove(table, order)
    table.market(order).live.remove(table, order)
    table.setLive(order, false)
  }

  /** Newest first. Throws `bad-argument` when neither an account nor a market is given. */
  find(filter: OrderFilter): OrderFacts[] {
    const { account, conditionId, statuses, limit = Number.POSITIVE_INFINITY } = filter
    const found: OrderFacts[] = []
    for (const slot of this.#candidates(filter)) {
      if (found.length >= limit) break
      if (account !== undefined && this.table.account(slot).address !== account) continue
      if (conditionId !== undefined && this.table.market(slot).spec.conditionId !== conditionId) continue
      if (statuses === undefined || statuses.includes(statusAt(this.table, slot)))
        found.push(readOrder(this.table, slot))
    }
    return found
  }

  #candidates(filter: OrderFilter): Iterable<number> {
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
    if (onlyLive) return smallest.live.toArray(this.table).reverse()
    const isAccount = smallest === shelves[0] && account !== undefined
    return this.#newestFirst(smallest.history, isAccount ? OLDER_IN_ACCOUNT : OLDER_IN_MARKET)
  }

  *#newestFirst({ newest }: ShelfHistory, older: number): Generator<number> {
    for (let slot = newest; slot !== NONE; slot = this.table.link(slot, older)) yield slot
  }
}

/** The order before it. */
function appended(history: ShelfHistory, order: number): number {
  const before = history.newest
  history.newest = order
  history.size += 1
  return before
}

/** Lots that others can be matched with. */
export function lotsInBook(orders: OrderIndex, hash: Hex): number {
  const slot = orders.slotOf(hash)
  return slot !== NONE && orders.table.onLadder(slot) ? orders.table.restingLots(slot) : 0
}

/** Whether memory alone can answer. */
export function asksOnlyLive({ statuses }: OrderFilter): boolean {
  return statuses !== undefined && !statuses.some(isTerminal)
}
