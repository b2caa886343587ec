// Rules of quoting for the binary lattice.

import { lotPrices, quotedEdge, reservationPrice } from '../../src/index.js'
import type { LatticePlace, LatticeQuotes } from './binary-lattice.js'

export const GAMMA = 0.02
export const K = 40
export const FILL_RATE = 0.7
export const H = 0.02
export const C1 = quotedEdge(GAMMA, K)

export const around = (r: number, h: number): LatticeQuotes => ({ bid: r - h, ask: r + h })

export const LATTICE_RULES = {
  symmetric: ({ p }) => around(p, H),
  asTerminal: ({ p, q }) => around(p - q * GAMMA * p * (1 - p), H),
  logitCara: ({ p, q }) => around(reservationPrice({ p, q, gamma: GAMMA }), H),
  twoStepCara: ({ p, q }) => {
    const { bid, ask } = lotPrices({ p, q, gamma: GAMMA }, 1)
    return { bid: bid - C1, ask: ask + C1 }
  },
  // closed form of Gueant, Lehalle and Fernandez-Tapia with the volatility of one step
  glftLocal: ({ p, q, nextMove }) => {
    const skew = Math.sqrt(((nextMove ** 2 * GAMMA) / (2 * K * FILL_RATE)) * (1 + GAMMA / K) ** (1 + K / GAMMA))
    return { bid: p - C1 - ((2 * q + 1) / 2) * skew, ask: p + C1 - ((2 * q - 1) / 2) * skew }
  },
} satisfies Record<string, (place: LatticePlace) => LatticeQuotes>
