// Settings of alerts: where messages go, which, and how many.

import { z } from 'zod'
import { ALERTS } from './alert.js'

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'expected the name of a variable: letters, digits and underscores' })

const webhook = z
  .strictObject({
    kind: z
      .enum(['slack', 'discord', 'telegram', 'generic'])
      .describe('What answers there; generic gets the message as JSON with all its fields'),
    urlFile: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the address, which is a secret, mode 0400 or 0600; relative to this file; either this or urlEnv',
      ),
    urlEnv: variable
      .optional()
      .describe(
        'Environment variable with the address, or, with _FILE at its end, with its file; either this or urlFile',
      ),
    chatId: z.string().min(1).optional().describe('Of telegram: the chat that the messages go to'),
    alerts: z.array(z.enum(ALERTS)).min(1).optional().describe('Which alerts go there; all by default'),
  })
  .refine(({ urlFile, urlEnv }) => (urlFile === undefined) !== (urlEnv === undefined), {
    error: 'expected exactly one of urlFile, urlEnv',
  })
  .refine(({ kind, chatId }) => (kind === 'telegram') === (chatId !== undefined), {
    error: 'expected a chat for telegram, and for nothing else',
    path: ['chatId'],
  })
export type WebhookSettings = z.infer<typeof webhook>

export const alertSettings = z.strictObject({
  name: z.string().min(1).max(100).optional().describe("Name of the bot in its messages; the file's by default"),
  webhooks: z.array(webhook).max(10).optional().describe('Addresses that are told'),
  waitsLongerSec: z
    .number()
    .min(0)
    .max(86_400)
    .default(30)
    .describe('Seconds that a wait lasts before it is told; a shorter one is told of nowhere'),
  noQuotesSec: z
    .number()
    .min(1)
    .max(86_400)
    .default(120)
    .describe('Seconds for which nothing is quoted in any market, without a halt or a wait, before that is told'),
  digestSec: z
    .number()
    .min(1)
    .max(86_400)
    .default(300)
    .describe('Seconds over which fills become one message, and faults another'),
  perMinute: z.int().min(1).max(60).default(10).describe('Messages to one address within a minute, at most'),
  nearLimit: z
    .number()
    .gt(0)
    .lte(1)
    .default(0.8)
    .describe('Share of a limit of risk.killSwitch from which on its loss is told of'),
})
export type AlertSettings = z.infer<typeof alertSettings>
