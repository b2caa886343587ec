// Tells once what has become otherwise of the bot's standing, and has kept what a restart must not forget: halts and pauses at once, P&L
// once a second while it moves.

import type { Failure } from '../domain/error.js'
import type { Standing, StandingChange } from '../domain/standing.js'

/** Where a standing outlives the process. */
export interface StandingKeeper {
  /** `now`: on disk when this returns; else a little later. `done` gets a `journal-failed` when it is not safe. */
  keep(standing: Standing, now: boolean, done: (failure?: Failure) => void): void
}

export interface StandingWatchParts {
  readonly standing: {
    /** P&L of all runs, units of collateral. */
    readonly total: number
    /** How often what is held has changed. */
    readonly heldChanges: number
    takeChanges(): readonly StandingChange[]
    standing(): Standing
  }
  /** Absent: nothing outlives the process, as on paper. */
  readonly keeper?: StandingKeeper | undefined
  readonly changed: (change: StandingChange) => void
  readonly failed: (failure: Failure) => void
}

const KEEP_EVERY_MS = 1000
/** So often it is kept that nothing has moved: what ended before needs no explaining any more. */
const UNMOVED_EVERY_MS = 10_000

export class StandingWatch {
  readonly #parts: StandingWatchParts
  #keptMonoMs = Number.NEGATIVE_INFINITY
  #begunMonoMs: number | undefined
  #keptTotal = 0
  #keptChanges = 0

  constructor(parts: StandingWatchParts) {
    this.#parts = parts
  }

  /** After the end of a turn. */
  turnEnded(nowMonoMs: number): void {
    const { standing, changed } = this.#parts
    const changes = standing.takeChanges()
    if (changes.some(({ kind }) => kind !== 'waiting' && kind !== 'waited')) this.#keep(nowMonoMs, true)
    else if (this.#hasMoved ? nowMonoMs - this.#keptMonoMs >= KEEP_EVERY_MS : this.#isLongAgo(nowMonoMs))
      this.#keep(nowMonoMs, false)
    for (const change of changes) changed(change)
  }

  /** Nothing is worked on any more: the last word on the P&L. */
  close(): void {
    if (this.#hasMoved) this.#keep(this.#keptMonoMs, true)
  }

  /** Never at the very start: what a former run has left may not be taken up yet. */
  #isLongAgo(nowMonoMs: number): boolean {
    this.#begunMonoMs ??= nowMonoMs
    return nowMonoMs - Math.max(this.#begunMonoMs, this.#keptMonoMs) >= UNMOVED_EVERY_MS
  }

  get #hasMoved(): boolean {
    const { total, heldChanges } = this.#parts.standing
    return total !== this.#keptTotal || heldChanges !== this.#keptChanges
  }

  #keep(nowMonoMs: number, now: boolean): void {
    const { standing, keeper, failed } = this.#parts
    if (keeper === undefined) return
    this.#keptMonoMs = nowMonoMs
    this.#keptTotal = standing.total
    this.#keptChanges = standing.heldChanges
    keeper.keep(standing.standing(), now, (failure) => {
      if (failure) failed(failure)
    })
  }
}
