// Cancels everything and verifies it by listing, beside the core, whenever nothing may rest anywhere: on a halt, and while the bot waits.
//
//   stopped    list, cancel, list again until a list shows nothing; said while none does, ever more seldom
//   verified   once more when what was on its way has arrived; then nothing, until it is stopped anew. It stays verified while that list cannot be
//              had, as where the budget is used up, unless an order is known that may have come to rest since
//   quoting    orders are the planner's affair again
//
// The planner cancels, too. This waits for none of its rules, and for no request but its own: each budget has a share that nobody else gets.

import type { Hex } from '../domain/market/market.js'
import type { PermitDesk } from '../domain/permit.js'
import type { MassCancelSnapshot } from '../domain/run/snapshot.js'
import type { Halt, Wait } from '../domain/run/standing.js'
import type { CancelTimer, Clock } from '../domain/time.js'
import {
  type Cancelling,
  type CancelOutcome,
  type CancelParts,
  cancelEverything,
} from '../execution/effects/cancel-everything.js'
import type { Executor } from '../execution/effects/executor.js'
import type { Trading } from '../venue/trading.js'

/** It is looked at so often whether that is verified. Where not it is said, and said again when another number of orders is left. */
const LOOK_EVERY_MS = 4000
/** Else it is said again after that, then after twice as long each time, up to this: a venue may be away for a day. */
const SAY_AT_LEAST_EVERY_MS = 60_000

/** `unverified`: it goes on. `verified` comes again where something more was found later. */
export interface MassCancelNews extends MassCancelSnapshot {
  readonly event: 'begun' | 'verified' | 'unverified'
  /** What the bot is stopped for. */
  readonly reason: string
  /** Since it began, milliseconds. */
  readonly forMs: number
}

export interface MassCancelParts {
  readonly trading: CancelParts['trading']
  readonly clock: Clock
  readonly inFlight: () => number
  readonly isLeft: (hash: Hex) => boolean
  /** So many orders rest or may rest, as we believe. */
  readonly believed: () => number
  /** What was sent last has arrived so long after, milliseconds. */
  readonly inFlightMs: number
  readonly tell: (news: MassCancelNews) => void
}

/** Why nothing may rest anywhere. */
export interface Stopped {
  readonly halted: Halt | undefined
  readonly waiting: Wait | undefined
}

interface Episode {
  readonly reason: string
  readonly sinceMonoMs: number
  /** Cancelled by the passes before the one under way. */
  readonly cancelledBefore: number
  readonly state: MassCancelSnapshot
}

export class MassCancel {
  readonly #parts: MassCancelParts
  #episode: Episode | undefined
  #pass: Cancelling | undefined
  /** Said last, that nothing is verified: with how many orders, and when it is said again, monotonic milliseconds. */
  #doubt: { readonly left: number; readonly pauseMs: number; readonly againMs: number } | undefined
  /** Says that nothing is verified, or lists once more. */
  #timer: CancelTimer = () => undefined

  constructor(parts: MassCancelParts) {
    this.#parts = parts
  }

  /** By which it cancels, for a stop that goes the same way. */
  get trading(): CancelParts['trading'] {
    return this.#parts.trading
  }

  /** Nothing while the bot may quote. */
  shown(): { readonly massCancel?: MassCancelSnapshot } {
    return this.#episode === undefined ? {} : { massCancel: this.#told(this.#episode.state) }
  }

