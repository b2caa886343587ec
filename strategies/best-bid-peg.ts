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
  LIMIT_NOTES,
  limitByInventoryAndEvent,
  limitTerms,
  limitWords,
  type MarketView,
  NO,
  type Outcome,
  otherOutcome,
  reservationPrice,
  type Terms,
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

/** Forgives rounding of a peg that costs just what the ceiling is, as in a book two ticks wide, in ticks. */
const SLACK = 1e-6

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
  return cost <= ceiling + SLACK * tick ? cost : ceiling - params.backoffTicks * tick
}

function priceTerms({ bestBid, feeRateBps }: View, fair: number, reservation: number): Terms {
  const [yes, no] = bestBid
  return {
    fair,
    ...{ inventory: reservation - fair, reservation },
    ...(yes === undefined ? {} : { bestYes: yes.price }),
    ...(no === undefined ? {} : { bestNo: no.price }),
    fee: feeRateBps,
  }
}

const DEGRADED = "the others' book is one-sided, empty or crossed, and the fair value is from before: nothing is quoted"
const NO_PEG = 'on a side without a quote the others bid nothing to peg to, or no price is left'

export const bestBidPeg = defineStrategy({
  name: 'best-bid-peg',
  description:
    "Joins or improves the others' best bid on both outcomes, within a ceiling from fair value and inventory.",
  params,
  termNotes: {
    fair: { unit: 'price', means: 'probability of YES, from the others' },
    inventory: { unit: 'price', means: 'shift of it because of what is held' },
    reservation: { unit: 'price', means: 'what a share of YES is worth to us: fair + inventory' },
    minEdge: { unit: 'price', means: 'least distance of a bid from that worth' },
    bestYes: { unit: 'price', means: "the others' best bid on YES, which is joined or improved" },
    bestNo: { unit: 'price', means: "the others' best bid on NO, likewise" },
    fee: { unit: 'bps', means: 'fee of a fill of ours; a price counts with it' },
    ...LIMIT_NOTES,
  },
  inputs: ['top', 'fair', 'toxicity', 'inventory', 'fee', 'time'],
  quote(view, params) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    if (degraded) return { quotes: [], fair: p, note: DEGRADED }
    const gamma = gammaFromCap(params.skew, params.maxNet)
    const reservation = reservationPrice({ p, q: view.inventory.net, gamma })
    const bids = bothBids({
      yes: pegged(view, YES, reservation, params),
      no: pegged(view, NO, 1 - reservation, params),
      size: params.size,
    })
    const halfSpread = params.minEdgeTicks * view.market.tickSize
    const limits = { halfSpread, ...params }
    const quotes = limitByInventoryAndEvent(bids, view, limits)
    const terms = () => ({ ...priceTerms(view, p, reservation), minEdge: halfSpread, ...limitTerms(view, limits) })
    if (quotes.length === 2) return { quotes, fair: p, terms }
    const note = limitWords(view, limits) ?? (bids.length < 2 ? NO_PEG : undefined)
    return note === undefined ? { quotes, fair: p, terms } : { quotes, fair: p, terms, note }
  },
})
