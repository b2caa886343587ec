// Whether what a strategy reads has moved since it was last asked: each declared input keeps what it showed then, as scalars, and compares.

import type { Level, MarketBook } from '../domain/market/book.js'
import type { FairValue } from '../domain/market/fair-value.js'
import type { Input, Reads } from './inputs.js'
import type { Facts } from './view/facts.js'
import type { MarketInfo } from './view/market-view.js'

export interface InputWatch {
  hasMoved(facts: Facts): boolean
  /** The strategy is asked with these facts. */
  take(facts: Facts): void
}

/** All inputs of a strategy in one market; before the first `take` each has moved. */
export function watchFor(reads: Reads): InputWatch {
  return new MarketWatch(reads)
}

/** It fades all the time: less than a hundredth of a tick of a cent is no movement. */
const SEEN_TOXICITY = 1e-4

const listWatches: Readonly<Partial<Record<Input, (reads: Reads) => readonly InputWatch[]>>> = {
  top: () => [new BookWatch(1)],
  depth: () => [new BookWatch(Number.POSITIVE_INFINITY)],
  ownQuotes: () => [new OwnQuotesWatch()],
  signals: ({ signals }) => signals.map((name) => new SignalWatch(name)),
}

/** The scalars lie in the object itself, numbers that are absent as no number; what has no fixed length, in a list of watches. */
class MarketWatch implements InputWatch {
  readonly #everyMs: number
  readonly #trades: boolean
  readonly #fair: FairWatch | undefined
  readonly #volatility: boolean
  readonly #toxicity: boolean
  readonly #inventory: boolean
  readonly #fee: boolean
  readonly #lists: readonly InputWatch[]
  /** What does not move by itself may still be told otherwise. */
  #seenInfo: MarketInfo | undefined
  #takenMonoMs = Number.NEGATIVE_INFINITY
  #seenTrades = 0
  #seenVolatility = Number.NaN
  #yesToxicity = Number.NaN
  #noToxicity = Number.NaN
  #yesRaw = 0n
  #noRaw = 0n
  #seenFeeBps = 0

  constructor(reads: Reads) {
    const has = (input: Input) => reads.inputs.includes(input)
    this.#everyMs = has('time') ? reads.everyMs : Number.POSITIVE_INFINITY
    this.#trades = has('trades')
    this.#fair = has('fair') ? new FairWatch() : undefined
    this.#volatility = has('volatility')
    this.#toxicity = has('toxicity')
    this.#inventory = has('inventory')
    this.#fee = has('fee')
    this.#lists = reads.inputs.flatMap((input) => listWatches[input]?.(reads) ?? [])
  }

