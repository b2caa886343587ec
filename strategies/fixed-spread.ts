// A constant distance on both sides of the fair value: bid YES = p - h, bid NO = (1 - p) - h.

import {
  bothBids,
  defineStrategy,
  END_OF_QUOTING,
  LIMIT_NOTES,
  limitByInventoryAndEvent,
  limitTerms,
  limitWords,
  z,
} from '../src/index.js'

const params = z.strictObject({
  halfSpread: z.number().positive().lt(0.5).default(0.02).describe('distance from the fair value, in price units'),
  size: z.number().positive().default(20).describe('shares per quote'),
  maxNet: z
    .number()
    .positive()
    .default(200)
    .describe('net shares at which the adding side is off; it shrinks on the way'),
  ...END_OF_QUOTING,
})

const DEGRADED = "the others' book is one-sided, empty or crossed, and the fair value is from before: nothing is quoted"

export const fixedSpread = defineStrategy({
  name: 'fixed-spread',
  description: 'Bids on both outcomes at a constant distance from the fair value; a baseline for quiet markets.',
  params,
  termNotes: {
    fair: { unit: 'price', means: 'probability of YES, from the others' },
    halfSpread: { unit: 'price', means: 'distance of each bid from the fair value of its outcome' },
    ...LIMIT_NOTES,
  },
  inputs: ['fair', 'toxicity', 'inventory', 'time'],
  quote(view, { halfSpread, size, ...others }) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    const limits = { halfSpread, ...others }
    const terms = () => ({ fair: p, halfSpread, ...limitTerms(view, limits) })
    if (degraded) return { quotes: [], fair: p, terms, note: DEGRADED }
    const bids = bothBids({ yes: p - halfSpread, no: 1 - p - halfSpread, size })
    const quotes = limitByInventoryAndEvent(bids, view, limits)
    const note = quotes.length === 2 ? undefined : limitWords(view, limits)
    return note === undefined ? { quotes, fair: p, terms } : { quotes, fair: p, terms, note }
  },
})
