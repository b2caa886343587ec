// Tells once what has become otherwise of the bot's standing, and has kept what a restart must not forget: halts and pauses at once, P&L
// once a second while it moves.
//
//   holds back   a halt, a pause: it holds at once, and where it cannot be kept it is tried again until it is; nothing else ends the bot before
//   frees        a resume, the end of a pause: kept before it holds, and refused where it cannot be

import type { Failure } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { OperatorAction } from '../domain/run/core-event.js'
import type { Standing, StandingChange } from '../domain/run/standing.js'

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
  /** `isTriedAgain`: it goes on being tried; else a restart would begin with older P&L. */
  readonly failed: (failure: Failure, isTriedAgain: boolean) => void
}

/** What frees the bot, or a market. */
export const FREEING: ReadonlySet<OperatorAction> = new Set(['resume', 'unpause'])

const KEEP_EVERY_MS = 1000
/** So often it is kept that nothing has moved: what ended before needs no explaining any more. */
const UNMOVED_EVERY_MS = 10_000

export class StandingWatch {
  readonly #parts: StandingWatchParts
  #keptMonoMs = Number.NEGATIVE_INFINITY
  #begunMonoMs: number | undefined
  #keptTotal = 0
  #keptChanges = 0
  #unkept: Failure | undefined
  #whenKept: (() => void)[] = []

  constructor(parts: StandingWatchParts) {
    this.#parts = parts
  }

  /** Why a halt or a pause that holds is not kept yet. */
  get unkept(): Failure | undefined {
    return this.#unkept
  }

  /** Now, unless something that holds back is not kept yet. */
  whenKept(run: () => void): void {
    if (this.#unkept === undefined) run()
    else this.#whenKept.push(run)
  }

  /** Has an order kept that is about to free the bot, or a market; returns why it must not. */
  keepAhead(action: OperatorAction, conditionId?: ConditionId): Failure | undefined {
    // what a former run has left may not be taken up yet: kept when it is
    if (this.#parts.keeper === undefined || this.#begunMonoMs === undefined) return undefined
    const { halt, pauses, ...standing } = this.#parts.standing.standing()
    return this.#keepNow(
      action === 'resume'
        ? { ...standing, pauses }
        : {
            ...standing,
            ...(halt === undefined ? {} : { halt }),
            pauses: pauses.filter((pause) => conditionId !== undefined && pause.conditionId !== conditionId),
          },
    )
  }

  /** After the end of a turn. */
  turnEnded(nowMonoMs: number): void {
    this.#begunMonoMs ??= nowMonoMs
    const { standing, changed } = this.#parts
    const changes = standing.takeChanges()
    if (changes.some(({ kind }) => kind !== 'waiting' && kind !== 'waited')) this.#keepChange(nowMonoMs)
    else if (this.#unkept !== undefined) {
      if (nowMonoMs - this.#keptMonoMs >= KEEP_EVERY_MS) this.#keepChange(nowMonoMs)
    } else if (this.#hasMoved ? nowMonoMs - this.#keptMonoMs >= KEEP_EVERY_MS : this.#isLongAgo(nowMonoMs))
      this.#keepLater(nowMonoMs)
    for (const change of changes) changed(change)
  }

  /** Nothing is worked on any more: the last word on the P&L, and on what could not be kept. */
  close(): void {
    if (!this.#hasMoved && this.#unkept === undefined) return
    const failure = this.#keepNow(this.#parts.standing.standing())
    if (failure) this.#parts.failed(failure, false)
  }

  /** Never at the very start: what a former run has left may not be taken up yet. */
  #isLongAgo(nowMonoMs: number): boolean {
    return nowMonoMs - Math.max(this.#begunMonoMs ?? nowMonoMs, this.#keptMonoMs) >= UNMOVED_EVERY_MS
  }

  get #hasMoved(): boolean {
    const { total, heldChanges } = this.#parts.standing
    return total !== this.#keptTotal || heldChanges !== this.#keptChanges
  }

  #keepChange(nowMonoMs: number): void {
    this.#noteKept(nowMonoMs)
    const failure = this.#keepNow(this.#parts.standing.standing())
    // once is enough
    if (failure !== undefined && this.#unkept === undefined) this.#parts.failed(failure, true)
    this.#unkept = failure
    if (failure === undefined) for (const run of this.#whenKept.splice(0)) run()
  }

  #keepLater(nowMonoMs: number): void {
    this.#noteKept(nowMonoMs)
    const { standing, keeper, failed } = this.#parts
    keeper?.keep(standing.standing(), false, (failure) => {
      if (failure) failed(failure, false)
    })
  }

  #noteKept(nowMonoMs: number): void {
    const { standing } = this.#parts
    this.#keptMonoMs = nowMonoMs
    this.#keptTotal = standing.total
    this.#keptChanges = standing.heldChanges
  }

  #keepNow(standing: Standing): Failure | undefined {
    let failure: Failure | undefined
    this.#parts.keeper?.keep(standing, true, (failed) => {
      failure = failed
    })
    return failure
  }
}
