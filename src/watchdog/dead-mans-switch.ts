// Cancels everything of a wallet when its bot shows no sign of life, and verifies it by listing, however long that takes.
//
//   silent     list, cancel, list again, until a list shows nothing: tried again whatever fails
//   and then   once more when the bot's lease is over and what it sent last has arrived: an order may have been on its way
//   beats      it is the bot's own affair again: what is under way is abandoned at once, for what rests may be new
//   followed   another bot has the wallet by its lease: what rests is that one's, which has listed what was left. Until the watched
//              one beats, or nobody has the lease and what was sent by it has arrived

import type { Failure } from '../domain/error.js'
import type { Cancellable } from '../domain/orders/order.js'
import type { Clock } from '../domain/time.js'
import { type CancelOutcome, type CancelTrading, cancelEverything } from '../execution/effects/cancel-everything.js'
import { type Heart, HeartWatch } from './heart-watch.js'
import type { Beat, Unreadable } from './heartbeat.js'

const LOOK_EVERY_MS = 250
/** The first attempt; each one that fails gives the next twice as long: a list of many orders may take several slow requests. */
const ATTEMPT_MS = 4000
const LONGEST_ATTEMPT_MS = 16_000
const AGAIN_MS = 500
/** Attempts that fail are told so often: what comes of it shall not wait behind them on its way to people. */
const FAILED_TOLD_EVERY_MS = 60_000
/** Between two looks whether the venue would let us cancel. */
const PROBE_EVERY_MS = 60_000

/** `followed`: it should beat and does not, and another has its wallet. */
export type SwitchHeart = Heart | 'followed'

export type SwitchNews =
  | { readonly event: 'heart'; readonly heart: SwitchHeart }
  /** `sinceBeatMs`: since the last new beat was seen. */
  | { readonly event: 'fired' | 'again'; readonly sinceBeatMs: number }
  | {
      readonly event: 'verified'
      readonly sinceBeatMs: number
      /** Since it fired. */
      readonly cancelled: number
      /** Matches that wait for their settlement. */
      readonly pending: number
      /** What the bot sent last had arrived before: nothing more can come to rest. */
      readonly isLast: boolean
    }
  /** Left off before a list has shown that nothing rests: the bot is there again, or `to` has followed it, and what rests is its own. */
  | { readonly event: 'gave-way'; readonly cancelled: number; readonly to?: string }
  | { readonly event: 'failed'; readonly sinceBeatMs: number; readonly left: number; readonly failure?: Failure }
  | { readonly event: 'probe-failed'; readonly failure: Failure }
  /** Nobody can tell whether the bot lives. */
  | { readonly event: 'unreadable'; readonly reason: string }
  | { readonly event: 'readable' }

export interface SwitchParts {
  readonly trading: CancelTrading<Cancellable>
  readonly clock: Clock
  readonly beat: () => Beat | Unreadable | undefined
  /** Who else has the wallet by its lease, `null` for nobody, `undefined` where none can say; absent where it is held on this machine alone. */
  readonly follower?: () => string | null | undefined
  /** What was sent last has arrived so long after, milliseconds. */
  readonly inFlightMs: number
  readonly tell: (news: SwitchNews) => void
}

export interface SwitchState {
  readonly heart: SwitchHeart
  readonly sinceBeatMs: number
  /** Times that it fired. */
  readonly fired: number
  readonly cancelled: number
  /** It fired, and no list has shown yet that nothing rests. */
  readonly isUnverified: boolean
  /** Why the venue would not let us cancel now. */
  readonly trouble: Failure | undefined
  /** Why the sign of life that is there tells nothing. */
  readonly unreadable: string | undefined
}

export class DeadMansSwitch {
  readonly #parts: SwitchParts
  readonly #watch = new HeartWatch()
  #heart: SwitchHeart | undefined
  #timer: (() => void) | undefined
  #fired = 0
  #cancelled = 0
  /** Of them, before it fired last. */
  #cancelledBefore = 0
  #isUnverified = false
  #attemptMs = ATTEMPT_MS
  /** Ends what is under way, an attempt or the pause before the next one. */
  #abandon: (() => void) | undefined
  #trouble: Failure | undefined
  #unreadable: string | undefined
  #probedMonoMs = Number.NEGATIVE_INFINITY
  /** When a failed attempt was told last, monotonic. */
  #failedMonoMs = Number.NEGATIVE_INFINITY
  /** When another was last known to have the wallet, monotonic. */
  #followedMonoMs = Number.NEGATIVE_INFINITY
  /** When to list once more, monotonic. */
  #againMonoMs = Number.POSITIVE_INFINITY

  constructor(parts: SwitchParts) {
    this.#parts = parts
  }

