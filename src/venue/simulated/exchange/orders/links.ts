// Links between rows of orders, by their columns: the queue in the book, the lists of those that are not over, and the order before it in
// each history.

export const PREVIOUS = 6
export const NEXT = 7
export const ACCOUNT_BEFORE = 8
export const ACCOUNT_AFTER = 9
export const MARKET_BEFORE = 10
export const MARKET_AFTER = 11
export const OLDER_IN_ACCOUNT = 12
export const OLDER_IN_MARKET = 13

/** Where they are kept: slots, or `NONE`. */
export interface Links {
  link(slot: number, column: number): number
  setLink(slot: number, column: number, to: number): void
}
