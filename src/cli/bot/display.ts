// Where a run is shown: the table on a terminal with the log above it, or both as lines.

import type { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import { createLogger, type Logger } from '../../telemetry/log.js'
import { openTerminal } from '../../telemetry/terminal.js'
import { scrub } from '../../venue/transport/secret.js'
import type { CommandContext } from '../command.js'

/** Said once, this long after the start; never with --json. */
export interface Advice {
  readonly afterMs: number
  readonly lines: (addresses: Readonly<Record<string, string>>) => readonly string[]
}

export interface Display {
  readonly logger: Logger
  open(bot: Bot, title: string): void
  advise(advice: Advice | undefined, addresses: Readonly<Record<string, string>>): void
  close(): void
}

/** The table on standard output, the log above it; or both as plain lines on standard error. */
export function createDisplay({ telemetry }: Config, { out, streams, env }: CommandContext): Display {
  const asTable = streams.stdout.isTTY === true && !out.json
  const screen = asTable ? streams.stdout : streams.stderr
  let terminal: ReturnType<typeof openTerminal> | undefined
  let adviceTimer: NodeJS.Timeout | undefined
  const logger = createLogger({
    level: telemetry.logLevel,
    format: telemetry.logFormat,
    terminal: screen.isTTY === true,
    scrub,
    write: (text) => (terminal === undefined ? screen.write(text) : terminal.print(text)),
  })
  return {
    logger,
    open(bot, title) {
      if (out.json) return
      terminal = openTerminal({
        screen,
        title: () => title,
        snapshot: () => bot.snapshot(),
        colour: env['NO_COLOR'] === undefined,
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
