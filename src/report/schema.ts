// Settings of the report with which a live or paper run ends.

import { z } from 'zod'

export const reportSettings = z.strictObject({
  write: z.boolean().default(true).describe('Write a report when a live or paper run stops'),
  folder: z
    .string()
    .min(1)
    .default('.quoin/reports')
    .describe('Folder of these reports, one for each run, relative to the working folder'),
})
