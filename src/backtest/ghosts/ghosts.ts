// Ghosts on a tape: the orders of anybody whose fate the tape shows, taken out of it, told again by each queue model, and scored.

import type { LevelChange } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { opposite, type YesPlace, yesPlace } from '../../domain/market/yes-view.js'
import type { TapeEvent, TapeSource } from '../../recording/tape-record.js'
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
      // who made the levels that differ is not told, and what is told later of what was before is in the snapshot
      for (const change of changes) this.#reset(yesPlace(change, ticksPerUnit), nowMs)
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
  lose(nowMs: number): void {
    for (const { flow, queue } of this.#places.values()) {
      for (const event of flow.take(nowMs)) queue.take(event)
      queue.reset(0, flow.openSinceMs ?? nowMs)
    }
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

  #reset(at: YesPlace, nowMs: number): void {
    const { flow, queue } = this.#place(at)
    for (const event of flow.take(nowMs)) queue.take(event)
    queue.reset(this.#book.sizeAt(at, this.#market.ticksPerUnit), flow.openSinceMs ?? nowMs)
    this.#places.set(keyOf(at), { flow: new LevelFlow(), queue })
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
  let [records, nowMs] = [0, 0]
  let isStamped = false
  for await (const batch of source.records()) {
    records += batch.length
    for (const { event, atMs, venueMs } of batch) {
      isStamped ||= venueMs !== undefined
      // by one clock: that of the venue stands still where nothing is stamped, as at the loss of a link
      nowMs = venueMs ?? (isStamped ? nowMs : atMs)
      take(event, { tally, markets, nowMs })
    }
  }
  for (const market of markets.values()) market.end(nowMs)
  const lost = [...markets.values()].reduce((sum, market) => sum + market.lost, 0)
  return { records, markets: markets.size, lost, ...tally.scores() }
}

interface Taking {
  readonly tally: GhostTally
  readonly markets: Map<ConditionId, GhostMarket>
  readonly nowMs: number
}

function take(event: TapeEvent, { tally, markets, nowMs }: Taking): void {
  if (event.kind === 'market') {
    const { conditionId } = event.market
    if (!markets.has(conditionId)) markets.set(conditionId, new GhostMarket(event.market, tally))
  } else if (event.kind === 'market-dropped') markets.get(event.conditionId)?.lose(nowMs)
  else if (event.kind !== 'market-data') return
  else if (event.event.kind === 'link') {
    if (event.event.state === 'down') for (const market of markets.values()) market.lose(nowMs)
  } else if (event.event.kind === 'unreadable') markets.get(event.event.conditionId)?.lose(nowMs)
  else markets.get(event.event.conditionId)?.take(event.event, nowMs)
}
