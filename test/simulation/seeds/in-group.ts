// A strategy of a whole group: what it wishes in one market goes by what is held in all of them, and what it remembers is of all of them.

import { bothBids, defineStrategy, z } from '../../../src/index.js'

/** Shares that lean a quote by the whole of it, and by how much at most, in price. */
const LEAN = { shares: 60, most: 0.008 } as const

/** Around the fair value of each market, moved against what is held there more than in its siblings where one of them wins. */
export const inGroup = defineStrategy({
  name: 'in-group',
  description: 'At a constant distance in each market of a group, by what is held in all of them.',
  params: z.strictObject({ halfSpread: z.number().default(0.025), size: z.number().default(15) }),
  scope: 'group',
  termNotes: {
    fair: { unit: 'price', means: 'probability of YES' },
    lean: { unit: 'price', means: 'shift because of what is held in the group' },
    asked: { unit: 'times', means: 'how often it has been asked about the group' },
  },
  inputs: ['fair', 'inventory'],
  init: () => ({ asked: 0 }),
  quote(view, { halfSpread, size }, memory) {
    const asked = memory.asked + 1
    const held = view.markets.map(({ inventory }) => inventory.net)
    const mean = view.exclusive ? held.reduce((sum, net) => sum + net, 0) / held.length : 0
    const markets = view.markets.flatMap((market) => {
      if (market.stopped !== undefined || market.fair === undefined) return []
      const { p } = market.fair
      const share = (market.inventory.net - mean) / LEAN.shares
      const lean = -LEAN.most * Math.max(-1, Math.min(1, share))
      const quotes = bothBids({ yes: p + lean - halfSpread, no: 1 - p - lean - halfSpread, size })
      return [{ conditionId: market.market.conditionId, quotes, fair: p, terms: { fair: p, lean, asked } }]
    })
    return { markets, memory: { asked } }
  },
})
