// The bot's side of `bench news`: the same bids as the plain maker's, around the middle of the others.

import { bothBids, defineStrategy, NO, YES, z } from '../../src/index.js'
import { bidsAround, middleOf, SIZE, TICKS } from './protocol.js'

const inTicks = (price: number | undefined) => (price === undefined ? undefined : Math.round(price * TICKS))

export default defineStrategy({
  name: 'around-the-middle',
  description: 'For the bench: bids at a constant distance from the middle of the others.',
  params: z.strictObject({}),
  inputs: ['top', 'fair'],
  quote({ bestBid }) {
    const [yes, no] = [inTicks(bestBid[YES]?.price), inTicks(bestBid[NO]?.price)]
    const [middle, bids] = [middleOf(yes, no), bidsAround(yes, no)]
    if (middle === undefined || bids === undefined) return { quotes: [] }
    const quotes = bothBids({ yes: bids[0] / TICKS, no: bids[1] / TICKS, size: SIZE })
    return { quotes, fair: middle / TICKS }
  },
})
