// What a bot does again and again beside its events, each at a pace of its own.

import type { CancelTimer, Clock } from '../domain/time.js'

export class Repeated {
  readonly #clock: Pick<Clock, 'after'>
  readonly #timers: CancelTimer[] = []

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** `periodMs` is asked anew before each run. Returns what begins the period anew now, as where it has become another. */
  every(periodMs: () => number, run: () => void): () => void {
    const slot = this.#timers.length
    this.#timers.push(() => undefined)
    const arm = () => {
      this.#timers[slot]?.()
      this.#timers[slot] = this.#clock.after(periodMs(), () => {
        arm()
        run()
      })
    }
    arm()
    return arm
  }

  stop(): void {
    for (const cancel of this.#timers) cancel()
  }
}
