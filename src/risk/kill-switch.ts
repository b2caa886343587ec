// The kill switch: trips on loss, drawdown or failing requests, and stays tripped until an operator resumes.
//
//   loss        total P&L below -maxLoss, counted from the start (or the last resume)
//   drawdown    total P&L more than maxDrawdown below its highest point since then
//   errors      failures / requests above errorRate.max inside the window, with at least minCount requests
//
// A profit never trips it; a limit may be reached, not passed.

import type { ErrorCode } from '../domain/error.js'
import { RequestWindow } from './request-window.js'
import type { KillSwitchLimits } from './schema.js'

export interface Tripped {
  readonly cause: 'loss' | 'drawdown' | 'errors'
  /** What was compared with what, for a person. */
  readonly reason: string
}

/** Failures of our own making that never became a request. */
const NOT_SENT: ReadonlySet<ErrorCode> = new Set(['fee-stale', 'signer-refused', 'journal-failed'])

export class KillSwitch {
  readonly #limits: KillSwitchLimits
  readonly #window: RequestWindow
  #startPnl: number
  #peakPnl: number
  #lastPnl: number
  #tripped: Tripped | undefined

  /** `restored`: what a former run left behind; a switch that was tripped stays so. */
  constructor(limits: KillSwitchLimits, restored?: Tripped) {
    this.#limits = limits
    this.#window = new RequestWindow(limits.errorRate.windowSec * 1000)
    this.#startPnl = 0
    this.#peakPnl = 0
    this.#lastPnl = 0
    this.#tripped = restored
  }

  get tripped(): Tripped | undefined {
    return this.#tripped
  }

  /** `total`: P&L since the start of the run in units of collateral. One that is not finite trips: it cannot be judged. */
  onPnl(total: number): Tripped | undefined {
    if (!Number.isFinite(total)) return this.#trip('loss', `total P&L: expected a number, got ${total}`)
    this.#lastPnl = total
    this.#peakPnl = Math.max(this.#peakPnl, total)
    const { maxLoss, maxDrawdown } = this.#limits
    const loss = this.#startPnl - total
    const drawdown = this.#peakPnl - total
    if (exceeds(loss, maxLoss)) return this.#trip('loss', `loss: ${loss.toFixed(2)}, allowed ${maxLoss}`)
    if (exceeds(drawdown, maxDrawdown)) {
      return this.#trip('drawdown', `drawdown: ${drawdown.toFixed(2)} from the peak, allowed ${maxDrawdown}`)
    }
    return this.#tripped
  }

  /** A request goes out. */
  onRequest(atMonoMs: number): Tripped | undefined {
    this.#window.addRequest(atMonoMs)
    return this.#tripped
  }

  /** A request failed. Failures that were never sent do not count. */
  onError(code: ErrorCode, atMonoMs: number): Tripped | undefined {
    if (NOT_SENT.has(code)) return this.#tripped
    this.#window.addFailure(atMonoMs)
    const { max, minCount, windowSec } = this.#limits.errorRate
    const { requests, failures } = this.#window.counts(atMonoMs)
    if (requests < minCount || failures <= max * requests) return this.#tripped
    return this.#trip('errors', `${failures} of ${requests} requests failed in ${windowSec} s, the last with ${code}`)
  }

  /** The operator accepts what was lost: loss and drawdown count anew from here, the window is empty. */
  resume(): void {
    this.#tripped = undefined
    this.#startPnl = this.#lastPnl
    this.#peakPnl = this.#lastPnl
    this.#window.clear()
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
