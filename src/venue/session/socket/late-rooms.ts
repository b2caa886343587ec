// Rooms whose book is told late: a line that is behind hands over every change, numbered without a gap, of a book that is not there any more.
//
//   a change stamped longer ago than `maxLagMs`   the room is late: nothing is known of its book
//   a late room                                   nothing of its book is taken until a change or a snapshot has a fresh stamp
//
// A snapshot's stamp alone makes no room late: of a quiet book it may be that of its last change.

import type { ConditionId } from '../../../domain/market/market.js'

export interface BookNews {
  readonly kind: 'snapshot' | 'change'
  readonly conditionId: ConditionId
  /** Since the venue's stamp on it, at least. */
  readonly lagMs: number
}

/** `lost`: the book is not known from here on. */
export type Taken = 'taken' | 'lost' | 'left out'

/** How what is said of a late room begins. */
export const LATE_BOOK = 'orderbook: behind the venue'

export class LateRooms {
  readonly #late = new Set<ConditionId>()
  readonly #maxLagMs: number

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  heard({ kind, conditionId, lagMs }: BookNews): Taken {
    if (lagMs <= this.#maxLagMs) {
      this.#late.delete(conditionId)
      return 'taken'
    }
    if (this.#late.has(conditionId)) return 'left out'
    if (kind === 'snapshot') return 'taken'
    this.#late.add(conditionId)
    return 'lost'
  }

  /** Another connection is another line. */
  connectionLost(): void {
    this.#late.clear()
  }

  /** The room was left. */
  forget(conditionId: ConditionId): void {
    this.#late.delete(conditionId)
  }
}

export function lateBook(lagMs: number): string {
  return `${LATE_BOOK} by ${(lagMs / 1000).toFixed(1)} s`
}