  /** After each event. */
  look({ halted, waiting }: Stopped): void {
    const isHalt = this.#episode?.state.cause === 'halt'
    // one wait after the other is the same: nothing was placed between them
    if (halted !== undefined ? !isHalt : isHalt || (waiting === undefined) !== (this.#episode === undefined)) {
      this.stop()
      if (halted !== undefined) this.#begin('halt', halted.reason)
      else if (waiting !== undefined) this.#begin(waiting.cause, waiting.reason)
    }
  }

  /** Nothing more is asked: the bot quotes again, or somebody else sees to it. */
  stop(): void {
    this.#timer()
    this.#pass?.abandon()
    this.#episode = undefined
  }

  #begin(cause: MassCancelSnapshot['cause'], reason: string): void {
    const { clock, inFlightMs } = this.#parts
    const state = { cause, sinceMs: clock.wallMs(), cancelled: 0, left: 0, pending: 0 }
    const sinceMonoMs = clock.monoMs()
    this.#episode = { reason, sinceMonoMs, cancelledBefore: 0, state }
    this.#tell('begun', this.#episode)
    this.#cancel(this.#episode, (first) => {
      this.#tell('verified', first)
      // an order whose answer was lost may still have been on its way
      this.#timer = clock.after(Math.max(0, sinceMonoMs + inFlightMs - clock.monoMs()), () => {
        this.#cancel({ ...first, cancelledBefore: first.state.cancelled }, (second) => {
          if (second.state.cancelled > first.state.cancelled || this.#doubt) this.#tell('verified', second)
        })
      })
    })
  }

  /** Where the venue refuses what no waiting mends it ends unverified: the bot is on its way out, and a stop follows. */
  #cancel(episode: Episode, verified: (episode: Episode) => void): void {
    const { trading, clock, inFlight, isLeft } = this.#parts
    this.#sayLater(episode)
    this.#pass = cancelEverything({
      ...{ trading, clock, inFlight, isLeft, settleMs: 0 },
      done: (outcome) => {
        const seen = this.#seen(episode, outcome)
        if (!outcome.verified) return
        this.#timer()
        verified(seen)
      },
    })
  }

  #sayLater(episode: Episode): void {
    this.#timer = this.#parts.clock.after(LOOK_EVERY_MS, () => {
      const seen = this.#pass && this.#seen(episode, this.#pass.outcome)
      if (seen !== undefined && seen.state.verifiedMs === undefined) this.#sayDoubt(seen)
      this.#sayLater(episode)
    })
  }

  #sayDoubt(seen: Episode): void {
    const nowMs = this.#parts.clock.monoMs()
    const { left } = this.#told(seen.state)
    const said = this.#doubt
    if (said?.left === left && nowMs < said.againMs) return
    const pauseMs = said === undefined ? LOOK_EVERY_MS : Math.min(2 * said.pauseMs, SAY_AT_LEAST_EVERY_MS)
    this.#doubt = { left, pauseMs, againMs: nowMs + pauseMs }
    this.#tell('unverified', seen)
  }

  #seen(episode: Episode, { verified, open, pending, cancelled, ...why }: CancelOutcome): Episode {
    const failure = why.failure ?? why.uncancelled
    const { cause, sinceMs } = episode.state
    const { clock, believed } = this.#parts
    const isVerified = verified && open.length === 0
    const stillMs = open.length === 0 && believed() === 0 ? episode.state.verifiedMs : undefined
    const verifiedMs = isVerified ? clock.wallMs() : stillMs
    const state = {
      ...{ cause, sinceMs, cancelled: episode.cancelledBefore + cancelled },
      ...{ left: open.length, pending: pending.length },
      ...(verifiedMs === undefined ? {} : { verifiedMs }),
      ...(failure === undefined ? {} : { failure: failure.message }),
    }
    this.#episode = { ...episode, state }
    return this.#episode
  }

  /** Until a list has shown what is left it is what we believe to rest, or more. */
  #told(state: MassCancelSnapshot): MassCancelSnapshot {
    return state.verifiedMs === undefined ? { ...state, left: Math.max(state.left, this.#parts.believed()) } : state
  }

  #tell(event: MassCancelNews['event'], { state, reason, sinceMonoMs }: Episode): void {
    if (event !== 'unverified') this.#doubt = undefined
    this.#parts.tell({ event, ...this.#told(state), reason, forMs: this.#parts.clock.monoMs() - sinceMonoMs })
  }
}

/** Trading whose lists and cancels are paid before all else, and whose cancels are told like those of the planner. */
export function emergencyTrading(
  trading: Trading,
  executor: Pick<Executor, 'cancelMany'>,
  desk: PermitDesk,
): CancelParts['trading'] {
  const paidFrom = emergencyDesk(desk)
  return {
    listOrders: (filter, done) => trading.listOrders(filter, done, paidFrom),
    cancelMany: (hashes, done) => executor.cancelMany(hashes, done, paidFrom),
    cancelAll: (market, done) => trading.cancelAll(market, done),
  }
}

/** Where whoever cancels everything is served before all others. */
export function emergencyDesk(desk: PermitDesk): PermitDesk {
  return {
    want: ({ routeClass }, done) => desk.want({ routeClass, priority: 'emergency' }, done),
    answered: (permit, told) => desk.answered(permit, told),
    unused: (permit) => desk.unused(permit),
  }
}
