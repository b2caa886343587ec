// Why the overlays leave less than was wished, in words; and what they go by, as terms.

import type { TermNote, Terms } from '../../domain/orders/wish.js'
import type { MarketView } from '../view/market-view.js'
import { type EventEnd, endOfQuoting } from './end-of-quoting.js'
import type { InventoryAndEnd } from './inventory-and-end.js'
import { addingSize } from './taper.js'

type Seen = Pick<MarketView, 'market' | 'nowMs' | 'timeLeftMs' | 'toxicity' | 'inventory'>
type Limits = EventEnd & Pick<InventoryAndEnd, 'maxNet'>

/** What `limitByInventoryAndEvent` and `bidSizes` hold back of two bids; `undefined` where both sides are quoted. */
export function limitWords(view: Seen, limits: Limits): string | undefined {
  const { timeLeftMs, stopMs, reduceOnlyMs } = endOfQuoting(view, limits)
  const { net } = view.inventory
  const end = endName(view, limits)
  if (timeLeftMs <= stopMs) return `near the end: nothing is quoted in the last ${inSeconds(stopMs)} before ${end}`
  if (timeLeftMs <= reduceOnlyMs) {
    const held = net === 0 ? ', and nothing is held' : ''
    return `near the end: in the last ${inSeconds(reduceOnlyMs)} before ${end} only what is held is reduced${held}`
  }
  if (Math.abs(net) < limits.maxNet) return undefined
  return `full: ${Math.round(Math.abs(net) * 100) / 100} shares net are held, maxNet is ${limits.maxNet}: only what reduces is quoted`
}

/** What the limits go by now, as terms of a wish. */
export function limitTerms(view: Seen, limits: Limits): Terms {
  const { stopMs, reduceOnlyMs } = endOfQuoting(view, limits)
  return {
    adding: addingSize(1, view.inventory.net, limits.maxNet),
    reduceOnly: reduceOnlyMs / 1000,
    stop: stopMs / 1000,
  }
}

/** Of `limitTerms`, for a strategy's own. */
export const LIMIT_NOTES: Readonly<Record<'adding' | 'reduceOnly' | 'stop', TermNote>> = {
  adding: { unit: 'of size', means: 'share of the size that is quoted on the side that adds to what is held' },
  reduceOnly: { unit: 's', means: 'so long before the end only what reduces is quoted' },
  stop: { unit: 's', means: 'so long before the end nothing is quoted' },
}

/** The moment that quoting ends by. */
function endName({ market }: Pick<Seen, 'market'>, { inPlay }: Pick<EventEnd, 'inPlay'>): string {
  const { endMs, matchStartMs, matchEndMs } = market
  const eventMs = inPlay ? matchEndMs : matchStartMs
  if (eventMs === undefined || eventMs > endMs) return 'the market closes'
  return inPlay ? 'the match ends' : 'the match begins'
}

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`
