// Settings of the control port.

import { z } from 'zod'

export const controlSettings = z.strictObject({
  listen: z
    .enum(['socket', 'loopback', 'off'])
    .default('socket')
    .describe(
      'Where quoin status, halt, resume and the like reach the bot: a Unix socket, TCP on 127.0.0.1, or nowhere',
    ),
  socket: z
    .string()
    .min(1)
    .optional()
    .describe('Path of the socket; by default one for this file in the state folder (QUOIN_STATE_DIR)'),
  port: z.int().min(0).max(65_535).default(9465).describe('Port on 127.0.0.1, with listen: loopback'),
  tokenFile: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with the token that loopback asks for, 16 characters or more, mode 0400 or 0600; relative to this file',
    ),
  tokenEnv: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, { error: 'expected the name of a variable' })
    .default('QUOIN_CONTROL_TOKEN')
    .describe('Environment variable with the token, or, with _FILE at its end, with its file'),
})
