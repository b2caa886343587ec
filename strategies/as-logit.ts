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
  type FairView,
  gammaFromCap,
  type HalfSpread,
  LIMIT_NOTES,
  limitTerms,
  limitWords,
  lotBid,
  lotPrices,
  type MarketView,
  MOST_LOGIT_BOUND,
  NO,
  type Outcome,
  quotedEdge,
  reservationPrice,
  resolutionVolatility,
  type Terms,
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

/** The price is at least as volatile as it must be to reach 0 or 1 in the time left. */
function sigmaOf({ volatility = 0, timeLeftMs }: View, p: number): number {
  return Math.max(volatility, resolutionVolatility(p, timeLeftMs / 1000))
}

/** Risk aversion that counts: against what is held to the end, and against what may happen within the horizon. */
function gammaOf(view: View, p: number, { gamma, skew, maxNet, horizonSec }: Params): number {
  return gammaFromCap(skew, maxNet) + effectiveGamma(gamma, { p, sigma: sigmaOf(view, p), seconds: horizonSec })
}

function halfSpreadOf({ fair, market, toxicity }: View, outcome: Outcome, edge: number, params: Params): HalfSpread {
  const { form, logitBound: bound, informedShare, markoutFloor, minHalfTicks, degradedWiden } = params
  const floor = Math.max(markoutFloor, minHalfTicks * market.tickSize, toxicity[outcome])
  const widen = fair?.degraded === true ? degradedWiden : 1
  return { edge, form, bound, floor, informedShare, widen }
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

/** Nothing is computed before somebody asks; a function without a name of its own costs nothing where names are kept. */
function laterTerms(view: View, fair: FairView, params: Params): () => Terms {
  return () => termsOf(view, fair, params)
}

function termsOf(view: View, { p, degraded }: FairView, params: Params): Terms {
  const gamma = gammaOf(view, p, params)
  const edge = quotedEdge(gamma, params.k)
  const reservation = reservationPrice({ p, q: view.inventory.net, gamma })
  const volatility = sigmaOf(view, p)
  return {
    fair: p,
    ...{ inventory: reservation - p, reservation, edge },
    floor: Math.max(params.markoutFloor, params.minHalfTicks * view.market.tickSize),
    toxicity: Math.max(...view.toxicity),
    widen: degraded ? params.degradedWiden : 1,
    // with no time left it is infinite
    ...(Number.isFinite(volatility) ? { volatility } : {}),
    riskAversion: gamma,
    ...limitTerms(view, limitsOf(edge, params)),
  }
}

/** Why less is wished than two bids as close as they might be. */
function noteOf(view: View, params: Params, { edge, quotes }: { edge: number; quotes: readonly WishedQuote[] }) {
  const words = [
    quotes.length === 2 ? undefined : (limitWords(view, limitsOf(edge, params)) ?? NO_PRICE),
    quotes.length > 0 && view.fair?.degraded ? DEGRADED : undefined,
  ]
  return words.filter((word) => word !== undefined).join('; ')
}

const NO_PRICE = 'the half-spread leaves no price above 0 on a side'
const DEGRADED = "wider: the others' book is one-sided, empty or crossed, and the fair value is from before"

export const asLogit = defineStrategy({
  name: 'as-logit',
  description: 'Avellaneda-Stoikov in log-odds: lots at their reservation price, half-spread with floors; the default.',
  params,
  termNotes: {
    fair: { unit: 'price', means: 'probability of YES, from the others' },
    inventory: { unit: 'price', means: 'shift of it because of what is held' },
    reservation: { unit: 'price', means: 'what a share of YES is worth to us: fair + inventory' },
    edge: { unit: 'price', means: 'half-spread at which the most is earned, given how fills thin out with distance' },
    floor: { unit: 'price', means: 'least half-spread that is set' },
    toxicity: { unit: 'price', means: 'what the price goes against makers after a trade: least half-spread, too' },
    widen: { unit: 'times', means: 'factor on the half-spread: above 1 while the fair value is from before' },
    volatility: { unit: 'price/√s', means: 'how far the price moves, as measured or as it must to end at 0 or 1' },
    riskAversion: { unit: '1/collateral', means: 'what is held, and may move, counts by it' },
    ...LIMIT_NOTES,
  },
  inputs: ['fair', 'volatility', 'toxicity', 'inventory', 'time'],
  quote(view, params) {
    const { fair, toxicity } = view
    if (fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = fair
    const gamma = gammaOf(view, p, params)
    const state = { p, q: view.inventory.net, gamma }
    const edge = quotedEdge(gamma, params.k)
    // one for both, too, while neither side is toxic
    const yesSpread = halfSpreadOf(view, YES, edge, params)
    const noSpread = toxicity[NO] === toxicity[YES] ? yesSpread : halfSpreadOf(view, NO, edge, params)
    // each outcome is priced for the size that may be bid of it
    const [yes, no] = bidSizes(params.size, view, limitsOf(edge, params))
    const yesLot = lotPrices(state, yes)
    // one lot for both while nothing is held
    const noLot = no === yes ? yesLot : lotPrices(state, no)
    const quotes = both(
      bid({ outcome: YES, size: yes, price: lotBid({ worth: yesLot.bid, p }, yesSpread) }),
      bid({ outcome: NO, size: no, price: lotBid({ worth: 1 - noLot.ask, p: 1 - p }, noSpread) }),
    )
    const terms = laterTerms(view, fair, params)
    if (!degraded && quotes.length === 2) return { quotes, fair: p, terms }
    return { quotes, fair: p, terms, note: noteOf(view, params, { edge, quotes }) }
  },
})
