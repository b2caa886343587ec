// Which markets are quoted: by id, or by what they are; asked again from time to time. Pure over the port.

import type { Failure } from '../domain/error.js'
import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import { changedTerms, describeChanges } from '../domain/market/market-terms.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Clock } from '../domain/time.js'
import type { MarketData, MarketRefusal } from '../venue/market-data.js'
import { type GroupCount, GroupEnds } from './group-ends.js'
import type { MarketChoice, MarketSelector } from './schema.js'
import { type SelectedMarkets, selectMarkets } from './select-markets.js'

export interface MarketChange {
  readonly accepted: boolean
  /** Old and new values; absent when the market is as it was. */
  readonly detail?: string
}

export interface SelectionParts {
  readonly choice: MarketChoice
  readonly marketData: MarketData
  readonly clock: Pick<Clock, 'monoMs'>
  readonly venueMs: () => number
  readonly emit: (input: CoreInput) => void
  /** Told of each look at the venue: what was there, and what became of it. */
  readonly looked: (found: SelectedMarkets) => void
  readonly failed: (failure: Failure) => void
  /** Go on with a market whose words or end change; one whose prices, tokens or amounts mean something else never. */
  readonly acceptChanges: boolean
  /** A market that the core knows, chosen or not, with the terms by which it counts there; absent: it knows none but those from here. */
  readonly known?: (conditionId: ConditionId) => Market | undefined
  readonly miscounted: (groupId: string, count: GroupCount) => void
  /** A market is not what it was when it was taken up (once per difference), or is again (without a detail). */
  readonly changed: (market: Market, change: MarketChange) => void
}

/** What is told of a market that is not, or again is, what it was when it was taken up. */
export function marketNews({ accepted, detail }: MarketChange): string {
  if (detail === undefined) return 'the market is again what it was: quoted again'
  return accepted
    ? `the market has changed, and by feed.acceptMarketChanges it is quoted on: ${detail}`
    : `the market has changed, its quotes are pulled: ${detail}`
}

export class Selection {
  readonly #parts: SelectionParts
  readonly #groupEnds: GroupEnds
  #choice: MarketChoice
  /** With the terms that each was taken up with. */
  readonly #markets = new Map<ConditionId, Market>()
  /** Of those: chosen no more, and watched until they are over. */
  readonly #dropped = new Set<ConditionId>()
  /** How the terms differ now, where they do and nobody has accepted it. */
  readonly #changes = new Map<ConditionId, string>()

  constructor(parts: SelectionParts) {
    this.#parts = parts
    this.#groupEnds = new GroupEnds(parts)
    this.#choice = parts.choice
  }

  market(conditionId: ConditionId): Market | undefined {
    return this.#markets.get(conditionId)
  }

  get markets(): readonly Market[] {
    return [...this.#markets.values()]
  }

  /** Those that are chosen. */
  get chosen(): readonly Market[] {
    return this.markets.filter(({ conditionId }) => !this.#dropped.has(conditionId))
  }

  /** Asks the venue. A failure changes nothing: an unanswered question is no empty answer. */
  refresh(): void {
    const choice = this.#choice
    this.#groupEnds.look(choice.exclusiveGroups ?? {})
    if (choice.ids) this.#readAll(choice.ids, choice)
    else if (choice.select) this.#select(choice.select, choice)
  }

  /** From the next refresh on. */
  choose(choice: MarketChoice): void {
    this.#choice = choice
  }

  #readAll(ids: readonly string[], choice: MarketChoice): void {
    const found: Market[] = []
    const refused: MarketRefusal[] = []
    let open = ids.length
    for (const id of ids) {
      this.#parts.marketData.readMarket(id, (answer) => {
        open--
        if (answer.ok) found.push(answer.value)
        else {
          const { code, message } = answer.failure
          if (code === 'unsuitable-market') refused.push({ id, conditionId: '', question: '', reason: message })
          else this.#parts.failed(answer.failure)
          if (code === 'unsuitable-market' || code === 'bad-payload') this.#unreadable(id, message)
        }
        // what another choice wanted is of no use any more
        if (open > 0 || choice !== this.#choice) return
        this.#parts.looked({ chosen: found, spare: [], refused })
        const gone = this.markets.filter(({ id, conditionId }) => !ids.includes(id) && !ids.includes(conditionId))
        this.#take(found, new Set(gone.map(({ conditionId }) => conditionId)))
      })
    }
  }

