import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { setUpSweep } from '../../../src/cli/sweep/setup.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-sweep-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [headLine('made', START_MS), ...sandboxRecords({ durationMs: 16_000 }).map(recordLine)]
writeFileSync(join(folder, 'made.jsonl'), `${lines.join('\n')}\n`)
writeFileSync(
  join(folder, 'bot.yaml'),
  [
    `venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: unused }`,
    'markets: { select: { minTimeLeftSec: 15 } }',
    'strategy: { name: fixed-spread }',
    'estimates: { signal: { name: model } }',
    'backtest: { tape: made.jsonl }',
    'sweep: { folds: 1, holdOut: 0.4 }',
  ].join('\n'),
)

it('names its tape as it was asked for, and says of which signals its runs hear nothing', async () => {
  const flags = { set: ['strategy.params.size=8,10'], cache: false, fresh: false, settings: {} }
  const setup = await setUpSweep(join(folder, 'bot.yaml'), flags, { env: {}, note: () => undefined })
  expect(setup.tapeName).toBe('made.jsonl')
  expect(setup.missing).toEqual([expect.stringMatching(/^nothing was heard of the signal model: /)])
})
