// What risk holds back in each market beside its limits: the calendar.

import type { ConditionId, Market } from '../../domain/market.js'
import type { Instant } from '../../domain/time.js'
import type { Breach } from '../../risk/breach.js'
import { Calendar, type Ruling } from '../../risk/calendar.js'
import { type Caution, NO_CAUTION } from '../../risk/caution.js'
import type { RiskLimits } from '../../risk/schema.js'

/** The clock is learned in steps; larger ones change what time it is. */
const JUMP_MS = 250

interface Held {
  readonly ruling: Ruling | undefined
  readonly caution: Caution
}

export class Cautions {
  readonly #calendar: Calendar
  /** Of the venue's clock from the monotonic one, when it last jumped. */
  #offsetMs = Number.NaN
  /** What was said last, as long as what it was made of is the same. */
  readonly #held = new Map<ConditionId, Held>()

  constructor({ calendar }: Pick<RiskLimits, 'calendar'>) {
    this.#calendar = new Calendar(calendar)
  }

  /** How the market is quoted now. */
  of(market: Market, { venueMs }: Instant): Caution {
    const ruling = this.#calendar.at(market, venueMs)
    if (ruling === undefined) return NO_CAUTION
    const known = this.#held.get(market.conditionId)
    if (known?.ruling === ruling) return known.caution
    const caution = cautionOf(ruling)
    this.#held.set(market.conditionId, { ruling, caution })
    return caution
  }

  /** Why nothing may rest in it now. */
  stopOf(market: Market, { venueMs }: Instant): Breach | undefined {
    return this.#calendar.at(market, venueMs)?.stop
  }

  /** When time alone makes either of them another, monotonic. */
  nextMonoMs(market: Market, { monoMs, venueMs }: Instant): number {
    const ruling = this.#calendar.at(market, venueMs)
    return ruling === undefined ? Number.POSITIVE_INFINITY : monoMs + (ruling.untilMs - venueMs)
  }

  /** The venue's clock has jumped since the last call: what was due by it is due at another moment. */
  isOtherTime({ monoMs, venueMs }: Instant): boolean {
    if (this.#calendar.isEmpty) return false
    const offsetMs = venueMs - monoMs
    // not a number before the first call; small corrections are seen with the next look around
    if (Math.abs(offsetMs - this.#offsetMs) <= JUMP_MS) return false
    this.#offsetMs = offsetMs
    return true
  }

  /** The market is over. */
  remove(conditionId: ConditionId): void {
    this.#calendar.remove(conditionId)
    this.#held.delete(conditionId)
  }
}

function cautionOf({ widen, widenedFor, reduceOnly }: Ruling): Caution {
  if (widen === 1 && reduceOnly === undefined) return NO_CAUTION
  const words = [reduceOnly?.detail, widenedFor && `${widenedFor}, ${widen} times as wide`]
  return { widen, reduceOnly, sizes: 1, words: words.filter((word) => word !== undefined) }
}
