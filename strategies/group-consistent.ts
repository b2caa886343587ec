// Markets of which exactly one wins, quoted around prices that sum to one:
//
//   pi_i = S(logit p_i + c), with c such that sum_i pi_i = 1            the fair values p_i, made consistent by one factor on all odds
//   r_i  = pi_i e^(-gamma q_i) / sum_j pi_j e^(-gamma q_j)              what a share of YES is worth to us; q_j = net YES held in market j
//   bid YES = r_i - h      bid NO = (1 - r_i) - h                       h = halfSpread
//
// The first is the odds ratio method (Cheung 2015, see src/models/odds-ratio.ts), the second the exact price of a maker with constant
// absolute risk aversion (src/models/cara-group.ts): it sums to one by itself, and full sets change nothing. So who fills all our bids of one
// side sells us nothing at a loss: for n markets bids on YES cost 1 - n h together and bring 1, bids on NO n - 1 - n h, and bring n - 1.
//
// All of it rests on exactly one market winning. Where the operator has not said so (`markets.exclusiveGroups`), where a market of the
// group is not there, cannot be quoted or has no sound fair value, or where fair values contradict each other too much, nothing rests.

import {
  bothBids,
  defineStrategy,
  END_OF_QUOTING,
  type GroupView,
  gammaFromCap,
  groupReservation,
  LIMIT_NOTES,
  limitByInventoryAndEvent,
  limitTerms,
  limitWords,
  type OpenMarket,
  oddsRatioNormalized,
  z,
} from '../src/index.js'

const params = z.strictObject({
  halfSpread: z
    .number()
    .positive()
    .lt(0.5)
    .default(0.02)
    .describe('distance from the reservation price, in price units'),
  maxSurplus: z
    .number()
    .positive()
    .default(0.1)
    .describe('most by which the fair values of a group may miss 1 in sum; further off something is amiss'),
  skew: z
    .number()
    .min(0)
    .default(0.2)
    .describe('shift of the log-odds of a market, against those of its siblings, when maxNet is held in it'),
  size: z.number().positive().default(20).describe('shares per quote'),
  maxNet: z
    .number()
    .positive()
    .default(200)
    .describe('net shares at which the adding side of a market is off; it shrinks on the way'),
  ...END_OF_QUOTING,
})
type Params = z.infer<typeof params>
type Inputs = 'fair' | 'toxicity' | 'inventory' | 'time'
type Open = OpenMarket<Inputs, never>

/** The markets with their fair values, or why there are none to be quoted on. */
function fairOf(view: GroupView<Inputs, never>, { maxSurplus }: Params): { open: Open[]; fair: number[] } | string {
  if (!view.exclusive) return 'not said to be exclusive with so many markets'
  const open = view.markets.flatMap((market) => (market.stopped === undefined ? market : []))
  if (open.length < view.markets.length) return 'a market of the group cannot be quoted'
  const fair = open.flatMap((market) => (market.fair?.degraded === false ? market.fair.p : []))
  if (fair.length < open.length) return 'a market of the group has no sound fair value'
  if (fair.length < 2 || !fair.every((p) => p > 0 && p < 1)) return 'nothing to make consistent'
  const surplus = fair.reduce((total, p) => total + p, -1)
  if (Math.abs(surplus) > maxSurplus) return `fair values sum to ${(1 + surplus).toFixed(3)}`
  return { open, fair }
}

export const groupConsistent = defineStrategy({
  name: 'group-consistent',
  description: 'Markets of which exactly one wins, at a constant distance around prices that sum to one.',
  params,
  scope: 'group',
  termNotes: {
    own: { unit: 'price', means: 'probability of YES, from the others in this market alone' },
    consistent: { unit: 'price', means: 'shift of it with which the markets of the group sum to one' },
    inventory: { unit: 'price', means: 'shift because of what is held in this market and its siblings' },
    halfSpread: { unit: 'price', means: 'distance of each bid from own + consistent + inventory' },
    ...LIMIT_NOTES,
  },
  inputs: ['fair', 'toxicity', 'inventory', 'time'],
  quote(view, params) {
    const known = fairOf(view, params)
    if (typeof known === 'string') {
      return {
        markets: view.markets.map(({ market }) => ({ conditionId: market.conditionId, quotes: [], note: known })),
      }
    }
    const { halfSpread, size } = params
    const consistent = oddsRatioNormalized(known.fair)
    const held = known.open.map(({ inventory }) => inventory.net)
    const worth = groupReservation({ fair: consistent, held, gamma: gammaFromCap(params.skew, params.maxNet) })
    return {
      markets: known.open.map((market, i) => {
        const [own, fair, r] = [known.fair[i] ?? 0, consistent[i] ?? 0, worth[i] ?? 0]
        const bids = bothBids({ yes: r - halfSpread, no: 1 - r - halfSpread, size })
        const quotes = limitByInventoryAndEvent(bids, market, params)
        const prices = { own, consistent: fair - own, inventory: r - fair, halfSpread }
        const terms = () => ({ ...prices, ...limitTerms(market, params) })
        const note = quotes.length === 2 ? undefined : limitWords(market, params)
        const { conditionId } = market.market
        return { conditionId, quotes, fair, terms, ...(note === undefined ? {} : { note }) }
      }),
    }
  },
})
