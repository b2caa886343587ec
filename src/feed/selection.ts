// Which markets are quoted: by id, or by what they are; asked again from time to time. Pure over the port.

import type { CoreInput } from '../domain/core-event.js'
import type { Failure } from '../domain/error.js'
import { type ConditionId, isFinal, type Market } from '../domain/market.js'
import type { MarketData, MarketRefusal } from '../venue/market-data.js'
import type { MarketChoice, MarketSelector } from './schema.js'
import { selectMarkets } from './select-markets.js'

export interface SelectionParts {
  readonly choice: MarketChoice
  readonly marketData: MarketData
  readonly venueMs: () => number
  readonly emit: (input: CoreInput) => void
  readonly refused: (refusals: readonly MarketRefusal[]) => void
  readonly failed: (failure: Failure) => void
}

export class Selection {
  readonly #parts: SelectionParts
  readonly #markets = new Map<ConditionId, Market>()

  constructor(parts: SelectionParts) {
    this.#parts = parts
  }

  market(conditionId: ConditionId): Market | undefined {
    return this.#markets.get(conditionId)
  }

  get markets(): readonly Market[] {
    return [...this.#markets.values()]
  }

  /** A status that arrived over the socket. */
  update(market: Market): void {
    if (this.#markets.has(market.conditionId)) this.#markets.set(market.conditionId, market)
  }

  /** Asks the venue. A failure changes nothing: an unanswered question is no empty answer. */
  refresh(): void {
    const { choice } = this.#parts
    if (choice.ids) this.#readAll(choice.ids)
    else if (choice.select) this.#select(choice.select)
  }

  #readAll(ids: readonly string[]): void {
    const found: Market[] = []
    let open = ids.length
    for (const id of ids) {
      this.#parts.marketData.readMarket(id, (answer) => {
        open--
        if (answer.ok) found.push(answer.value)
        else if (answer.failure.code === 'unsuitable-market') {
          this.#parts.refused([{ id, conditionId: '', question: '', reason: answer.failure.message }])
        } else this.#parts.failed(answer.failure)
        if (open === 0) this.#take(found, new Set())
      })
    }
  }

  #select(selector: MarketSelector): void {
    const held = new Set(this.#markets.keys())
    const context = { marketData: this.#parts.marketData, nowMs: this.#parts.venueMs(), held }
    selectMarkets(selector, context, (answer) => {
      if (!answer.ok) {
        this.#parts.failed(answer.failure)
        return
      }
      const { chosen, refused } = answer.value
      this.#parts.refused(refused)
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
      this.#markets.set(market.conditionId, market)
      emit({ kind: 'market', market })
    }
    marketData.watch(this.markets)
  }

  #letGo(market: Market): void {
    const { emit, marketData } = this.#parts
    emit({ kind: 'market-dropped', conditionId: market.conditionId })
    marketData.readMarket(market.id, (answer) => {
      if (!answer.ok) return
      const { conditionId, status, winner } = answer.value
      emit({ kind: 'market-status', conditionId, status, ...(winner === undefined ? {} : { winner }) })
      if (!isFinal({ status })) return
      this.#markets.delete(conditionId)
      marketData.watch(this.markets)
    })
  }
}
