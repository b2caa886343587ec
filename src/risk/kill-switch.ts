// The kill switch: trips on loss, daily loss or drawdown, and stays tripped until a person resumes. It counts on from run to run.
//
//   loss         P&L below -maxLoss, counted from the first start, or from when losses were last accepted
//   daily loss   P&L more than maxDailyLoss below where the day (UTC, by the venue's clock) began, or losses were accepted on it; no day begins
//                while that clock is not known
//   drawdown     P&L more than maxDrawdown below its highest point since the first start, or since losses were last accepted
//
// P&L has what is held at the best bid for it, or at its fair value where that is lower. A profit never trips it; a limit may be reached, not
// passed. What was won or lost while no bot ran counts where it is found.

import type { LossCause, PnlMarks } from '../domain/run/standing.js'
import type { KillSwitchLimits } from './schema.js'

export interface Tripped {
  readonly cause: LossCause
  /** What was compared with what, for a person. */
  readonly reason: string
}

const DAY_MS = 86_400_000

type Moving = { -readonly [K in keyof PnlMarks]: PnlMarks[K] }

export class KillSwitch {
  readonly #limits: KillSwitchLimits
  readonly #at: Moving = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
  /** P&L of former runs, and what of it is realised. */
  #before = { total: 0, realised: 0 }
  #tripped: Tripped | undefined

  constructor(limits: KillSwitchLimits) {
    this.#limits = limits
  }

  get tripped(): Tripped | undefined {
    return this.#tripped
  }

  /** What a former run has left behind: before the first P&L of this one. */
  restore(marks: PnlMarks): void {
    Object.assign(this.#at, marks)
    this.#before = { total: marks.total, realised: marks.realised }
  }

  /** Won, or lost, between the former run and this one, units of collateral. */
  missed(pnl: number): void {
    this.#before.total += pnl
  }

  /** `realised`: of this run, units of collateral. */
  marks(realised: number): PnlMarks {
    return { ...this.#at, realised: this.#before.realised + (Number.isFinite(realised) ? realised : 0) }
  }

  /** P&L of all runs, units of collateral; it says whether `marks` are others than before. */
  get total(): number {
    return this.#at.total
  }

  /**
   * `ofRun`: P&L since the start of the run in units of collateral. One that is not finite trips: it cannot be judged. `venueMs`: by the
   * venue's clock, `undefined` while it is not known.
   */
  onPnl(ofRun: number, venueMs: number | undefined): Tripped | undefined {
    if (!Number.isFinite(ofRun)) return this.#trip('loss', `total P&L: expected a number, got ${ofRun}`)
    const at = this.#at
    if (venueMs !== undefined) this.#beginDay(venueMs)
    at.total = this.#before.total + ofRun
    at.peak = Math.max(at.peak, at.total)
    const { maxLoss, maxDailyLoss, maxDrawdown } = this.#limits
    const loss = at.start - at.total
    const daily = at.dayStart - at.total
    const drawdown = at.peak - at.total
    if (exceeds(loss, maxLoss))
      return this.#trip('loss', `loss at the best bids: ${loss.toFixed(2)}, allowed ${maxLoss}`)
    if (exceeds(daily, maxDailyLoss)) {
      return this.#trip(
        'daily-loss',
        `loss of the day (UTC) at the best bids: ${daily.toFixed(2)}, allowed ${maxDailyLoss}`,
      )
    }
    if (exceeds(drawdown, maxDrawdown)) {
      return this.#trip(
        'drawdown',
        `drawdown at the best bids: ${drawdown.toFixed(2)} from the peak, allowed ${maxDrawdown}`,
      )
    }
    return this.#tripped
  }

  /** The operator accepts what was lost: all three count anew from here. */
  resume(): void {
    const at = this.#at
    this.#tripped = undefined
    at.start = at.peak = at.dayStart = at.total
  }

  /** A clock that is set back begins no day twice. */
  #beginDay(venueMs: number): void {
    const day = Math.floor(venueMs / DAY_MS)
    if (!(day > this.#at.day)) return
    this.#at.day = day
    this.#at.dayStart = this.#at.total
  }

  /** The first reason stays. */
  #trip(cause: Tripped['cause'], reason: string): Tripped {
    this.#tripped ??= { cause, reason }
    return this.#tripped
  }
}

/** Above the limit by more than floating-point noise. */
function exceeds(value: number, limit: number): boolean {
  return value > limit + 1e-9
}
