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

const markets = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]{1,64}$/, { error: 'expected letters, digits, dots, dashes and underscores, at most 64' })
    .describe('Name of the fleet: bots with the same one divide the markets that they select'),
  weight: z
    .number()
    .gt(0)
    .max(100)
    .default(1)
    .describe('Share of this bot beside the others: one of weight 2 gets twice as many markets'),
  fixed: z
    .strictObject({
      bot: z.int().min(1).max(100).describe('Number of this bot, from 1'),
      of: z.int().min(1).max(100).describe('Number of bots'),
    })
    .refine(({ bot, of }) => bot <= of, { error: 'expected bot to be at most of', path: ['bot'] })
    .optional()
    .describe('Without fleet.redis: a share that never moves, and that nobody takes over'),
})

export const fleetSettings = z
  .strictObject({
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
    markets: markets
      .optional()
      .describe(
        'Markets divided among bots: each quotes what it holds, and the others take it over when it ends; without it each quotes all that it selects',
      ),
    leaseSec: z
      .int()
      .min(3)
      .max(120)
      .default(12)
      .describe(
        'Seconds for which the wallet, and markets of a fleet, are held without being renewed, the same for all bots; after a third of it nothing is sent and all is cancelled',
      ),
    whenHeld: z
      .enum(['refuse', 'wait'])
      .default('refuse')
      .describe(
        'What a start does while another bot is seen to hold the wallet: end with an error, or wait until it is free',
      ),
  })
  .superRefine(({ redis: shared, markets: divided }, context) => {
    if (divided === undefined) return
    const refuse = (message: string, path: string[]) => context.addIssue({ code: 'custom', message, path })
    if (shared === undefined && divided.fixed === undefined)
      refuse('expected fleet.redis, through which bots divide their markets, or a share in fleet.markets.fixed', [
        'markets',
      ])
    if (shared !== undefined && divided.fixed !== undefined)
      refuse('expected none beside fleet.redis, through which bots divide their markets', ['markets', 'fixed'])
  })
