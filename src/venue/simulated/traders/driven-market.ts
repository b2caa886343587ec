// A market of the sandbox with its hidden truth and its life in wall time.

import { isLegalPrice, type Ticks } from '../../../domain/amounts/price.js'
import { type Lots, lots } from '../../../domain/amounts/size.js'
import type { MarketSpec } from '../exchange/exchange.js'
import type { LatentProbability } from './latent-probability.js'

export interface DrivenMarket {
  readonly spec: MarketSpec
  readonly latent: LatentProbability
  readonly openedMs: number
}

/** Part of the market's life still to come, 1 to 0. */
export function lifeLeft({ spec, openedMs }: DrivenMarket, nowMs: number): number {
  return Math.max(0, (spec.endMs - nowMs) / (spec.endMs - openedMs))
}

/** The highest legal price of at most `price`. */
export function ticksBelow(price: number, { ticksPerUnit }: MarketSpec): Ticks | undefined {
  // the small addend keeps 0.29 * 100 from becoming 28
  const ticks = Math.min(ticksPerUnit - 1, Math.floor(price * ticksPerUnit + 1e-9))
  return isLegalPrice(ticks, ticksPerUnit) ? ticks : undefined
}

/** Whole lots of a size in shares, the market's minimum at least. */
export function lotsOf(shares: number, { unitRaw, lotRaw, minLots }: MarketSpec): Lots {
  return lots(Math.max(minLots, Math.round((shares * Number(unitRaw)) / Number(lotRaw))))
}
