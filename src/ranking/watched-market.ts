// One market looked at for a while: how wide its book stood, how its middle moved, how much was traded.

import { bestPair } from '../domain/market/best-pair.js'
import type { LevelChange, MarketBook } from '../domain/market/book.js'
import { type Market, rawToShares } from '../domain/market/market.js'
import type { MarketDataEvent } from '../venue/market-data.js'
import type { MarketSeen } from './market-score.js'

const HOUR_MS = 3_600_000

export class WatchedMarket {
  readonly #market: Market
  readonly #fromMs: number
  #book: MarketBook | undefined
  #atMs: number
  /** Of the present pair of best prices, and since when. */
  #spread: number | undefined
  #mid: number | undefined
  #spreadTime = 0
  #twoSidedMs = 0
  #squares = 0
  #shares = 0
  #trades = 0

  constructor(market: Market, nowMs: number) {
    this.#market = market
    this.#fromMs = nowMs
    this.#atMs = nowMs
  }

  hear(event: MarketDataEvent, nowMs: number): void {
    if (event.kind === 'trade') {
      this.#shares += rawToShares(event.trade.sizeRaw, this.#market)
      this.#trades++
      return
    }
    if (event.kind === 'snapshot') this.#book = event.book
    else if (event.kind === 'change' && this.#book !== undefined) this.#book = changed(this.#book, event.change)
    else return
    this.#pass(nowMs)
    this.#look()
  }

  get trades(): number {
    return this.#trades
  }

  seen(nowMs: number, makerPaysFee: boolean): MarketSeen {
    this.#pass(nowMs)
    const hours = Math.max(1, nowMs - this.#fromMs) / HOUR_MS
    return {
      ...(this.#twoSidedMs === 0 ? {} : { spread: this.#spreadTime / this.#twoSidedMs }),
      ...(this.#mid === undefined ? {} : { mid: this.#mid }),
      volatility: Math.sqrt(this.#squares / hours),
      flow: this.#shares / hours,
      leftMs: Math.max(0, this.#market.endMs - nowMs),
      feeRateBps: makerPaysFee ? this.#market.feeRateBps : 0,
    }
  }

  /** What stood until now is weighed by how long it did. */
  #pass(nowMs: number): void {
    if (this.#spread !== undefined) {
      this.#spreadTime += this.#spread * (nowMs - this.#atMs)
      this.#twoSidedMs += nowMs - this.#atMs
    }
    this.#atMs = nowMs
  }

  #look(): void {
    const [yes, no] = this.#book === undefined ? [] : bestPair(this.#book, this.#market.ticksPerUnit)
    if (yes === undefined || no === undefined) {
      this.#spread = undefined
      return
    }
    const mid = (yes.price + 1 - no.price) / 2
    if (this.#mid !== undefined) this.#squares += (mid - this.#mid) ** 2
    this.#mid = mid
    this.#spread = 1 - yes.price - no.price
  }
}

function changed(book: MarketBook, { outcome, side, price, size }: LevelChange): MarketBook {
  const own = book[outcome]
  const levels = (side === 'BUY' ? own.bids : own.asks).filter((level) => level.price !== price)
  const all = (size === 0 ? levels : [...levels, { price, size }]).sort((a, b) =>
    side === 'BUY' ? b.price - a.price : a.price - b.price,
  )
  const mine = side === 'BUY' ? { ...own, bids: all } : { ...own, asks: all }
  return outcome === 0 ? [mine, book[1]] : [book[0], mine]
}
