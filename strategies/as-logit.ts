// Avellaneda and Stoikov's maker for a price that ends at 0 or 1: inventory shifts the log-odds, not the price.
//
//   r = S(x - gamma_eff q)      x = logit p, q = net YES-equivalents
//   gamma_eff = gamma v / (p (1 - p)),  v = min(p (1 - p), sigma^2 H)      or, without gamma, skew / maxNet
//   bid YES = r - h,  bid NO = (1 - r) - h,  h = max((1/gamma_eff) ln(1 + gamma_eff / k), markoutFloor, minHalfTicks tick)
//   and never inside the Glosten-Milgrom quotes S(logit r +- 2 artanh informedShare)
//
// With `form: logit` the distance is taken in log-odds instead: S(logit r -+ h_x), h_x = gamma_x v_x / 2 + (1/gamma_x) ln(1 + gamma_x / k_x).
// The inventory term does not fade towards the end: nobody closes our position at the mid.

import {
  bothBids,
  defineStrategy,
  effectiveGamma,
  gammaFromCap,
  type Horizon,
  limitByInventoryAndEnd,
  logit,
  logitHalfSpread,
  type MarketView,
  outcomeHalfSpread,
  quotedEdge,
  resolutionVolatility,
  riskVariance,
  sigmoid,
  z,
} from '../src/index.js'

const params = z.strictObject({
  gamma: z
    .number()
    .positive()
    .optional()
    .describe('risk aversion per unit of collateral; left out, it follows from skew and maxNet'),
  skew: z
    .number()
    .min(0)
    .default(0.5)
    .describe('shift of the reservation price at maxNet, in log-odds, when gamma is left out'),
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
  degradedWiden: z.number().min(1).default(2).describe('factor on the half-spread while the fair value is degraded'),
  size: z.number().positive().default(20).describe('shares per quote'),
  maxNet: z
    .number()
    .positive()
    .default(200)
    .describe('net shares at which the adding side is off; it shrinks on the way'),
  reduceOnlyMs: z.number().min(0).default(30_000).describe('with less time left, only quotes that reduce the position'),
  stopMs: z.number().min(0).default(10_000).describe('with less time left, no quotes'),
})
type Params = z.infer<typeof params>

/** Volatility is at least what brings the price to 0 or 1 in the time left. */
function horizonOf(view: MarketView, p: number, params: Params): Horizon {
  const sigma = Math.max(view.volatility ?? 0, resolutionVolatility(p, view.timeLeftMs / 1000))
  return { p, sigma, seconds: params.horizonSec }
}

/** Half-spread in log-odds of the logit form, from the risk aversion that `gammaEff` amounts to at the horizon. */
function logitDistance(gammaEff: number, horizon: Horizon, k: number): number {
  const slope = horizon.p * (1 - horizon.p)
  const v = riskVariance(horizon)
  const gamma = (gammaEff * slope) / v
  return logitHalfSpread({ gamma: gamma * slope, variance: v / (slope * slope), k: k * slope })
}

export const asLogit = defineStrategy({
  name: 'as-logit',
  description: 'Avellaneda-Stoikov in log-odds: reservation price by inventory, half-spread with floors; the default.',
  params,
  quote(view, params) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    const horizon = horizonOf(view, p, params)
    const { gamma, skew, maxNet } = params
    const gammaEff = gamma === undefined ? gammaFromCap(skew, maxNet) : effectiveGamma(gamma, horizon)
    const x = logit(p) - gammaEff * view.inventory.net
    const widen = degraded ? params.degradedWiden : 1
    const edge = params.form === 'price' ? quotedEdge(gammaEff, params.k) : 0
    const h = widen * Math.max(edge, params.markoutFloor, params.minHalfTicks * view.market.tickSize)
    const distance = params.form === 'logit' ? logitDistance(gammaEff, horizon, params.k) : 0
    const hx = widen * Math.max(distance, outcomeHalfSpread(params.informedShare))
    const quotes = bothBids({
      yes: Math.min(sigmoid(x) - h, sigmoid(x - hx)),
      no: Math.min(sigmoid(-x) - h, sigmoid(-x - hx)),
      size: params.size,
    })
    const note = degraded ? { note: 'fair value degraded: wider' } : {}
    return { quotes: limitByInventoryAndEnd(quotes, view, params), fair: sigmoid(x), ...note }
  },
})
