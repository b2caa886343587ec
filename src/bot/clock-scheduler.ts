// An RxJS scheduler over our clock, so that the pipeline's timers run in virtual time as they do in real time.

import { type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs'
import type { Clock } from '../domain/time.js'

export function clockScheduler(clock: Clock): SchedulerLike {
  return {
    now: () => clock.monoMs(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delayMs = 0, state?: T): Subscription {
      return new ClockAction(clock, work).schedule(state, delayMs)
    },
  }
}

class ClockAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: Clock
  readonly #work: (this: SchedulerAction<T>, state?: T) => void
  #cancel: (() => void) | undefined

  constructor(clock: Clock, work: (this: SchedulerAction<T>, state?: T) => void) {
    super(() => this.#cancel?.())
    this.#clock = clock
    this.#work = work
  }

  schedule(state?: T, delayMs = 0): Subscription {
    this.#cancel?.()
    // stopped by its own work
    if (this.closed) return this
    this.#cancel = this.#clock.after(delayMs, () => {
      if (!this.closed) this.#work.call(this, state)
    })
    return this
  }
}
