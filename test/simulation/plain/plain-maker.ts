// Strategies so plain that what they want can be said again from the fair value, the position, and a memory that takes the same view
// twice as it takes it once. At some prices they throw.

import { z } from 'zod'
import type { WishedQuote } from '../../../src/domain/orders/wish.js'
import { defineStrategy } from '../../../src/strategy/contract.js'

const HALF_SPREAD = 0.02
const SHARES = 25
/** How far a share held moves both prices. */
const LEAN = 0.0005
/** How far one held in another market of the group does, and in one of a group that only one market wins. */
const LEAN_OF_OTHERS = { some: 0.0001, exclusive: 0.0002 }
/** How far prices lean to the anchor. */
const PULL = 0.3
/** A fair value this far from the anchor takes it along. */
const LOOSE = 0.012
/** So many lots of the group more, or less, than those remembered are remembered anew. */
const LOOSE_LOTS = 800
const LOTS_PER_SHARE = 100
const LEAN_OF_MEMORY = 0.0000003
/** Prices are counted in these. */
const STEPS = 200

export interface PlainView {
  readonly fair: number | undefined
  /** Position in shares, NO below zero. */
  readonly net: number
}

/** A strategy has a bad day at these prices. */
export function failsAt({ fair }: PlainView, every: number): boolean {
  return fair !== undefined && Math.round(fair * STEPS) % every === 17
}
export const FAILS_EVERY = { market: 41, group: STEPS }

/** Where the fair value was when it last went far; `null` before the first. */
export interface MarketMemory {
  readonly anchor: number | null
}

export function nextAnchor(before: MarketMemory, { fair }: Pick<PlainView, 'fair'>): MarketMemory {
  const { anchor } = before
  if (fair === undefined || (anchor !== null && Math.abs(fair - anchor) <= LOOSE)) return before
  return { anchor: fair }
}

/** Lots held in the whole group when they last changed much. */
export interface GroupMemory {
  readonly held: number
}

export function nextHeld(before: GroupMemory, all: number): GroupMemory {
  const lots = Math.round(all * LOTS_PER_SHARE)
  return Math.abs(lots - before.held) > LOOSE_LOTS ? { held: lots } : before
}

/** Bids on both outcomes; nothing without a fair value. */
function bidsAround(fair: number | undefined, shift: number): WishedQuote[] {
  if (fair === undefined) return []
  const middle = Math.min(0.95, Math.max(0.05, fair + shift))
  return [
    { outcome: 0, side: 'BUY', price: middle - HALF_SPREAD, size: SHARES },
    { outcome: 1, side: 'BUY', price: 1 - middle - HALF_SPREAD, size: SHARES },
  ]
}

/** `anchor`: after it was taken along. */
export function marketQuotes({ fair, net }: PlainView, { anchor }: MarketMemory): readonly WishedQuote[] {
  return bidsAround(fair, PULL * ((anchor ?? fair ?? 0) - (fair ?? 0)) - LEAN * net)
}

export interface GroupOfMarket extends GroupMemory {
  /** Held in all its markets. */
  readonly all: number
  readonly exclusive: boolean
}

export function groupQuotes({ fair, net }: PlainView, { all, exclusive, held }: GroupOfMarket): readonly WishedQuote[] {
  const others = LEAN_OF_OTHERS[exclusive ? 'exclusive' : 'some'] * (all - net)
  return bidsAround(fair, others - LEAN * net - LEAN_OF_MEMORY * held)
}

const FIRST: MarketMemory = { anchor: null }

export const plainMaker = defineStrategy({
  name: 'plain-maker',
  description: 'Constant distance, leaning against the position and to where the price was.',
  params: z.strictObject({}),
  inputs: ['fair', 'inventory'],
  init: () => FIRST,
  quote({ fair, inventory }, _params, memory) {
    const view = { fair: fair?.p, net: inventory.net }
    if (failsAt(view, FAILS_EVERY.market)) throw new Error('a price that it fears')
    const next = nextAnchor(memory, view)
    return { quotes: marketQuotes(view, next), memory: next }
  },
})

const NOTHING_HELD: GroupMemory = { held: 0 }

export const plainGroupMaker = defineStrategy({
  name: 'plain-group-maker',
  description:
    'The same for a group, leaning with what is held in the other markets, more where only one of them wins.',
  params: z.strictObject({}),
  scope: 'group',
  inputs: ['fair', 'inventory'],
  init: () => NOTHING_HELD,
  quote({ markets, exclusive }, _params, memory) {
    const all = markets.reduce((total, { inventory }) => total + inventory.net, 0)
    const next = nextHeld(memory, all)
    const wishes = markets.flatMap((of) => {
      if (of.stopped !== undefined) return []
      const view = { fair: of.fair?.p, net: of.inventory.net }
      if (failsAt(view, FAILS_EVERY.group)) throw new Error('a price that it fears')
      const quotes = groupQuotes(view, { ...next, all, exclusive })
      return { conditionId: of.market.conditionId, quotes }
    })
    return { markets: wishes, memory: next }
  },
})
