// How a feed tells of a trade and of the level that it took from: which of the two comes first, and how soon the other follows. A feed keeps to
// one way, and shows it wherever both are of the same size.

/** A shrink and the trade that caused it are told within this time, milliseconds: two messages of one moment, on one connection. */
export const TOLD_WITHIN_MS = 50

/** Fewer trades beside levels of their size say nothing of the way. */
const LEAST_SEEN = 3
/** So many times more often than the other way. */
const CLEARLY = 4

export class FeedTelling {
  readonly #withinMs: () => number
  #tradeFirst = 0
  #levelFirst = 0

  constructor(withinMs: () => number = () => TOLD_WITHIN_MS) {
    this.#withinMs = withinMs
  }

  /** Later than this after the one, the other is not of it. */
  get withinMs(): number {
    return this.#withinMs()
  }

  /** A trade is never told of after its level here: what left a level before it was no part of it. */
  get tellsTradesFirst(): boolean {
    return this.#tradeFirst >= LEAST_SEEN && this.#tradeFirst > CLEARLY * this.#levelFirst
  }

  /** A trade and a level that shrank by as much. */
  saw(first: 'trade' | 'level'): void {
    if (first === 'trade') this.#tradeFirst += 1
    else this.#levelFirst += 1
  }
}
