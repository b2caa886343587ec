// What to bid a share for a lot that is worth `w` a share: a half-spread below it, constant in price or in log-odds, and never above the floors.
//
//   price form   w - e                                                  e = widen x edge
//   logit form   max(S(logit w - e / (p (1 - p))), w - bound e)         the fill rate decays with k_x = k_p p (1 - p) in log-odds
//   floors       w - widen x floor      S(logit w - widen x 2 artanh informedShare)
//
// Why a bound: with u = 1 - p small the unbounded bid is about 1 - u e^(e/u). It is highest at u = e, where it stands (e - 1) edges below p, with
// Euler's e, and falls from there on as the price rises: 0.000002 at p = 0.999. With a bound of at most e - 1 = 1.718 it never falls.

import { breakEvenBid, outcomeHalfSpread } from './glosten-milgrom.js'
import { logit, sigmoid } from './logit.js'

/** Largest bound with which a higher price never lowers the bid. */
export const MOST_LOGIT_BOUND = Math.E - 1

export interface LotWorth {
  /** Certainty equivalent of the lot, per share, in [0, 1]. */
  readonly worth: number
  /** Probability of the outcome that is bid for, in (0, 1). */
  readonly p: number
}

export interface HalfSpread {
  /** Natural half-spread, price units: `quotedEdge`. */
  readonly edge: number
  readonly form: 'price' | 'logit'
  /** Most edges between worth and bid in the logit form, from 1 to `MOST_LOGIT_BOUND`. */
  readonly bound: number
  /** Least distance from the worth, price units. */
  readonly floor: number
  /** Share of the flow that knows the outcome, in [0, 1). */
  readonly informedShare: number
  /** Factor on every distance, at least 1. */
  readonly widen: number
}

/** Price a share, below `worth`; 0 or less where nothing can be bid. */
export function lotBid({ worth, p }: LotWorth, halfSpread: HalfSpread): number {
  const { edge, form, bound, floor, informedShare, widen } = halfSpread
  const natural = form === 'price' ? worth - widen * edge : bidInLogOdds(worth, p, { edge, bound, widen })
  // a half-spread in log-odds widened by a factor is that of a larger informed share
  const informed = widen === 1 ? informedShare : Math.tanh((widen * outcomeHalfSpread(informedShare)) / 2)
  return Math.min(natural, worth - widen * floor, breakEvenBid(worth, informed))
}

function bidInLogOdds(
  worth: number,
  p: number,
  { edge, bound, widen }: Pick<HalfSpread, 'edge' | 'bound' | 'widen'>,
): number {
  return Math.max(sigmoid(logit(worth) - (widen * edge) / (p * (1 - p))), worth - widen * bound * edge)
}
