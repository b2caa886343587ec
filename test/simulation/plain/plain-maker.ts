// A strategy so plain that what it wants can be said again from the fair value and the position.

import { z } from 'zod'
import type { Wish } from '../../../src/domain/wish.js'
import { defineStrategy } from '../../../src/strategy/contract.js'

const HALF_SPREAD = 0.02
const SHARES = 25
/** How far a share held moves both prices. */
const LEAN = 0.0005

/** How far one held in another market of the group does. */
const LEAN_OF_OTHERS = 0.0002

/**
 * Bids on both outcomes around `fair`, leaning against the net position in shares, and with that of other markets of the group; nothing
 * without a fair value.
 */
export function plainWish(fair: number | undefined, net: number, others = 0): Wish<void> {
  if (fair === undefined) return { quotes: [] }
  const middle = Math.min(0.95, Math.max(0.05, fair - LEAN * net + LEAN_OF_OTHERS * others))
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

export const plainGroupMaker = defineStrategy({
  name: 'plain-group-maker',
  description: 'The same for a group, leaning with what is held in the other markets.',
  params: z.strictObject({}),
  scope: 'group',
  inputs: ['fair', 'inventory'],
  quote({ markets }) {
    const all = markets.reduce((total, { inventory }) => total + inventory.net, 0)
    return {
      markets: markets.flatMap((of) => {
        if (of.stopped !== undefined) return []
        const { net } = of.inventory
        return { conditionId: of.market.conditionId, ...plainWish(of.fair?.p, net, all - net) }
      }),
    }
  },
})
