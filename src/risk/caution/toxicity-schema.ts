// Settings of the guard against flow that knows more: what our own fills tell of it.

import { z } from 'zod'

export const toxicity = z
  .strictObject({
    horizonSec: z
      .number()
      .min(1)
      .max(3600)
      .default(10)
      .describe("Seconds after a fill of ours at which the others' mid says what it was worth"),
    memorySec: z.number().min(1).max(86_400).default(600).describe('Memory of the mean over fills, in seconds'),
    priorFills: z
      .number()
      .gt(0)
      .max(1000)
      .default(5)
      .describe('Fills without a move that the mean begins with: a few that went against us are no pattern'),
    widenAbove: z
      .number()
      .gt(0)
      .max(1)
      .default(0.01)
      .describe(
        'Mean that the price goes against us, a share, above which quotes stand further from what YES is worth',
      ),
    factor: z.number().min(1).max(100).default(2).describe('The distance from what YES is worth times this'),
    pullAbove: z
      .number()
      .gt(0)
      .max(1)
      .default(0.03)
      .describe("The same mean, above which the market's quotes are pulled"),
    forSec: z
      .number()
      .min(1)
      .max(86_400)
      .default(120)
      .describe('Seconds for which either lasts; what was pulled comes back widened, for as long again'),
  })
  .refine(({ widenAbove, pullAbove }) => widenAbove <= pullAbove, {
    error: 'expected at least widenAbove',
    path: ['pullAbove'],
  })
type ToxicityLimits = z.infer<typeof toxicity>

export const toxicityDefaults: ToxicityLimits = toxicity.parse({})
