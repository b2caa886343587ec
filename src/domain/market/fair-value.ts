// A fair probability of YES that knows what it rests on.

/**
 * `two-sided`: the others' book, bids and asks. `one-sided`: their last two-sided book, of which one side is left. `signal`: a value from
 * outside. `prior`: the operator's word.
 */
export type FairBasis = 'two-sided' | 'one-sided' | 'signal' | 'prior'

export interface FairValue {
  /** Probability of YES, strictly inside (0, 1). */
  readonly p: number
  /** Milliseconds since its basis last held; 0 while it does. */
  readonly ageMs: number
  readonly basis: FairBasis
  /** Old or one-sided: quote wider. */
  readonly degraded: boolean
  /** Of the others' book that it came from: best ask less best bid for a size of ours, a probability. */
  readonly spread?: number
  /** Middle of that book. */
  readonly mid?: number
  /**
   * Something says that the value is higher (1) or lower (-1), and is not believed yet: the others' book, beyond its own spread, where nothing
   * of our size has rested or traded yet; the signal, where no later reading has said so; against a prior the last value. 0 otherwise.
   */
  readonly jump: -1 | 0 | 1
}
