// A small world on a fresh exchange in virtual time, with everything it tells recorded.

import { lots } from '../../../../src/domain/amounts/size.js'
import type { Address, ConditionId } from '../../../../src/domain/market/market.js'
import type { Outcome } from '../../../../src/domain/market/side.js'
import { seededRandom } from '../../../../src/domain/random.js'
import { Exchange, type ExchangeEvent, type MarketSpec } from '../../../../src/venue/simulated/exchange/exchange.js'
import type { MarketListing } from '../../../../src/venue/simulated/traders/market-draw.js'
import { type WorldInput, worldSchema } from '../../../../src/venue/simulated/traders/schema.js'
import { World } from '../../../../src/venue/simulated/traders/world.js'

export const START_MS = 1_700_000_000_000

export const SPEC: MarketSpec = {
  id: 'm1',
  conditionId: '0xc1' as ConditionId,
  tokenIds: ['101', '102'],
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  unitRaw: 1_000_000n,
  minLots: lots(100),
  endMs: START_MS + 600_000,
  feeRateBps: 0,
}

export interface Stage {
  readonly exchange: Exchange
  readonly world: World
  readonly events: ExchangeEvent[]
  readonly listings: MarketListing[]
  /** Every probability told to the observer. */
  readonly path: { readonly conditionId: ConditionId; readonly p: number; readonly atMs: number }[]
  readonly outcomes: Map<ConditionId, Outcome>
  /** Runs until so long after the start; `onStep` hears each moment after it happened. */
  readonly runUntil: (afterMs: number, onStep?: (nowMs: number) => void) => void
}

export function stage(input: WorldInput, seed = 1, settlementMs = 500): Stage {
  const events: ExchangeEvent[] = []
  const listings: MarketListing[] = []
  const path: Stage['path'] = []
  const outcomes = new Map<ConditionId, Outcome>()
  const exchange = new Exchange({
    settlement: { delayMs: settlementMs },
    emit: (event) => {
      events.push(event)
    },
  })
  const world = new World({
    exchange,
    config: worldSchema.parse(input),
    random: seededRandom(seed),
    nowMs: START_MS,
    onMarket: (listing) => {
      listings.push(listing)
    },
    observer: {
      onProbability: (conditionId, p, atMs) => {
        path.push({ conditionId, p, atMs })
      },
      onResolved: (conditionId, outcome) => {
        outcomes.set(conditionId, outcome)
      },
    },
  })
  const runUntil = (afterMs: number, onStep: (nowMs: number) => void = () => undefined) => {
    const endMs = START_MS + afterMs
    for (;;) {
      const nowMs = Math.min(world.nextDueMs() ?? Infinity, exchange.nextDueMs() ?? Infinity)
      if (nowMs > endMs) break
      exchange.advance(nowMs)
      world.advance(nowMs)
      onStep(nowMs)
    }
    exchange.advance(endMs)
    world.advance(endMs)
  }
  return { exchange, world, events, listings, path, outcomes, runUntil }
}

/** Nobody but whom the test brings. */
export const DESERTED = {
  markets: { count: 1 },
  noise: { arrivalsPerSec: 0 },
  rivals: { perMarket: 0 },
  informed: { looksPerSec: 0, population: 0 },
} satisfies WorldInput

export const ME: Address = `0x1${'0'.repeat(39)}`
