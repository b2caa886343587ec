import { describe } from 'vitest'
import { type WorldInput, worldSchema } from '../../src/venue/simulated/traders/schema.js'
import { stage } from '../venue/simulated/traders/stage.js'
import { changed, describeKeys, type KeyRows, leafKeys, type Probe } from './key-rows.js'

/** Small and quick: two markets, lived through and replaced. */
const WORLD = {
  speed: 4,
  markets: { count: 2, minSec: 60, maxSec: 80 },
  noise: { population: 10, arrivalsPerSec: 0.5, wealth: 200 },
  rivals: { maxNetShares: 150 },
} satisfies WorldInput

/** Everything that happens in half a minute, as text. */
function lived(world: WorldInput): unknown {
  const { events, listings, path, outcomes, runUntil } = stage(world)
  runUntil(30_000)
  return { events, listings, path, outcomes: [...outcomes] }
}

let usual: unknown
const living =
  (path: string, value: unknown): Probe =>
  () => {
    usual ??= lived(WORLD)
    return [usual, lived(worldSchema.parse(changed(WORLD, path, value)))]
  }

const VALUES: Readonly<Record<string, unknown>> = {
  speed: 3,
  'markets.count': 3,
  'markets.replace': false,
  'markets.minSec': 70,
  'markets.maxSec': 100,
  'markets.tickSizes': [0.005],
  'markets.minOrderShares': 8,
  'markets.feeRateBps': 100,
  'markets.startMin': 0.4,
  'markets.startMax': 0.6,
  'markets.resolveAfterMs': 500,
  'probability.stepMs': 300,
  'probability.volatility': 0.03,
  'probability.jumpsPerSec': 0.1,
  'probability.jumpMin': 0.5,
  'probability.jumpMeanExcess': 0.6,
  'noise.population': 5,
  'noise.arrivalsPerSec': 1,
  'noise.dispersion': 0.05,
  'noise.medianShares': 30,
  'noise.sizeSpread': 1,
  'noise.fokShare': 0.8,
  'noise.wealth': 50,
  'rivals.perMarket': 2,
  'rivals.halfSpread': 0.08,
  'rivals.minEdge': 0.01,
  'rivals.undercutShare': 0.9,
  'rivals.lagMs': 3000,
  'rivals.noise': 0.3,
  'rivals.noiseMemoryMs': 500,
  'rivals.requoteMs': 900,
  'rivals.shares': 30,
  'rivals.maxNetShares': 20,
  'rivals.skewAtMax': 1,
  'rivals.lifetimeMs': 10_000,
  'rivals.leaveAt': 0.5,
  'rivals.wealth': 100,
  'informed.population': 1,
  'informed.looksPerSec': 4,
  'informed.threshold': 0.05,
  'informed.maxShares': 10,
  'informed.latencyMs': 1000,
  'informed.outcomeKnownLast': 0.5,
  'informed.wealth': 50,
}

const rows: KeyRows = Object.fromEntries(Object.entries(VALUES).map(([path, value]) => [path, living(path, value)]))

describe("every key of the server's world", () => {
  describeKeys(leafKeys(worldSchema), [rows])
})
