// Cancels everything there is, verified by listing: the stop of a bot, and the command. What remains is said plainly.
//
// A halt, a kill or giving way is the core's: nothing is approved any more, so that its next plan cancels what rests.

import { type Answer, type Failure, isHopeless } from '../../domain/error.js'
import type { Hex, Market } from '../../domain/market/market.js'
import {
  type Cancellable,
  LIVE_STATUSES,
  MOST_CANCELS,
  type OrderRecord,
  type OrderStatus,
} from '../../domain/orders/order.js'
import type { Clock } from '../../domain/time.js'
import type { Trading } from '../../venue/trading.js'

/** How orders are listed and cancelled. */
export interface CancelTrading<O extends Cancellable = OrderRecord> extends Pick<Trading, 'cancelMany' | 'cancelAll'> {
  listOrders(filter: { readonly statuses: readonly OrderStatus[] }, done: (answer: Answer<readonly O[]>) => void): void
}

export interface CancelParts<O extends Cancellable = OrderRecord> {
  readonly trading: CancelTrading<O>
  readonly clock: Clock
  /** Markets whose orders are cancelled in one go before anything is listed. */
  readonly markets?: () => readonly Market[]
  /** Orders on their way: a listing that cannot show them yet proves nothing. */
  readonly inFlight?: () => number
  /** Orders of others on our wallet, which we neither cancel nor wait for. */
  readonly isLeft?: (hash: Hex) => boolean
  /** Monotonic; absent: it goes on until nothing rests. */
  readonly deadlineMonoMs?: number
  /** With nothing resting any more, matches get this long to settle before they are reported as pending, milliseconds. Default 2000. */
  readonly settleMs?: number
  readonly done: (outcome: CancelOutcome<O>) => void
}

export interface CancelOutcome<O extends Cancellable = OrderRecord> {
  /** A listing has confirmed `open` and `pending`. */
  readonly verified: boolean
  readonly open: readonly O[]
  readonly pending: readonly O[]
  /** Orders that were cancelled one by one, those of `markets` left out. */
  readonly cancelled: number
  /** Why the last listing failed, where it did. */
  readonly failure?: Failure
  /** Why what `open` has was not cancelled, where a list could be had. */
  readonly uncancelled?: Failure
}

/** While it goes on. */
export interface Cancelling<O extends Cancellable = OrderRecord> {
  /** What the last listing showed, or why it failed. */
  readonly outcome: CancelOutcome<O>
  /** Nothing more is asked, and `done` is not called. */
  abandon(): void
}

const AGAIN_MS = 100
const SETTLE_MS = 2000
const SETTLE_AGAIN_MS = 250
/** So long a command tries again and again, as when the venue does not answer. */
const PATIENCE_MS = 15_000

/**
 * Lists, cancels what is found, and lists again until nothing rests, the time is over, or the venue refuses what no waiting mends.
 * Calls `done` once.
 */
export function cancelEverything<O extends Cancellable>(parts: CancelParts<O>): Cancelling<O> {
  const rounds = new Rounds<O>(parts)
  rounds.start()
  return rounds
}

/** For a command: given up after a while. `onTheWayMs`: for so long an empty list proves nothing, as where a bot has only just died. */
export function cancelByHand<O extends Cancellable>(
  trading: CancelTrading<O>,
  clock: Clock,
  onTheWayMs: number,
): Promise<CancelOutcome<O>> {
  const arrivedMonoMs = clock.monoMs() + onTheWayMs
  const inFlight = () => (clock.monoMs() < arrivedMonoMs ? 1 : 0)
  return new Promise((done) => {
    cancelEverything({ trading, clock, inFlight, deadlineMonoMs: arrivedMonoMs + PATIENCE_MS, done })
  })
}

class Rounds<O extends Cancellable> implements Cancelling<O> {
  readonly #parts: CancelParts<O>
  readonly #settleUntilMonoMs: number
  #last: Omit<CancelOutcome<O>, 'cancelled'> = { verified: false, open: [], pending: [] }
  #cancelled = 0
  /** The venue would not cancel them. */
  readonly #refused = new Set<Hex>()
  #finished = false
  #stopClock: () => void = () => undefined

  constructor(parts: CancelParts<O>) {
    this.#parts = parts
    const { clock, deadlineMonoMs = Number.POSITIVE_INFINITY, settleMs = SETTLE_MS } = parts
    this.#settleUntilMonoMs = Math.min(clock.monoMs() + settleMs, deadlineMonoMs - SETTLE_AGAIN_MS)
  }

  get outcome(): CancelOutcome<O> {
    return { ...this.#last, cancelled: this.#cancelled }
  }

  abandon(): void {
    this.#finished = true
    this.#stopClock()
  }

  start(): void {
    const { trading, clock, deadlineMonoMs, markets } = this.#parts
    if (deadlineMonoMs !== undefined) {
      const leftMs = Math.max(0, deadlineMonoMs - clock.monoMs())
      this.#stopClock = clock.after(leftMs, () => this.#finish({ ...this.#last, verified: false }))
    }
    for (const market of markets?.() ?? []) trading.cancelAll(market, () => undefined)
    this.#round()
  }

  #round(): void {
    if (this.#finished) return
    const wasOnTheWay = (this.#parts.inFlight?.() ?? 0) > 0
    this.#parts.trading.listOrders({ statuses: LIVE_STATUSES }, (answer) => {
      if (this.#finished) return
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

  #listed(records: readonly O[], wasOnTheWay: boolean): void {
    const own = records.filter(({ hash }) => this.#parts.isLeft?.(hash) !== true)
    const open = own.filter((r) => this.#mayRest(r))
    const pending = own.filter((r) => r.pendingRaw > 0n)
    this.#last = { verified: true, open, pending }
    if (open.length > 0) this.#cancel(open.map(({ hash }) => hash))
    else if (wasOnTheWay) this.#again()
    else if (pending.length > 0 && this.#parts.clock.monoMs() < this.#settleUntilMonoMs) this.#again(SETTLE_AGAIN_MS)
    else this.#finish(this.#last)
  }

  /** One that waits for its settlement may have a rest that does not; where there is none, as where the size is told until then, no cancel takes it. */
  #mayRest({ hash, remainingRaw, status }: Cancellable): boolean {
    return remainingRaw > 0n && (status !== 'pending_settlement' || !this.#refused.has(hash))
  }

  #cancel(hashes: readonly Hex[]): void {
    let unanswered = Math.ceil(hashes.length / MOST_CANCELS)
    for (let at = 0; at < hashes.length; at += MOST_CANCELS) {
      this.#parts.trading.cancelMany(hashes.slice(at, at + MOST_CANCELS), (answer) => {
        if (answer.ok) {
          this.#cancelled += answer.value.cancelled.length
          for (const { hash } of answer.value.failed) this.#refused.add(hash)
        } else this.#last = { ...this.#last, uncancelled: answer.failure }
        if (--unanswered === 0) this.#again()
      })
    }
  }

  #again(delayMs = AGAIN_MS): void {
    if (!this.#finished) this.#parts.clock.after(delayMs, () => this.#round())
  }

  #finish(outcome: Omit<CancelOutcome<O>, 'cancelled'>): void {
    if (this.#finished) return
    this.#finished = true
    this.#stopClock()
    this.#last = outcome
    this.#parts.done(this.outcome)
  }
}
