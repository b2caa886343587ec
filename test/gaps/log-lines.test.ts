import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LogLine, logFiles, readLog } from '../../src/gaps/log-lines.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-gaps-'))
  path = join(folder, 'bot.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const line = (event: string) => `${JSON.stringify({ level: 30, time: '2026-01-01T00:00:00.000Z', event, more: 1 })}\n`

it('reads what was set aside first, and leaves out and counts what is no line', async () => {
  writeFileSync(`${path}.2`, line('first') + line('second'))
  writeFileSync(`${path}.1`, `${line('third')}{"torn":\n[1]\n\n`)
  writeFileSync(path, `${line('fourth')}{"time":"yesterday","event":"x"}\n`)
  const lines: LogLine[] = []
  expect(await readLog(path, (read) => lines.push(read))).toEqual({ leftOut: 3 })
  expect(lines.map(({ event }) => event)).toEqual(['first', 'second', 'third', 'fourth'])
})

it('names a log that is not there, a folder, and a file that is none', async () => {
  const isNone = (text: string) => {
    writeFileSync(path, text)
    return readLog(path, () => expect.unreachable())
  }
  expect(() => logFiles(folder)).toThrow(`${folder}: expected a log of JSON lines (telemetry.logFile), found a folder`)
  expect(() => logFiles(path)).toThrow(`${path}: expected a log of JSON lines (telemetry.logFile), found no file`)
  await expect(isNone('{}\n{}\n')).rejects.toThrow('found 2 lines of something else')
  await expect(isNone('')).rejects.toThrow('found an empty file')
})
