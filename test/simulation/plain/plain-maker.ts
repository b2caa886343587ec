// A strategy so plain that what it wants can be said again from the fair value and the position.

import { z } from 'zod'
import type { Wish } from '../../../src/domain/wish.js'
import { defineStrategy } from '../../../src/strategy/contract.js'

const HALF_SPREAD = 0.02
const SHARES = 25
/** How far a share held moves both prices. */
const LEAN = 0.0005

/** Bids on both outcomes around `fair`, leaning against the net position in shares; nothing without a fair value. */
export function plainWish(fair: number | undefined, net: number): Wish<void> {
  if (fair === undefined) return { quotes: [] }
  const middle = Math.min(0.95, Math.max(0.05, fair - LEAN * net))
  return {
    quotes: [
      { outcome: 0, side: 'BUY', price: middle - HALF_SPREAD, size: SHARES },
      { outcome: 1, side: 'BUY', price: 1 - middle - HALF_SPREAD, size: SHARES },
    ],
  }
}

export const plainMaker = defineStrategy({
  name: 'plain-maker',
  description: 'Constant distance, leaning against the position.',
  params: z.strictObject({}),
  inputs: ['fair', 'inventory'],
  quote: ({ fair, inventory }) => plainWish(fair?.p, inventory.net),
})
