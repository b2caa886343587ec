// What is true beside a staged core: its markets, its orders with their matches, and what it owns by them. It answers nothing by itself.

import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { BestBids, MarketBook } from '../../../src/domain/market/book.js'
import type { ConditionId, Hex, Market } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { Random } from '../../../src/domain/random.js'
import type { PlaceIntent } from '../../../src/domain/run/command.js'
import { hashOf } from '../../execution/builders.js'
import { market } from '../../risk/builders.js'
import { TrueOrder } from '../../state/true-order.js'

const START_RAW = 2_000_000_000n
const DEPTH_LOTS = 100_000
/** Ticks that a book moves at once. */
const MOST_MOVED = 3
/** Fair values stay this far inside, ticks. */
const INSIDE = 15

type Tokens = [bigint, bigint]

export class StagedVenue {
  readonly markets = new Map<ConditionId, Market>()
  readonly orders = new Map<Hex, TrueOrder>()
  readonly #mids = new Map<ConditionId, number>()
  readonly #random: Random
  #listed = 0

  constructor(random: Random) {
    this.#random = random
  }

  list(endMs: number): Market {
    const n = ++this.#listed
    const listed = market(`0xc${n}` as ConditionId, { id: `${n}`, endMs, groupId: `group_${1 + (n % 2)}` })
    this.markets.set(listed.conditionId, listed)
    this.#mids.set(listed.conditionId, 50)
    return listed
  }

  /** The others' book, a tick further up or down. */
  moved(conditionId: ConditionId): MarketBook {
    const before = this.#mids.get(conditionId) ?? 50
    const mid = Math.min(100 - INSIDE, Math.max(INSIDE, before + this.#random.below(2 * MOST_MOVED + 1) - MOST_MOVED))
    this.#mids.set(conditionId, mid)
    return this.book(conditionId)
  }

  book(conditionId: ConditionId): MarketBook {
    const mid = this.#mids.get(conditionId) ?? 50
    const bid = (price: number) => ({ bids: [{ price: ticks(price), size: lots(DEPTH_LOTS) }], asks: [] })
    return [bid(mid - 1), bid(100 - mid - 1)]
  }

  bids(conditionId: ConditionId): BestBids {
    const [yes, no] = this.book(conditionId)
    return [yes.bids[0], no.bids[0]]
  }

  /** It is there, whatever the bot hears of it. */
  take({ intentId, draft }: PlaceIntent, venueMs: number): TrueOrder {
    const order = new TrueOrder({ ...draft, hash: hashOf(intentId) }, venueMs)
    this.orders.set(order.hash, order)
    return order
  }

  /** Something of an order happens, or nothing. Returns a trade that is settled, or has failed. */
  live(
    order: TrueOrder,
    venueMs: number,
  ): { readonly tradeId: string; readonly status: 'settled' | 'failed' } | undefined {
    const drawn = this.#random.next()
    if (drawn < 0.04) order.cancel(venueMs)
    else if (drawn < 0.3) order.match(100 + this.#random.below(2 * order.draft.size), venueMs)
    if (drawn < 0.6) return undefined
    const status = drawn < 0.7 ? 'failed' : 'settled'
    const tradeId = order.settle(status, venueMs)
    return tradeId === undefined ? undefined : { tradeId, status }
  }

  /** What is too old ends. */
  age(venueMs: number): void {
    for (const order of this.orders.values()) {
      const { expirationSec } = order.draft
      if (expirationSec > 0 && expirationSec * 1000 <= venueMs) order.cancel(venueMs)
    }
  }

  standing(): readonly OrderRecord[] {
    const records = [...this.orders.values()].map((order) => order.record())
    return records.filter(({ status }) => status === 'open' || status === 'partially_filled')
  }

  account(): AccountSnapshot {
    let [totalRaw, pendingRaw] = [START_RAW, 0n]
    const tokens = new Map<ConditionId, { readonly settled: Tokens; readonly sold: Tokens }>()
    for (const order of this.orders.values()) {
      const { conditionId, outcome, side } = order.draft
      const held = tokens.get(conditionId) ?? { settled: [0n, 0n], sold: [0n, 0n] }
      tokens.set(conditionId, held)
      const [settled, all] = [order.effectOf('settled'), order.effectOf('settled', 'pending')]
      totalRaw += settled.cash
      held.settled[outcome] += settled.tokens
      if (side === 'BUY') pendingRaw += settled.cash - all.cash
      else held.sold[outcome] += settled.tokens - all.tokens
    }
    const none: Tokens = [0n, 0n]
    return {
      collateral: { totalRaw, lockedRaw: 0n, pendingRaw, availableRaw: totalRaw - pendingRaw },
      holdings: Array.from(tokens, ([conditionId, { settled, sold }]) => ({
        ...{ conditionId, tokensRaw: settled, lockedRaw: none, pendingRaw: sold },
      })),
    }
  }
}
