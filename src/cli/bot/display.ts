// Where a run is shown: the table on a terminal with the log above it, or both as lines.

import { resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import { createLogger, type Logger } from '../../telemetry/log/log.js'
import { LogFile } from '../../telemetry/log/log-file.js'
import { LogTail } from '../../telemetry/log/log-tail.js'
import { openTerminal } from '../../telemetry/terminal/terminal.js'
import { scrub } from '../../venue/transport/secret.js'
import type { CommandContext } from '../command-context.js'

/** Said once, this long after the start; never with --json. */
export interface Advice {
  readonly afterMs: number
  readonly lines: (addresses: Readonly<Record<string, string>>) => readonly string[]
}

export interface Display {
  readonly logger: Logger
  /** The last lines of the log. */
  readonly tail: LogTail
  open(snapshot: () => BotSnapshot, title: string): void
  advise(advice: Advice | undefined, addresses: Readonly<Record<string, string>>): void
  close(): void
}

/** The table on standard output, the log above it; or both as plain lines on standard error. */
export function createDisplay({ telemetry }: Config, { out, streams, env }: CommandContext): Display {
  const asTable = streams.stdout.isTTY === true && !out.json
  const screen = asTable ? streams.stdout : streams.stderr
  let terminal: ReturnType<typeof openTerminal> | undefined
  let adviceTimer: NodeJS.Timeout | undefined
  const tail = new LogTail()
  const file = logFile(telemetry, (message) => logger.error(message))
  const colour = env['NO_COLOR'] === undefined
  const logger: Logger = createLogger({
    level: telemetry.logLevel,
    format: telemetry.logFormat,
    ...{ terminal: screen.isTTY === true, colour },
    scrub,
    write: (text) => (terminal === undefined ? screen.write(text) : terminal.print(text)),
    alsoTo: (line) => {
      tail.write(line)
      file?.write(line)
    },
  })
  return {
    logger,
    tail,
    open(snapshot, title) {
      if (out.json) return
      terminal = openTerminal({
        screen,
        title: () => title,
        snapshot,
        colour,
      })
    },
    advise(advice, addresses) {
      if (out.json || advice === undefined) return
      const say = () => terminal?.print(`${advice.lines(addresses).join('\n')}\n`)
      adviceTimer = setTimeout(say, advice.afterMs)
    },
    close() {
      clearTimeout(adviceTimer)
      terminal?.close()
      terminal = undefined
    },
  }
}

/** A log that cannot be written is said once, and stops nothing. */
function logFile(
  { logFile: path, logFileMegabytes, logFilesKept }: Config['telemetry'],
  note: (message: string) => void,
) {
  if (path === undefined) return undefined
  return new LogFile({
    ...{ path: resolve(path), maxBytes: logFileMegabytes * 1e6, kept: logFilesKept },
    failed: (message) => note(`telemetry.logFile: expected a file that can be written, got ${message}`),
    inPlaceOf: notLogged,
  })
}

function notLogged(lines: number): string {
  const detail = `${lines} lines could not be written`
  return `${JSON.stringify({ level: 40, time: new Date(), event: 'not-logged', lines, detail, msg: 'lines are missing here' })}\n`
}
