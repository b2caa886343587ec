// Rests at the others' best bid, or a little above it, but never pays more than the reservation price less a minimum edge:
//
//   r = S(logit p - skew q / maxNet)      ceiling = r - minEdgeTicks tick
//   peg = best other bid (+ improveTicks tick), at most 1 - best other bid on the other outcome - tick
//   bid = peg if it costs at most the ceiling, else ceiling - backoffTicks tick
//
// It sees only the others' bids, so it cannot chase itself. Where the others bid nothing there is nothing to peg to.

import {
  bothBids,
  buyCost,
  defineStrategy,
  END_OF_QUOTING,
  gammaFromCap,
  limitByInventoryAndEvent,
  type MarketView,
  NO,
  type Outcome,
  otherOutcome,
  reservationPrice,
  YES,
  z,
} from '../src/index.js'

const params = z.strictObject({
  mode: z.enum(['join', 'improve']).default('join').describe("join the others' best bid, or improve on it"),
  improveTicks: z.int().positive().default(1).describe('ticks above the best bid when improving'),
  minEdgeTicks: z.number().min(0.5).default(1).describe('least distance from the reservation price, in ticks'),
  backoffTicks: z.int().min(0).default(1).describe('ticks to rest below the ceiling when the best bid is above it'),
  skew: z.number().min(0).default(0.5).describe('shift of the reservation price at maxNet, in log-odds'),
  size: z.number().positive().default(20).describe('shares per quote'),
  maxNet: z
    .number()
    .positive()
    .default(200)
    .describe('net shares at which the adding side is off; it shrinks on the way'),
  ...END_OF_QUOTING,
})
type Params = z.infer<typeof params>
type View = MarketView<'top' | 'fee'>

/** The bid for one outcome, fees included, given its reservation price. */
function pegged(view: View, outcome: Outcome, reserve: number, params: Params): number | undefined {
  const best = view.bestBid[outcome]
  if (best === undefined) return undefined
  const tick = view.market.tickSize
  const opposite = view.bestBid[otherOutcome(outcome)]
  const ask = Math.min(view.bestAsk[outcome]?.price ?? 1, 1 - (opposite?.price ?? 0))
  const peg = Math.min(best.price + (params.mode === 'improve' ? params.improveTicks * tick : 0), ask - tick)
  if (peg <= 0) return undefined
  const cost = buyCost(peg, view.feeRateBps)
  const ceiling = reserve - params.minEdgeTicks * tick
  return cost <= ceiling ? cost : ceiling - params.backoffTicks * tick
}

export const bestBidPeg = defineStrategy({
  name: 'best-bid-peg',
  description:
    "Joins or improves the others' best bid on both outcomes, within a ceiling from fair value and inventory.",
  params,
  inputs: ['top', 'fair', 'toxicity', 'inventory', 'fee', 'time'],
  quote(view, params) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    if (degraded) return { quotes: [], fair: p, note: 'fair value degraded' }
    const gamma = gammaFromCap(params.skew, params.maxNet)
    const fair = reservationPrice({ p, q: view.inventory.net, gamma })
    const quotes = bothBids({
      yes: pegged(view, YES, fair, params),
      no: pegged(view, NO, 1 - fair, params),
      size: params.size,
    })
    const halfSpread = params.minEdgeTicks * view.market.tickSize
    return { quotes: limitByInventoryAndEvent(quotes, view, { halfSpread, ...params }), fair }
  },
})
