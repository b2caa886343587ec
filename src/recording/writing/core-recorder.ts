// The core's inputs in their order, each with what it decided, as lines of the core stream.

import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Decision } from '../../domain/run/decision.js'
import { toExactJson } from '../lines/exact-json.js'
import type { TapeClock, TapeStamp } from './tape-clock.js'

export interface CoreRecorderParts {
  readonly clock: TapeClock
  readonly append: (line: string) => void
}

export class CoreRecorder {
  readonly #parts: CoreRecorderParts
  /** Taken in, its decision not heard yet. */
  #open: { readonly event: CoreEvent; readonly stamp: TapeStamp } | undefined

  constructor(parts: CoreRecorderParts) {
    this.#parts = parts
  }

  event(event: CoreEvent): void {
    this.finish()
    this.#open = { event, stamp: this.#parts.clock.stamp() }
  }

  /** After the commands have left: writing waits for orders, never they for it. */
  step(decision: Decision): void {
    if (this.#open === undefined) return
    const { event, stamp } = this.#open
    this.#open = undefined
    this.#parts.append(toExactJson({ k: 'core', ...stamp, event, decision }))
  }

  /** An event whose step failed stands without a decision. */
  finish(): void {
    if (this.#open === undefined) return
    const { event, stamp } = this.#open
    this.#open = undefined
    this.#parts.append(toExactJson({ k: 'core', ...stamp, event }))
  }
}