  hasMoved(facts: Facts): boolean {
    if (facts.info !== this.#seenInfo || facts.at.monoMs >= this.#takenMonoMs + this.#everyMs) return true
    if (this.#fair?.hasMoved(facts) === true || this.#hasOwnMoved(facts) || this.#hasMeasureMoved(facts)) return true
    for (const watch of this.#lists) if (watch.hasMoved(facts)) return true
    return false
  }

  take(facts: Facts): void {
    const { source } = facts
    this.#seenInfo = facts.info
    this.#takenMonoMs = facts.at.monoMs
    this.#fair?.take(facts)
    this.#yesRaw = facts.tokensRaw[0]
    this.#noRaw = facts.tokensRaw[1]
    this.#seenFeeBps = facts.feeRateBps
    if (this.#trades) this.#seenTrades = source.tradesSeen()
    if (this.#volatility) this.#seenVolatility = source.volatility() ?? Number.NaN
    if (this.#toxicity) {
      const [yes, no] = source.toxicity()
      this.#yesToxicity = yes
      this.#noToxicity = no
    }
    for (const watch of this.#lists) watch.take(facts)
  }

  #hasOwnMoved({ tokensRaw, feeRateBps }: Facts): boolean {
    if (this.#inventory && (tokensRaw[0] !== this.#yesRaw || tokensRaw[1] !== this.#noRaw)) return true
    return this.#fee && feeRateBps !== this.#seenFeeBps
  }

  #hasMeasureMoved({ source }: Facts): boolean {
    if (this.#trades && source.tradesSeen() !== this.#seenTrades) return true
    if (this.#volatility && isOther(source.volatility() ?? Number.NaN, this.#seenVolatility)) return true
    if (!this.#toxicity) return false
    const [yes, no] = source.toxicity()
    return !(Math.abs(yes - this.#yesToxicity) < SEEN_TOXICITY && Math.abs(no - this.#noToxicity) < SEEN_TOXICITY)
  }
}

/** Neither the same number, nor both absent. */
function isOther(a: number, b: number): boolean {
  return a !== b && !(Number.isNaN(a) && Number.isNaN(b))
}

class FairWatch implements InputWatch {
  #p = Number.NaN
  #spread = Number.NaN
  /** `null` before the first. */
  #basis: FairValue['basis'] | undefined | null = null
  #degraded = false

  hasMoved({ fair }: Facts): boolean {
    if (fair?.basis !== this.#basis) return true
    if (fair === undefined) return false
    return fair.p !== this.#p || fair.degraded !== this.#degraded || isOther(fair.spread ?? Number.NaN, this.#spread)
  }

  take({ fair }: Facts): void {
    this.#p = fair?.p ?? Number.NaN
    this.#spread = fair?.spread ?? Number.NaN
    this.#basis = fair?.basis
    this.#degraded = fair?.degraded ?? false
  }
}

class SignalWatch implements InputWatch {
  readonly #name: string
  #value: number | undefined | null = null
  #atMonoMs: number | undefined

  constructor(name: string) {
    this.#name = name
  }

  hasMoved({ source }: Facts): boolean {
    const signal = source.signal(this.#name)
    return signal?.value !== this.#value || signal?.atMonoMs !== this.#atMonoMs
  }

  take({ source }: Facts): void {
    const signal = source.signal(this.#name)
    this.#value = signal?.value
    this.#atMonoMs = signal?.atMonoMs
  }
}

/** The first levels of each side: price and size in turn, side after side, in one list that is written over. */
class BookWatch implements InputWatch {
  readonly #depth: number
  readonly #seen: number[] = []
  /** Levels of each side that are in the list. */
  readonly #lengths = [-1, -1, -1, -1]

  constructor(depth: number) {
    this.#depth = depth
  }

  hasMoved({ others }: Facts): boolean {
    let from = 0
    for (let side = 0; side < 4; side++) {
      const levels = levelsOf(others, side)
      const length = Math.min(levels.length, this.#depth)
      if (length !== this.#lengths[side]) return true
      for (let i = 0; i < length; i++, from += 2) {
        const level = levels[i]
        if (level?.price !== this.#seen[from] || level?.size !== this.#seen[from + 1]) return true
      }
    }
    return false
  }

  take({ others }: Facts): void {
    this.#seen.length = 0
    for (let side = 0; side < 4; side++) {
      const levels = levelsOf(others, side)
      const length = Math.min(levels.length, this.#depth)
      this.#lengths[side] = length
      for (let i = 0; i < length; i++) {
        const level = levels[i]
        if (level) this.#seen.push(level.price, level.size)
      }
    }
  }
}

function levelsOf(book: MarketBook, side: number): readonly Level[] {
  const { bids, asks } = side < 2 ? book[0] : book[1]
  return side % 2 === 0 ? bids : asks
}

/** What rests of ours: which orders, and how much of each. Their prices never change. */
class OwnQuotesWatch implements InputWatch {
  #seen: (number | bigint)[] | undefined

  hasMoved({ orders }: Facts): boolean {
    if (this.#seen === undefined) return true
    let from = 0
    for (const { restingRaw, intentId } of orders) {
      if (restingRaw <= 0n) continue
      if (this.#seen[from] !== intentId || this.#seen[from + 1] !== restingRaw) return true
      from += 2
    }
    return from !== this.#seen.length
  }

  take({ orders }: Facts): void {
    const seen: (number | bigint)[] = []
    for (const { restingRaw, intentId } of orders) if (restingRaw > 0n) seen.push(intentId, restingRaw)
    this.#seen = seen
  }
}
