// Ghosts on a tape: the orders of anybody whose fate the tape shows, taken out of it, told again by each queue model, and scored.

import type { LevelChange } from '../../domain/market/book.js'
import { type ConditionId, isFinal, type Market } from '../../domain/market/market.js'
import { opposite, type YesPlace, yesPlace } from '../../domain/market/yes-view.js'
import type { TapeEvent, TapeSource } from '../../recording/tape-record.js'
import { tradesOnce } from '../../recording/trades-once.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import { VisibleBook } from '../../venue/simulated/fills/visible-book.js'
import { GhostQueue, HORIZONS_SEC } from './ghost-queue.js'
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
  /** Of the ghosts, those lost sight of before their last horizon: a removal that fitted none or several, a gap, the end of the tape. */
  readonly lost: number
}

/** Reads the tape once; holds its books and the orders whose fate is open. */
export async function findGhosts(source: TapeSource): Promise<GhostsFound> {
  const tally = new GhostTally()
  const markets = new GhostMarkets(tally)
  let [records, nowMs] = [0, 0]
  let isStamped = false
  for await (const batch of tradesOnce(source).records()) {
    records += batch.length
    for (const { event, atMs, venueMs } of batch) {
      isStamped ||= venueMs !== undefined
      // by one clock: that of the venue stands still where nothing is stamped, as at the loss of a link
      nowMs = venueMs ?? (isStamped ? nowMs : atMs)
      markets.take(event, nowMs)
    }
  }
  return { records, ...markets.end(nowMs), ...tally.scores() }
}

/** After the end of a market: longer than any fate is looked at. */
const OVER_MS = 1000 * (Math.max(...HORIZONS_SEC) + 10)

class GhostMarkets {
  readonly #tally: GhostTally
  readonly #markets = new Map<ConditionId, GhostMarket>()
  /** When markets ended; long after it nothing is kept of them but numbers. */
  readonly #endedMs = new Map<ConditionId, number>()
  #ended = 0
  #lost = 0

  constructor(tally: GhostTally) {
    this.#tally = tally
  }

  take(event: TapeEvent, nowMs: number): void {
    if (event.kind === 'market') this.#market(event.market, nowMs)
    else if (event.kind === 'market-dropped') this.#markets.get(event.conditionId)?.lose(nowMs)
    else if (event.kind === 'market-data') this.#told(event.event, nowMs)
  }

  /** The tape ends. */
  end(nowMs: number): Pick<GhostsFound, 'markets' | 'lost'> {
    for (const conditionId of [...this.#markets.keys()]) this.#close(conditionId, nowMs)
    return { markets: this.#ended, lost: this.#lost }
  }

  #market(market: Market, nowMs: number): void {
    for (const [conditionId, endedMs] of this.#endedMs) {
      if (nowMs - endedMs > OVER_MS) this.#close(conditionId, nowMs)
    }
    const { conditionId } = market
    if (!this.#markets.has(conditionId) && !isFinal(market))
      this.#markets.set(conditionId, new GhostMarket(market, this.#tally))
  }

  #told(event: MarketDataEvent, nowMs: number): void {
    if (event.kind === 'link') {
      if (event.state === 'down') for (const market of this.#markets.values()) market.lose(nowMs)
      return
    }
    const market = this.#markets.get(event.conditionId)
    if (event.kind === 'unreadable') market?.lose(nowMs)
    else market?.take(event, nowMs)
    if (event.kind === 'status' && isFinal(event)) this.#endedMs.set(event.conditionId, nowMs)
  }

  #close(conditionId: ConditionId, nowMs: number): void {
    const market = this.#markets.get(conditionId)
    this.#markets.delete(conditionId)
    this.#endedMs.delete(conditionId)
    if (market === undefined) return
    market.end(nowMs)
    this.#ended += 1
    this.#lost += market.lost
  }
}
