// Markets that nobody selected and in which we have an order, of a former run or found by listing: known, never quoted.

import type { ConditionId } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { SignedLine } from '../execution/journal/journal-line.js'
import type { MarketData } from '../venue/market-data.js'

export interface AdoptionParts {
  readonly marketData: Pick<MarketData, 'readMarket'>
  readonly isKnown: (conditionId: ConditionId) => boolean
  readonly isSelected: (conditionId: ConditionId) => boolean
  readonly emit: (input: CoreInput) => void
}

export class Adoption {
  readonly #parts: AdoptionParts
  readonly #adopted = new Set<ConditionId>()
  /** Orders of former runs that wait for their market to be known. */
  #recovered: readonly SignedLine[]

  constructor(recovered: readonly SignedLine[], parts: AdoptionParts) {
    this.#recovered = recovered
    this.#parts = parts
  }

  /** A market has become known: orders of former runs in it count from now on. */
  marketKnown(): void {
    if (this.#recovered.length === 0) return
    const known = this.#recovered.filter((o) => this.#parts.isKnown(o.draft.conditionId))
    // one market that cannot be read must not hide the orders of the others
    this.#recovered = this.#recovered.filter((o) => !known.includes(o))
    if (known.length > 0) {
      this.#parts.emit({ kind: 'recovered', orders: known.map(({ hash, draft }) => ({ hash, draft })) })
    }
    for (const { draft } of this.#recovered) this.#adopt(draft.conditionId)
  }

  /** We have an order there. */
  orderIn(conditionId: ConditionId): void {
    if (!this.#parts.isKnown(conditionId)) this.#adopt(conditionId)
  }

  #adopt(conditionId: ConditionId): void {
    if (this.#adopted.has(conditionId)) return
    this.#adopted.add(conditionId)
    this.#parts.marketData.readMarket(conditionId, (answer) => {
      if (!answer.ok) {
        this.#adopted.delete(conditionId)
        return
      }
      this.#parts.emit({ kind: 'market', market: answer.value })
      if (!this.#parts.isSelected(conditionId)) this.#parts.emit({ kind: 'market-dropped', conditionId })
    })
  }
}
