// What the scenes ask of a core, whatever it looks like inside.

/** A level of the others' bids in a market. */
export interface Move {
  /** Index of the market. */
  readonly market: number
  readonly outcome: 0 | 1
  /** Cents. */
  readonly price: number
  /** Shares; 0 takes the level away. */
  readonly shares: number
  /** After the move before it. */
  readonly afterMs: number
}

export interface Setting {
  /** Open, with a book of the others and our two bids resting. */
  readonly markets: number
  /** Own orders that ended just before. */
  readonly ended: number
  /** Markets that were seen to resolve. */
  readonly resolved: number
}

/** A core in its loop, with a venue that says yes to everything. */
export interface Stage {
  /** Makes the moves into something that can be played again and again; outside the measured time. */
  prepare(moves: readonly Move[]): Play
  /** How often the strategy was asked. */
  readonly strategyCalls: number
  /** Prices that the strategy wanted when it was asked last. */
  lastWish(): readonly number[]
  /** Orders that the core has sent so far. */
  readonly placed: number
}

export interface Play {
  /** Each move a turn of its own; commands are counted, and carried out by nobody. */
  push(): void
  /** The same, and what the venue answers to each command, until nothing is left to answer. */
  pushAndAnswer(): void
}

export interface Driver {
  /** Whether a checkout's core has this shape. */
  fits(root: string): boolean
  open(root: string, setting: Setting): Promise<Stage>
}

/** Hash number `n` of an order, and condition id number `n`. */
export function hexOf(n: number): `0x${string}` {
  return `0x${n.toString(16).padStart(64, '0')}`
}

/** Others' best bids in a market at rest, on both outcomes alike: twelve cents apart, so that a size moves the fair value by cents. */
export const BEST_BID = 44
export const RESTING_SHARES = 100
/** Levels below the best, of other sizes. */
export const DEPTH = 10
