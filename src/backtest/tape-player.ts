// Plays a tape in virtual time. Each record happens twice: at the venue, where it meets our simulated orders, and, later, when it was received.
//
//   at the venue   its own stamp, by the recorder's clock; without one, `feedMs` before it was received
//   received       as recorded
//
// The offset between the two clocks is learned from what came before: the least delay so far counts as none (feed-delay.ts). So nothing that is
// recorded later moves what is earlier.

import { TimeQueue } from '../domain/collections/time-queue.js'
import type { TapeRecord, TapeSource } from '../recording/tape-record.js'
import { FeedDelay } from './feed-delay.js'
import { inOrderOfCause } from './moment-order.js'
import type { VirtualClock } from './virtual-clock.js'

export interface TapeListener {
  /** What happened at the venue. */
  atVenue(record: TapeRecord): void
  /** All that happened there at one moment has been told. */
  venueMomentOver(): void
  /** What was received. */
  received(record: TapeRecord): void
  receivedMomentOver(): void
}

export interface PlayOptions {
  readonly source: TapeSource
  readonly clock: VirtualClock
  /** Wall time at which the virtual clock shows zero. */
  readonly startWallMs: number
  /** From the venue to us, milliseconds, where a record has no stamp of the venue. */
  readonly feedMs: number
  readonly listener: TapeListener
  readonly onProgress?: (records: number, atMs: number) => void
  /** Hears of each moment before it is played. */
  readonly onTurn?: () => void
}

/** A stamp is believed this far back: what is older was late for another reason than its way. */
export const LONGEST_WAY_MS = 2000

export class TapePlayer {
  readonly #options: PlayOptions
  /** Waiting for their moment at the venue. */
  readonly #coming = new TimeQueue<TapeRecord>()
  /** Waiting for their moment of reception, in order. */
  #received: TapeRecord[] = []
  #next = 0
  readonly #delay = new FeedDelay()
  #read = 0
  #lastVenueMs = Number.NEGATIVE_INFINITY

  constructor(options: PlayOptions) {
    this.#options = options
  }

  get records(): number {
    return this.#read
  }

  /** Resolves with the moment of the last record; `undefined` for an empty tape. */
  async play(): Promise<number | undefined> {
    let lastMs: number | undefined
    for await (const batch of this.#options.source.records()) {
      for (const record of batch) {
        lastMs = record.atMs
        this.#take(record)
      }
      this.#options.onProgress?.(this.#read, lastMs ?? 0)
    }
    this.#runUntil(Number.POSITIVE_INFINITY)
    return lastMs
  }

  #take(record: TapeRecord): void {
    this.#read += 1
    // nothing recorded from now on happened before
    this.#runUntil(record.atMs - LONGEST_WAY_MS)
    this.#coming.add(this.#venueTime(record), record)
    this.#received.push(record)
  }

  #venueTime({ atMs, venueMs }: TapeRecord): number {
    let at = atMs - this.#options.feedMs
    if (venueMs !== undefined) {
      at = venueMs + this.#delay.least(atMs, atMs - venueMs)
    }
    return Math.max(at, atMs - LONGEST_WAY_MS, this.#lastVenueMs)
  }

  /** Everything, in its order, that is due before `untilMs`. */
  #runUntil(untilMs: number): void {
    for (;;) {
      const venueMs = this.#coming.nextMs
      const receivedMs = this.#received[this.#next]?.atMs ?? Number.POSITIVE_INFINITY
      const nextMs = Math.min(venueMs, receivedMs)
      if (nextMs >= untilMs || nextMs === Number.POSITIVE_INFINITY) return
      const { clock, startWallMs, onTurn } = this.#options
      onTurn?.()
      if (venueMs <= receivedMs) {
        clock.runUntil(nextMs - startWallMs)
        this.#atVenue(venueMs)
      } else {
        // news of ours that the record has caused comes behind it
        clock.runBefore(nextMs - startWallMs)
        this.#receive(receivedMs)
      }
    }
  }

  #atVenue(atMs: number): void {
    const { listener } = this.#options
    this.#lastVenueMs = atMs
    const moment: TapeRecord[] = []
    for (let due = this.#coming.takeBy(atMs); due !== undefined; due = this.#coming.takeBy(atMs)) moment.push(due)
    for (const record of inOrderOfCause(moment)) listener.atVenue(record)
    listener.venueMomentOver()
  }

  #receive(atMs: number): void {
    const { listener } = this.#options
    for (let record = this.#received[this.#next]; record?.atMs === atMs; record = this.#received[this.#next]) {
      this.#next += 1
      listener.received(record)
    }
    listener.receivedMomentOver()
    if (this.#next > 4096) {
      this.#received = this.#received.slice(this.#next)
      this.#next = 0
    }
  }
}
