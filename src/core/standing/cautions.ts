// What risk holds back in each market beside its limits: the calendar, markets in which our own fills go bad, and the ramp.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { Instant } from '../../domain/time.js'
import { Calendar, type Ruling } from '../../risk/caution/calendar.js'
import { type Caution, NO_CAUTION } from '../../risk/caution/caution.js'
import type { Breach } from '../../risk/limits/breach.js'
import type { RiskLimits } from '../../risk/schema.js'
import type { Estimates } from '../../state/market/estimates.js'
import type { Guard } from '../../state/market/own-markouts.js'

interface Said {
  readonly ruling: Ruling | undefined
  readonly guard: Guard
  readonly sizes: number
  readonly caution: Caution
}

/** The clock is learned in steps; larger ones change what time it is. */
const JUMP_MS = 250

export interface CautionParts {
  readonly estimates: Pick<Estimates, 'ownGuard'>
  /** The share of the wished sizes that is quoted. */
  readonly standing: { readonly ramp: number | undefined }
}

export class Cautions {
  readonly #limits: Pick<RiskLimits, 'calendar' | 'toxicity'>
  readonly #parts: CautionParts
  #calendar: Calendar
  /** Our fills went so bad that nothing may rest. */
  readonly #toxic: Breach | undefined
  /** Of the venue's clock from the monotonic one, when it last jumped. */
  #offsetMs = Number.NaN
  /** What was said last, as long as what it was made of is the same. */
  readonly #said = new Map<ConditionId, Said>()

  constructor(limits: Pick<RiskLimits, 'calendar' | 'toxicity'>, parts: CautionParts) {
    this.#limits = limits
    this.#parts = parts
    this.#calendar = new Calendar(limits.calendar)
    this.#toxic = limits.toxicity && {
      reason: 'toxic',
      detail: `toxicity: the price went against our fills by more than ${limits.toxicity.pullAbove} a share, pulled for ${limits.toxicity.forSec} s`,
    }
  }

  /** They have been written over. */
  limitsChanged(): void {
    this.#calendar = new Calendar(this.#limits.calendar)
    this.#said.clear()
  }

  /** How the market is quoted now. */
  of(market: Market, { venueMs }: Instant): Caution {
    const ruling = this.#calendar.at(market, venueMs)
    const guard = this.#guardOf(market)
    const sizes = this.#parts.standing.ramp ?? 1
    if (ruling === undefined && guard === 'none' && sizes === 1) return NO_CAUTION
    const known = this.#said.get(market.conditionId)
    if (known?.ruling === ruling && known?.guard === guard && known.sizes === sizes) return known.caution
    const caution = this.#caution(ruling, guard, sizes)
    this.#said.set(market.conditionId, { ruling, guard, sizes, caution })
    return caution
  }

  /** Why nothing may rest in it now. */
  stopOf(market: Market, { venueMs }: Instant): Breach | undefined {
    return this.#calendar.at(market, venueMs)?.stop ?? (this.#guardOf(market) === 'pulled' ? this.#toxic : undefined)
  }

  /** When the calendar makes either of them another, monotonic. */
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
    this.#said.delete(conditionId)
  }

  #guardOf({ conditionId }: Market): Guard {
    return this.#limits.toxicity === undefined ? 'none' : this.#parts.estimates.ownGuard(conditionId)
  }

  #caution(ruling: Ruling | undefined, guard: Guard, sizes: number): Caution {
    const { toxicity } = this.#limits
    const factor = guard === 'none' ? 1 : (toxicity?.factor ?? 1)
    const widen = Math.max(ruling?.widen ?? 1, factor)
    const reduceOnly = ruling?.reduceOnly
    if (widen === 1 && reduceOnly === undefined && sizes === 1) return NO_CAUTION
    const words = [
      reduceOnly?.detail,
      ruling?.widenedFor && `${ruling.widenedFor}, ${ruling.widen} times as wide`,
      factor > 1 ? `toxicity: ${factor} times as wide, the price goes against our fills` : undefined,
      sizes < 1 ? `ramp: ${(100 * sizes).toFixed(1)} % of the sizes that add` : undefined,
    ]
    return { widen, reduceOnly, sizes, words: words.filter((word) => word !== undefined) }
  }
}
