// What held tokens are worth, raw collateral.
//
//   at the fair value    tokens at p and 1 - p
//   at the worst         full pairs pay one unit whatever happens; the rest at the lower of the fair value and what the others bid last for it

import type { Tokens } from '../../domain/account/tokens.js'
import type { Marks } from '../market/estimates.js'

/** Of each outcome's tokens, rounded. */
export function valuesAt(fair: number, [yes, no]: Tokens): Tokens {
  return [BigInt(Math.round(fair * Number(yes))), BigInt(Math.round((1 - fair) * Number(no)))]
}

/** A float. */
export function valueAt(fair: number, [yes, no]: Tokens): number {
  return fair * Number(yes) + (1 - fair) * Number(no)
}

/** A float, never more than `valueAt`. */
export function worstAt(fair: number, [bidYes, bidNo]: Marks['bids'], [yes, no]: Tokens): number {
  const net = Number(yes - no)
  const pairs = Number(yes < no ? yes : no)
  const each = net > 0 ? lowerOf(fair, bidYes) : lowerOf(1 - fair, bidNo)
  return pairs + Math.abs(net) * each
}

/** A bid that never was is no number. */
export function lowerOf(fair: number, bid: number): number {
  return Number.isNaN(bid) ? fair : Math.min(bid, fair)
}