  get state(): SwitchState {
    const { clock } = this.#parts
    return {
      heart: this.#heart ?? 'waiting',
      sinceBeatMs: this.#heart === undefined || this.#heart === 'waiting' ? 0 : clock.monoMs() - this.#watch.lastMonoMs,
      ...{ fired: this.#fired, cancelled: this.#cancelled, isUnverified: this.#isUnverified, trouble: this.#trouble },
      unreadable: this.#unreadable,
    }
  }

  start(): void {
    this.#look()
  }

  stop(): void {
    this.#timer?.()
  }

  #look(): void {
    const { clock } = this.#parts
    const now = clock.monoMs()
    this.#listen(now)
    if (now - this.#probedMonoMs >= PROBE_EVERY_MS && this.#abandon === undefined) this.#probe(now)
    this.#timer = clock.after(LOOK_EVERY_MS, () => this.#look())
  }

  #listen(now: number): void {
    const { tell, inFlightMs } = this.#parts
    const before = this.#heart
    const heart = this.#followed(this.#watch.look(this.#read(), now), now)
    this.#heart = heart
    if (heart !== before) tell({ event: 'heart', heart })
    if (heart !== 'silent') {
      this.#giveWay()
      this.#isUnverified = false
      this.#againMonoMs = Number.POSITIVE_INFINITY
    } else if (before !== 'silent') {
      this.#fired++
      this.#cancelledBefore = this.#cancelled
      this.#failedMonoMs = Number.NEGATIVE_INFINITY
      this.#againMonoMs = this.#watch.lastMonoMs + this.#watch.leaseMs + inFlightMs
      this.#fire('fired')
    } else if (now >= this.#againMonoMs && this.#abandon === undefined) {
      this.#againMonoMs = Number.POSITIVE_INFINITY
      this.#fire('again')
    }
  }

  /**
   * Whoever followed it stays its follower while none can say who has the lease. One that has left it may have died with its machine: what it
   * sent last has arrived before we cancel for it.
   */
  #followed(heart: Heart, now: number): SwitchHeart {
    const { follower, inFlightMs } = this.#parts
    if (heart !== 'silent') return heart
    const other = follower?.()
    if (other === null && this.#heart === 'followed')
      return now - this.#followedMonoMs < inFlightMs ? 'followed' : heart
    const isFollowed = typeof other === 'string' || this.#heart === 'followed'
    if (isFollowed) this.#followedMonoMs = now
    return isFollowed ? 'followed' : heart
  }

  #read(): Beat | undefined {
    const { beat, tell } = this.#parts
    const read = beat()
    const isRead = read === undefined || !('unreadable' in read)
    const reason = isRead ? undefined : read.unreadable
    if (reason !== this.#unreadable)
      tell(reason === undefined ? { event: 'readable' } : { event: 'unreadable', reason })
    this.#unreadable = reason
    return isRead ? read : undefined
  }

  #fire(event: 'fired' | 'again'): void {
    this.#isUnverified = true
    this.#attemptMs = ATTEMPT_MS
    this.#parts.tell({ event, sinceBeatMs: this.state.sinceBeatMs })
    this.#cancel()
  }

  #cancel(): void {
    const { trading, clock } = this.#parts
    let isOver = false
    const attempt = cancelEverything({
      trading: {
        listOrders: (query, done) => trading.listOrders(query, (answer) => done(this.#heardBefore(answer))),
        cancelMany: (hashes, done) => trading.cancelMany(hashes, done),
        cancelAll: (market, done) => trading.cancelAll(market, done),
      },
      ...{ clock, deadlineMonoMs: clock.monoMs() + this.#attemptMs },
      done: (outcome) => {
        isOver = true
        this.#attempted(outcome)
      },
    })
    if (isOver) return
    this.#abandon = () => {
      attempt.abandon()
      this.#cancelled += attempt.outcome.cancelled
    }
  }

  /** A bot beats before it sends anything: what a list shows of one that lives again comes after a beat that can be seen by now. */
  #heardBefore<T>(answer: T): T {
    this.#listen(this.#parts.clock.monoMs())
    return answer
  }

  #giveWay(): void {
    if (this.#abandon === undefined) return
    this.#abandon()
    this.#abandon = undefined
    const to = this.#heart === 'followed' ? this.#parts.follower?.() : undefined
    this.#parts.tell({ event: 'gave-way', cancelled: this.#cancelledNow, ...(typeof to === 'string' ? { to } : {}) })
  }

  /** Since it fired last: what people are told of. */
  get #cancelledNow(): number {
    return this.#cancelled - this.#cancelledBefore
  }

  #attempted({ verified, open, pending, cancelled, ...why }: CancelOutcome<Cancellable>): void {
    const { tell, clock } = this.#parts
    const failure = why.failure ?? why.uncancelled
    this.#cancelled += cancelled
    this.#trouble = failure
    const { sinceBeatMs } = this.state
    if (verified && open.length === 0) {
      this.#abandon = undefined
      this.#isUnverified = false
      const isLast = this.#heart === 'silent' && this.#againMonoMs === Number.POSITIVE_INFINITY
      tell({ event: 'verified', sinceBeatMs, cancelled: this.#cancelledNow, pending: pending.length, isLast })
      return
    }
    this.#attemptMs = Math.min(LONGEST_ATTEMPT_MS, this.#attemptMs * 2)
    const now = clock.monoMs()
    if (now - this.#failedMonoMs >= FAILED_TOLD_EVERY_MS) {
      this.#failedMonoMs = now
      tell({ event: 'failed', sinceBeatMs, left: open.length, ...(failure ? { failure } : {}) })
    }
    this.#abandon = clock.after(AGAIN_MS, () => this.#cancel())
  }

  /** What has never been tried might not work when it is needed: the key, the sign-in, the way to the venue. */
  #probe(nowMonoMs: number): void {
    this.#probedMonoMs = nowMonoMs
    this.#parts.trading.listOrders({ statuses: ['open'] }, (answer) => {
      this.#trouble = answer.ok ? undefined : answer.failure
      if (!answer.ok) this.#parts.tell({ event: 'probe-failed', failure: answer.failure })
    })
  }
}
