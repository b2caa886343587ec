// The log: pino, pretty on a terminal and JSON lines otherwise. Secrets are scrubbed from the finished text, after every formatter.

import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import { visible, visibleJson } from '../../domain/visible-text.js'
import type { TelemetrySettings } from '../schema.js'

export type { Logger }

const require = createRequire(import.meta.url)

export interface LoggerOptions {
  readonly level: TelemetrySettings['logLevel']
  readonly format: TelemetrySettings['logFormat']
  /** Replaces known secret values; called with the text just before it is written. */
  readonly scrub: (text: string) => string
  readonly write: (text: string) => void
  /** Gets every line as JSON too, whatever the format: files, and the last lines that are remembered. */
  readonly alsoTo?: (line: string) => void
  /** Whether `write` ends at a terminal. */
  readonly terminal: boolean
  /** False under NO_COLOR; elsewhere as at a terminal. */
  readonly colour?: boolean
}

export function createLogger({ level, format, scrub, write, terminal, colour = true, alsoTo }: LoggerOptions): Logger {
  const asPretty = format === 'pretty' || (format === 'auto' && terminal)
  // for people every field was made visible before it was laid out
  const visibleIn = asPretty ? (text: string) => text : visibleJson
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(scrub(visibleIn(chunk.toString())))
      done()
    },
  })
  const destination = asPretty
    ? visibleFields(
        loadPretty()({
          destination: sink,
          colorize: terminal && colour,
          // as everywhere else, and as the times in its fields
          translateTime: "UTC:HH:MM:ss.l'Z'",
          // whose line it is, where it is told of many at once: for programs
          ignore: 'pid,hostname,conditionIds',
          sync: true,
        }),
      )
    : sink
  const both =
    alsoTo === undefined
      ? destination
      : {
          write(line: string) {
            alsoTo(scrub(visibleJson(line)))
            destination.write(line)
          },
        }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, both)
}

/** Loaded for people alone: a bot that writes JSON starts without it. */
function loadPretty(): typeof import('pino-pretty') {
  return require('pino-pretty')
}

/** Lines of JSON on their way to a person: each text in them with its steering characters escaped. */
function visibleFields(next: Writable): { write(line: string): void } {
  return {
    write: (line) =>
      void next.write(`${JSON.stringify(JSON.parse(line, (key, value: unknown) => shown(key, value)))}\n`),
  }
}

/** Names of fields come from the program; a stack keeps the lines that are its own. */
function shown(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return key === 'stack'
    ? value
        .split(/\n(?= {4}at )/)
        .map(visible)
        .join('\n')
    : visible(value)
}
