// Settings of recording.

import { z } from 'zod'

export const recordingSettings = z.strictObject({
  folder: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the tape that a run writes, relative to the working folder; without one nothing is recorded'),
  market: z.boolean().default(true).describe('Write what the venue tells: for backtests'),
  core: z.boolean().default(true).describe('Write what the core hears and decides: for an exact replay'),
  segmentMinutes: z.number().min(0.01).max(1440).default(60).describe('Minutes after which the next file begins'),
  segmentMegabytes: z.number().min(0.001).max(4096).default(256).describe('Megabytes after which the next file begins'),
})
