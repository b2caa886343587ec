// A line of the log as a person reads it: time, level, words, and the fields behind them.

import { z } from 'zod'
import { jsonOf } from '../../domain/json.js'
import { visible } from '../../domain/visible-text.js'

const logged = z.looseObject({ level: z.number(), time: z.string(), msg: z.string().default('') })

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** What is no line of the log is shown as it is. */
export function logLine(text: string): string {
  const parsed = logged.safeParse(jsonOf(text))
  if (!parsed.success) return visible(text)
  const { level, time, msg, ...fields } = parsed.data
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return visible([time, (LEVELS[level] ?? String(level)).padEnd(5), msg, ...shown].join('  '))
}
