// A tape as Parquet, read back by another library.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterEach, expect, it } from 'vitest'
import { tape } from '../../src/cli/commands/tapes/tape.js'
import { captureContext } from '../cli/commands/sandbox.js'
import { freshFolder, removeFolders } from './tape-bench.js'

afterEach(removeFolders)

it('has a row for each trade and each level, exact and in order', async () => {
  const folder = freshFolder()
  const file = `${folder}.parquet`
  mkdirSync(dirname(folder), { recursive: true })
  const { context } = captureContext(true)
  const mapping = 'config/tapes/ladders.yaml'
  await tape('import', ['config/tapes/samples/ladders.jsonl'], { mapping, out: folder }, context)
  const run = captureContext(true)
  expect(await tape('convert', [folder], { out: file }, run.context)).toBe('ok')
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) })
  expect(JSON.parse(run.stdout).converted.rows).toBe(rows.length)
  expect(rows.filter(({ kind }) => kind === 'trade')).toMatchObject([
    { market: 'cup', outcome: 0, side: 'BUY', ticks: 42, lots: 3000n, price: 0.42, shares: 30 },
    { market: 'cup', outcome: 0, side: 'SELL', ticks: 40, lots: 12_000n, received_us: 1_780_160_003_000_000n },
  ])
  const levels = rows.filter(({ kind }) => kind === 'level')
  expect(levels.slice(0, 4)).toMatchObject([
    { side: 'BUY', ticks: 40, lots: 12_000n },
    { side: 'BUY', ticks: 39, lots: 30_050n, shares: 300.5 },
    { side: 'SELL', ticks: 42, lots: 8000n },
    { side: 'SELL', ticks: 43, lots: 21_000n },
  ])
})
