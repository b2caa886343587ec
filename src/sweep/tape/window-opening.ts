// What a bot that is started in the middle of a tape finds there: the markets as they stand, their books, and whether there is a connection.
// Made of what came before, which is played without a bot; so a window knows nothing of what comes after.

import { TapeFacts } from '../../backtest/tape-facts.js'
import { bookOfLevels, type LevelMap, levelKey, levelMap, putLevel } from '../../domain/collections/level-map.js'
import { type ConditionId, isFinal } from '../../domain/market/market.js'
import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import type { TapeEvent, TapeRecord } from '../../recording/tape-record.js'
import type { MarketDataEvent } from '../../venue/market-data.js'

interface TapeBook {
  readonly levels: LevelMap
  seq: number | undefined
}

/** Hears a tape from its beginning, record by record. */
export class OpeningState {
  readonly #facts = new TapeFacts()
  readonly #dropped = new Set<ConditionId>()
  readonly #books = new Map<ConditionId, TapeBook>()
  /** Whose book nobody knows, with the word about it. */
  readonly #unreadable = new Map<ConditionId, MarketDataEvent>()
  /** Orders of the recording bot that rest, by hash: they are taken out of the books again. */
  readonly #ownOrders = new Map<string, OrderRecord>()

  take({ event }: TapeRecord): void {
    this.#facts.take(event)
    if (event.kind === 'market') this.#dropped.delete(event.market.conditionId)
    else if (event.kind === 'market-dropped') this.#dropped.add(event.conditionId)
    else if (event.kind === 'own-order') {
      if (isTerminal(event.record.status)) this.#ownOrders.delete(event.record.hash)
      else this.#ownOrders.set(event.record.hash, event.record)
    } else if (event.kind === 'market-data') this.#marketData(event.event)
  }

  /** Told at `atMs`, in the order in which a tape begins: markets, orders of the recording bot, books. */
  records(atMs: number): readonly TapeRecord[] {
    const markets = this.#facts.all.filter((market) => !isFinal(market) && !this.#dropped.has(market.conditionId))
    const known = new Set(markets.map(({ conditionId }) => conditionId))
    const groups = new Set(markets.map(({ groupId }) => groupId))
    // how those have ended that are over bears on the others of their group, and the venue lists them
    const ended = this.#facts.all.filter(
      (market) => isFinal(market) && market.groupId !== undefined && groups.has(market.groupId),
    )
    const events: TapeEvent[] = [
      ...[...ended, ...markets].map((market): TapeEvent => ({ kind: 'market', market })),
      ...[...this.#ownOrders.values()]
        .filter(({ conditionId }) => known.has(conditionId))
        .map((record): TapeEvent => ({ kind: 'own-order', record })),
      ...[...known].flatMap((conditionId) => this.#snapshot(conditionId)),
    ]
    if (!this.#facts.isLinkUp) events.unshift({ kind: 'market-data', event: { kind: 'link', state: 'down' } })
    return events.map((event) => ({ atMs, event }))
  }

  #marketData(event: MarketDataEvent): void {
    if (event.kind === 'unreadable') {
      this.#books.delete(event.conditionId)
      this.#unreadable.set(event.conditionId, event)
    } else if (event.kind === 'snapshot') {
      this.#unreadable.delete(event.conditionId)
      this.#books.set(event.conditionId, { levels: levelMap(event.book), seq: event.seq })
    } else if (event.kind === 'change') {
      const book = this.#books.get(event.conditionId)
      if (book === undefined) return
      const { outcome, side, price, size } = event.change
      putLevel(book.levels, levelKey(outcome, side, price), size)
      book.seq = event.seq ?? book.seq
    }
  }

  #snapshot(conditionId: ConditionId): TapeEvent[] {
    const lost = this.#unreadable.get(conditionId)
    if (lost !== undefined) return [{ kind: 'market-data', event: lost }]
    const book = this.#books.get(conditionId)
    if (book === undefined) return []
    const seq = book.seq === undefined ? {} : { seq: book.seq }
    return [{ kind: 'market-data', event: { kind: 'snapshot', conditionId, book: bookOfLevels(book.levels), ...seq } }]
  }
}

/** The opening of a window for each of `fromMs`, rising, while a tape is heard once. */
export class Openings {
  readonly #state = new OpeningState()
  readonly #waiting: number[]
  readonly #found = new Map<number, readonly TapeRecord[]>()

  constructor(fromMs: readonly number[]) {
    this.#waiting = [...new Set(fromMs)].sort((a, b) => a - b)
  }

  take(record: TapeRecord): void {
    for (let next = this.#waiting[0]; next !== undefined && next <= record.atMs; next = this.#waiting[0]) {
      this.#found.set(next, this.#state.records(next))
      this.#waiting.shift()
    }
    this.#state.take(record)
  }

  /** By the beginning of the window. */
  get found(): ReadonlyMap<number, readonly TapeRecord[]> {
    return this.#found
  }
}
