// Quotes by the size of the others' best YES bid alone, so that one event of the book is one change of the wish.
//
//   alone: a bid while only the base rests there, none while more does; moved: the bid is five ticks lower then

import { defineStrategy, YES, z } from '../../src/index.js'

const params = z.strictObject({
  mode: z.enum(['alone', 'moved']).describe('what the event changes'),
  baseShares: z.number().describe('shares that rest there at least'),
})
const SIZE = 20

export default defineStrategy({
  name: 'by-size',
  description: 'For the bench: a bid that follows the size of the best bid.',
  params,
  inputs: ['top', 'fair'],
  quote(view, { mode, baseShares }) {
    const best = view.bestBid[YES]
    if (best === undefined) return { quotes: [] }
    const isBase = best.size < baseShares * 1.5
    if (mode === 'alone' && !isBase) return { quotes: [] }
    return { quotes: [{ outcome: YES, side: 'BUY', price: isBase ? 0.45 : 0.4, size: SIZE }] }
  },
})
