// Which markets are quoted: by id, or by what they are; asked again from time to time. Pure over the port.

import type { Failure } from '../domain/error.js'
import { type ConditionId, isCalled, isFinal, type Market, statusRead } from '../domain/market/market.js'
import { changedTerms, describeChanges, isSameGrid } from '../domain/market/market-terms.js'
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
  /** Tick or size step: the market is taken up anew by it, or is to be. */
  readonly isGrid?: true
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
  /** Nothing of ours rests or settles there: it can be taken up by another tick or size step. Absent: that waits for a restart. */
  readonly isClear?: (conditionId: ConditionId) => boolean
  /** A market waits for that: `refresh` is wanted again soon. */
  readonly awaitsClear?: () => void
  readonly miscounted: (groupId: string, count: GroupCount) => void
  /** A market is not what it was when it was taken up (once per difference), or is again (without a detail). */
  readonly changed: (market: Market, change: MarketChange) => void
}

/** What is told of a market that is not, or again is, what it was when it was taken up. */
export function marketNews({ accepted, detail, isGrid }: MarketChange): string {
  if (detail === undefined) return 'the market is again what it was: its quotes are pulled for that no more'
  if (isGrid) {
    return accepted
      ? `the market has changed, and is quoted by its new terms: ${detail}`
      : `the market has changed, its quotes are pulled until nothing of ours is left by the old terms: ${detail}`
  }
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
  readonly #lookedMs = new Map<ConditionId, number>()
  /** Its books are being looked at. */
  #searched: MarketChoice | undefined

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
        const gone = this.markets.filter((market) => !ids.some((name) => isCalled(name, market)))
        this.#take(found, new Set(gone.map(({ conditionId }) => conditionId)))
      })
    }
  }

  /** What it is now, nobody knows. */
  #unreadable(id: string, message: string): void {
    const known = this.markets.find((market) => isCalled(id, market))
    if (known) this.#changed(known, message)
  }

  #select(selector: MarketSelector, choice: MarketChoice): void {
    // one at a time: the next would look at others, and let go of what this one finds
    if (this.#searched === choice) return
    this.#searched = selector.maxSpread === undefined ? undefined : choice
    // those let go of are watched, and quoted no more
    const held = new Set(this.chosen.map(({ conditionId }) => conditionId))
    const { marketData, venueMs: nowMs } = this.#parts
    const context = { marketData, nowMs, held, lookedMs: this.#lookedMs }
    selectMarkets(selector, context, (answer) => {
      if (this.#searched === choice) this.#searched = undefined
      if (!answer.ok) {
        this.#parts.failed(answer.failure)
        return
      }
      if (choice !== this.#choice) return
      this.#parts.looked(answer.value)
      // a choice may allow fewer than are chosen
      const unread = this.#unread(answer.value.refused).slice(0, selector.max)
      const chosen = answer.value.chosen.slice(0, selector.max - unread.length)
      const stay = new Set([...chosen, ...unread].map(({ conditionId }) => conditionId))
      this.#take(chosen, new Set([...this.#markets.keys()].filter((id) => !stay.has(id))))
    })
  }

  /** Of those chosen: what cannot be read keeps its place, and is pulled until it can. */
  #unread(refused: readonly MarketRefusal[]): readonly Market[] {
    return this.chosen.filter((market) => {
      const refusal = refused.find(({ id, isUnreadable }) => isUnreadable && id === market.id)
      if (refusal !== undefined) this.#changed(market, refusal.reason)
      return refusal !== undefined
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
      const { conditionId } = market
      const before = this.#counted(conditionId)
      const taken = this.#judged(market, before)
      const isRetaken = before !== undefined && !isSameGrid(before, taken)
      // what is told of it by the old grid ends here, what comes is told by the new one
      if (isRetaken) marketData.watch(this.markets.filter((one) => one.conditionId !== conditionId))
      this.#dropped.delete(conditionId)
      this.#markets.set(conditionId, taken)
      emit({ kind: 'market', market: taken })
      if (isRetaken) this.#retaken(taken, before)
    }
    marketData.watch(this.markets)
  }

  /** With the terms that it was taken up with, here or where only something of ours was found in it. */
  #counted(conditionId: ConditionId): Market | undefined {
    return this.#markets.get(conditionId) ?? this.#parts.known?.(conditionId)
  }

  /** The market to believe in: with the terms it was taken up with, as long as a change is not accepted. */
  #judged(market: Market, known: Market | undefined): Market {
    if (!known) return market
    const { conditionId } = market
    // of one that is only counted, nobody has judged the words
    const isTaken = this.#markets.has(conditionId)
    const changes = changedTerms(known, market).filter(({ isStructural }) => isStructural || isTaken)
    if (changes.length === 0) {
      this.#unchanged(known)
      return market
    }
    const detail = describeChanges(changes)
    const unaccepted = changes.filter(({ isStructural }) => isStructural || !this.#parts.acceptChanges)
    if (unaccepted.length === 0) {
      this.#parts.changed(known, { accepted: true, detail })
      this.#unchanged(known)
      return market
    }
    const isGrid = this.#parts.isClear !== undefined && unaccepted.every((change) => change.isGrid)
    if (isGrid && this.#parts.isClear?.(conditionId)) return market
    this.#changed(known, detail, isGrid)
    if (isGrid) this.#parts.awaitsClear?.()
    const { status, registration, feeRateBps, winner } = market
    return { ...known, status, registration, feeRateBps, ...(winner === undefined ? {} : { winner }) }
  }

  #changed(market: Market, detail: string, isGrid = false): void {
    const { conditionId } = market
    if (this.#changes.get(conditionId) === detail) return
    this.#changes.set(conditionId, detail)
    this.#parts.changed(market, { accepted: false, detail, ...(isGrid ? { isGrid } : {}) })
    this.#parts.emit({ kind: 'market-changed', conditionId, detail })
  }

  /** Told after the market itself: nobody may quote it by the old terms for a moment. */
  #retaken(market: Market, before: Market): void {
    const { conditionId } = market
    this.#parts.changed(market, { accepted: true, detail: describeChanges(changedTerms(before, market)), isGrid: true })
    if (this.#changes.delete(conditionId)) this.#parts.emit({ kind: 'market-changed', conditionId })
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
      const told = statusRead(answer.value, this.#parts.known?.(answer.value.conditionId))
      emit({ kind: 'market-status', ...told })
      const { conditionId } = told
      if (!isFinal(told)) return
      this.#markets.delete(conditionId)
      this.#dropped.delete(conditionId)
      marketData.watch(this.markets)
    })
  }
}
