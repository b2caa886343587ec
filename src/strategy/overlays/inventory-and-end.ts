// The overlays every built-in strategy wears: taper by inventory, then reduce-only and stop as the end of the event or of the market comes near.

import { QuoinError } from '../../domain/error.js'
import type { WishedQuote } from '../../domain/orders/wish.js'
import type { MarketView } from '../view/market-view.js'
import { type EventEnd, endOfQuoting } from './end-of-quoting.js'
import { reduceOnly } from './reduce-only.js'
import { addingSize, taperByInventory } from './taper.js'

export interface InventoryAndEnd {
  /** Net shares at which the adding side is off. */
  readonly maxNet: number
  /** With less time left than this only reducing quotes rest. */
  readonly reduceOnlyMs: number
  /** With less time left than this nothing rests. */
  readonly stopMs: number
}

/** Quotes that get smaller towards `maxNet`, then only reduce, then end, as `limits` say. */
export function limitByInventoryAndEnd(
  quotes: readonly WishedQuote[],
  view: Pick<MarketView, 'inventory' | 'timeLeftMs'>,
  limits: InventoryAndEnd,
): WishedQuote[] {
  const { maxNet, reduceOnlyMs, stopMs } = limits
  const { timeLeftMs } = view
  if (!areNumbers(maxNet, reduceOnlyMs, stopMs, timeLeftMs))
    throw lackingNumber({ maxNet, reduceOnlyMs, stopMs }, timeLeftMs)
  if (timeLeftMs <= stopMs) return []
  const { net } = view.inventory
  const tapered = taperByInventory(quotes, net, maxNet)
  return timeLeftMs <= reduceOnlyMs ? reduceOnly(tapered, net) : tapered
}

/** The same, with the time and the limits that follow from the event and the measured toxicity; the fixed times are the least. */
export function limitByInventoryAndEvent(
  quotes: readonly WishedQuote[],
  view: Pick<MarketView, 'market' | 'nowMs' | 'timeLeftMs' | 'toxicity' | 'inventory'>,
  settings: EventEnd & Pick<InventoryAndEnd, 'maxNet'>,
): WishedQuote[] {
  const { timeLeftMs, ...end } = endOfQuoting(view, settings)
  return limitByInventoryAndEnd(quotes, { inventory: view.inventory, timeLeftMs }, { maxNet: settings.maxNet, ...end })
}

const NO_BIDS = [0, 0] as const

/** Shares that may be bid for YES and for NO when `size` each are wished: what `limitByInventoryAndEvent` leaves of two such bids. */
export function bidSizes(
  size: number,
  view: Pick<MarketView, 'market' | 'nowMs' | 'timeLeftMs' | 'toxicity' | 'inventory'>,
  settings: EventEnd & Pick<InventoryAndEnd, 'maxNet'>,
): readonly [number, number] {
  const { timeLeftMs, stopMs, reduceOnlyMs } = endOfQuoting(view, settings)
  const { maxNet } = settings
  if (!areNumbers(maxNet, reduceOnlyMs, stopMs, timeLeftMs))
    throw lackingNumber({ maxNet, reduceOnlyMs, stopMs }, timeLeftMs)
  if (timeLeftMs <= stopMs) return NO_BIDS
  const { net } = view.inventory
  const isReduceOnly = timeLeftMs <= reduceOnlyMs
  const adding = isReduceOnly ? 0 : addingSize(size, net, maxNet)
  const reducing = isReduceOnly ? Math.min(size, Math.abs(net)) : size
  return [net < 0 ? reducing : adding, net > 0 ? reducing : adding]
}

/** A name that JavaScript lets pass would be a limit that never comes, and so would the end for who does not read the time. */
function areNumbers(maxNet: number, reduceOnlyMs: number, stopMs: number, timeLeftMs: number): boolean {
  return maxNet >= 0 && reduceOnlyMs >= 0 && stopMs >= 0 && timeLeftMs >= 0
}

function lackingNumber(limits: InventoryAndEnd, timeLeftMs: number): QuoinError {
  const [name, value] = Object.entries(limits).find(([, limit]) => !(limit >= 0)) ?? []
  return new QuoinError(
    'bad-argument',
    name === undefined
      ? `view.timeLeftMs: expected a number, at least 0, got ${timeLeftMs}: 'time' among the inputs shows it`
      : `limits.${name}: expected a number, at least 0, got ${value}`,
  )
}
