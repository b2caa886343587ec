// Settings of execution: order life, fee freshness, repricing, unknowns, journal.

import { z } from 'zod'

const journal = z.strictObject({
  path: z.string().min(1).default('.quoin/journal').describe('Folder of the journal; one sub-folder per wallet'),
  durability: z
    .enum(['process', 'machine'])
    .optional()
    .describe(
      'process: survives a killed process; machine: power loss too (one fsync per batch). Default: machine when live',
    ),
})

const reconcile = z.strictObject({
  orphans: z
    .enum(['adopt', 'cancel'])
    .default('adopt')
    .describe(
      'Own orders that no journal of ours names: adopt: kept where a quote wants one there; cancel: never kept',
    ),
  positions: z
    .enum(['accept', 'report', 'refuse'])
    .default('report')
    .describe(
      'What the venue holds for us at a start and former runs do not explain: accept it, warn of it, or refuse: halt until resume',
    ),
})

export const executionSettings = z.strictObject({
  feeMaxAgeMs: z
    .int()
    .min(50)
    .max(10_000)
    .default(1000)
    .describe('Oldest fee, in milliseconds since it was asked for, that may be signed'),
  orderLifetimeSec: z
    .union([z.literal('auto'), z.int().min(10).max(3600)], { error: 'expected auto or a whole number from 10 to 3600' })
    .default(120)
    .describe('Seconds until an order dies by itself; auto: from the write budget, 60 to 300'),
  repriceTicks: z.int().min(0).default(1).describe('Ticks that a resting price may be off before it is replaced'),
  resizeFraction: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Share of the size that may be off before it is replaced'),
  renewBeforeFraction: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.3)
    .describe('An order is renewed when less than this share of the life in which it is matched is left'),
  minRepriceMs: z.int().min(0).default(500).describe('Shortest time, in milliseconds, between two reprices of a quote'),
  unknownGraceSec: z
    .number()
    .min(1)
    .default(15)
    .describe('Seconds after its expiration until an order that the venue does not know counts as dead'),
  submitInFlightSec: z
    .number()
    .min(1)
    .default(10)
    .describe(
      'Seconds for which a sent order may be on its way: an unknown one that the venue refused for its terms is dead after these',
    ),
  useHeldTokens: z.boolean().default(true).describe('Sell held tokens instead of buying the other outcome'),
  raisedNonce: z
    .enum(['halt', 'follow'])
    .default('halt')
    .describe(
      "When somebody raises the wallet's nonce beside the bot: halt until it is resumed, over restarts too, or sign the new one",
    ),
  reconcile: reconcile.prefault({}).describe('What a live start finds at the venue'),
  journal: journal.prefault({}).describe('Where signed orders are written before they are sent'),
})
export type ExecutionSettings = z.infer<typeof executionSettings>
