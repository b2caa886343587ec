// What one order may be, by the settings: how large, how dear, how far from the fair value, at what price. Nothing beyond is wanted, and only
// that is refused.

import type { Core } from '../../../../src/core/core.js'
import type { CoreSettings } from '../../../../src/core/settings.js'
import type { Market } from '../../../../src/domain/market/market.js'
import type { Quote } from '../../../../src/domain/orders/quote.js'

/** Between the value by which it was decided and the one at the end of the turn, in price. */
const FAIR_SLACK = 0.002
const TINY = 1e-6
/** The widest, in price: a refused quote is said as it was wished, not as it would have been rounded. */
const TICK = 0.021

interface Place {
  readonly outcome: 0 | 1
  readonly price: number
  readonly size: number
}

type Wanted = ReturnType<Core['conclusions']>['cells'][number]['wanted']

interface Judge {
  readonly core: Core
  /** What the bot was told. */
  readonly settings: CoreSettings
}

/** What is wrong with what was decided in this turn on orders by themselves; nothing where all is well. */
export function wrongOrder(
  market: Market,
  { core, settings }: Judge,
  { quotes, refused, wished, fair: then }: Wanted,
): string | undefined {
  const { maxOrderShares, maxOrderCollateral, maxFairDistance, priceBand } = settings.risk
  const { estimates } = core.beliefs
  // between two wishes the value moves on, and the quotes stay where they are
  const now = estimates.unmoved(() => estimates.fair(market)?.p)
  const fairs = [then, now].filter((fair) => fair !== undefined)
  for (const quote of quotes) {
    const { shares, cost, yes } = measured(quote, market)
    const distance = Math.min(...distances(quote, market, fairs))
    if (shares > maxOrderShares + TINY) return `an order of ${shares} shares is wanted, allowed ${maxOrderShares}`
    if (cost > maxOrderCollateral + TINY) return `an order of ${cost} is wanted, allowed ${maxOrderCollateral}`
    if (yes < priceBand.min - TINY || yes > priceBand.max + TINY)
      return `a quote at ${yes} of YES is wanted, outside the band`
    // while there is none nothing is approved, whatever a strategy had wished
    if (now !== undefined && distance > maxFairDistance + FAIR_SLACK)
      return `a quote ${distance} from the fair value is wanted, allowed ${maxFairDistance}`
  }
  if (!wished.some(isSale)) {
    const wrong = wrongLeg(market, { core, settings }, quotes)
    if (wrong !== undefined) return wrong
  }
  for (const { quote, reason, detail } of refused) {
    if (reason === 'price-band') {
      // what is no quote yet has a price, and no ticks
      const yes = quote.outcome === 0 ? quote.price : 1 - quote.price
      if (yes > priceBand.min + TICK && yes < priceBand.max - TICK)
        return `a quote at ${yes} of YES is refused for the band`
      continue
    }
    const { shares, cost } = measured(quote, market)
    const distance = Math.max(...distances(quote, market, fairs))
    const isBeyond =
      reason === 'order-size'
        ? shares > maxOrderShares
        : reason === 'order-collateral'
          ? cost > maxOrderCollateral
          : reason !== 'fair-distance' || fairs.length === 0 || distance > maxFairDistance - FAIR_SLACK
    if (!isBeyond) return `a quote of ${shares} shares for ${cost} is refused as ${reason} (${detail})`
  }
  return undefined
}

function measured({ outcome, price, size }: Place, market: Market) {
  const p = price / market.ticksPerUnit
  const shares = (size * Number(market.lotRaw)) / Number(market.unitRaw)
  return { yes: outcome === 0 ? p : 1 - p, shares, cost: p * shares }
}

function distances({ outcome, price }: Place, market: Market, fairs: readonly number[]): readonly number[] {
  const p = price / market.ticksPerUnit
  return fairs.map((fair) => Math.abs(p - (outcome === 0 ? fair : 1 - fair)))
}

const isSale = ({ side }: Pick<Quote, 'side'>) => side === 'SELL'

/** Bids alone are wished: they are sales of what is held where the settings say so, and there is enough of it. */
function wrongLeg(market: Market, { core, settings }: Judge, quotes: Wanted['quotes']): string | undefined {
  if (!settings.execution.useHeldTokens)
    return quotes.some(isSale) ? 'what is held is sold, and is not to be' : undefined
  const { funds, orders } = core.beliefs
  for (const outcome of [0, 1] as const) {
    const bids = quotes.filter((one) => one.outcome === outcome && !isSale(one))
    const askedRaw = bids.reduce((sum, { size }) => sum + BigInt(size) * market.lotRaw, 0n)
    const heldRaw = funds.heldRaw(market.conditionId, outcome === 0 ? 1 : 0)
    // a bid that rests keeps its place in the queue
    const rests = orders.livingOf(market.conditionId).some(({ draft }) => draft.outcome === outcome && !isSale(draft))
    if (bids.length > 0 && !rests && heldRaw >= 2n * askedRaw)
      return `${askedRaw} of ${outcome} are to be bought, and ${heldRaw} of the other outcome are held`
  }
  return undefined
}