  /** What it is now, nobody knows. */
  #unreadable(id: string, message: string): void {
    const known = this.markets.find((market) => market.id === id || market.conditionId === id)
    if (known) this.#changed(known, message)
  }

  #select(selector: MarketSelector, choice: MarketChoice): void {
    const held = new Set(this.#markets.keys())
    const context = { marketData: this.#parts.marketData, nowMs: this.#parts.venueMs(), held }
    selectMarkets(selector, context, (answer) => {
      if (!answer.ok) {
        this.#parts.failed(answer.failure)
        return
      }
      if (choice !== this.#choice) return
      const { chosen } = answer.value
      this.#parts.looked(answer.value)
      const gone = new Set([...this.#markets.keys()].filter((id) => !chosen.some((m) => m.conditionId === id)))
      this.#take(chosen, gone)
    })
  }

  #take(markets: readonly Market[], gone: ReadonlySet<ConditionId>): void {
    const { emit, marketData } = this.#parts
    for (const conditionId of gone) {
      // its last status decides its value; it is read once more before it is let go
      const market = this.#markets.get(conditionId)
      if (market) this.#letGo(market)
    }
    for (const market of markets) {
      const taken = this.#judged(market)
      this.#dropped.delete(market.conditionId)
      this.#markets.set(market.conditionId, taken)
      emit({ kind: 'market', market: taken })
    }
    marketData.watch(this.markets)
  }

  /** The market to believe in: with the terms it was taken up with, as long as a change is not accepted. */
  #judged(market: Market): Market {
    const taken = this.#markets.get(market.conditionId)
    const known = taken ?? this.#parts.known?.(market.conditionId)
    if (!known) return market
    // of one that is only counted, nobody has judged the words
    const changes = changedTerms(known, market).filter(({ isStructural }) => isStructural || taken !== undefined)
    if (changes.length === 0) {
      this.#unchanged(known)
      return market
    }
    const detail = describeChanges(changes)
    if (this.#parts.acceptChanges && !changes.some(({ isStructural }) => isStructural)) {
      this.#parts.changed(known, { accepted: true, detail })
      this.#unchanged(known)
      return market
    }
    this.#changed(known, detail)
    const { status, registration, feeRateBps, winner } = market
    return { ...known, status, registration, feeRateBps, ...(winner === undefined ? {} : { winner }) }
  }

  #changed(market: Market, detail: string): void {
    const { conditionId } = market
    if (this.#changes.get(conditionId) === detail) return
    this.#changes.set(conditionId, detail)
    this.#parts.changed(market, { accepted: false, detail })
    this.#parts.emit({ kind: 'market-changed', conditionId, detail })
  }

  #unchanged(market: Market): void {
    const { conditionId } = market
    if (!this.#changes.delete(conditionId)) return
    this.#parts.changed(market, { accepted: true })
    this.#parts.emit({ kind: 'market-changed', conditionId })
  }

  #letGo(market: Market): void {
    const { emit, marketData } = this.#parts
    this.#dropped.add(market.conditionId)
    emit({ kind: 'market-dropped', conditionId: market.conditionId })
    marketData.readMarket(market.id, (answer) => {
      if (!answer.ok) return
      const { conditionId, status, winner } = answer.value
      emit({ kind: 'market-status', conditionId, status, ...(winner === undefined ? {} : { winner }) })
      if (!isFinal(answer.value)) return
      this.#markets.delete(conditionId)
      this.#dropped.delete(conditionId)
      marketData.watch(this.markets)
    })
  }
}
