// What a strategy was last asked in one market, and what it answered: its inputs as they were then, its wish, its memory.

import type { Market } from '../../domain/market/market.js'
import type { Wish } from '../../domain/orders/wish.js'
import { type InputWatch, watchFor } from '../../strategy/input-watch.js'
import type { Reads } from '../../strategy/inputs.js'
import { type Viewer, viewerOf } from '../../strategy/view/build-view.js'
import type { FactSource, Facts } from '../../strategy/view/facts.js'
import { SeenMarket } from '../../strategy/view/market-info.js'
import type { MarketInfo, PartialView } from '../../strategy/view/market-view.js'
import { Asking } from './asking.js'

export class AskedMarket extends Asking {
  /** The last wish that was one; absent after a fault, and before the first. */
  wish: Wish | undefined
  /** Where its facts come from. */
  readonly source: FactSource
  readonly #watch: InputWatch
  readonly #seen = new SeenMarket()
  readonly #viewer: Viewer

  constructor(reads: Reads, source: FactSource) {
    super(reads)
    this.source = source
    this.#watch = watchFor(reads)
    this.#viewer = viewerOf(reads)
  }

  /** The market as strategies see it: another object only when it says something else. */
  info(market: Market): MarketInfo {
    return this.#seen.info(market)
  }

  /** What the strategy is shown of these facts. */
  view(facts: Facts): PartialView {
    return this.#viewer(facts)
  }

  /** There is no wish, or what it came from has moved. */
  isDue(facts: Facts): boolean {
    if (this.wish === undefined) return true
    if (this.#watch.hasMoved(facts)) return true
    this.trueMonoMs = facts.at.monoMs
    return false
  }

  /** The strategy is asked with these facts. */
  asks(facts: Facts): void {
    this.wish = undefined
    this.askedMonoMs = this.trueMonoMs = facts.at.monoMs
    this.#watch.take(facts)
  }
}
