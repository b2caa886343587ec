// Cancels everything there is, verified by listing: the stop of a bot, and the command. What remains is said plainly.
//
// A halt, a kill or giving way is the core's: nothing is approved any more, so that its next plan cancels what rests.

import { type Failure, isHopeless } from '../../domain/error.js'
import type { Hex, Market } from '../../domain/market.js'
import { LIVE_STATUSES, MOST_CANCELS, type OrderRecord } from '../../domain/order.js'
import type { Clock } from '../../domain/time.js'
import type { Trading } from '../../venue/trading.js'

export interface CancelParts {
  readonly trading: Pick<Trading, 'listOrders' | 'cancelMany' | 'cancelAll'>
  readonly clock: Clock
  /** Markets whose orders are cancelled in one go before anything is listed. */
  readonly markets?: () => readonly Market[]
  /** Orders on their way: a listing that cannot show them yet proves nothing. */
  readonly inFlight?: () => number
  /** Orders of others on our wallet, which we neither cancel nor wait for. */
  readonly isLeft?: (hash: Hex) => boolean
  /** Monotonic. */
  readonly deadlineMonoMs: number
  readonly done: (outcome: CancelOutcome) => void
}

export interface CancelOutcome {
  /** A listing has confirmed `open` and `pending`. */
  readonly verified: boolean
  readonly open: readonly OrderRecord[]
  readonly pending: readonly OrderRecord[]
  /** Orders that were cancelled one by one, those of `markets` left out. */
  readonly cancelled: number
  /** Why the last listing failed, where it did. */
  readonly failure?: Failure
}

const AGAIN_MS = 100
/** With nothing resting any more, matches get this long to settle before they are reported as pending. */
const SETTLE_MS = 2000
const SETTLE_AGAIN_MS = 250

/**
 * Lists, cancels what is found, and lists again until nothing rests, the time is over, or the venue refuses what no waiting mends.
 * Calls `done` once.
 */
export function cancelEverything(parts: CancelParts): void {
  new Cancelling(parts).start()
}

class Cancelling {
  readonly #parts: CancelParts
  readonly #settleUntilMonoMs: number
  #last: Omit<CancelOutcome, 'cancelled'> = { verified: false, open: [], pending: [] }
  #cancelled = 0
  #finished = false
  #stopClock: () => void = () => undefined

  constructor(parts: CancelParts) {
    this.#parts = parts
    this.#settleUntilMonoMs = Math.min(parts.clock.monoMs() + SETTLE_MS, parts.deadlineMonoMs - SETTLE_AGAIN_MS)
  }

  start(): void {
    const { trading, clock, deadlineMonoMs, markets } = this.#parts
    const leftMs = Math.max(0, deadlineMonoMs - clock.monoMs())
    this.#stopClock = clock.after(leftMs, () => this.#finish({ ...this.#last, verified: false }))
    for (const market of markets?.() ?? []) trading.cancelAll(market, () => undefined)
    this.#round()
  }

  #round(): void {
    if (this.#finished) return
    const wasOnTheWay = (this.#parts.inFlight?.() ?? 0) > 0
    this.#parts.trading.listOrders({ statuses: LIVE_STATUSES }, (answer) => {
      if (answer.ok) this.#listed(answer.value, wasOnTheWay)
      else this.#failed(answer.failure)
    })
  }

  #failed(failure: Failure): void {
    const { open, pending } = this.#last
    this.#last = { verified: false, open, pending, failure }
    if (isHopeless(failure.code)) this.#finish(this.#last)
    else this.#again()
  }

  #listed(records: readonly OrderRecord[], wasOnTheWay: boolean): void {
    const own = records.filter(({ hash }) => this.#parts.isLeft?.(hash) !== true)
    const open = own.filter((r) => r.remainingRaw > 0n && r.status !== 'pending_settlement')
    const pending = own.filter((r) => r.pendingRaw > 0n)
    this.#last = { verified: true, open, pending }
    if (open.length > 0) this.#cancel(open.map(({ hash }) => hash))
    else if (wasOnTheWay) this.#again()
    else if (pending.length > 0 && this.#parts.clock.monoMs() < this.#settleUntilMonoMs) this.#again(SETTLE_AGAIN_MS)
    else this.#finish(this.#last)
  }

  #cancel(hashes: readonly Hex[]): void {
    let unanswered = Math.ceil(hashes.length / MOST_CANCELS)
    for (let at = 0; at < hashes.length; at += MOST_CANCELS) {
      this.#parts.trading.cancelMany(hashes.slice(at, at + MOST_CANCELS), (answer) => {
        if (answer.ok) this.#cancelled += answer.value.cancelled.length
        if (--unanswered === 0) this.#again()
      })
    }
  }

  #again(delayMs = AGAIN_MS): void {
    if (!this.#finished) this.#parts.clock.after(delayMs, () => this.#round())
  }

  #finish(outcome: Omit<CancelOutcome, 'cancelled'>): void {
    if (this.#finished) return
    this.#finished = true
    this.#stopClock()
    this.#parts.done({ ...outcome, cancelled: this.#cancelled })
  }
}
