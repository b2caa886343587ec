// Books as a tape tells them, without the orders of the bot that recorded it: in the run that is tried now they were never placed.
//
//   others = level of the tape - what rested there of the recording bot
//
// A level and the order that changed it are told as two records, often of one moment: what an order changes is told when that moment is over.

import type { Level, LevelChange, MarketBook } from '../domain/book.js'
import type { ConditionId } from '../domain/market.js'
import { isTerminal, type OrderRecord } from '../domain/order.js'
import { ticks } from '../domain/price.js'
import { OUTCOMES, type Outcome, type Side } from '../domain/side.js'
import { lots } from '../domain/size.js'
import type { TapeEvent } from '../recording/tape-record.js'
import type { MarketDataEvent } from '../venue/market-data.js'

interface Recorded {
  readonly place: number
  readonly lots: number
}

interface MarketLevels {
  /** By place: as on the tape. */
  levels: Map<number, number>
  /** By place: of the recording bot. */
  readonly recorded: Map<number, number>
  readonly orders: Map<string, Recorded>
  /** Places of which others have another size than was told last. */
  readonly outdated: Map<number, number>
  lotRaw: bigint
  /** Without a book there is nothing to tell of. */
  isKnown: boolean
}

const placeOf = (outcome: Outcome, side: Side, price: number) => (price * 2 + outcome) * 2 + (side === 'BUY' ? 0 : 1)

function changeAt(place: number, size: number): LevelChange {
  const outcome: Outcome = (place >> 1) % 2 === 0 ? 0 : 1
  return { outcome, side: place % 2 === 0 ? 'BUY' : 'SELL', price: ticks(Math.floor(place / 4)), size: lots(size) }
}

export class OthersBook {
  readonly #markets = new Map<ConditionId, MarketLevels>()
  readonly #unsettled = new Set<ConditionId>()
  readonly #tell: (event: MarketDataEvent) => void

  /** `tell` hears what the venue would have told without the recording bot. */
  constructor(tell: (event: MarketDataEvent) => void) {
    this.#tell = tell
  }

  take(event: TapeEvent): void {
    if (event.kind === 'market') this.#market(event.market.conditionId).lotRaw = event.market.lotRaw
    else if (event.kind === 'own-order') this.#order(event.record)
    else if (event.kind === 'market-data') this.#marketData(event.event)
  }

  /** The moment is over: what the recorded orders have changed in it is told now. */
  settle(): void {
    if (this.#unsettled.size === 0) return
    for (const conditionId of this.#unsettled) {
      const market = this.#market(conditionId)
      for (const [place, before] of market.outdated) {
        const size = this.#othersAt(market, place)
        if (market.isKnown && size !== before)
          this.#tell({ kind: 'change', conditionId, change: changeAt(place, size) })
      }
      market.outdated.clear()
    }
    this.#unsettled.clear()
  }

  /** Of others, best level first; `undefined` before the first book. */
  book(conditionId: ConditionId): MarketBook | undefined {
    const market = this.#markets.get(conditionId)
    if (market === undefined || !market.isKnown) return undefined
    const [yes, no] = OUTCOMES.map(() => ({ bids: [] as Level[], asks: [] as Level[] }))
    if (yes === undefined || no === undefined) return undefined
    for (const place of market.levels.keys()) {
      const { outcome, side, price, size } = changeAt(place, this.#othersAt(market, place))
      const half = outcome === 0 ? yes : no
      if (size > 0) (side === 'BUY' ? half.bids : half.asks).push({ price, size })
    }
    for (const { bids, asks } of [yes, no]) {
      bids.sort((a, b) => b.price - a.price)
      asks.sort((a, b) => a.price - b.price)
    }
    return [yes, no]
  }

  #marketData(event: MarketDataEvent): void {
    if (event.kind === 'snapshot') this.#snapshot(event)
    else if (event.kind === 'change') this.#change(event)
    else this.#tell(event)
  }

  #snapshot(event: Extract<MarketDataEvent, { kind: 'snapshot' }>): void {
    const market = this.#market(event.conditionId)
    market.isKnown = true
    market.levels = new Map()
    market.outdated.clear()
    for (const outcome of OUTCOMES) {
      const { bids, asks } = event.book[outcome]
      for (const { price, size } of bids) market.levels.set(placeOf(outcome, 'BUY', price), size)
      for (const { price, size } of asks) market.levels.set(placeOf(outcome, 'SELL', price), size)
    }
    const book = market.recorded.size === 0 ? event.book : this.book(event.conditionId)
    this.#tell({ ...event, book: book ?? event.book })
  }

  #change(event: Extract<MarketDataEvent, { kind: 'change' }>): void {
    const market = this.#market(event.conditionId)
    const { outcome, side, price, size } = event.change
    const place = placeOf(outcome, side, price)
    if (size > 0) market.levels.set(place, size)
    else market.levels.delete(place)
    if (!market.recorded.has(place) && !market.outdated.has(place)) {
      this.#tell(event)
      return
    }
    market.outdated.delete(place)
    this.#tell({ ...event, change: { ...event.change, size: lots(this.#othersAt(market, place)) } })
  }

  #order(record: OrderRecord): void {
    const { conditionId, hash, outcome, side, price } = record
    const market = this.#market(conditionId)
    const place = placeOf(outcome, side, price)
    const rests = isTerminal(record.status) || market.lotRaw === 0n ? 0 : Number(record.remainingRaw / market.lotRaw)
    const before = market.orders.get(hash)?.lots ?? 0
    if (rests === before) return
    if (!market.outdated.has(place)) market.outdated.set(place, this.#othersAt(market, place))
    this.#unsettled.add(conditionId)
    if (rests > 0) market.orders.set(hash, { place, lots: rests })
    else market.orders.delete(hash)
    const own = (market.recorded.get(place) ?? 0) + rests - before
    if (own > 0) market.recorded.set(place, own)
    else market.recorded.delete(place)
  }

  #othersAt({ levels, recorded }: MarketLevels, place: number): number {
    return Math.max(0, (levels.get(place) ?? 0) - (recorded.get(place) ?? 0))
  }

  #market(conditionId: ConditionId): MarketLevels {
    let market = this.#markets.get(conditionId)
    if (market === undefined) {
      market = {
        ...{ levels: new Map(), recorded: new Map(), orders: new Map(), outdated: new Map() },
        ...{ lotRaw: 0n, isKnown: false },
      }
      this.#markets.set(conditionId, market)
    }
    return market
  }
}
