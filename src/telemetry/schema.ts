// Settings of telemetry: the HTTP port and the log.

import { z } from 'zod'

export const telemetrySettings = z.strictObject({
  port: z
    .int()
    .min(0)
    .max(65_535)
    .default(9464)
    .describe('Port of the page, /metrics, /healthz, /readyz, /status; 0 picks a free one'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  names: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9.-]+$/, { error: 'expected a name in small letters, without a port, such as bot.example.org' }),
    )
    .default([])
    .describe(
      'Names by which the page and /status are asked for, besides localhost and plain addresses; by another name both are refused',
    ),
  logLevel: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe level that is logged'),
  logFormat: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('auto: pretty on a terminal, JSON lines otherwise'),
  logFile: z
    .string()
    .min(1)
    .optional()
    .describe('File that gets the log as JSON lines besides, relative to the working folder'),
  logFileMegabytes: z
    .number()
    .gt(0)
    .max(10_000)
    .default(64)
    .describe('Megabytes after which the file is set aside as name.1, that as name.2, and a new one begins'),
  logFilesKept: z.int().min(0).max(100).default(5).describe('Files set aside that are kept'),
})
export type TelemetrySettings = z.infer<typeof telemetrySettings>
