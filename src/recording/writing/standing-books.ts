// The books as the venue has told them until now: what a tape says again for whoever begins to read in its middle.

import { bookOfLevels, type LevelMap, levelKey, levelMap, putLevel } from '../../domain/collections/level-map.js'
import type { ConditionId } from '../../domain/market/market.js'
import type { MarketDataEvent } from '../../venue/market-data.js'

interface StandingBook {
  readonly levels: LevelMap
  seq: number | undefined
  venueMs: number | undefined
}

type Snapshot = Extract<MarketDataEvent, { kind: 'snapshot' }>
type Change = Extract<MarketDataEvent, { kind: 'change' }>

export class StandingBooks {
  readonly #books = new Map<ConditionId, StandingBook>()

  take(event: MarketDataEvent): void {
    if (event.kind === 'change') this.#change(event)
    else if (event.kind === 'snapshot') {
      const { conditionId, book, seq, venueMs } = event
      this.#books.set(conditionId, { levels: levelMap(book), seq, venueMs })
    } else if (event.kind === 'unreadable') this.#books.delete(event.conditionId)
    else if (event.kind === 'link' && event.state === 'down') this.#books.clear()
  }

  drop(conditionId: ConditionId): void {
    this.#books.delete(conditionId)
  }

  /** `undefined` where nobody can know it now. */
  snapshot(conditionId: ConditionId): Snapshot | undefined {
    const known = this.#books.get(conditionId)
    if (known === undefined) return undefined
    const { levels, seq, venueMs } = known
    return {
      ...{ kind: 'snapshot', conditionId, book: bookOfLevels(levels) },
      ...(seq === undefined ? {} : { seq }),
      ...(venueMs === undefined ? {} : { venueMs }),
    }
  }

  /** As a feed takes it: what is old says nothing, and after a gap the book is none. */
  #change({ conditionId, change, seq, venueMs }: Change): void {
    const known = this.#books.get(conditionId)
    if (known === undefined) return
    if (seq !== undefined && known.seq !== undefined) {
      if (seq <= known.seq) return
      if (seq > known.seq + 1) {
        this.#books.delete(conditionId)
        return
      }
    }
    known.seq = seq ?? known.seq
    known.venueMs = venueMs ?? known.venueMs
    putLevel(known.levels, levelKey(change.outcome, change.side, change.price), change.size)
  }
}
