// A run's earnings on their way to their file: looked at each second, written each minute and at the end.

import { toFailure } from '../domain/error.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import { dropOldRuns, type EarnedPlace, type EarnedRun, writeEarned } from './earned-file.js'
import { Earnings } from './earnings.js'

export interface EarnedRecordParts {
  readonly place: EarnedPlace
  /** Its address. */
  readonly venue: string
  readonly mode: EarnedRun['mode']
  readonly pnl: ConstructorParameters<typeof Earnings>[0]
  readonly wallMs: () => number
  /** Told once where it cannot be kept. */
  readonly warn: (message: string) => void
}

const WRITE_MS = 60_000

export class EarnedRecord {
  readonly #parts: EarnedRecordParts
  readonly #earnings: Earnings
  readonly #fromMs: number
  #writtenMonoMs: number | undefined
  #isWarned = false

  constructor(parts: EarnedRecordParts) {
    this.#parts = parts
    this.#earnings = new Earnings(parts.pnl)
    this.#fromMs = parts.wallMs()
  }

  look(snapshot: BotSnapshot): void {
    this.#earnings.look(snapshot)
    this.#writtenMonoMs ??= snapshot.monoMs
    if (snapshot.monoMs - this.#writtenMonoMs < WRITE_MS) return
    this.#writtenMonoMs = snapshot.monoMs
    this.write()
  }

  /** Nothing where nothing was ever bound. */
  write(): void {
    const { place, venue, mode, wallMs, warn } = this.#parts
    const markets = this.#earnings.all()
    if (markets.length === 0) return
    try {
      writeEarned(place, { venue, mode, fromMs: this.#fromMs, toMs: wallMs(), markets, pid: process.pid })
      dropOldRuns(place)
    } catch (error) {
      if (!this.#isWarned) warn(`what this run earns is not kept for quoin markets --rank: ${toFailure(error).message}`)
      this.#isWarned = true
    }
  }
}
