// Somebody places orders that he does not mean, cancels them, and sells to the quotes that followed: it must not pay.

import { describe, expect, it } from 'vitest'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import { type Random, seededRandom } from '../../src/domain/random.js'
import { asLogit } from '../../strategies/as-logit.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { ADVERSARY, QuietMarket } from './virtual/quiet-market.js'

const SEEDS = [1, 2]
const ROUNDS = 4
const TRUTH = 0.5
/** The others stand nine to ten cents from the truth, as wide as recorded markets are in the middle. */
const FAR = 40
const FAR_SIZE = 60

interface Attack {
  readonly shares: number
  /** Each as far as it can go without meeting the bot's own offer. */
  readonly steps: number
  readonly stepMs: number
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'small orders, flashed': { shares: 1, steps: 4, stepMs: 700 },
  'small orders that rest': { shares: 1, steps: 6, stepMs: 8000 },
  'large orders, flashed': { shares: 200, steps: 4, stepMs: 700 },
  'large orders, step by step': { shares: 200, steps: 8, stepMs: 2000 },
}

const STRATEGIES = [
  { strategy: asLogit, params: {} },
  { strategy: fixedSpread, params: { halfSpread: 0.02, size: 20 } },
]

/** Somebody who knows what it is worth sells to whoever bids much more, if it is not the bot. */
const KNOWING_EVERY_MS = 5000
const WORTH_HIS_WHILE = 3

/** Pushes the book up (or down), cancels, and sells what the bot now overpays. */
function round(market: QuietMarket, target: Outcome, { shares, steps, stepMs }: Attack, random: Random): void {
  let order: OrderRecord | undefined
  for (let step = 0; step < steps; step++) {
    const [offer] = market.bids(target === YES ? NO : YES)
    const price = Math.min(100 - FAR - 2, 100 - (offer?.price ?? FAR) - 1)
    // the next order stands before the last one goes: nobody sees a gap
    const next = market.send(ADVERSARY, { outcome: target, price, shares })
    if (order) market.cancel(order)
    order = next
    market.run(stepMs)
    if (random.next() * KNOWING_EVERY_MS < stepMs && price > 100 * TRUTH + WORTH_HIS_WHILE) market.sellTo(order)
  }
  if (order) market.cancel(order)
  market.sellInto(target, 100 * (target === YES ? TRUTH : 1 - TRUTH))
}

/** What the adversary has earned. */
function earned(seed: number, attack: Attack): number {
  const { strategy, params } = STRATEGIES[seed % STRATEGIES.length] ?? STRATEGIES[0]!
  const random = seededRandom(seed)
  const market = new QuietMarket({ seed, strategy, params })
  const quote = () =>
    market.quoteHouse([
      { outcome: YES, price: FAR, shares: FAR_SIZE + random.below(20) },
      { outcome: NO, price: FAR, shares: FAR_SIZE + random.below(20) },
    ])
  quote()
  market.run(6000)
  expect(market.resting().length).toBeGreaterThan(0)
  for (let n = 0; n < ROUNDS; n++) {
    round(market, random.below(2) === 0 ? YES : NO, attack, random)
    market.run(5000 + random.below(25_000))
    quote()
    market.run(3000)
  }
  return market.gain(ADVERSARY, TRUTH)
}

it.each(STRATEGIES)('a share in front of the first book earns nothing, by $strategy.name', ({ strategy, params }) => {
  const market = new QuietMarket({ seed: 1, strategy, params })
  const order = market.send(ADVERSARY, { outcome: YES, price: 58, shares: 1 })
  market.quoteHouse([YES, NO].map((outcome) => ({ outcome, price: FAR, shares: FAR_SIZE })))
  while (market.resting().length === 0) market.run(50)
  market.cancel(order)
  market.sellInto(YES, 100 * TRUTH)
  market.run(2000)
  expect(market.gain(ADVERSARY, TRUTH)).toBeLessThanOrEqual(0)
})

describe('a fair value cannot be walked', () => {
  it.each(Object.entries(ATTACKS))('by %s', (name, attack) => {
    const gains = SEEDS.map((seed) => earned(seed, attack))
    console.log(`${name}: the adversary earns ${gains.map((gain) => gain.toFixed(2)).join(', ')}`)
    for (const gain of gains) expect(gain).toBeLessThanOrEqual(0)
  })
})
