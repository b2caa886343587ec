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

it('each scene is what it says beside many markets, and after many orders and markets', async () => {
  const { stdout } = await bench('markets', '--only', 'markets-200,ended-20000,resolved-2000')
  const figures = stdout
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)).figure)
  const scenes = (name: string) => [...['unchanged', 'quotes-change', 'reprice'].map((one) => `${name}-${one}`), name]
  expect(figures).toEqual(['markets-200', 'ended-20000', 'resolved-2000'].flatMap(scenes))
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
