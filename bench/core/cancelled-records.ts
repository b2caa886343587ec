// What the venue tells of orders that are cancelled whole: the news that its socket brings beside the answer.

import type { Input } from './step-sources.js'

export interface Draft {
  readonly size: number
}

/** Raw tokens of a lot: a hundredth of a share of six decimals. */
const LOT_RAW = 10_000n

export class CancelledRecords {
  readonly #drafts = new Map<string, Draft>()

  placed(hash: string, draft: Draft): void {
    this.#drafts.set(hash, draft)
  }

  /** Told once of each. */
  take(hashes: readonly string[], venueMs: number): Input[] {
    return hashes.map((hash) => {
      const draft = this.#drafts.get(hash) ?? { size: 0 }
      this.#drafts.delete(hash)
      const amounts = { originalRaw: BigInt(draft.size) * LOT_RAW, filledRaw: 0n, pendingRaw: 0n, remainingRaw: 0n }
      const times = { createdMs: venueMs, updatedMs: venueMs }
      const record = { ...draft, ...amounts, ...times, hash, account: '0x00', status: 'cancelled_local' }
      return { kind: 'order', record }
    })
  }
}
