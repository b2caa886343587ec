// The log: pino, pretty on a terminal and JSON lines otherwise. Secrets are scrubbed from the finished text, after every formatter.

import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { TelemetrySettings } from './schema.js'

export type { Logger }

export interface LoggerOptions {
  readonly level: TelemetrySettings['logLevel']
  readonly format: TelemetrySettings['logFormat']
  /** Replaces known secret values; called with the text just before it is written. */
  readonly scrub: (text: string) => string
  readonly write: (text: string) => void
  /** Whether `write` ends at a terminal. */
  readonly terminal: boolean
}

export function createLogger({ level, format, scrub, write, terminal }: LoggerOptions): Logger {
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(scrub(chunk.toString()))
      done()
    },
  })
  const asPretty = format === 'pretty' || (format === 'auto' && terminal)
  const destination = asPretty
    ? pretty({
        destination: sink,
        colorize: terminal,
        translateTime: 'SYS:HH:MM:ss.l',
        ignore: 'pid,hostname',
        sync: true,
      })
    : sink
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
