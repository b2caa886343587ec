// What one bot knows of its fleet's markets between two looks at the book: what it holds, for how long it may act on that, and what it can
// tell a Redis that forgets. Pure.

import { type BookLook, lookAtMarkets, type MarketsSeen } from './look-at-markets.js'
import { type MarketBook, placesForMs } from './market-book.js'
import { type Sight, Witness } from './witness.js'

/** What is said of the bot at each look. */
export type Shown = Pick<BookLook, 'bot' | 'label' | 'weight' | 'run' | 'restMs' | 'wants' | 'holdings' | 'isClear'>

export interface Found {
  readonly book: MarketBook | undefined
  readonly redisRun: string
  readonly newId: string
}

export class ClaimedMarkets {
  readonly #leaseMs: number
  readonly #witness = new Witness()
  #last: { readonly book: MarketBook; readonly held: ReadonlySet<string>; readonly asked: Sight } | undefined
  #restMs = 0
  /** What was placed while orders lived longer, by this run or the one before, may rest until then. */
  #restsUntilMonoMs = Number.NEGATIVE_INFINITY
  /** What was written may have arrived, and nobody has said so. */
  #unheard: MarketBook | undefined

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs
  }

  /** As of the last look that was answered. */
  get book(): MarketBook | undefined {
    return this.#last?.book
  }

  /** In a look that has read the book by now: what is to be written. */
  look(found: Found, shown: Shown, now: Sight): MarketsSeen {
    if (found.book !== undefined) this.#witness.see(found.book, now)
    const last = this.#last && { ...this.#last, agoMs: ageOf(this.#last.asked, now) }
    const { redisRun, newId } = found
    const restMs = this.#restsForMs(found.book, shown, now)
    const seen = lookAtMarkets(found.book, {
      ...{ ...shown, restMs, leaseMs: this.#leaseMs, last, witness: this.#witness, now, redisRun, newId },
    })
    // what we have told it ourselves we know
    this.#unheard = found.book?.id === seen.book.id ? found.book : undefined
    return seen
  }

  /** It was written, in a look that began then. */
  heard({ book, held, isRefused }: MarketsSeen, restMs: number, asked: Sight): void {
    this.#unheard = undefined
    this.#restMs = restMs
    this.#last = isRefused ? undefined : { book, held, asked }
  }

  /** Nobody has answered: where it was written all the same, the others count on us to know what was found. */
  failed(): void {
    const book = this.#unheard
    this.#unheard = undefined
    if (book !== undefined && this.#last !== undefined) this.#last = { ...this.#last, book }
  }

  /** Since the last look that was answered began. */
  ageMs(now: Sight): number {
    return this.#last === undefined ? Number.POSITIVE_INFINITY : ageOf(this.#last.asked, now)
  }

  #restsForMs(book: MarketBook | undefined, { bot, restMs }: Shown, { monoMs }: Sight): number {
    const former = this.#last === undefined ? (book?.bots[bot]?.restMs ?? 0) : 0
    this.#restsUntilMonoMs = Math.max(this.#restsUntilMonoMs, monoMs + Math.max(restMs, former))
    return this.#restsUntilMonoMs - monoMs
  }

  get held(): ReadonlySet<string> {
    return this.#last?.held ?? NONE
  }

  /** Whether what is held may be acted on: by quotes that may rest so long. */
  mayAct(now: Sight, restMs: number): boolean {
    return this.ageMs(now) < placesForMs(this.#leaseMs) && restMs <= this.#restMs
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The monotonic clock stands still while a machine sleeps. */
const ageOf = (asked: Sight, now: Sight) => Math.max(now.monoMs - asked.monoMs, now.wallMs - asked.wallMs)
