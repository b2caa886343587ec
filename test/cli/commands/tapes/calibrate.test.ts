// `quoin calibrate`: what it prints of two reports, and what it refuses.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { calibrateReports } from '../../../../src/cli/commands/tapes/calibrate.js'
import { writeReport } from '../../../../src/report/write-report.js'
import { FROM_MS, MINUTE_MS, madeFill, madeResult, madeRun } from '../../../report/made-result.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-calibrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const written = (name: string, ...args: Parameters<typeof madeResult>) =>
  writeReport(join(folder, name), madeResult(...args), { version: '1.2.3', madeMs: FROM_MS }).json

const late = madeFill({ atMs: FROM_MS + 2 * MINUTE_MS, shares: 30 })
const live = written('live', { runs: [madeRun({ model: 'live', fills: [madeFill(), late] })] })
const paper = written('paper', { runs: [madeRun({ model: 'paper' })] })

it('prints both runs, what is the same, and why the rest is not', async () => {
  const run = captureContext(false)
  expect(await calibrateReports([live, paper], {}, run.context)).toBe('ok')
  expect(run.stdout).toMatch(/fills +2 +1\n/)
  expect(run.stdout).toMatch(/of them filled by both +25.0 % +100.0 %/)
  expect(run.stdout).toContain('10 shares filled by both; paper at the same price and 0.00 s later in the mean')
  expect(run.stdout).toMatch(/only live:\n +30 shares +75.0 % +queue:/)
  expect(run.stdout).not.toContain('only paper')
})

it('prints one JSON line for each report after the first', async () => {
  const run = captureContext(true)
  await calibrateReports([live, paper, live], {}, run.context)
  const [one, two, ...more] = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(more).toEqual([])
  expect(one).toMatchObject({ reports: [live, paper], first: { fills: 2, only: { queue: 30 } }, same: { shares: 10 } })
  expect(two).toMatchObject({ first: { again: 1 }, second: { again: 1 } })
})

it('refuses one report alone, and periods without a moment in common', async () => {
  const run = captureContext(false)
  await expect(calibrateReports([live], {}, run.context)).rejects.toThrow('reports: expected two or more, got 1')
  const [fromMs, toMs] = [FROM_MS + 60 * MINUTE_MS, FROM_MS + 61 * MINUTE_MS]
  const another = written('another', { runs: [madeRun({ model: 'paper' })], fromMs, toMs })
  await expect(calibrateReports([live, another], {}, run.context)).rejects.toThrow(/expected a period in common/)
})
