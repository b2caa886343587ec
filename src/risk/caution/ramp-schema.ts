// Settings of the ramp: with how much of its sizes a bot begins, and what it must show to be given more.

import { z } from 'zod'

const share = z.number().gt(0).max(1)

export const ramp = z
  .strictObject({
    startAt: share.default(0.05).describe('Share of the sizes to begin with, and the least that it ever falls to'),
    step: share.default(0.1).describe('Share of the sizes that each good period adds, up to all of them'),
    periodSec: z
      .number()
      .min(1)
      .max(1e6)
      .default(3600)
      .describe('Seconds that a period lasts at least, and as long as there are fewer fills'),
    minFills: z.int().min(1).max(1e6).default(20).describe('Fills without which nothing is known of a period'),
    maxMarkout: z
      .number()
      .min(-1)
      .max(1)
      .default(0.01)
      .describe(
        'Mean over the fills of a period of what the price goes against us, a share, that was expected at most; after the seconds of risk.toxicity.horizonSec',
      ),
    minFillRatio: z.number().min(0).max(1).default(0).describe('Shares filled of shares sent, expected at least'),
    maxFillRatio: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Shares filled of shares sent, expected at most: who is filled more often than that is picked off'),
    shrinkTo: share
      .default(0.5)
      .describe('What is left of the share, at once, where something is otherwise than expected'),
  })
  .refine(({ minFillRatio, maxFillRatio }) => minFillRatio <= maxFillRatio, {
    error: 'expected at least minFillRatio',
    path: ['maxFillRatio'],
  })
export type RampLimits = z.infer<typeof ramp>
