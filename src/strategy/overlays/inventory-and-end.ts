// The overlays every built-in strategy wears: taper by inventory, then reduce-only and stop as the market's end comes near.

import type { WishedQuote } from '../../domain/wish.js'
import type { MarketView } from '../contract.js'
import { reduceOnly } from './reduce-only.js'
import { taperByInventory } from './taper.js'

export interface InventoryAndEnd {
  /** Net shares at which the adding side is off. */
  readonly maxNet: number
  /** With less time left than this only reducing quotes rest. */
  readonly reduceOnlyMs: number
  /** With less time left than this nothing rests. */
  readonly stopMs: number
}

export function limitByInventoryAndEnd(
  quotes: readonly WishedQuote[],
  view: Pick<MarketView, 'inventory' | 'timeLeftMs'>,
  limits: InventoryAndEnd,
): WishedQuote[] {
  if (view.timeLeftMs <= limits.stopMs) return []
  const { net } = view.inventory
  const tapered = taperByInventory(quotes, net, limits.maxNet)
  return view.timeLeftMs <= limits.reduceOnlyMs ? reduceOnly(tapered, net) : tapered
}
