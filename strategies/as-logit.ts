// Avellaneda and Stoikov's maker for a price that ends at 0 or 1: inventory shifts the log-odds, and a lot is quoted at what the whole
// lot is worth, not at what its first share is.
//
//   gamma_eff = skew / maxNet + gamma v / (p (1 - p))      v = min(p (1 - p), sigma^2 H)      q = net YES-equivalents
//   r^b, r^a  = certainty equivalent of the next lot bought and sold, per share (they lie around r = S(logit p - gamma_eff q))
//   bid YES   = r^b - h      bid NO = (1 - r^a) - h      h = max(c1, toxicity, markoutFloor, minHalfTicks tick)      c1 = (1/gamma_eff) ln(1 + gamma_eff / k)
//   and never inside the Glosten-Milgrom quotes S(logit r^b - 2 artanh informedShare), S(logit r^a + 2 artanh informedShare)
//
// The first part of gamma_eff is for what is held to the end, the second for how the price may move within the horizon: a penalty at the end
// and one on the way. With `form: logit` c1 is taken in log-odds, S(logit r^b - c1 / (p (1 - p))), but never stands further than logitBound c1
// from r^b; why it must be bounded, and by how much, is in src/models/lot-bid.ts.
// The inventory term does not fade towards the end: nobody closes our position at the mid.

import {
  bidSizes,
  defineStrategy,
  END_OF_QUOTING,
  effectiveGamma,
  gammaFromCap,
  type HalfSpread,
  lotBid,
  lotPrices,
  type MarketView,
  MOST_LOGIT_BOUND,
  NO,
  type Outcome,
  quotedEdge,
  reservationPrice,
  resolutionVolatility,
  type WishedQuote,
  YES,
  z,
} from '../src/index.js'

const params = z.strictObject({
  gamma: z
    .number()
    .positive()
    .default(0.0015)
    .describe('risk aversion per unit of collateral, for the moves of the price within the horizon; it adds to skew'),
  skew: z
    .number()
    .min(0)
    .default(0.2)
    .describe('shift of the reservation price at maxNet, in log-odds, however quiet the market: what is held may stay'),
  horizonSec: z.number().positive().default(600).describe('time within which inventory is normally recycled, seconds'),
  k: z
    .number()
    .positive()
    .default(50)
    .describe('decay of the fill rate with distance, per price unit: 1/k is the natural half-spread'),
  informedShare: z.number().min(0).lt(1).default(0.03).describe('share of the flow that knows the outcome'),
  markoutFloor: z.number().min(0).default(0).describe('least half-spread in price units, from measured markouts'),
  minHalfTicks: z.number().min(0.5).default(1).describe('least half-spread in ticks'),
  form: z
    .enum(['price', 'logit'])
    .default('price')
    .describe('whether the half-spread is constant in price or in log-odds'),
  logitBound: z
    .number()
    .min(1)
    .max(MOST_LOGIT_BOUND)
    .default(1.5)
    .describe(
      'most that the logit form widens the half-spread, in price; from e - 1 on, bids near 1 would fall as the price rises',
    ),
  degradedWiden: z.number().min(1).default(2).describe('factor on the half-spread while the fair value is degraded'),
  size: z.number().positive().default(20).describe('shares per quote'),
  maxNet: z
    .number()
    .positive()
    .default(200)
    .describe('net shares at which the adding side is off; it shrinks on the way'),
  ...END_OF_QUOTING,
})
type Params = z.infer<typeof params>
type View = MarketView<'fair' | 'volatility' | 'toxicity' | 'inventory' | 'time'>

/** Risk aversion that counts: against what is held to the end, and against what may happen within the horizon. */
function gammaOf(view: View, p: number, { gamma, skew, maxNet, horizonSec }: Params): number {
  // the price is at least as volatile as it must be to reach 0 or 1 in the time left
  const sigma = Math.max(view.volatility ?? 0, resolutionVolatility(p, view.timeLeftMs / 1000))
  return gammaFromCap(skew, maxNet) + effectiveGamma(gamma, { p, sigma, seconds: horizonSec })
}

function halfSpreadOf(
  { fair, market, toxicity }: View,
  edge: number,
  params: Params,
): (outcome: Outcome) => HalfSpread {
  const { form, logitBound: bound, informedShare, markoutFloor, minHalfTicks, degradedWiden } = params
  const floor = Math.max(markoutFloor, minHalfTicks * market.tickSize)
  const widen = fair?.degraded === true ? degradedWiden : 1
  // asked for every move of the book: each object is written out, which costs a tenth of a spread
  return (outcome) => ({ edge, form, bound, floor: Math.max(floor, toxicity[outcome]), informedShare, widen })
}

/** When quoting ends, and what is held at most. */
function limitsOf(edge: number, { maxNet, reduceOnlyMs, stopMs, endShare, endShareAtMostMs, inPlay }: Params) {
  return { maxNet, reduceOnlyMs, stopMs, endShare, endShareAtMostMs, inPlay, halfSpread: edge }
}

function bid({ outcome, size, price }: Omit<WishedQuote, 'side'>): WishedQuote | undefined {
  return size > 0 && price > 0 ? { outcome, side: 'BUY', price, size } : undefined
}

function both(yes: WishedQuote | undefined, no: WishedQuote | undefined): readonly WishedQuote[] {
  if (yes === undefined) return no === undefined ? [] : [no]
  return no === undefined ? [yes] : [yes, no]
}

export const asLogit = defineStrategy({
  name: 'as-logit',
  description: 'Avellaneda-Stoikov in log-odds: lots at their reservation price, half-spread with floors; the default.',
  params,
  inputs: ['fair', 'volatility', 'toxicity', 'inventory', 'time'],
  quote(view, params) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    const gamma = gammaOf(view, p, params)
    const state = { p, q: view.inventory.net, gamma }
    const edge = quotedEdge(gamma, params.k)
    const halfSpread = halfSpreadOf(view, edge, params)
    // each outcome is priced for the size that may be bid of it
    const [yes, no] = bidSizes(params.size, view, limitsOf(edge, params))
    const yesLot = lotPrices(state, yes)
    // one lot for both while nothing is held
    const noLot = no === yes ? yesLot : lotPrices(state, no)
    const quotes = both(
      bid({ outcome: YES, size: yes, price: lotBid({ worth: yesLot.bid, p }, halfSpread(YES)) }),
      bid({ outcome: NO, size: no, price: lotBid({ worth: 1 - noLot.ask, p: 1 - p }, halfSpread(NO)) }),
    )
    const fair = reservationPrice(state)
    return degraded ? { quotes, fair, note: 'fair value degraded: wider' } : { quotes, fair }
  },
})
