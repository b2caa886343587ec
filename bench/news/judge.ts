// What news costs a maker, looked at from beside the venue: its orders against the others' book of this moment, and against the sandbox's
// hidden truth.
//
//   stale        share-seconds that rested at the middle of the others' bids or beyond it, with nothing left of the edge they were placed for
//   picked off   what fills of such orders cost more than the truth at their time, units of collateral

import type { Address, ConditionId, Hex } from '../../src/domain/market/market.js'
import { type Outcome, YES } from '../../src/domain/market/side.js'
import { LIVE_STATUSES, type OrderRecord } from '../../src/domain/orders/order.js'
import type { Exchange } from '../../src/venue/simulated/exchange/exchange.js'
import type { WorldObserver } from '../../src/venue/simulated/traders/world.js'
import { middleOf, RAW, TICKS } from './protocol.js'

export interface Verdict {
  readonly staleShareSec: number
  readonly pickedOff: number
  readonly shares: number
  readonly restingShareSec: number
}

interface Priced {
  readonly outcome: Outcome
  readonly side: 'BUY' | 'SELL'
  readonly price: number
}

interface Moved {
  readonly atMs: number
  readonly p: number
}

export class Judge implements WorldObserver {
  readonly #truth = new Map<ConditionId, Moved[]>()
  /** Orders that are stale, or were in the end, and since when. */
  readonly #staleFromMs = new Map<Hex, number>()
  #stale = 0
  #resting = 0
  #lookedMs: number | undefined

  onProbability(conditionId: ConditionId, p: number, atMs: number): void {
    const path = this.#truth.get(conditionId) ?? []
    path.push({ atMs, p })
    this.#truth.set(conditionId, path)
  }

  /** What rests now has rested since the last look. */
  look(exchange: Exchange, account: Address, nowMs: number): void {
    const sec = (nowMs - (this.#lookedMs ?? nowMs)) / 1000
    this.#lookedMs = nowMs
    for (const order of exchange.orders({ account, statuses: LIVE_STATUSES })) {
      const shareSec = (Number(order.remainingRaw) / RAW) * sec
      this.#resting += shareSec
      if (!isStale(order, exchange)) {
        this.#staleFromMs.delete(order.hash)
        continue
      }
      this.#stale += shareSec
      if (!this.#staleFromMs.has(order.hash)) this.#staleFromMs.set(order.hash, nowMs)
    }
  }

  verdict(exchange: Exchange, account: Address, fromMs: number): Verdict {
    let [pickedOff, shares] = [0, 0]
    for (const fill of exchange.tradesOf(account)) {
      if (fill.venueMs < fromMs || fill.status === 'failed') continue
      const size = Number(fill.sizeRaw) / RAW
      shares += size
      if ((this.#staleFromMs.get(fill.hash) ?? Number.POSITIVE_INFINITY) > fill.venueMs) continue
      pickedOff += size * Math.max(0, this.#lossPerShare(fill.conditionId, fill, fill.venueMs))
    }
    return { staleShareSec: this.#stale, restingShareSec: this.#resting, pickedOff, shares }
  }

  /** What a share costs more than it is worth then; a sale: brings less. */
  #lossPerShare(conditionId: ConditionId, { outcome, side, price }: Priced, atMs: number): number {
    const p = this.#truth.get(conditionId)?.findLast((moved) => moved.atMs <= atMs)?.p
    if (p === undefined) return 0
    const dearer = price / TICKS - (outcome === YES ? p : 1 - p)
    return side === 'BUY' ? dearer : -dearer
  }
}

/** A sale of an outcome is a bid on the other. */
function isStale({ account, conditionId, outcome, side, price }: OrderRecord, exchange: Exchange): boolean {
  const [yes, no] = exchange.bestBids(conditionId, account)
  const middle = middleOf(yes?.price, no?.price)
  if (middle === undefined) return true
  const isYes = (outcome === YES) === (side === 'BUY')
  return (side === 'BUY' ? price : TICKS - price) >= (isYes ? middle : TICKS - middle)
}
