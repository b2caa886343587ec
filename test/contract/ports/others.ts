// Everybody but us, at the venue's own side: makers and takers without a network, and the operator of the sandbox.

import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex, Market } from '../../../src/domain/market/market.js'
import { type Outcome, otherSide, type Side } from '../../../src/domain/market/side.js'
import type { OrderRecord, OrderType } from '../../../src/domain/orders/order.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'

export interface Offer {
  readonly outcome: Outcome
  readonly side: Side
  /** Ticks. */
  readonly price: number
  /** Whole shares. */
  readonly shares: number
}

export interface OthersParts {
  readonly api: VenueApi
  readonly apiKey: string
  readonly nowMs: () => number
  /** Called after everything that may have set the venue's next task. */
  readonly wake: () => void
}

const MAKER: Address = '0x0000000000000000000000000000000000003A3a'
const TAKER: Address = '0x0000000000000000000000000000000000007A7a'
/** Enough for every test. */
const RICH_RAW = 10n ** 15n
const FULL_SETS_RAW = 10n ** 10n
const LATE_MS = 800
/** Lots in a share of the stands' markets. */
export const LOTS_PER_SHARE = 100

export class Others {
  readonly #parts: OthersParts
  readonly #supplied = new Set<ConditionId>()
  #orders = 0

  constructor(parts: OthersParts) {
    this.#parts = parts
    for (const account of [MAKER, TAKER]) parts.api.exchange.deposit(account, RICH_RAW)
  }

  /** A resting order. */
  quote(market: Market, offer: Offer): Hex {
    const { hash, status } = this.#submit(market, offer, { account: MAKER, type: 'POST_ONLY' })
    if (status !== 'open') throw new Error(`quote: expected it to rest, it is ${status}`)
    return hash
  }

  withdraw(hash: Hex): void {
    const { api, nowMs, wake } = this.#parts
    api.exchange.cancel(hash, MAKER, nowMs())
    wake()
  }

  /** Takes what rests, none worse than the offer's price; all of the offer must trade. */
  take(market: Market, offer: Offer): void {
    const { status } = this.#submit(market, offer, { account: TAKER, type: 'FOK' })
    if (status !== 'pending_settlement') throw new Error(`take: expected a full match, it is ${status}`)
  }

  /** Trades against an order of ours that rests on the venue's book. */
  hit(market: Market, ours: Offer): void {
    this.take(market, { ...ours, side: otherSide(ours.side) })
  }

  /** Trades among themselves at a price that an order of ours, were it in the book, would have improved. */
  tradeThrough(market: Market, ours: Offer): void {
    const { api, nowMs } = this.#parts
    // what rests of them would be traded first
    api.exchange.cancelAll(MAKER, market.conditionId, nowMs())
    const worse = { ...ours, price: ours.side === 'BUY' ? ours.price - 1 : ours.price + 1 }
    this.quote(market, worse)
    this.hit(market, worse)
  }

  close({ id }: Market): void {
    this.#operate(`/sandbox/markets/${id}/close`)
  }

  resolve({ id }: Market, outcome: Outcome): void {
    this.#operate(`/sandbox/markets/${id}/resolve`, { outcome })
  }

  setFee({ id }: Market, feeRateBps: number): void {
    this.#operate('/sandbox/fees', { scope: 'market', marketId: id, feeRateBps })
  }

  /** Matches in the market wait long enough to be looked at. */
  delaySettlement({ conditionId }: Market): void {
    this.fault({ kind: 'settlement-late', delayMs: LATE_MS, conditionId })
  }

  fault(spec: FaultSpecInput): void {
    this.#operate('/sandbox/faults', spec)
  }

  #submit(
    market: Market,
    { outcome, side, price, shares }: Offer,
    { account, type }: { account: Address; type: OrderType },
  ): OrderRecord {
    const { api, nowMs, wake } = this.#parts
    const { conditionId } = market
    api.advance(nowMs())
    this.#supply(conditionId)
    this.#orders += 1
    const record = api.exchange.submit(
      {
        hash: `0x07e5${this.#orders.toString(16).padStart(60, '0')}`,
        price: ticks(price),
        size: lots(shares * LOTS_PER_SHARE),
        expirationSec: 0,
        feeRateBps: api.exchange.market(conditionId)?.feeRateBps ?? 0,
        ...{ account, conditionId, outcome, side, type },
      },
      nowMs(),
    )
    wake()
    return record
  }

  #supply(conditionId: ConditionId): void {
    if (this.#supplied.has(conditionId)) return
    this.#supplied.add(conditionId)
    for (const account of [MAKER, TAKER]) this.#parts.api.exchange.split(account, conditionId, FULL_SETS_RAW)
  }

  #operate(path: string, body: unknown = {}): void {
    const { api, apiKey, nowMs, wake } = this.#parts
    const headers = { 'x-api-key': apiKey }
    api.handle({ method: 'POST', path, query: {}, headers, body, ip: '127.0.0.2' }, nowMs(), (response) => {
      if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    })
    wake()
  }
}
