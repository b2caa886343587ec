// Whether what a strategy reads has moved since it was last asked: each declared input keeps what it showed then, as scalars, and compares.

import type { Level, MarketBook } from '../domain/book.js'
import type { FairValue } from '../domain/fair-value.js'
import type { Facts } from './facts.js'
import type { Input, Reads } from './inputs.js'
import type { MarketInfo } from './market-view.js'

export interface InputWatch {
  hasMoved(facts: Facts): boolean
  /** The strategy is asked with these facts. */
  take(facts: Facts): void
}

/** One for each input of the strategy; before the first `take` each has moved. */
export function watchesFor({ inputs, everyMs, signals }: Reads): readonly InputWatch[] {
  const make: Readonly<Record<Input, () => readonly InputWatch[]>> = {
    top: () => [new BookWatch(1)],
    depth: () => [new BookWatch(Number.POSITIVE_INFINITY)],
    trades: () => [new ValueWatch(({ source, market }) => source.tradesSeen(market.conditionId))],
    fair: () => [new FairWatch()],
    volatility: () => [new ValueWatch(({ source, market }) => source.volatility(market.conditionId))],
    toxicity: () => [new ToxicityWatch()],
    inventory: () => [new ValueWatch(({ tokensRaw }) => tokensRaw[0]), new ValueWatch(({ tokensRaw }) => tokensRaw[1])],
    ownQuotes: () => [new OwnQuotesWatch()],
    fee: () => [new ValueWatch(({ feeRateBps }) => feeRateBps)],
    time: () => [new TimeWatch(everyMs)],
    signals: () =>
      signals.flatMap((name) => [
        new ValueWatch(({ source, market }) => source.signal(name, market.conditionId)?.value),
        new ValueWatch(({ source, market }) => source.signal(name, market.conditionId)?.atMonoMs),
      ]),
  }
  return [new InfoWatch(), ...inputs.flatMap((input) => make[input]())]
}

class ValueWatch implements InputWatch {
  readonly #read: (facts: Facts) => number | bigint | undefined
  #seen: number | bigint | undefined | null = null

  constructor(read: (facts: Facts) => number | bigint | undefined) {
    this.#read = read
  }

  hasMoved(facts: Facts): boolean {
    return this.#read(facts) !== this.#seen
  }

  take(facts: Facts): void {
    this.#seen = this.#read(facts)
  }
}

/** It fades all the time: less than a hundredth of a tick of a cent is no movement. */
const SEEN_TOXICITY = 1e-4

class ToxicityWatch implements InputWatch {
  #yes = Number.NaN
  #no = Number.NaN

  hasMoved({ source, market }: Facts): boolean {
    const [yes, no] = source.toxicity(market.conditionId)
    return !(Math.abs(yes - this.#yes) < SEEN_TOXICITY && Math.abs(no - this.#no) < SEEN_TOXICITY)
  }

  take({ source, market }: Facts): void {
    const [yes, no] = source.toxicity(market.conditionId)
    this.#yes = yes
    this.#no = no
  }
}

/** What does not move by itself may still be told otherwise. */
class InfoWatch implements InputWatch {
  #seen: MarketInfo | undefined

  hasMoved({ info }: Facts): boolean {
    return info !== this.#seen
  }

  take({ info }: Facts): void {
    this.#seen = info
  }
}

class FairWatch implements InputWatch {
  #taken = false
  #p = Number.NaN
  #spread: number | undefined
  #basis: FairValue['basis'] | undefined
  #degraded = false

  hasMoved({ fair }: Facts): boolean {
    if (!this.#taken || fair?.basis !== this.#basis) return true
    return (
      fair !== undefined && (fair.p !== this.#p || fair.degraded !== this.#degraded || fair.spread !== this.#spread)
    )
  }

  take({ fair }: Facts): void {
    this.#taken = true
    this.#p = fair?.p ?? Number.NaN
    this.#spread = fair?.spread
    this.#basis = fair?.basis
    this.#degraded = fair?.degraded ?? false
  }
}

class TimeWatch implements InputWatch {
  readonly #everyMs: number
  #takenMonoMs = Number.NEGATIVE_INFINITY

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  hasMoved({ at }: Facts): boolean {
    return at.monoMs >= this.#takenMonoMs + this.#everyMs
  }

  take({ at }: Facts): void {
    this.#takenMonoMs = at.monoMs
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
