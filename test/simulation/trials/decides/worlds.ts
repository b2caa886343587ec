// Five worlds that differ in what decides between makers: how much flow there is, how dear it is, and how far the others stand.

import type { WorldInput } from '../../../../src/venue/simulated/traders/schema.js'

/** By name. The lives of their markets, and what keeps their hidden paths from hearing of a bot, are those of every trial. */
export const WORLDS: Readonly<Record<string, WorldInput>> = {
  demo: {},
  calm: {
    probability: { volatility: 0.008, jumpsPerSec: 0.001 },
    noise: { arrivalsPerSec: 0.35 },
    rivals: { requoteMs: 4000, lagMs: 1500, noiseMemoryMs: 4000 },
    informed: { looksPerSec: 0.4 },
  },
  busy: { noise: { arrivalsPerSec: 2, medianShares: 20 } },
  toxic: { informed: { looksPerSec: 3, maxShares: 200 }, probability: { volatility: 0.022, jumpsPerSec: 0.008 } },
  thin: { rivals: { perMarket: 1, halfSpread: 0.06, minEdge: 0.045 } },
}
