// Where the history of an account, or of a market, begins: at its newest order, each of which knows the one before it.

export interface ShelfHistory {
  /** Among the accounts, or the markets, of the history; -1 before the first order. */
  number: number
  /** Number of the newest order; -1 before the first. */
  newest: number
  /** Orders so far. */
  size: number
}

export function newShelfHistory(): ShelfHistory {
  return { number: -1, newest: -1, size: 0 }
}
