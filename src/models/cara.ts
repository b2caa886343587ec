// A maker with constant absolute risk aversion gamma (1/collateral) and q shares of YES that pay 0 or 1 (q < 0: NO).
//
//   CE(q) = -(1/gamma) ln(1 - p + p e^(-gamma q))      reservation price  r = dCE/dq = S(logit p - gamma q)
//
// An LMSR with b = 1/gamma that starts at p (Chen and Pennock 2007).

import { logit, sigmoid } from './logit.js'

export interface CaraState {
  /** Probability of YES, in (0, 1). */
  readonly p: number
  /** Net YES-equivalents, shares. */
  readonly q: number
  /** Risk aversion, 1/collateral, at least 0. */
  readonly gamma: number
}

/** Sure amount of collateral worth as much as the holding. */
export function certaintyEquivalent({ p, q, gamma }: CaraState): number {
  if (gamma === 0) return p * q
  // for q < 0 the exponential is taken out of the logarithm, which keeps it finite
  if (q >= 0) return -Math.log1p(p * Math.expm1(-gamma * q)) / gamma
  return q - Math.log1p((1 - p) * Math.expm1(gamma * q)) / gamma
}

/** Price at which the next infinitesimal share is neither wanted nor unwanted; always inside [0, 1]. */
export function reservationPrice({ p, q, gamma }: CaraState): number {
  return sigmoid(logit(p) - gamma * q)
}

export interface LotPrices {
  readonly bid: number
  readonly ask: number
  /** Of the next infinitesimal share: `reservationPrice`. */
  readonly reservation: number
}

/** Its neighbours of 0 and 1: a lot is valued at them where the price of a share is no longer distinguished from those. */
const LEAST = Number.EPSILON / 2

/**
 * Reservation prices per share for buying and for selling a whole lot of `lot` shares, more than 0; bid below ask. A lot beside a holding is
 * worth what it is worth alone at the holding's reservation price, so that no difference of large numbers is taken.
 */
export function lotPrices(state: CaraState, lot: number): LotPrices {
  const { gamma } = state
  const reservation = reservationPrice(state)
  const p = Math.min(1 - LEAST, Math.max(LEAST, reservation))
  return {
    bid: certaintyEquivalent({ p, q: lot, gamma }) / lot,
    ask: -certaintyEquivalent({ p, q: -lot, gamma }) / lot,
    reservation,
  }
}
