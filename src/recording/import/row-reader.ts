// What the rows of one market tell: trades, and the book as it stands after them.

import { complement, type Ticks } from '../../domain/amounts/price.js'
import { type LevelMap, levelMap, levelOf } from '../../domain/collections/level-map.js'
import { QuoinError } from '../../domain/error.js'
import type { LevelChange, MarketBook } from '../../domain/market/book.js'
import type { Market } from '../../domain/market/market.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import { utcMsOf } from '../../domain/utc-time.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { bookOfYes, lotsOf, numberOf, type PriceUnit, ticksOf } from './imported-market.js'
import type { TapeMapping } from './mapping.js'
import { type Row, wordOf } from './rows.js'
import { SeenTrades } from './seen-trades.js'
import { fittingUnit, TO_US } from './time-unit.js'

interface Told {
  readonly events: readonly MarketDataEvent[]
  /** Rows with neither a trade nor a book. */
  readonly silent: number
  /** Rows with a trade that was told before. */
  readonly repeated: number
}

export class MarketRows {
  readonly market: Market
  readonly #mapping: TapeMapping
  #book: MarketBook | undefined
  #lastPrice: Ticks | undefined
  #lastSide: PublicTrade['side'] = 'BUY'
  #trades = 0
  readonly #seen = new SeenTrades()
  /** The whole book as it was told last; absent where nobody knows it. */
  #levels: LevelMap | undefined

  constructor(market: Market, mapping: TapeMapping) {
    this.market = market
    this.#mapping = mapping
  }

  /** Rows of one time stamp: trades come first, against the book before; the books of that stamp stand after them. */
  read(rows: readonly Row[], venueMs: number): Told {
    const told = rows.map((row) => this.#trade(row, venueMs))
    const ladders = rows.map((row) => this.#ladder(row))
    const books = rows.map((row, n) => (this.#isTradeAlone(row) ? undefined : (ladders[n] ?? this.#best(row))))
    const silent = rows.filter((_row, n) => told[n] === undefined && books[n] === undefined).length
    const trades = told.filter((trade) => trade !== undefined)
    const news = trades.filter((trade) => !this.#isRepeated(trade))
    const repeated = trades.length - news.length
    const events: MarketDataEvent[] = news.map((trade) => tradeEvent(trade))
    const last = books.findLast((book) => book !== undefined)
    if (last === undefined) return { events, silent, repeated }
    this.#book = last
    events.push(...this.#bookEvents(last, ladders.includes(last), venueMs))
    return { events, silent, repeated }
  }

  /** An offer at a price between 0 and 1 was told. */
  hasOffers = false
  /** The first one beyond them, in words. */
  beyond: string | undefined

  /** From here on nobody knows its book: the next one is told as a whole. */
  lose(): void {
    this.#levels = undefined
  }

  /**
   * Of whole books what has changed since the one before, levels that go or shrink first: so it can be told who came to a price and who left it.
   * Of the best levels alone nobody knows what became of the others.
   */
  #bookEvents(book: MarketBook, isWhole: boolean, venueMs: number): MarketDataEvent[] {
    const { conditionId } = this.market
    const before = this.#levels
    const levels = isWhole ? levelMap(book) : undefined
    this.#levels = levels
    const changes = before === undefined || levels === undefined ? [] : changesBetween(before, levels)
    // a book that is as it was is news that it stands
    if (changes.length === 0) return [{ kind: 'snapshot', conditionId, book, venueMs }]
    return changes.map((change) => ({ kind: 'change', conditionId, change, venueMs }))
  }

  /** Without ids of the recording's own nobody knows. */
  #isRepeated(trade: PublicTrade): boolean {
    return this.#mapping.trades?.id !== undefined && this.#seen.isRepeated(trade)
  }

  /**
   * A table that has trades and books in rows of their own leaves the cells of the others blank: that is no word of a book without orders, as it is
   * in a row without a trade.
   */
  #isTradeAlone(row: Row): boolean {
    const { trades, quotes, books } = this.#mapping
    if (trades === undefined || !hasTrade(row, trades)) return false
    const told = [quotes?.bid, quotes?.ask, books?.bids, books?.asks]
    return told.every((side) => side === undefined || row.get(side.column) === undefined)
  }

  #trade(row: Row, venueMs: number): PublicTrade | undefined {
    const { trades } = this.#mapping
    if (trades === undefined || !hasTrade(row, trades)) return undefined
    const { market } = this
    const context = (field: string) => ({ row, field, market })
    const told = row.get(trades.price.column)
    const price = ticksOf(told, trades.price.unit, context(trades.price.column))
    if (price === undefined) {
      const words = `expected a price between 0 and 1, got ${JSON.stringify(told)} (${trades.price.unit})`
      throw new QuoinError('bad-tape', `${row.place()}: ${trades.price.column}: ${words}`)
    }
    const size = lotsOf(row.get(trades.size.column), trades.size.unit, context(trades.size.column))
    const sizeRaw = BigInt(Math.round(size * Number(market.lotRaw)))
    if (sizeRaw === 0n) return undefined
    this.#trades++
    const id = trades.id === undefined ? undefined : wordOf(row.get(trades.id))
    const trade: PublicTrade = {
      ...this.#taken(row, price),
      tradeId: id === undefined ? `${market.id}-${this.#trades}` : id,
      conditionId: market.conditionId,
      matchType: 'direct',
      ...{ sizeRaw, venueMs },
    }
    this.#lastPrice = price
    return trade
  }

  /** Whoever took bought the outcome that is named; else by the book before, then by the last price. */
  #taken(row: Row, price: Ticks): Pick<PublicTrade, 'outcome' | 'side' | 'price'> {
    const taker = this.#mapping.trades?.taker
    if (taker !== undefined) {
      const word = wordOf(row.get(taker.column))
      const isIn = (words: readonly (string | number | boolean)[]) => words.some((each) => String(each) === word)
      if (isIn(taker.yes)) return { outcome: 0, side: 'BUY', price }
      if (isIn(taker.no)) return { outcome: 1, side: 'BUY', price: complement(price, this.market.ticksPerUnit) }
      const got = JSON.stringify(word) ?? 'nothing'
      const expected = [...taker.yes, ...taker.no].join(', ')
      throw new QuoinError('bad-tape', `${row.place()}: ${taker.column}: expected one of ${expected}, got ${got}`)
    }
    const [yes] = this.#book ?? []
    const [bid, ask] = [yes?.bids[0]?.price, yes?.asks[0]?.price]
    if (ask !== undefined && price >= ask) this.#lastSide = 'BUY'
    else if (bid !== undefined && price <= bid) this.#lastSide = 'SELL'
    else if (this.#lastPrice !== undefined && price !== this.#lastPrice) {
      this.#lastSide = price > this.#lastPrice ? 'BUY' : 'SELL'
    }
    return { outcome: 0, side: this.#lastSide, price }
  }

  #ladder(row: Row): MarketBook | undefined {
    const { books } = this.#mapping
    if (books === undefined || !(row.has(books.bids.column) && row.has(books.asks.column))) return undefined
    const side = ({ column, price, size }: typeof books.bids) => {
      const list = row.get(column) ?? []
      if (!Array.isArray(list)) throw new QuoinError('bad-tape', `${row.place()}: ${column}: expected a list of levels`)
      return list.flatMap((level: unknown, index): (readonly [Ticks, number])[] => {
        const context = { row, market: this.market, field: `${column}[${index}]` }
        const ticks = this.#offered(Reflect.get(Object(level), price), books.priceUnit, context)
        return ticks === undefined ? [] : [[ticks, lotsOf(Reflect.get(Object(level), size), books.sizeUnit, context)]]
      })
    }
    return bookOfYes(side(books.bids), side(books.asks))
  }

  #offered(told: unknown, unit: PriceUnit, context: Parameters<typeof ticksOf>[2]): Ticks | undefined {
    const ticks = ticksOf(told, unit, context)
    if (ticks !== undefined) this.hasOffers = true
    else if (Number(told) < 0 || Number(told) > topOf(unit, context.market)) {
      const got = `${JSON.stringify(told)} (${unit})`
      this.beyond ??= `${context.row.place()}: ${context.field}: expected a price between 0 and 1, got ${got}`
    }
    return ticks
  }

