// The two ports by hand: what is asked is written down, what is answered is said by the test.

import type { AccountSnapshot } from '../src/domain/account/account.js'
import type { Answer } from '../src/domain/error.js'
import type { ConditionId, Hex, Market } from '../src/domain/market/market.js'
import type { Fill } from '../src/domain/orders/fill.js'
import type { OrderRecord } from '../src/domain/orders/order.js'
import type { MarketData, MarketDataEvent, MarketListing } from '../src/venue/market-data.js'
import type { Trading, TradingEvent } from '../src/venue/trading.js'

type Done<T> = (answer: Answer<T>) => void

export class FakeMarketData implements MarketData {
  emit: (event: MarketDataEvent) => void = () => undefined
  running = false
  readonly resyncs: ConditionId[] = []
  readonly reads: string[] = []
  readonly markets = new Map<string, Market>()
  listing: readonly Market[] = []
  watched: readonly Market[] = []
  onResync: (conditionId: ConditionId) => void = () => undefined

  listen(listener: (event: MarketDataEvent) => void): void {
    this.emit = listener
  }
  start(): void {
    this.running = true
  }
  stop(): void {
    this.running = false
  }
  watch(markets: readonly Market[]): void {
    this.watched = markets
  }
  resync(conditionId: ConditionId): void {
    this.resyncs.push(conditionId)
    this.onResync(conditionId)
  }
  readMarket(id: string, done: Done<Market>): void {
    this.reads.push(`market ${id}`)
    const value = this.markets.get(id)
    done(value ? { ok: true, value } : { ok: false, failure: { code: 'not-found', message: id } })
  }
  listMarkets(_query: unknown, done: Done<MarketListing>): void {
    done({ ok: true, value: { markets: this.listing, refused: [] } })
  }
  readFee({ id }: Market): void {
    this.reads.push(`fee ${id}`)
  }
  readBestBids({ id }: Market): void {
    this.reads.push(`best-bids ${id}`)
  }
  readBook({ id }: Market): void {
    this.reads.push(`book ${id}`)
  }
}

export class FakeTrading implements Trading {
  readonly account = '0x00000000000000000000000000000000000000b0'
  emit: (event: TradingEvent) => void = () => undefined
  running = false
  readonly signed: unknown[] = []
  readonly cancelled: Hex[] = []
  readonly cancelAlls: ConditionId[] = []
  /** What the venue still has; a cancel ends it. */
  orders: OrderRecord[] = []
  lists = 0
  canList = true

  listen(listener: (event: TradingEvent) => void): void {
    this.emit = listener
  }
  start(): void {
    this.running = true
  }
  stop(): void {
    this.running = false
  }
  sign(draft: unknown): void {
    this.signed.push(draft)
  }
  submit(): void {}
  cancelMany(hashes: readonly Hex[], done: Done<{ cancelled: readonly Hex[]; failed: [] }>): void {
    this.cancelled.push(...hashes)
    this.orders = this.orders.filter((o) => !hashes.includes(o.hash) || o.pendingRaw > 0n)
    done({ ok: true, value: { cancelled: hashes, failed: [] } })
  }
  cancelAll({ conditionId }: Market, done: Done<void>): void {
    this.cancelAlls.push(conditionId)
    done({ ok: true, value: undefined })
  }
  readOrder(hash: Hex, done: Done<OrderRecord>): void {
    const value = this.orders.find((o) => o.hash === hash)
    done(value ? { ok: true, value } : { ok: false, failure: { code: 'not-found', message: hash } })
  }
  listOrders(_filter: unknown, done: Done<readonly OrderRecord[]>): void {
    this.lists++
    done(this.canList ? { ok: true, value: this.orders } : { ok: false, failure: { code: 'unreachable', message: '' } })
  }
  listFills(_since: number, done: Done<readonly Fill[]>): void {
    done({ ok: true, value: [] })
  }
  readAccount(done: Done<AccountSnapshot>): void {
    const collateral = { totalRaw: 1_000_000_000n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 1_000_000_000n }
    done({ ok: true, value: { collateral, holdings: [] } })
  }
}
