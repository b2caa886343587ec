// What a step of the core that throws leads to: the bot is halted until an operator looks. A program that goes on failing ends.

import { type Failure, toFailure } from '../domain/error.js'
import type { CoreEvent } from '../domain/run/core-event.js'

/** Steps that may fail in one run; the next one ends it. */
const MAX_FAULTS = 3

export interface StepFaultsParts {
  readonly log: (message: string, details: Record<string, unknown>) => void
  readonly halt: (reason: string) => void
  /** Wants again the permits that were on their way: they may be lost with the step. */
  readonly askAgain: () => void
  /** The bot must end. */
  readonly end: (cause: Failure) => void
}

export class StepFaults {
  readonly #parts: StepFaultsParts
  #count = 0

  constructor(parts: StepFaultsParts) {
    this.#parts = parts
  }

  /** The step that took `event` threw `error`. */
  failed(error: unknown, event: Pick<CoreEvent, 'kind' | 'seq'>): void {
    const { message } = toFailure(error)
    const reason = `a step failed: ${message}`
    this.#parts.log(reason, { event: event.kind, seq: event.seq })
    this.#count++
    if (this.#count > MAX_FAULTS) {
      this.#parts.end({ code: 'internal', message })
      return
    }
    this.#parts.halt(reason)
    this.#parts.askAgain()
  }
}
