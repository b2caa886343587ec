// What a strategy was last asked in one market, and what it answered: its inputs as they were then, its wish, its memory.

import type { Market } from '../domain/market.js'
import type { Instant } from '../domain/time.js'
import type { Wish } from '../domain/wish.js'
import type { MarketInfo } from '../strategy/contract.js'
import type { Facts } from '../strategy/facts.js'
import { type InputWatch, watchesFor } from '../strategy/input-watch.js'
import type { Reads } from '../strategy/inputs.js'
import { isSameInfo, marketInfo } from '../strategy/market-info.js'
import type { Memory } from '../strategy/memory.js'

/** The memory itself is told this often, its hash in every record. */
const TELL_MEMORY_MS = 60_000

export class AskedMarket {
  /** The last wish that was one; absent after a fault, and before the first. */
  wish: Wish | undefined
  /** When the strategy was last asked, monotonic. */
  askedMonoMs = Number.NEGATIVE_INFINITY
  /** When its inputs were last seen to be what the wish came from. */
  trueMonoMs = Number.NEGATIVE_INFINITY
  /** Of the strategy; `undefined` before the first call, and where it has none. */
  memory: Memory | undefined
  readonly #watches: readonly InputWatch[]
  readonly #everyMs: number
  #market: Market | undefined
  #info: MarketInfo | undefined
  #toldMonoMs = Number.NEGATIVE_INFINITY

  constructor(reads: Reads) {
    this.#watches = watchesFor(reads)
    this.#everyMs = reads.inputs.includes('time') ? reads.everyMs : Number.POSITIVE_INFINITY
  }

  /** The market as strategies see it: another object only when it says something else. */
  info(market: Market): MarketInfo {
    if (market !== this.#market || this.#info === undefined) {
      const info = marketInfo(market)
      if (this.#info === undefined || !isSameInfo(info, this.#info)) this.#info = info
      this.#market = market
    }
    return this.#info
  }

  /** There is no wish, or what it came from has moved. */
  isDue(facts: Facts): boolean {
    if (this.wish === undefined) return true
    for (const watch of this.#watches) if (watch.hasMoved(facts)) return true
    this.trueMonoMs = facts.at.monoMs
    return false
  }

  /** The strategy is asked with these facts. */
  asks(facts: Facts): void {
    this.wish = undefined
    this.askedMonoMs = this.trueMonoMs = facts.at.monoMs
    for (const watch of this.#watches) watch.take(facts)
  }

  /** When time alone makes it due, monotonic. */
  get nextMonoMs(): number {
    return this.askedMonoMs + this.#everyMs
  }

  /** The memory, when it is time to tell it whole. */
  takeMemoryToTell({ monoMs }: Instant): Memory | undefined {
    if (this.memory === undefined || monoMs < this.#toldMonoMs + TELL_MEMORY_MS) return undefined
    this.#toldMonoMs = monoMs
    return this.memory
  }
}
