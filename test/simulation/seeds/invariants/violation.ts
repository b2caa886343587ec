// What must hold, by name; and the place where what did not hold is noted.

/** A closed set; `docs/simulation.md` says what each means. */
export const INVARIANTS = [
  'orphan',
  'exposure',
  'one-intent',
  'self-cross',
  'stale-fee',
  'fill-once',
  'after-kill',
  'budget',
  'ledger',
  'turn-ends',
  'two-sided',
  'unwanted',
  'trades',
  'journal-first',
  'journal-size',
  'verified-start',
  'book',
  'watchdog',
  'chain-once',
  'chain-worth',
  'order-rate',
  'funded',
  'limits',
  'selected',
  'held-back',
  'settled',
  'planned',
  'concluded',
  'estimated',
  'facts',
  'asked',
  'calm',
  'known',
  'grid',
  'words',
  'grouped',
  'pegged',
  'consistent',
  'admitted',
  'shared-key',
  'timely',
  'program',
] as const
export type Invariant = (typeof INVARIANTS)[number]

export interface Violation {
  readonly invariant: Invariant
  readonly atMs: number
  readonly what: string
}

/** Of one run, at most. */
const MOST = 10

export class Violations {
  readonly found: Violation[] = []
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  add(invariant: Invariant, what: string): void {
    if (this.found.length < MOST) this.found.push({ invariant, atMs: Math.round(this.#nowMs()), what })
  }
}
