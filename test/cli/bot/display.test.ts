import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../../src/cli/bot/display.js'
import { createOutput } from '../../../src/cli/output.js'
import { configWith } from '../../keys/bot-file.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-display-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['people', false],
  ['programs', true],
])('says once, in the log, that its file cannot be written, to %s', (_whom, json) => {
  const plain = join(folder, 'plain')
  writeFileSync(plain, '')
  let said = ''
  const write = (text: string) => {
    said += text
  }
  const { logger, tail } = createDisplay(configWith({ 'telemetry.logFile': join(plain, 'bot.log') }), {
    env: {},
    streams: { stdout: { write }, stderr: { write }, stdin: process.stdin },
    out: createOutput(json, { stdout: write, stderr: write }),
  })
  logger.info('first')
  logger.info('second')
  const lines = said.trimEnd().split('\n')
  // the first line is what could not be written
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringContaining('telemetry.logFile: expected a file that can be written, got E'),
    'first',
    'second',
  ])
  expect(tail.read({ most: 9 }).lines).toHaveLength(3)
})
