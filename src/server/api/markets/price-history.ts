// Candles of a market's trades, at every interval, in ticks of the first outcome. A candle begins at a whole multiple of its interval.

import { valueRaw } from '../../../domain/amounts/money.js'
import type { Ticks } from '../../../domain/amounts/price.js'
import type { ConditionId } from '../../../domain/market/market.js'
import { yesTicks } from '../../../domain/market/yes-view.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import { CANDLE_SECONDS, type CandleInterval } from '../../../venue/wire/statistics-schema.js'
import type { DurableValues } from '../kept/durable-values.js'

export interface Candle {
  readonly startMs: number
  readonly open: Ticks
  high: Ticks
  low: Ticks
  close: Ticks
  volumeRaw: bigint
  trades: number
}

interface MarketHistory {
  readonly candles: Record<CandleInterval, Candle[]>
  last: Ticks
}

interface KeptCandle {
  readonly conditionId: ConditionId
  readonly interval: CandleInterval
  readonly candle: Candle
}

export interface CandleRange {
  /** Begins at or after. */
  readonly fromMs?: number | undefined
  /** Begins before. */
  readonly toMs?: number | undefined
  /** At most so many, the newest. */
  readonly limit: number
}

/** Kept per interval; a day of minutes fits. */
const MAX_CANDLES = 2000
const DAY_MS = 86_400_000

const KIND = 'candle'
/** Outlive the process; those after them are made from these again. */
const KEPT = { '10s': [], '1m': ['5m', '15m'], '1h': ['6h', '1d'] } as const

export class PriceHistory {
  readonly #byMarket = new Map<ConditionId, MarketHistory>()
  readonly #values: DurableValues

  constructor(values: DurableValues) {
    this.#values = values
    // kept in the order in which they began, which a calendar that went back makes another one
    const kept = values.all<KeptCandle>(KIND).map(([, each]) => each)
    kept.sort((a, b) => a.candle.startMs - b.candle.startMs)
    for (const { conditionId, interval, candle } of kept) this.#restore(conditionId, interval, candle)
  }

  add(trade: PublicTrade, ticksPerUnit: number): void {
    const { conditionId, venueMs } = trade
    const price = yesTicks(trade.outcome, trade.price, ticksPerUnit)
    const volumeRaw = valueRaw(trade.price, trade.sizeRaw, ticksPerUnit)
    const history = this.#historyOf(conditionId, price)
    history.last = price
    for (const interval of INTERVALS) {
      const startMs = startOf(venueMs, interval)
      const print = { startMs, open: price, high: price, low: price, close: price, volumeRaw, trades: 1 }
      const { candle, dropped } = addTo(history.candles[interval], print)
      if (!isKept(interval)) continue
      const each: KeptCandle = { conditionId, interval, candle }
      this.#values.put(KIND, idOf(conditionId, interval, candle), each)
      if (dropped !== undefined) this.#values.delete(KIND, idOf(conditionId, interval, dropped))
    }
  }

  /** Price of the first outcome in the newest trade. */
  last(conditionId: ConditionId): Ticks | undefined {
    return this.#byMarket.get(conditionId)?.last
  }

  /** Oldest first. */
  candles(conditionId: ConditionId, interval: CandleInterval, range: CandleRange): Candle[] {
    const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, limit } = range
    const all = this.#byMarket.get(conditionId)?.candles[interval] ?? []
    return all.filter(({ startMs }) => startMs >= fromMs && startMs < toMs).slice(-limit)
  }

  /** The last 24 hours, to the minute, as one candle; `undefined` without a trade. */
  lastDay(conditionId: ConditionId, nowMs: number): Candle | undefined {
    const minutes = this.candles(conditionId, '1m', { fromMs: nowMs - DAY_MS, limit: MAX_CANDLES })
    const [first] = minutes
    if (first === undefined) return undefined
    const whole = { ...first }
    for (const minute of minutes.slice(1)) extend(whole, minute)
    return whole
  }

  #restore(conditionId: ConditionId, interval: CandleInterval, candle: Candle): void {
    if (!isKept(interval)) return
    const history = this.#historyOf(conditionId, candle.close)
    if (interval === '1m') history.last = candle.close
    history.candles[interval].push(candle)
    for (const longer of KEPT[interval]) {
      addTo(history.candles[longer], { ...candle, startMs: startOf(candle.startMs, longer) })
    }
  }

  #historyOf(conditionId: ConditionId, price: Ticks): MarketHistory {
    const known = this.#byMarket.get(conditionId)
    if (known !== undefined) return known
    const candles = { '10s': [], '1m': [], '5m': [], '15m': [], '1h': [], '6h': [], '1d': [] }
    const made: MarketHistory = { candles, last: price }
    this.#byMarket.set(conditionId, made)
    return made
  }
}

const INTERVALS: readonly CandleInterval[] = ['10s', '1m', '5m', '15m', '1h', '6h', '1d']

function isKept(interval: CandleInterval): interval is keyof typeof KEPT {
  return interval in KEPT
}

function startOf(ms: number, interval: CandleInterval): number {
  const lengthMs = CANDLE_SECONDS[interval] * 1000
  return Math.floor(ms / lengthMs) * lengthMs
}

/** Into the candle of its time, the newest but where the calendar went back, or as a new one; `dropped` is the one too many. */
function addTo(candles: Candle[], added: Candle): { candle: Candle; dropped: Candle | undefined } {
  const at = candles.findLastIndex(({ startMs }) => startMs <= added.startMs)
  const known = candles[at]
  if (known === undefined || known.startMs !== added.startMs) {
    const candle = { ...added }
    candles.splice(at + 1, 0, candle)
    return { candle, dropped: candles.length > MAX_CANDLES ? candles.shift() : undefined }
  }
  extend(known, added)
  return { candle: known, dropped: undefined }
}

/** `later` comes after `candle`. */
function extend(candle: Candle, later: Candle): void {
  if (later.high > candle.high) candle.high = later.high
  if (later.low < candle.low) candle.low = later.low
  candle.close = later.close
  candle.volumeRaw += later.volumeRaw
  candle.trades += later.trades
}

function idOf(conditionId: ConditionId, interval: CandleInterval, { startMs }: Candle): string {
  return `${conditionId}/${interval}/${startMs}`
}
