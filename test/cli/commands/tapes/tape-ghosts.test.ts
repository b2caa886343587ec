// `quoin tape ghosts`: what it says of a tape, and that a backtest there takes what it found.

import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tape } from '../../../../src/cli/commands/tapes/tape.js'
import { backtestOptions } from '../../../../src/cli/tape/backtest-options.js'
import { headLine, recordLine } from '../../../../src/recording/lines/record-line.js'
import { QUEUE_MODELS } from '../../../../src/venue/simulated/fills/queue-models.js'
import { START_MS, sandboxRecords } from '../../../backtest/made-markets.js'
import { configWith } from '../../../keys/bot-file.js'
import { freshFolder, removeFolders } from '../../../recording/tape-bench.js'
import { captureContext } from '../sandbox.js'

let file: string
beforeAll(() => {
  file = `${freshFolder()}.jsonl.gz`
  const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 20_000 }).map(recordLine)]
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
})
afterAll(removeFolders)

const tried = async (models?: readonly string[]) => {
  const notes: string[] = []
  const config = configWith({ 'backtest.tape': file, ...(models === undefined ? {} : { 'backtest.models': models }) })
  const options = await backtestOptions(config, {}, (note) => notes.push(note))
  return { models: options.models, best: options.bestOnTape, notes }
}

it('says that a short tape has too few orders to tell the models apart, and is not taken for an answer', async () => {
  const run = captureContext(false)
  expect(await tape('ghosts', [file], {}, run.context)).toBe('ok')
  expect(run.stdout).toMatch(/too few: the models differ on \d+ orders, and under 100 none is called the best/)
  expect(run.stdout).toContain(`kept: ${file}.ghosts.json`)
  expect(await tried()).toEqual({ models: QUEUE_MODELS, best: undefined, notes: [] })
})

it('what cannot be kept is said, and leaves what was there', async () => {
  const before = readFileSync(`${file}.ghosts.json`, 'utf8')
  mkdirSync(`${file}.ghosts.json.draft`)
  const run = captureContext(false)
  expect(await tape('ghosts', [file], {}, run.context)).toBe('ok')
  expect(run.stdout).toContain('not kept beside the tape, so backtests there do not take it by default: ')
  expect(readFileSync(`${file}.ghosts.json`, 'utf8')).toBe(before)
  rmSync(`${file}.ghosts.json.draft`, { recursive: true, force: true })
})

it('what was found best is named; all models run, unless the configuration names some', async () => {
  const kept = JSON.parse(readFileSync(`${file}.ghosts.json`, 'utf8'))
  writeFileSync(`${file}.ghosts.json`, JSON.stringify({ ...kept, best: 'pro-rata' }))
  expect(await tried()).toMatchObject({ models: QUEUE_MODELS, best: 'pro-rata' })
  expect(await tried(['optimistic'])).toMatchObject({ models: ['optimistic'], best: 'pro-rata' })
})

it('what was found on another tape, or is none, counts for nothing and is said', async () => {
  appendFileSync(file, gzipSync('{"k":"end","at":1767600000000000,"reason":"longer"}\n'))
  expect(await tried()).toMatchObject({
    models: QUEUE_MODELS,
    notes: [expect.stringContaining('run quoin tape ghosts again')],
  })
  writeFileSync(`${file}.ghosts.json`, '{')
  expect((await tried()).best).toBeUndefined()
})
