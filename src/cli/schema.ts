// Settings of the process itself.

import { z } from 'zod'

export const processSettings = z.strictObject({
  watchdogSec: z
    .number()
    .min(0)
    .max(3600)
    .default(5)
    .describe('Seconds without a turn of the main thread after which the process is ended, with exit code 9; 0: never'),
  rehearsal: z
    .union([z.boolean(), z.literal('always')])
    .default(false)
    .describe(
      'true: a live bot plays a made-up market to itself in idle moments after its first quotes, so that the first jump finds its code compiled; about 13 MB of memory. always: it goes on with it for as long as it runs, so that each jump finds its code in the caches; about an eighth of a core besides',
    ),
})
