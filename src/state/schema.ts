// Settings of the engine's own estimates.

import { z } from 'zod'

const probability = z.number().gt(0).lt(1)

const prior = z.strictObject({
  p: probability.describe('Probability of YES that carries the fair value while there is no book of the others'),
  untilSec: z.number().min(0).optional().describe('Unix time in seconds from which it counts no more'),
})
export type PriorSettings = z.infer<typeof prior>

const signal = z.strictObject({
  name: z
    .string()
    .min(1)
    .describe('Name of the signal that carries the fair value while the book of the others cannot'),
  maxAgeMs: z.int().min(1).default(30_000).describe('Milliseconds after which its value counts no more'),
  maxJump: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe(
      'Furthest from the fair value, as a probability, that it is followed at once; from further away once a reading made confirmMs later says so too. 1: always at once',
    ),
})
export type SignalSettings = z.infer<typeof signal>

export const estimateSettings = z.strictObject({
  fairTauSec: z.number().gt(0).default(20).describe('Memory of the fair value, in seconds'),
  volatilityTauSec: z.number().gt(0).default(900).describe('Memory of the volatility, in seconds'),
  maxFairAgeMs: z
    .int()
    .min(1000)
    .max(3_600_000)
    .default(30_000)
    .describe(
      "Milliseconds without a two-sided book of the others that bears the fair value, after which a market's quotes are pulled",
    ),
  confirmMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(3000)
    .describe(
      'After a jump of the book beyond its own spread: milliseconds that a size of at least ours must rest there, unless it trades, before quotes follow',
    ),
  signal: signal.optional().describe('A value from outside that may carry the fair value'),
  prior: prior.optional().describe('Your own value of every market that is not named in priors'),
  priors: z
    .record(z.string(), prior)
    .default({})
    .describe('Your own values by market id or condition id: as prior, `{ p, untilSec }` each'),
})
