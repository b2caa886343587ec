// A strategy of your own in a container: this folder is mounted beside bot.yaml, and the image provides 'quoin'.

import { bothBids, defineStrategy, limitByInventoryAndEnd, z } from 'quoin'

export const twoCents = defineStrategy({
  name: 'two-cents',
  description: 'Bids on both outcomes, two cents below fair value.',
  inputs: ['fair', 'inventory', 'time'],
  params: z.strictObject({ distance: z.number().default(0.02), size: z.number().default(20) }),
  quote(view, { distance, size }) {
    if (view.fair === undefined) return { quotes: [] }
    const { p } = view.fair
    const quotes = bothBids({ yes: p - distance, no: 1 - p - distance, size })
    const limits = { maxNet: 200, reduceOnlyMs: 30_000, stopMs: 10_000 }
    return { quotes: limitByInventoryAndEnd(quotes, view, limits), fair: p }
  },
})
