// Which matches are in what is held, order by order: for the next run, which asks the venue for all of them and has to count each once.
// Kept are the orders that may still be matched or not be settled, and those that ended, until their end was told for long enough that no
// former run's journal names them any more.

import type { ConditionId, Hex } from '../../domain/market/market.js'
import { isForeign, matchedRawOf, type OwnOrder } from '../../domain/orders/own-order.js'
import type { CountedOrder } from '../../domain/run/standing.js'
import type { End } from '../orders/ended-orders.js'
import { type Contribution, NOTHING } from './booked.js'
import { type FormerFills, NEWS_MS } from './former-fills.js'

interface Known {
  readonly conditionId: ConditionId
  readonly sinceVenueMs: number
  /** It was seen to be over then, and all of it told. */
  goneMonoMs: number | undefined
}

export interface CountedOrdersParts {
  readonly orders: {
    byHash(hash: Hex): OwnOrder | undefined
    endOf(hash: Hex): End | undefined
  }
  readonly former: Pick<FormerFills, 'baseOf' | 'forget'>
  readonly contribution: (intentId: number) => Contribution
}

export class CountedOrders {
  readonly #parts: CountedOrdersParts
  readonly #known = new Map<Hex, Known>()

  constructor(parts: CountedOrdersParts) {
    this.#parts = parts
  }

  /** An order of a former run; `sinceVenueMs`: none of its matches is older. */
  found(hash: Hex, conditionId: ConditionId, sinceVenueMs: number): void {
    this.#known.set(hash, { conditionId, sinceVenueMs, goneMonoMs: undefined })
  }

  changed(order: OwnOrder, venueMs: number): void {
    const { hash } = order.phase === 'signing' ? { hash: undefined } : order
    if (hash === undefined || isForeign(order) || matchedRawOf(order) === 0n || this.#known.has(hash)) return
    this.#known.set(hash, { conditionId: order.draft.conditionId, sinceVenueMs: venueMs, goneMonoMs: undefined })
  }

  /** `isOpen`: what former runs have left in the market is not judged yet, and nothing that this run does there counts before. */
  take(nowMonoMs: number, isOpen: (conditionId: ConditionId) => boolean) {
    const counted: CountedOrder[] = []
    const unclear: Hex[] = []
    for (const [hash, known] of this.#known) {
      const order = this.#parts.orders.byHash(hash)
      const isBefore = isOpen(known.conditionId)
      if (!isBefore && this.#isGone(hash, order, known, nowMonoMs)) continue
      const base = this.#parts.former.baseOf(hash)
      const own = isBefore || order === undefined ? NOTHING : this.#parts.contribution(order.intentId)
      if (base === 'unclear') unclear.push(hash)
      else {
        const { matchedRaw, tokensRaw, cashRaw } = sumOf(base ?? NOTHING, own)
        const { sinceVenueMs } = known
        if (matchedRaw !== 0n || cashRaw !== 0n) counted.push({ hash, matchedRaw, tokensRaw, cashRaw, sinceVenueMs })
      }
    }
    return { orders: counted, unclear }
  }

  #isGone(hash: Hex, order: OwnOrder | undefined, known: Known, nowMonoMs: number): boolean {
    if (order !== undefined && this.#parts.orders.endOf(hash) !== 'told') {
      known.goneMonoMs = undefined
      return false
    }
    known.goneMonoMs ??= nowMonoMs
    if (nowMonoMs - known.goneMonoMs <= NEWS_MS) return false
    this.forget(hash)
    return true
  }

  forget(hash: Hex): void {
    this.#known.delete(hash)
    this.#parts.former.forget(hash)
  }
}

type Amounts = Pick<CountedOrder, 'matchedRaw' | 'tokensRaw' | 'cashRaw'>

function sumOf(one: Amounts, other: Amounts): Amounts {
  return {
    matchedRaw: one.matchedRaw + other.matchedRaw,
    tokensRaw: one.tokensRaw + other.tokensRaw,
    cashRaw: one.cashRaw + other.cashRaw,
  }
}
