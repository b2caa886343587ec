// Rooms whose book is told late: a line that is behind hands over every change, numbered without a gap, of a book that is not there any more.
//
//   a change stamped longer ago than `maxLagMs`   the room is late: nothing is known of its book
//   a late room                                   nothing of its book is taken until a change or a snapshot has a fresh stamp
//
// A snapshot's stamp alone makes no room late: of a quiet book it may be that of its last change. Nor does it end that a room is late, so that one
// whose book falls quiet is polled until its next change.

import type { ConditionId } from '../../../domain/market/market.js'

export interface BookNews {
  readonly kind: 'snapshot' | 'change'
  readonly conditionId: ConditionId
  /** Since the venue's stamp on it, at least. */
  readonly lagMs: number
}

/** `lost`: the book is not known from here on. */
export type Taken = 'taken' | 'lost' | 'left out'

/** Of `maxLagMs`, within which a late room is fresh again: a lag that hovers around it would lose the book and find it once a second. */
const FRESH_SHARE = 0.5

/** How what is said of a late room begins. */
export const LATE_BOOK = 'orderbook: behind the venue'

export class LateRooms {
  readonly #late = new Set<ConditionId>()
  readonly #maxLagMs: number

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  heard({ kind, conditionId, lagMs }: BookNews): Taken {
    const isLate = this.#late.has(conditionId)
    if (lagMs <= (isLate ? FRESH_SHARE : 1) * this.#maxLagMs) {
      this.#late.delete(conditionId)
      return 'taken'
    }
    if (isLate) return 'left out'
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
