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
    .boolean()
    .default(false)
    .describe(
      'A live bot plays a made-up market to itself in idle moments after its first quotes, so that the first jump finds its code compiled; about 13 MB of memory',
    ),
})
