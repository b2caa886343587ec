// What the venue's socket tells of our orders: how the level changes that one rests on or leaves, and of one that is cancelled whole its record.

import type { Input } from './step-sources.js'

export interface Draft {
  readonly conditionId: string
  readonly outcome: 0 | 1
  readonly price: number
  readonly size: number
}

/** Raw tokens of a lot: a hundredth of a share of six decimals. */
const LOT_RAW = 10_000n

const placeOf = ({ conditionId, outcome, price }: Omit<Draft, 'size'>) => `${conditionId} ${outcome} ${price}`

export class OwnNews {
  readonly #drafts = new Map<string, Draft>()
  /** Lots of the others' bids, and of ours, by place. */
  readonly #others = new Map<string, number>()
  readonly #own = new Map<string, number>()

  /** The others bid so many lots there now. */
  others(place: Omit<Draft, 'size'>, lots: number): Input {
    this.#others.set(placeOf(place), lots)
    return this.#level(place)
  }

  placed(hash: string, draft: Draft): Input {
    this.#drafts.set(hash, draft)
    this.#rests(draft, draft.size)
    return this.#level(draft)
  }

  /** Told once of each. */
  cancelled(hashes: readonly string[], venueMs: number): Input[] {
    return hashes.flatMap((hash) => {
      const draft = this.#drafts.get(hash)
      this.#drafts.delete(hash)
      if (draft !== undefined) this.#rests(draft, -draft.size)
      const originalRaw = BigInt(draft?.size ?? 0) * LOT_RAW
      const amounts = { originalRaw, filledRaw: 0n, pendingRaw: 0n, remainingRaw: 0n }
      const times = { createdMs: venueMs, updatedMs: venueMs }
      const record = { ...draft, ...amounts, ...times, hash, account: '0x00', status: 'cancelled_local' }
      return [{ kind: 'order', record }, ...(draft === undefined ? [] : [this.#level(draft)])]
    })
  }

  #rests(place: Omit<Draft, 'size'>, more: number): void {
    const here = placeOf(place)
    this.#own.set(here, (this.#own.get(here) ?? 0) + more)
  }

  /** As the book shows it, ours included. */
  #level(place: Omit<Draft, 'size'>): Input {
    const { conditionId, outcome, price } = place
    const here = placeOf(place)
    const size = (this.#others.get(here) ?? 0) + (this.#own.get(here) ?? 0)
    return { kind: 'level', conditionId, change: { outcome, side: 'BUY', price, size } }
  }
}
