// Ghosts on a tape: the orders of anybody whose fate the tape shows, taken out of it, told again by each queue model, and scored.

import type { LevelChange } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { opposite, type YesPlace, yesPlace } from '../../domain/market/yes-view.js'
import type { TapeRecord, TapeSource } from '../../recording/tape-record.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { VisibleBook } from '../../venue/simulated/fills/visible-book.js'
import { GhostQueue } from './ghost-queue.js'
import { type GhostScores, GhostTally } from './ghost-scores.js'
import { LevelFlow } from './level-flow.js'

interface Place {
  readonly flow: LevelFlow
  readonly queue: GhostQueue
}

class GhostMarket {
  readonly #market: Market
  readonly #tally: GhostTally
  #book = new VisibleBook()
  readonly #places = new Map<string, Place>()
  #lost = 0

  constructor(market: Market, tally: GhostTally) {
    this.#market = market
    this.#tally = tally
  }

  get lost(): number {
    return [...this.#places.values()].reduce((sum, { queue }) => sum + queue.lost, this.#lost)
  }

  take(event: MarketDataEvent, nowMs: number): void {
    const { ticksPerUnit, lotRaw } = this.#market
    if (event.kind === 'snapshot') {
      const changes = this.#book.changesTo(event.book)
      for (const change of changes) this.#book.apply(change)
      // who made the levels that differ is not told
      for (const change of changes) this.#reset(yesPlace(change, ticksPerUnit))
    } else if (!this.#book.isKnown) return
    else if (event.kind === 'change') this.#changed(event.change, nowMs)
    else if (event.kind === 'trade') {
      const taker = yesPlace(event.trade, ticksPerUnit)
      const hit: YesPlace = { on: opposite(taker.on), price: taker.price }
      const { flow } = this.#place(hit)
      flow.traded(Number(event.trade.sizeRaw / lotRaw), nowMs)
      this.#settle(hit, nowMs)
    }
  }

  /** Nothing is known of its book until the next snapshot. */
  lose(): void {
    for (const { queue } of this.#places.values()) queue.reset(0)
    this.#lost = this.lost
    this.#places.clear()
    this.#book = new VisibleBook()
  }

  /** The tape ends: what was to be seen until now is looked at. */
  end(nowMs: number): void {
    for (const { flow, queue } of this.#places.values()) {
      for (const event of flow.take(Number.POSITIVE_INFINITY)) queue.take(event)
      queue.end(nowMs)
    }
  }

  #changed(change: LevelChange, nowMs: number): void {
    const { ticksPerUnit } = this.#market
    const at = yesPlace(change, ticksPerUnit)
    const before = this.#book.sizeAt(at, ticksPerUnit)
    const place = this.#place(at)
    this.#book.apply(change)
    const after = this.#book.sizeAt(at, ticksPerUnit)
    if (after > before) place.flow.grew(after - before, nowMs)
    else if (after < before) place.flow.shrank(before - after, nowMs)
    this.#settle(at, nowMs)
  }

  #settle(at: YesPlace, nowMs: number): void {
    const { flow, queue } = this.#place(at)
    for (const event of flow.take(nowMs)) queue.take(event)
  }

  #reset(at: YesPlace): void {
    this.#place(at).queue.reset(this.#book.sizeAt(at, this.#market.ticksPerUnit))
  }

  #place(at: YesPlace): Place {
    const key = keyOf(at)
    const known = this.#places.get(key)
    if (known) return known
    const size = this.#book.sizeAt(at, this.#market.ticksPerUnit)
    const made = { flow: new LevelFlow(), queue: new GhostQueue(size, (looks) => this.#tally.add(looks)) }
    this.#places.set(key, made)
    return made
  }
}

const keyOf = ({ on, price }: YesPlace) => `${on} ${price}`

export interface GhostsFound extends GhostScores {
  readonly records: number
  readonly markets: number
  /** Orders with somebody before them whose fate could not be told: a removal that fitted none or several, a gap. */
  readonly lost: number
}

/** Reads the tape once; holds its books and the orders whose fate is open. */
export async function findGhosts(source: TapeSource): Promise<GhostsFound> {
  const tally = new GhostTally()
  const markets = new Map<ConditionId, GhostMarket>()
  let [records, lastMs] = [0, 0]
  for await (const batch of source.records()) {
    records += batch.length
    for (const record of batch) {
      take(record, { tally, markets })
      lastMs = record.venueMs ?? record.atMs
    }
  }
  for (const market of markets.values()) market.end(lastMs)
  const lost = [...markets.values()].reduce((sum, market) => sum + market.lost, 0)
  return { records, markets: markets.size, lost, ...tally.scores() }
}

function take(
  { event, atMs, venueMs = atMs }: TapeRecord,
  { tally, markets }: { readonly tally: GhostTally; readonly markets: Map<ConditionId, GhostMarket> },
): void {
  if (event.kind === 'market') {
    const { conditionId } = event.market
    if (!markets.has(conditionId)) markets.set(conditionId, new GhostMarket(event.market, tally))
  } else if (event.kind === 'market-dropped') markets.get(event.conditionId)?.lose()
  else if (event.kind !== 'market-data') return
  else if (event.event.kind === 'link') {
    if (event.event.state === 'down') for (const market of markets.values()) market.lose()
  } else if (event.event.kind === 'unreadable') markets.get(event.event.conditionId)?.lose()
  else markets.get(event.event.conditionId)?.take(event.event, venueMs)
}
