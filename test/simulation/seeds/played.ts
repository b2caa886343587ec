// What a scenario was like once it was played, and how it is to be played.

import type { Reason } from './invariants/reasons.js'
import type { Violation } from './invariants/violation.js'
import type { Scenario } from './scenario.js'

export interface Played {
  readonly scenario: Scenario
  readonly violations: readonly Violation[]
  readonly simulatedMs: number
  /** How often each disturbance met something, by its name. */
  readonly reached: ReadonlyMap<string, number>
  readonly traceHash: string
  readonly fills: number
  readonly lives: number
  /** How each market came out after the faults. */
  readonly outcomes: ReadonlyMap<Reason | 'two-sided', number>
  /** The last that happened, of a run with a violation. */
  readonly last: readonly string[]
}

export interface PlayOptions {
  /** Lines of the trace to keep; none by default. */
  readonly keeps?: number
  /** Told of the bot's log. */
  readonly log?: (line: string) => void
}
