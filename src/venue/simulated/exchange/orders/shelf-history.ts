// Where the history of an account, or of a market, begins: at its newest order, each of which knows the one before it.

import { NONE } from '../slot.js'

export interface ShelfHistory {
  /** Slot of the newest order. */
  newest: number
  /** Orders so far. */
  size: number
}

export function newShelfHistory(): ShelfHistory {
  return { newest: NONE, size: 0 }
}
