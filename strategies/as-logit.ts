// Avellaneda and Stoikov's maker for a price that ends at 0 or 1: inventory shifts the log-odds, and a lot is quoted at what the whole
// lot is worth, not at what its first share is.
//
//   gamma_eff = max(gamma v / (p (1 - p)), skew / maxNet)      v = min(p (1 - p), sigma^2 H)      q = net YES-equivalents
//   r^b, r^a  = certainty equivalent of the next lot bought and sold, per share (they lie around r = S(logit p - gamma_eff q))
//   bid YES   = r^b - h      bid NO = (1 - r^a) - h      h = max(c1, markoutFloor, minHalfTicks tick)      c1 = (1/gamma_eff) ln(1 + gamma_eff / k)
//   and never inside the Glosten-Milgrom quotes S(logit r^b - 2 artanh informedShare), S(logit r^a + 2 artanh informedShare)
//
// With `form: logit` c1 is taken in log-odds, S(logit r^b - c1 / (p (1 - p))), but never stands further than logitBound c1 from r^b.
// The inventory term does not fade towards the end: nobody closes our position at the mid.

import {
  bothBids,
  defineStrategy,
  effectiveGamma,
  endOfQuoting,
  gammaFromCap,
  limitByInventoryAndEnd,
  logit,
  lotPrices,
  type MarketView,
  NO,
  type Outcome,
  outcomeHalfSpread,
  quotedEdge,
  reservationPrice,
  resolutionVolatility,
  sigmoid,
  type WishedQuote,
  YES,
  z,
} from '../src/index.js'

const params = z.strictObject({
  gamma: z
    .number()
    .positive()
    .default(0.0025)
    .describe('risk aversion per unit of collateral, for what is held to the end'),
  skew: z
    .number()
    .min(0)
    .default(0.2)
    .describe('least shift of the reservation price at maxNet, in log-odds, however small the risk within the horizon'),
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
    .max(1.7)
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
  reduceOnlyMs: z.number().min(0).default(30_000).describe('with less time left, only quotes that reduce the position'),
  stopMs: z.number().min(0).default(10_000).describe('with less time left, no quotes'),
  endShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe(
      'last part of the match, or of the market, without quotes: who watches knows the outcome before it closes',
    ),
  endShareAtMostMs: z.number().min(0).default(300_000).describe('longest that endShare may mean, in milliseconds'),
  inPlay: z.boolean().default(false).describe('quote while the match is on; otherwise its start is the end'),
})
type Params = z.infer<typeof params>
type View = MarketView<'fair' | 'volatility' | 'inventory' | 'time'>

/** Risk aversion that counts: what may happen within the horizon, and at least what keeps the inventory coming back. */
function gammaOf(view: View, p: number, { gamma, skew, maxNet, horizonSec }: Params): number {
  // the price is at least as volatile as it must be to reach 0 or 1 in the time left
  const sigma = Math.max(view.volatility ?? 0, resolutionVolatility(p, view.timeLeftMs / 1000))
  return Math.max(effectiveGamma(gamma, { p, sigma, seconds: horizonSec }), gammaFromCap(skew, maxNet))
}

/** Shares that may be quoted of each outcome, so that each is priced for its own size. */
function sizesOf(view: View, params: Params): readonly [number, number] {
  const whole = bothBids({ yes: 0.5, no: 0.5, size: params.size })
  const end = endOfQuoting(view, params)
  const limits = { ...end, maxNet: params.maxNet }
  const left = limitByInventoryAndEnd(whole, { inventory: view.inventory, timeLeftMs: end.timeLeftMs }, limits)
  const sizeOf = (outcome: number) => left.find((quote) => quote.outcome === outcome)?.size ?? 0
  return [sizeOf(YES), sizeOf(NO)]
}

function bidFor(outcome: Outcome, size: number, price: number): WishedQuote[] {
  return size > 0 && price > 0 ? [{ outcome, side: 'BUY', price, size }] : []
}

interface Place {
  readonly p: number
  readonly tick: number
  /** Factor on every distance. */
  readonly widen: number
}

/** What is bid for an outcome whose next lot is worth `worth` a share, at the probability `p`. */
function bidOf(worth: number, edge: number, { p, tick, widen }: Place, params: Params): number {
  const floor = widen * Math.max(params.markoutFloor, params.minHalfTicks * tick)
  const inPrice = worth - widen * edge
  const inLogOdds = sigmoid(logit(worth) - (widen * edge) / (p * (1 - p)))
  const natural = params.form === 'price' ? inPrice : Math.max(inLogOdds, worth - widen * params.logitBound * edge)
  const breakEven = sigmoid(logit(worth) - widen * outcomeHalfSpread(params.informedShare))
  return Math.min(natural, worth - floor, breakEven)
}

export const asLogit = defineStrategy({
  name: 'as-logit',
  description: 'Avellaneda-Stoikov in log-odds: lots at their reservation price, half-spread with floors; the default.',
  params,
  inputs: ['fair', 'volatility', 'inventory', 'time'],
  quote(view, params) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    const gamma = gammaOf(view, p, params)
    const state = { p, q: view.inventory.net, gamma }
    const edge = quotedEdge(gamma, params.k)
    const place = { p, tick: view.market.tickSize, widen: degraded ? params.degradedWiden : 1 }
    const [yes, no] = sizesOf(view, params)
    const quotes = [
      ...bidFor(YES, yes, bidOf(lotPrices(state, yes).bid, edge, place, params)),
      ...bidFor(NO, no, bidOf(1 - lotPrices(state, no).ask, edge, place, params)),
    ]
    const note = degraded ? { note: 'fair value degraded: wider' } : {}
    return { quotes, fair: reservationPrice(state), ...note }
  },
})
