// Settings of what several machines share.

import { z } from 'zod'

const ADDRESS = /^rediss?:\/\/[^/\s@]+(\/\d*)?$/

const redis = z
  .strictObject({
    url: z
      .string()
      .regex(ADDRESS, {
        error: 'expected redis://host:port or rediss://host:port without a login; with one it belongs into urlFile',
      })
      .optional()
      .describe('Address of Redis, redis:// or rediss://, without a login; either this or urlFile'),
    urlFile: z
      .string()
      .min(1)
      .optional()
      .describe('File with the address, login and password included, relative to this file; either this or url'),
  })
  .refine((given) => (given.url === undefined) !== (given.urlFile === undefined), {
    error: 'expected exactly one of url, urlFile',
  })

export const fleetSettings = z.strictObject({
  redis: redis
    .optional()
    .describe(
      'Where several machines meet, by either of the two; without one the wallet is held on this machine alone',
    ),
  bots: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe(
      'Bots that share the API key, as long as Redis has never said how many: each takes an equal part of the budget',
    ),
  leaseSec: z
    .int()
    .min(3)
    .max(120)
    .default(12)
    .describe(
      'Seconds for which the wallet is held without being renewed, the same for all bots of a wallet; after a third of it nothing is sent and all is cancelled',
    ),
  whenHeld: z
    .enum(['refuse', 'wait'])
    .default('refuse')
    .describe('What a start does while another bot holds the wallet: end with an error, or wait until it is free'),
})
