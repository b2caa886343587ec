// For how long each market was quoted: of the time in which it was open, on both sides, at or before the others' best price, and short of requests.
//
// Looked at whenever something of a market has changed; what stood since the last look counts until now. A look costs what rests in that
// one market, and nothing adds up over markets.

import { bestBid } from '../../domain/market/best-pair.js'
import type { MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { netDirection, yesTicks } from '../../domain/market/yes-view.js'
import { isResting, type LivingOrder } from '../../domain/orders/own-order.js'

/** What is believed of the markets. */
export interface QuotedMarkets {
  /** `undefined` for one that is not followed. */
  readonly market: (conditionId: ConditionId) => Market | undefined
  readonly orders: (conditionId: ConditionId) => readonly LivingOrder[]
  /** Something is left as it is for want of requests. */
  readonly isStarved: (conditionId: ConditionId) => boolean
  /** The book without us. */
  readonly others: (market: Market) => MarketBook
  /** Told when something of ours begins to rest in an open market, or nothing does any more. */
  readonly turned?: (conditionId: ConditionId, rests: boolean) => void
}

/** Milliseconds of an open market. */
export interface QuotedMs {
  open: number
  /** Something of ours rested on both sides. */
  both: number
  /** Something of ours was as good as the others' best, or better. */
  touch: number
  /** Something was left as it was for want of requests. */
  starved: number
}

interface Watched extends QuotedMs {
  atMonoMs: number
  /** Something of ours rests, and since when that, or the contrary, holds. */
  isAny: boolean
  turnedMonoMs: number
  isOpen: boolean
  isBoth: boolean
  isTouch: boolean
  isStarved: boolean
}

/** Every market is looked at each second: what is longer, the process stood still, and nobody knows what rested meanwhile. */
const MOST_MS = 5000
const NO_BID = Number.NEGATIVE_INFINITY
const NO_ASK = Number.POSITIVE_INFINITY

export class QuotingTime {
  readonly #of: QuotedMarkets
  readonly #markets = new Map<ConditionId, Watched>()

  constructor(of: QuotedMarkets) {
    this.#of = of
  }

  /** Something has changed in the market. */
  look(conditionId: ConditionId, nowMonoMs: number): void {
    const market = this.#of.market(conditionId)
    const isOpen = market?.status === 'OPEN'
    let watched = this.#markets.get(conditionId)
    if (watched === undefined) {
      if (!isOpen) return
      const none = { open: 0, both: 0, touch: 0, starved: 0 }
      const nothing = { isAny: false, isBoth: false, isTouch: false, isStarved: false }
      watched = { ...none, ...nothing, isOpen, atMonoMs: nowMonoMs, turnedMonoMs: nowMonoMs }
      this.#markets.set(conditionId, watched)
    }
    pass(watched, nowMonoMs)
    watched.isOpen = isOpen
    const wasAny = watched.isAny
    watched.isAny = watched.isBoth = watched.isTouch = false
    watched.isStarved = this.#of.isStarved(conditionId)
    if (market !== undefined && isOpen) this.#lookAt(market, watched)
    if (watched.isAny === wasAny) return
    watched.turnedMonoMs = nowMonoMs
    this.#of.turned?.(conditionId, watched.isAny)
  }

  /** Since when something of ours has rested there without a break, or nothing has, monotonic; `undefined` where nobody has looked. */
  turnedMonoMs(conditionId: ConditionId): number | undefined {
    return this.#markets.get(conditionId)?.turnedMonoMs
  }

  /** So far; nothing of a market that was never looked at. */
  soFar(conditionId: ConditionId): Readonly<QuotedMs> | undefined {
    return this.#markets.get(conditionId)
  }

  /** The others are not followed any more. */
  keepOnly(markets: ReadonlySet<ConditionId>): void {
    for (const id of this.#markets.keys()) if (!markets.has(id)) this.#markets.delete(id)
  }

  /** For each event: it makes no objects. */
  #lookAt(market: Market, watched: Watched): void {
    const { ticksPerUnit } = market
    let bid = NO_BID
    let ask = NO_ASK
    for (const order of this.#of.orders(market.conditionId)) {
      if (!isResting(order)) continue
      const { draft } = order
      const price = yesTicks(draft.outcome, draft.price, ticksPerUnit)
      if (netDirection(draft) === 1) bid = Math.max(bid, price)
      else ask = Math.min(ask, price)
    }
    const hasBid = bid !== NO_BID
    const hasAsk = ask !== NO_ASK
    watched.isBoth = hasBid && hasAsk
    watched.isAny = hasBid || hasAsk
    if (!watched.isAny) return
    const others = this.#of.others(market)
    const othersBid = bestBid(others, 0, ticksPerUnit) ?? NO_BID
    const othersAsk = ticksPerUnit - (bestBid(others, 1, ticksPerUnit) ?? NO_BID)
    watched.isTouch = (hasBid && bid >= othersBid) || (hasAsk && ask <= othersAsk)
  }
}

function pass(watched: Watched, nowMonoMs: number): void {
  const ms = nowMonoMs - watched.atMonoMs
  watched.atMonoMs = nowMonoMs
  if (!watched.isOpen || ms <= 0 || ms > MOST_MS) return
  watched.open += ms
  if (watched.isBoth) watched.both += ms
  if (watched.isTouch) watched.touch += ms
  if (watched.isStarved) watched.starved += ms
}
