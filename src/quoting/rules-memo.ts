// What the rules made of the same quotes in the same situation a moment ago: most books that move change no tick of what is wanted.

import { NO, YES } from '../domain/side.js'
import { ceilingAt, floorAt } from './add-under-mid.js'
import type { GridQuote, QuotingContext } from './quoting-context.js'
import { othersTouch } from './yes-terms.js'

/** Everything besides the quotes that a rule decides by. Ticks, raw tokens. */
interface Situation {
  readonly market: QuotingContext['market']
  readonly bid: number
  readonly ask: number
  readonly jump: number
  /** By which a jump is measured; not a number where there is none. */
  readonly fair: number
  /** Highest bid and lowest ask that the middle of the others' book allows. */
  readonly ceiling: number
  readonly floor: number
  readonly heldYesRaw: bigint
  readonly heldNoRaw: bigint
  readonly netRaw: bigint
  readonly band: QuotingContext['band']
  readonly maxLevels: number
}

/** Kept by whoever asks, one for each market; empty at first. */
export interface RulesMemo {
  last?:
    | { readonly snapped: readonly GridQuote[]; readonly situation: Situation; readonly legal: readonly GridQuote[] }
    | undefined
}

export function situationOf({
  market,
  others,
  heldRaw,
  fair,
  mid,
  jump = 0,
  netRaw,
  band,
  maxLevels,
}: QuotingContext): Situation {
  const { ticksPerUnit } = market
  const { bid, ask } = othersTouch(others, ticksPerUnit)
  return {
    market,
    bid,
    ask,
    jump,
    fair: jump === 0 || fair === undefined ? Number.NaN : fair,
    ceiling: mid === undefined ? Number.NaN : ceilingAt(mid, ticksPerUnit),
    floor: mid === undefined ? Number.NaN : floorAt(mid, ticksPerUnit),
    netRaw,
    band,
    maxLevels,
    heldYesRaw: heldRaw[YES],
    heldNoRaw: heldRaw[NO],
  }
}

export function isSameSituation(a: Situation, b: Situation): boolean {
  return (
    a.market === b.market &&
    a.bid === b.bid &&
    a.ask === b.ask &&
    a.jump === b.jump &&
    Object.is(a.fair, b.fair) &&
    Object.is(a.ceiling, b.ceiling) &&
    Object.is(a.floor, b.floor) &&
    a.heldYesRaw === b.heldYesRaw &&
    a.heldNoRaw === b.heldNoRaw &&
    a.netRaw === b.netRaw &&
    a.band === b.band &&
    a.maxLevels === b.maxLevels
  )
}