  #best(row: Row): MarketBook | undefined {
    const { quotes } = this.#mapping
    if (quotes === undefined || !(row.has(quotes.bid.column) || row.has(quotes.ask.column))) return undefined
    const side = (name: 'bid' | 'ask'): (readonly [Ticks, number])[] => {
      const { column, unit } = quotes[name]
      const context = { row, market: this.market, field: column }
      if (row.get(column) === undefined) return []
      const price = this.#offered(row.get(column), unit, context)
      const sized = name === 'bid' ? quotes.bidSize : quotes.askSize
      const told = sized === undefined ? undefined : row.get(sized.column)
      const size =
        sized === undefined || told === undefined
          ? lotsOf(quotes.size, 'shares', context)
          : lotsOf(told, sized.unit, { ...context, field: sized.column })
      return price === undefined ? [] : [[price, size]]
    }
    return bookOfYes(side('bid'), side('ask'))
  }
}

/** The price 1 in that unit. */
const topOf = (unit: PriceUnit, { ticksPerUnit }: Market) => ({ probability: 1, cents: 100, ticks: ticksPerUnit })[unit]

function changesBetween(before: LevelMap, after: LevelMap): readonly LevelChange[] {
  const grown: LevelChange[] = []
  const shrunk: LevelChange[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? 0, after.get(key) ?? 0]
    if (is !== was) (is > was ? grown : shrunk).push(levelOf(key, is))
  }
  return [...shrunk, ...grown]
}

function tradeEvent(trade: PublicTrade): MarketDataEvent {
  return { kind: 'trade', conditionId: trade.conditionId, trade }
}

/** A row without price and size, or with a size of nothing beside no price, tells of no trade. */
function hasTrade(row: Row, { price, size }: NonNullable<TapeMapping['trades']>): boolean {
  if (row.get(price.column) !== undefined) return true
  const lone = row.get(size.column)
  if (lone === undefined || Number(lone) === 0) return false
  const got = `nothing beside ${size.column} ${JSON.stringify(lone)}`
  throw new QuoinError('bad-tape', `${row.place()}: ${price.column}: expected a price, got ${got}`)
}

/** Unix microseconds of a row. Throws `bad-tape` for what is no time. */
export function timeOf(row: Row, { column, unit }: TapeMapping['time']): number {
  const value = row.get(column)
  if (unit !== 'iso') {
    const number = numberOf(value, { row, field: column })
    const fitting = fittingUnit(number)
    if (fitting === unit) return Math.round(number * TO_US[unit])
    const hint = fitting === undefined ? '' : `; in ${fitting} it would be one`
    throw new QuoinError(
      'bad-tape',
      `${row.place()}: ${column}: expected a time between 2000 and 2100, got ${number} (${unit})${hint}`,
    )
  }
  const text = typeof value === 'string' ? value : ''
  const ms = utcMsOf(text)
  if (ms === undefined) {
    throw new QuoinError(
      'bad-tape',
      `${row.place()}: ${column}: expected a time, got ${JSON.stringify(value) ?? 'nothing'}`,
    )
  }
  // a date keeps milliseconds only
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? ''
  return ms * 1000 + Number(micros.padEnd(3, '0'))
}
