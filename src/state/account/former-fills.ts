// What orders of former runs were matched for since what those held was kept, by the venue's own list of fills: each at the price and the fee
// that it names, and each once.
//
//   unheard of an order = its fills, without those that failed - what was counted of it when it was kept - what this run has counted of it
//
// So it does not matter which of them a former run had heard of, and which this one hears of besides. A list is believed in a market as a
// whole, and only where it tells exactly as much of every order as the order's own record does: a list that was cut off, one that lags, or
// one that knows of a match before the record tells nothing.

import type { Tokens } from '../../domain/account/tokens.js'
import type { ConditionId, Hex, Market } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import { matchedRawOf, type OwnOrder } from '../../domain/orders/own-order.js'
import { draftOn } from '../../domain/orders/signed-draft.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { CountedOrder, FormerOrder } from '../../domain/run/standing.js'
import type { End } from '../orders/ended-orders.js'
import { type Contribution, contributionOfFills, NOTHING } from './booked.js'

/** News of a match takes no longer: what was matched before, of an order known to be over, was counted, however little is kept of that. */
export const NEWS_MS = 15_000
/** A list reaches back no further before the moment at which what is held was kept. */
const MOST_BACK_MS = 3_600_000

export interface FormerFillsParts {
  readonly orders: {
    byHash(hash: Hex): OwnOrder | undefined
    /** Raw tokens that had been settled when this run began to count. */
    baselineOf(intentId: number): bigint
    endOf(hash: Hex): End | undefined
  }
  /** The venue does not know it. */
  readonly isDenied: (order: OwnOrder) => boolean
  /** What this run has counted of an order. */
  readonly contribution: (intentId: number) => Contribution
}

/** Of a market. */
export interface Unheard {
  readonly tokensRaw: Tokens
  readonly cashRaw: bigint
  /** Orders that it comes from. */
  readonly orders: number
}

type Amounts = Pick<CountedOrder, 'matchedRaw' | 'tokensRaw' | 'cashRaw'>

const NO_ORDERS: readonly FormerOrder[] = []

export class FormerFills {
  readonly #parts: FormerFillsParts
  readonly #orders = new Map<ConditionId, FormerOrder[]>()
  /** What of each order is in what this run began with; `unclear`: part of it, nobody knows which. */
  readonly #bases = new Map<Hex, Amounts | 'unclear'>()
  readonly #hashes = new Set<Hex>()
  /** By trade: a later list tells what became of it. */
  readonly #fills = new Map<Hex, Map<string, Fill>>()
  #isListed = false
  #atVenueMs: number | undefined
  #sinceVenueMs: number | undefined

  constructor(parts: FormerFillsParts) {
    this.#parts = parts
  }

  /** What former runs have left. */
  found({ orders, counted }: Pick<Extract<CoreEvent, { kind: 'verify' }>, 'orders' | 'counted'>): void {
    for (const order of orders) {
      const { conditionId } = order.draft
      const known = this.#orders.get(conditionId)
      if (known === undefined) this.#orders.set(conditionId, [order])
      else known.push(order)
      this.#hashes.add(order.hash)
    }
    if (counted === undefined) for (const { hash } of orders) this.#bases.set(hash, 'unclear')
    else this.#takeUp(counted)
  }

