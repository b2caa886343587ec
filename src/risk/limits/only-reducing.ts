// Reduce-only: nothing that adds to a position, and together not more than closes it.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { lots, lotsToRaw, rawToLots } from '../../domain/amounts/size.js'
import type { Market } from '../../domain/market/market.js'
import { netDirection } from '../../domain/market/yes-view.js'
import type { Quote, Refusal } from '../../domain/orders/quote.js'
import type { Breach } from './breach.js'

interface Quotes {
  readonly quotes: readonly Quote[]
  readonly refused: readonly Refusal[]
}

/** The quotes of one market that bring `netRaw` towards 0, cut off, in their order, where it would be reached; the others refused for `why`. */
export function onlyReducing(
  { quotes, refused }: Quotes,
  why: Breach,
  { market, netRaw }: { readonly market: Pick<Market, 'lotRaw' | 'minLots'>; readonly netRaw: bigint },
): Quotes {
  const kept: Quote[] = []
  const others: Refusal[] = [...refused]
  let left: number = rawToLots(netRaw < 0n ? -netRaw : netRaw, market.lotRaw)
  const direction = netRaw > 0n ? 1 : -1
  for (const quote of quotes) {
    const size = netDirection(quote) === direction ? 0 : Math.min(quote.size, left)
    if (size < Math.max(1, market.minLots)) {
      others.push({ quote, ...why })
      continue
    }
    left -= size
    kept.push(size === quote.size ? quote : { ...quote, size: lots(size) })
  }
  return { quotes: kept, refused: others }
}

/** Whether the quote and all of `living` that trades its way, matched in full, bring the position beyond 0. */
export function passesZero(
  quote: Quote,
  living: readonly LiveOrder[],
  { market, tokensRaw }: Pick<MarketPosition, 'market' | 'tokensRaw'>,
): boolean {
  const direction = netDirection(quote)
  let netRaw = tokensRaw[0] - tokensRaw[1] + BigInt(direction) * lotsToRaw(quote.size, market.lotRaw)
  for (const order of living) if (netDirection(order) === direction) netRaw += BigInt(direction) * order.sizeRaw
  return BigInt(direction) * netRaw > 0n
}
