// Settings of the page that a running bot serves.

import { z } from 'zod'

export const dashboardSettings = z.strictObject({
  serve: z.boolean().default(true).describe('Whether the port of telemetry serves the page, at /'),
  tokenFile: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with the token with which the page halts, resumes, pauses and cancels, 16 characters or more, mode 0400 or 0600; relative to this file; without a token the page only shows',
    ),
  tokenEnv: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, { error: 'expected the name of a variable' })
    .default('QUOIN_DASHBOARD_TOKEN')
    .describe('Environment variable with the token, or, with _FILE at its end, with its file'),
})
