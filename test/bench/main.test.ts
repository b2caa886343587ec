// The benchmark runs and its lines can be read; no time is asserted.

import { expect, it } from 'vitest'
import { bench, line } from './quick-bench.js'

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

it('the server, the bare one and the load take turns, and every figure of them is one line', async () => {
  const { stdout } = await bench('server', '--only', 'pairs,pairs-load-cpu,best-bids,sockets-1000,memory-orders')
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
  expect(lines.map(({ figure, baseline }) => [figure, baseline])).toEqual([
    ['pairs', 'bare server'],
    ['pairs-load-cpu', 'bare server'],
    ['best-bids', 'bare server'],
    ['sockets-1000', 'bare server'],
    ['memory-orders', 'a tenth of them'],
  ])
}, 300_000)

it('an unknown figure is refused with those that there are', async () => {
  await expect(bench('core', '--only', 'unchagned')).rejects.toThrow(/expected one of unchanged, unchanged-bytes/)
}, 60_000)

it.each([
  [['--nonsense'], /Unknown option '--nonsense'/],
  [['core', '--runs', 'abc'], /--runs: expected a whole number from 1 on, got 'abc'/],
])(
  '%j is refused with how it is asked for, and no stack',
  async (args, what) => {
    const failed: unknown = await bench(...args).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringMatching(what) })
    expect(failed).toMatchObject({ stderr: expect.stringMatching(/npm run bench -- /) })
    expect(failed).toMatchObject({ stderr: expect.not.stringContaining('    at ') })
  },
  60_000,
)
