// What an empty configuration lists.

import type { ServerConfigInput } from '../../schema.js'

export const SAMPLE_MARKETS: NonNullable<ServerConfigInput['markets']> = [
  { question: 'Will it rain in Northvale this week?', category: 'weather', tags: ['weather'] },
  { question: 'Will Harbour United win the cup?', category: 'sports', tags: ['sports'], groupSlug: 'harbour-cup' },
  { question: 'Will Vale Rovers win the cup?', category: 'sports', tags: ['sports'], groupSlug: 'harbour-cup' },
]
