// Somebody else who trades with our wallet: an order that no journal of ours signed, and that is newer than our start.
//
// Of two bots both see such orders. The one that came later can know it: a stranger's orders were there when it came. It gives way at
// once. The other gives it time to do so, and gives way only to a stranger who goes on after that.

import type { Hex } from '../domain/market/market.js'
import { isTerminal, type OrderRecord } from '../domain/orders/order.js'
import type { Instant } from '../domain/time.js'

/** What the later bot gets to stop in. */
const GRACE_MS = 15_000
/** The venue's stamps and our idea of its clock may differ by this much: an order so little younger than our start proves nothing. */
const CLOCK_MARGIN_MS = 2000

export interface Finding {
  /** `note`: said aloud, nothing more yet. */
  readonly verdict: 'give-way' | 'note'
  readonly record: OrderRecord
  /** For people. */
  readonly words: (market: string) => string
}

const wordsOf = (record: OrderRecord) => (market: string) =>
  `another program trades with this wallet: order ${record.hash} in "${market}", which no journal of ours signed`

export class SecondWriter {
  readonly #isOurs: (hash: Hex) => boolean
  readonly #seen = new Set<Hex>()
  #startVenueMs: number | undefined
  #cameLater = false
  #firstMonoMs: number | undefined
  #gaveWay = false
  /** Our right to trade may be another's by now: orders that are not ours are nobody's business but theirs. */
  isLeaseOver = false

  /** `isOurs`: signed by this run, or found in our journal. */
  constructor(isOurs: (hash: Hex) => boolean) {
    this.#isOurs = isOurs
  }

  get gaveWay(): boolean {
    return this.#gaveWay
  }

  /** Whether an order is to be left to the other. */
  isLeft(hash: Hex): boolean {
    return (this.#gaveWay || this.isLeaseOver) && !this.#isOurs(hash)
  }

  /** A complete list of what rests; the first one shows what was there when we came. */
  listed(records: readonly OrderRecord[], now: Instant): Finding | undefined {
    let worst: Finding | undefined
    for (const record of records) {
      const found = this.heard(record, now)
      if (found && worst?.verdict !== 'give-way') worst = found
    }
    this.#startVenueMs ??= now.venueMs
    return worst
  }

  /** An order that the venue tells of. */
  heard(record: OrderRecord, now: Instant): Finding | undefined {
    if (
      this.#gaveWay ||
      this.isLeaseOver ||
      isTerminal(record.status) ||
      this.#seen.has(record.hash) ||
      this.#isOurs(record.hash)
    )
      return undefined
    this.#seen.add(record.hash)
    if (this.#startVenueMs === undefined) {
      this.#cameLater = true
      return undefined
    }
    if (record.createdMs <= this.#startVenueMs + CLOCK_MARGIN_MS) return undefined
    this.#firstMonoMs ??= now.monoMs
    this.#gaveWay = this.#cameLater || now.monoMs - this.#firstMonoMs > GRACE_MS
    return { verdict: this.#gaveWay ? 'give-way' : 'note', record, words: wordsOf(record) }
  }

  /** A former run has given way. */
  giveWay(): void {
    this.#gaveWay = true
  }

  /** The operator says that the wallet is ours again. */
  resume(): void {
    this.#gaveWay = false
    this.#firstMonoMs = undefined
  }
}
