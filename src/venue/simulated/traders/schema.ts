// Settings of the living sandbox. Times named `Sec` and `Ms` are world time, scaled by `speed`, unless their text says wall time.
//
//   probabilities and prices in (0, 1)    log-odds are natural    sizes in shares    wealth in units of collateral
//
// The defaults are balanced so that noise pays for liquidity: who quotes two to three ticks around a good estimate and
// leans against its inventory earns a little, who trusts the book's mid to one tick is picked off.

import { z } from 'zod'

const probability = z.number().min(0.01).max(0.99)
const positive = z.number().positive()
const share = z.number().min(0).max(1)

const tickSize = z.number().refine(isUsableTick, {
  error: 'expected a tick that divides 1 into at most 10000 whole parts, such as 0.01, 0.005 or 0.001',
})

function isUsableTick(tick: number): boolean {
  const parts = Math.round(1 / tick)
  return parts >= 2 && parts <= 10_000 && 10_000 % parts === 0 && Math.abs(tick * parts - 1) < 1e-9
}

const marketsSchema = z
  .strictObject({
    count: z.number().int().min(0).max(1000).default(5).describe('Markets open at any time.'),
    replace: z.boolean().default(true).describe('Open a fresh market when one resolves.'),
    minSec: positive.default(120).describe('Shortest life of a market.'),
    maxSec: positive.default(240).describe('Longest life of a market; lives are uniform in between.'),
    tickSizes: z.array(tickSize).min(1).default([0.01]).describe('Tick sizes; each market draws one.'),
    minOrderShares: positive.default(5).describe('Smallest order, in shares.'),
    feeRateBps: z.number().int().min(0).max(1000).default(0).describe('Fee rate of new markets, in basis points.'),
    startMin: probability.default(0.25).describe('Lowest first probability.'),
    startMax: probability.default(0.75).describe('Highest first probability; uniform in between.'),
    resolveAfterMs: z.number().min(0).default(2000).describe('From the end of trading to resolution, wall time.'),
  })
  .refine(({ minSec, maxSec }) => minSec <= maxSec, { error: 'expected minSec to be at most maxSec', path: ['minSec'] })
  .refine(({ startMin, startMax }) => startMin <= startMax, {
    error: 'expected startMin to be at most startMax',
    path: ['startMin'],
  })

const probabilitySchema = z.strictObject({
  stepMs: positive.default(500).describe('The true probability moves once per step.'),
  volatility: z
    .number()
    .min(0)
    .max(1)
    .default(0.016)
    .describe('Of the log-odds, per square root of a second. 0.016 is four tenths of a 0.01 tick at p = 0.5.'),
  jumpsPerSec: z.number().min(0).max(10).default(0.004).describe('Rate of news: jumps per second and market.'),
  jumpMin: positive.default(0.2).describe('Smallest jump, in log-odds; 0.2 is five ticks of 0.01 at p = 0.5.'),
  jumpMeanExcess: z
    .number()
    .min(0)
    .default(0.15)
    .describe('Mean of the exponential part above `jumpMin`, in log-odds.'),
})

const noiseSchema = z.strictObject({
  population: z.number().int().min(1).default(60).describe('Traders alive at any time, over all markets.'),
  arrivalsPerSec: z
    .number()
    .min(0)
    .default(1)
    .describe('Poisson rate of decisions to trade, per market. Most find no price they accept.'),
  dispersion: positive
    .default(0.025)
    .describe(
      'Scale b of the Laplace reservation price around the truth, at p = 0.5: fills decay as exp(-distance/b), the fee counted in the distance.',
    ),
  medianShares: positive.default(15).describe('Median order, in shares.'),
  sizeSpread: z.number().min(0).max(3).default(0.6).describe('Standard deviation of the logarithm of the size.'),
  fokShare: share.default(0.1).describe('Part of the orders sent as FOK; the others are FAK.'),
  wealth: positive
    .default(500)
    .describe('Median collateral of a new trader, in units; a broke one leaves and another arrives.'),
})

const rivalsSchema = z.strictObject({
  perMarket: z.number().int().min(0).max(50).default(3).describe('Makers in each market.'),
  halfSpread: positive.max(0.5).default(0.05).describe('Distance of the quotes from the own estimate, in price.'),
  minEdge: positive.max(0.5).default(0.035).describe('Undercutting stops this close to the own estimate, in price.'),
  undercutShare: share
    .default(0.3)
    .describe('Probability, per requote and outcome, of bidding one tick above the best.'),
  lagMs: z.number().min(0).default(500).describe('Age of the probability a rival sees.'),
  noise: z
    .number()
    .min(0)
    .default(0.12)
    .describe('Standard deviation of the error of an estimate, in log-odds. 0.12 is three ticks of 0.01 at p = 0.5.'),
  noiseMemoryMs: positive.default(2000).describe('Correlation time of that error.'),
  requoteMs: positive.default(2000).describe('Mean time between two looks at the own quotes.'),
  shares: positive.default(60).describe('Size of a quote, in shares.'),
  maxNetShares: positive.default(400).describe('A rival stops bidding for more of an outcome at this net position.'),
  skewAtMax: z.number().min(0).default(0.25).describe('How far the full net position moves the quotes, in log-odds.'),
  lifetimeMs: z.number().min(10_000).default(60_000).describe('Expiration of the quotes, wall time.'),
  leaveAt: share
    .default(0.08)
    .describe('Last part of a market in which rivals begin to leave, each at its own moment.'),
  wealth: positive.default(2000).describe('Collateral of a new rival; one that has lost three quarters is replaced.'),
})

const informedSchema = z.strictObject({
  population: z.number().int().min(0).default(3).describe('Informed traders, each watching all markets.'),
  looksPerSec: z.number().min(0).default(1.5).describe('Rate of looks at a market, all informed together.'),
  threshold: z.number().min(0).max(0.5).default(0.004).describe('Mispricing they trade on, in price, after fees.'),
  maxShares: positive.default(100).describe('Most they take at one look, in shares.'),
  latencyMs: z
    .number()
    .min(0)
    .default(120)
    .describe('Mean delay from a jump to their orders, wall time, exponential: often faster than a cancel.'),
  outcomeKnownLast: share.default(0.04).describe('Last part of a market in which they know how it ends.'),
  wealth: positive.default(20_000).describe('Collateral at the start.'),
})

export const worldSchema = z.strictObject({
  speed: positive
    .max(10_000)
    .default(1)
    .describe('World seconds per second: scales probability, arrivals and market ends, nothing of the exchange.'),
  markets: marketsSchema.prefault({}).describe('Markets and their lives.'),
  probability: probabilitySchema.prefault({}).describe('The hidden truth.'),
  noise: noiseSchema.prefault({}).describe('Traders without information: the income of makers.'),
  rivals: rivalsSchema.prefault({}).describe('Competing makers.'),
  informed: informedSchema.prefault({}).describe('Traders who know more: the cost of makers.'),
})

export type WorldConfig = z.output<typeof worldSchema>
export type WorldInput = z.input<typeof worldSchema>
