// What is asked of a budget.

import type { Priority } from '../../domain/permit.js'

export interface Need {
  /** Default 1. */
  readonly requests?: number
  /** Default `routine`. */
  readonly priority?: Priority
  /** Requests of the minute that stay untouched besides. Default 0. */
  readonly reserve?: number
}
