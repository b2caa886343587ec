// What the rules made of the same quotes in the same situation a moment ago: most books that move change no tick of what is wanted.
//
// The situation is everything besides the quotes that a rule decides by, kept as scalars that are written over: ticks, raw tokens.

import { NO, YES } from '../domain/market/side.js'
import type { WishedQuote } from '../domain/orders/wish.js'
import { ceilingAt, floorAt } from './add-under-mid.js'
import type { GridQuote, QuotingContext } from './quoting-context.js'
import { isSnappedTo } from './snap.js'
import { othersAsk, othersBid } from './yes-terms.js'

interface Made {
  readonly wished: readonly WishedQuote[]
  /** On the grid; without those that were refused there. */
  readonly snapped: readonly GridQuote[]
  readonly legal: readonly GridQuote[]
}

const NONE: readonly WishedQuote[] = []

export class RulesMemo {
  #legal: readonly GridQuote[] | undefined
  #snapped: readonly GridQuote[] = []
  #wished: readonly WishedQuote[] = []
  #market: QuotingContext['market'] | undefined
  #bid = Number.NaN
  #ask = Number.NaN
  #jump = 0
  /** By which a jump is measured; not a number where there is none. */
  #fair = Number.NaN
  /** Highest bid and lowest ask that the middle of the others' book allows; not numbers without one. */
  #ceiling = Number.NaN
  #floor = Number.NaN
  #heldYesRaw = 0n
  #heldNoRaw = 0n
  #netRaw = 0n
  #band: QuotingContext['band']
  #maxLevels = 0

  /** What the rules last left, where they looked at the same; `undefined` where they have to look again. */
  legal(snapped: readonly GridQuote[], context: QuotingContext): readonly GridQuote[] | undefined {
    return this.#legal !== undefined && this.#isSame(context) && areSame(this.#snapped, snapped)
      ? this.#legal
      : undefined
  }

  /** The same, told by a wish that is not on the grid yet: each quote of it comes to lie where one of the last came to lie. */
  legalOf(wished: readonly WishedQuote[], context: QuotingContext): readonly GridQuote[] | undefined {
    if (this.#legal === undefined || wished.length !== this.#snapped.length || !this.#isSame(context)) return undefined
    for (let i = 0; i < wished.length; i++) {
      const [quote, before, to] = [wished[i], this.#wished[i], this.#snapped[i]]
      if (quote === undefined || before === undefined || to === undefined) return undefined
      if (!isSnappedTo(to, quote, before, context)) return undefined
    }
    return this.#legal
  }

  keep({ wished, snapped, legal }: Made, context: QuotingContext): void {
    const { market, others, heldRaw, mid, netRaw, band, maxLevels, jump = 0 } = context
    this.#legal = legal
    this.#snapped = snapped
    // where one of them came to lie nowhere, the two lists do not belong together
    this.#wished = wished.length === snapped.length ? wished : NONE
    this.#market = market
    this.#bid = othersBid(others, market.ticksPerUnit)
    this.#ask = othersAsk(others, market.ticksPerUnit)
    this.#jump = jump
    this.#fair = measuredFrom(context)
    this.#ceiling = mid === undefined ? Number.NaN : ceilingAt(mid, market.ticksPerUnit)
    this.#floor = mid === undefined ? Number.NaN : floorAt(mid, market.ticksPerUnit)
    this.#heldYesRaw = heldRaw[YES]
    this.#heldNoRaw = heldRaw[NO]
    this.#netRaw = netRaw
    this.#band = band
    this.#maxLevels = maxLevels
  }

  forget(): void {
    this.#legal = undefined
  }

  #isSame(context: QuotingContext): boolean {
    const { market, others, heldRaw, netRaw, band, maxLevels, jump = 0 } = context
    if (market !== this.#market || band !== this.#band || maxLevels !== this.#maxLevels) return false
    const { ticksPerUnit } = market
    if (othersBid(others, ticksPerUnit) !== this.#bid || othersAsk(others, ticksPerUnit) !== this.#ask) return false
    if (jump !== this.#jump) return false
    if (!Object.is(measuredFrom(context), this.#fair) || !this.#isSameMiddle(context)) return false
    return heldRaw[YES] === this.#heldYesRaw && heldRaw[NO] === this.#heldNoRaw && netRaw === this.#netRaw
  }

  #isSameMiddle({ mid, market }: QuotingContext): boolean {
    if (mid === undefined) return Number.isNaN(this.#ceiling)
    return ceilingAt(mid, market.ticksPerUnit) === this.#ceiling && floorAt(mid, market.ticksPerUnit) === this.#floor
  }
}

function measuredFrom({ fair, jump = 0 }: QuotingContext): number {
  return jump === 0 || fair === undefined ? Number.NaN : fair
}

function areSame(a: readonly GridQuote[], b: readonly GridQuote[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i], b[i]]
    if (one?.price !== other?.price || one?.size !== other?.size) return false
    if (one?.outcome !== other?.outcome || one?.side !== other?.side) return false
  }
  return true
}
