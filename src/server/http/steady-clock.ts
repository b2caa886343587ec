// The venue's clock: the machine's calendar, carried on by its steady clock. A calendar that steps is not believed at once:
// one that comes back within seconds changes nothing, one that stays is followed, and said.

/** A difference as small is left as it is. */
const TOLERATED_MS = 500
/** How long a step must hold. */
const HOLDS_MS = 5000

export interface SteadyClockOptions {
  /** The machine's calendar, unix milliseconds. */
  readonly wallMs: () => number
  /** Milliseconds since any moment; never goes back. */
  readonly steadyMs: () => number
}

interface Suspect {
  readonly byMs: number
  readonly sinceMs: number
}

export class SteadyClock {
  readonly #options: SteadyClockOptions
  #offsetMs: number
  #suspect: Suspect | undefined
  #lastMs: number
  #onStep: (byMs: number) => void = () => undefined

  constructor(options: SteadyClockOptions = { wallMs: () => Date.now(), steadyMs: () => performance.now() }) {
    this.#options = options
    this.#offsetMs = options.wallMs() - options.steadyMs()
    this.#lastMs = options.wallMs()
  }

  /** `hear` is called as the clock moves by so many milliseconds beside the time that passes; before the time that does is told. */
  onStep(hear: (byMs: number) => void): void {
    this.#onStep = hear
  }

  /** Unix milliseconds, whole; goes back with a step alone. */
  nowMs(): number {
    const steadyMs = this.#options.steadyMs()
    const stepMs = this.#stepAt(steadyMs)
    if (stepMs !== 0) {
      this.#offsetMs += stepMs
      this.#lastMs += stepMs
      this.#onStep(stepMs)
    }
    this.#lastMs = Math.max(this.#lastMs, Math.round(steadyMs + this.#offsetMs))
    return this.#lastMs
  }

  /** The step that has held for long enough; 0 when there is none. */
  #stepAt(steadyMs: number): number {
    const byMs = Math.round(this.#options.wallMs() - steadyMs - this.#offsetMs)
    if (Math.abs(byMs) <= TOLERATED_MS) {
      this.#suspect = undefined
      return 0
    }
    if (this.#suspect === undefined || Math.abs(this.#suspect.byMs - byMs) > TOLERATED_MS) {
      this.#suspect = { byMs, sinceMs: steadyMs }
    }
    if (steadyMs - this.#suspect.sinceMs < HOLDS_MS) return 0
    this.#suspect = undefined
    return byMs
  }
}