  #takeUp({ atVenueMs, orders, unclear }: NonNullable<Extract<CoreEvent, { kind: 'verify' }>['counted']>): void {
    const ours = orders.filter(({ hash }) => this.#hashes.has(hash))
    for (const order of ours) this.#bases.set(order.hash, order)
    for (const hash of unclear) if (this.#hashes.has(hash)) this.#bases.set(hash, 'unclear')
    const oldestMs = ours.reduce((oldest, { sinceVenueMs }) => Math.min(oldest, sinceVenueMs), atVenueMs)
    this.#atVenueMs = atVenueMs
    if (this.#hashes.size > 0) this.#sinceVenueMs = Math.max(oldestMs, atVenueMs - MOST_BACK_MS)
  }

  /** A list has to reach back so far, by the venue's clock; `undefined` where none has anything to tell. */
  get sinceVenueMs(): number | undefined {
    return this.#sinceVenueMs
  }

  /** Those in a market. */
  of(conditionId: ConditionId): readonly FormerOrder[] {
    return this.#orders.get(conditionId) ?? NO_ORDERS
  }

  /** What they were for. */
  drafts(market: Market): readonly OrderDraft[] {
    return this.of(market.conditionId).map((order) => draftOn(market, order))
  }

  /** A list of the venue's. */
  listed(fills: readonly Fill[]): void {
    this.#isListed = true
    if (this.#hashes.size === 0) return
    for (const fill of fills) {
      if (!this.#hashes.has(fill.hash)) continue
      const known = this.#fills.get(fill.hash)
      if (known === undefined) this.#fills.set(fill.hash, new Map([[fill.tradeId, fill]]))
      // one that was asked for before the settlement does not undo it
      else if (fill.status !== 'pending' || !known.has(fill.tradeId)) known.set(fill.tradeId, fill)
    }
  }

  /** A list may still tell of all orders in the market. */
  isAwaited(conditionId: ConditionId): boolean {
    const orders = this.of(conditionId)
    return orders.length > 0 && orders.every(({ hash }) => this.#bases.get(hash) !== 'unclear')
  }

  /** `undefined` while the lists do not tell. */
  unheard(market: Market): Unheard | undefined {
    if (!this.#isListed) return undefined
    const tokens: [bigint, bigint] = [0n, 0n]
    let cashRaw = 0n
    let orders = 0
    for (const order of this.of(market.conditionId)) {
      const base = this.#bases.get(order.hash) ?? NOTHING
      const now = this.#baseNow(order, market)
      if (base === 'unclear' || now === undefined) return undefined
      tokens[order.draft.outcome] += now.tokensRaw - base.tokensRaw
      cashRaw += now.cashRaw - base.cashRaw
      if (now.matchedRaw !== base.matchedRaw) orders++
    }
    return { tokensRaw: tokens, cashRaw, orders }
  }

  /** What this run began with in a market is decided, by what the lists tell now. */
  decided(market: Market): void {
    for (const order of this.of(market.conditionId)) this.#decide(order.hash, this.#baseNow(order, market) ?? 'unclear')
  }

  /** It is decided by other words. */
  givenUp(conditionId: ConditionId): void {
    for (const { hash } of this.of(conditionId)) this.#decide(hash, 'unclear')
  }

  #decide(hash: Hex, base: Amounts | 'unclear'): void {
    this.#bases.set(hash, base)
    this.#fills.delete(hash)
    this.#hashes.delete(hash)
  }

  /** Of an order of a former run: what is in what this run began with. */
  baseOf(hash: Hex): Amounts | 'unclear' | undefined {
    return this.#bases.get(hash)
  }

  forget(hash: Hex): void {
    this.#bases.delete(hash)
  }

  /** What the venue's list tells of the order, without what this run has counted of it. */
  #baseNow({ hash, isOver }: FormerOrder, market: Market): Amounts | undefined {
    const fills = [...(this.#fills.get(hash)?.values() ?? [])]
    const counted = this.#bases.get(hash)
    if (counted === 'unclear') return undefined
    if (isOver && counted === undefined && this.#isOld(fills)) return NOTHING
    const told = contributionOfFills(fills, market)
    let everRaw = 0n
    for (const { sizeRaw } of fills) everRaw += sizeRaw
    const { orders, contribution } = this.#parts
    const order = orders.byHash(hash)
    if (order === undefined) return isOver && everRaw >= (counted?.matchedRaw ?? 0n) ? told : undefined
    if (!this.#isReported(order, hash)) return undefined
    if (matchedRawOf(order) + orders.baselineOf(order.intentId) !== told.matchedRaw) return undefined
    const own = contribution(order.intentId)
    return {
      matchedRaw: told.matchedRaw - own.matchedRaw,
      tokensRaw: told.tokensRaw - own.tokensRaw,
      cashRaw: told.cashRaw - own.cashRaw,
    }
  }

  /** The venue has said how much of it is matched, or that there is no such order. */
  #isReported(order: OwnOrder, hash: Hex): boolean {
    if (order.phase === 'unknown') return order.isReported || this.#parts.isDenied(order)
    return this.#parts.orders.endOf(hash) !== 'untold'
  }

  /** Counted long ago, and kept as such no longer. */
  #isOld(fills: readonly Fill[]): boolean {
    const fromMs = (this.#atVenueMs ?? Number.NEGATIVE_INFINITY) - NEWS_MS
    return fills.some(({ venueMs }) => venueMs < fromMs)
  }
}
