// Settings of telemetry: the HTTP port and the log.

import { z } from 'zod'

export const telemetrySettings = z.strictObject({
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(9464)
    .describe('Port of /metrics, /healthz, /readyz, /status; 0 picks a free one'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  logLevel: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe level that is logged'),
  logFormat: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('auto: pretty on a terminal, JSON lines otherwise'),
})
export type TelemetrySettings = z.infer<typeof telemetrySettings>
