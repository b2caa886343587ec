// The lines of a bot's log that say which market is quoted: those of a file, and of those that were set aside when it was full.

import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { QuoinError } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'

const logLine = z.object({
  time: z.iso.datetime(),
  event: z.string().optional(),
  conditionId: z.string().optional(),
  /** Of many markets at once. */
  conditionIds: z.array(z.string()).optional(),
  question: z.string().optional(),
  since: z.iso.datetime().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  /** Of a market: what became of it. */
  status: z.string().optional(),
  dropped: z.boolean().optional(),
  /** Of a market that is followed from then on: its end. */
  ends: z.iso.datetime().optional(),
  /** Whether something of ours rests there now. */
  rests: z.boolean().optional(),
})
export type LogLine = z.infer<typeof logLine>

/** The oldest first: `path.2`, `path.1`, `path`. Throws where there is none. */
export function logFiles(path: string): readonly string[] {
  const files: string[] = []
  for (let number = 1; existsSync(`${path}.${number}`); number++) files.unshift(`${path}.${number}`)
  if (existsSync(path)) files.push(path)
  if (files.length === 0) throw noLog(path, 'no file')
  for (const file of files) if (!statSync(file).isFile()) throw noLog(file, 'a folder')
  return files
}

const noLog = (path: string, found: string) =>
  new QuoinError('bad-config', `${path}: expected a log of JSON lines (telemetry.logFile), found ${found}`)

/** What is no line of a log is left out and counted. Throws where no line is one. */
export async function readLog(path: string, onLine: (line: LogLine) => void): Promise<{ readonly leftOut: number }> {
  let [leftOut, taken] = [0, 0]
  for (const file of logFiles(path)) {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = logLine.safeParse(jsonOf(text))
      if (line.success) {
        taken++
        onLine(line.data)
      } else if (text.trim() !== '') leftOut++
    }
  }
  if (taken === 0) throw noLog(path, leftOut === 0 ? 'an empty file' : `${leftOut} lines of something else`)
  return { leftOut }
}
