// The benchmark runs and its lines can be read; no time is asserted.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'

const line = z.strictObject({
  bench: z.string(),
  figure: z.string(),
  value: z.number(),
  unit: z.string(),
  baseline: z.string(),
  ratio: z.number().positive(),
  min: z.number(),
  median: z.number(),
  max: z.number(),
  runs: z.literal(1),
})

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/main.ts', '--quick', '--json', ...args])

it('one tiny round of a figure is one line', async () => {
  const { stdout } = await bench('core', '--only', 'unchanged')
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
  expect(lines.map(({ bench, figure, baseline }) => [bench, figure, baseline])).toEqual([
    ['core', 'unchanged', 'JSON.parse'],
  ])
}, 120_000)

it('the clients of an event take turns, and each pair of them is one line of the same kind', async () => {
  const { stdout } = await bench('event', '--only', 'one-warm-order,one-warm-order-usual')
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.extend({ runs: z.literal(2) }).parse(JSON.parse(text)))
  expect(lines.map(({ bench, figure, baseline }) => [bench, figure, baseline])).toEqual([
    ['event', 'one-warm-order', 'plain client'],
    ['event', 'one-warm-order-usual', 'usual client'],
  ])
}, 300_000)

it('an unknown figure is refused with those that there are', async () => {
  await expect(bench('core', '--only', 'unchagned')).rejects.toThrow(/expected one of unchanged, unchanged-bytes/)
}, 60_000)
