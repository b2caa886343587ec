// Every trade takes something from a level of the book: one whose level has not become smaller shortly before it, nor changes shortly
// after it, shows that the book's stream has lost something.
//
// "Shortly" is measured twice, by the venue's stamps and by our clock: the stream is ordered, so once a later event of the venue is
// here, the change is not on its way any more, however long our own process slept. Where no event comes, the answer to a resync that
// was asked for after that time says the same. Levels are told apart by their price of YES alone:
// whether a venue prints the taker's side or the maker's makes no difference.

import type { Ticks } from '../../domain/amounts/price.js'
import { MarketMap } from '../../domain/collections/market-map.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import { yesTicks } from '../../domain/market/yes-view.js'
import type { Instant } from '../../domain/time.js'

/** Between a trade and the change of its level, in either order. */
const GRACE_MS = 500

export interface PricedEvent {
  readonly outcome: Outcome
  readonly price: Ticks
}

export interface LevelEvent extends PricedEvent {
  /** It became smaller. */
  readonly shrank: boolean
}

interface Unexplained {
  readonly price: number
  readonly venueMs: number
  readonly monoMs: number
}

interface Evidence {
  /** Price of YES in ticks -> when its level last became smaller, monotonic. */
  readonly taken: Map<number, number>
  unexplained: Unexplained[]
}

const NONE: readonly ConditionId[] = []

export class TradeEvidence {
  readonly #markets = new MarketMap<Evidence>()
  /** Markets with a trade that waits for its change. */
  readonly #waiting = new Set<ConditionId>()

  /** `venueMs`: the venue's stamp of the trade. */
  traded(market: Market, trade: PricedEvent & { readonly venueMs: number }, { monoMs }: Pick<Instant, 'monoMs'>): void {
    const evidence = this.#of(market.conditionId)
    const price = priceOfYes(market, trade)
    const takenAt = evidence.taken.get(price)
    if (takenAt !== undefined && monoMs - takenAt <= GRACE_MS) return
    evidence.unexplained.push({ price, venueMs: trade.venueMs, monoMs })
    this.#waiting.add(market.conditionId)
  }

  /** What a change of a level would say: most of those that grow explain nothing, and are not told. */
  isConcerned(conditionId: ConditionId, shrank: boolean): boolean {
    return shrank || this.#waiting.has(conditionId)
  }

  changed(market: Market, change: LevelEvent, { monoMs }: Pick<Instant, 'monoMs'>): void {
    if (!this.isConcerned(market.conditionId, change.shrank)) return
    const evidence = this.#of(market.conditionId)
    const price = priceOfYes(market, change)
    // an order that came before the trade is not what the trade took
    if (change.shrank) evidence.taken.set(price, monoMs)
    if (evidence.unexplained.length === 0) return
    evidence.unexplained = evidence.unexplained.filter((trade) => trade.price !== price)
    if (evidence.unexplained.length === 0) this.#waiting.delete(market.conditionId)
  }

  /** A snapshot holds whatever came before it. */
  forget(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
    this.#waiting.delete(conditionId)
  }

  /** Markets with a trade that nothing will explain any more, now that an event stamped `venueMs` is here. */
  contradicted(venueMs: number, { monoMs }: Pick<Instant, 'monoMs'>): readonly ConditionId[] {
    if (this.#waiting.size === 0) return NONE
    return [...this.#waiting].filter((id) =>
      this.#of(id).unexplained.some((t) => venueMs - t.venueMs >= GRACE_MS && monoMs - t.monoMs >= GRACE_MS),
    )
  }

  /** The same of one market, now that all is here that the venue had told by `toldByMonoMs`. */
  isContradicted(conditionId: ConditionId, toldByMonoMs: number): boolean {
    return this.suspectedMonoMs(conditionId) <= toldByMonoMs
  }

  /** When a trade will have waited long enough to ask for a snapshot, if nothing else comes; monotonic. */
  suspectedMonoMs(conditionId: ConditionId): number {
    if (!this.#waiting.has(conditionId)) return Number.POSITIVE_INFINITY
    return Math.min(...this.#of(conditionId).unexplained.map(({ monoMs }) => monoMs)) + GRACE_MS
  }

  #of(conditionId: ConditionId): Evidence {
    let evidence = this.#markets.get(conditionId)
    if (!evidence) {
      evidence = { taken: new Map(), unexplained: [] }
      this.#markets.set(conditionId, evidence)
    }
    return evidence
  }
}

function priceOfYes({ ticksPerUnit }: Market, { outcome, price }: PricedEvent): number {
  return yesTicks(outcome, price, ticksPerUnit)
}
