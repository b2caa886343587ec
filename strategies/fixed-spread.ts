// A constant distance on both sides of the fair value: bid YES = p - h, bid NO = (1 - p) - h.

import { bothBids, defineStrategy, END_OF_QUOTING, limitByInventoryAndEvent, z } from '../src/index.js'

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

export const fixedSpread = defineStrategy({
  name: 'fixed-spread',
  description: 'Bids on both outcomes at a constant distance from the fair value; a baseline for quiet markets.',
  params,
  inputs: ['fair', 'toxicity', 'inventory', 'time'],
  quote(view, { halfSpread, size, ...limits }) {
    if (view.fair === undefined) return { quotes: [], note: 'no fair value' }
    const { p, degraded } = view.fair
    if (degraded) return { quotes: [], fair: p, note: 'fair value degraded' }
    const quotes = bothBids({ yes: p - halfSpread, no: 1 - p - halfSpread, size })
    return { quotes: limitByInventoryAndEvent(quotes, view, { halfSpread, ...limits }), fair: p }
  },
})
