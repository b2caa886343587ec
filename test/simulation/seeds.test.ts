// The whole bot against the whole venue, seed by seed: nothing that must hold is violated, and a seed is the same run again.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { drawScenario } from './seeds/draw-scenario.js'
import { REGRESSIONS } from './seeds/regressions.js'
import { report } from './seeds/report.js'
import { play } from './seeds/run-scenario.js'
import { runSeeds } from './seeds/run-seeds.js'

const run = promisify(execFile)
/** So many seeds; more by hand: `npm run simulate -- --seed 1 --runs 10000`. And paths of other versions of Node, with colons between. */
const { QUOIN_SIMULATE = '8', QUOIN_NODES = '' } = process.env
const TIMEOUT_MS = 30 * 60_000

describe('npm run simulate', () => {
  it('finds nothing', { timeout: TIMEOUT_MS }, async () => {
    const found = await runSeeds({ from: 1, runs: Number(QUOIN_SIMULATE), processes: 1, say: () => undefined })
    expect(found.flatMap(({ seed, violations }) => violations.map((one) => ({ seed, ...one })))).toEqual([])
    for (const { simulatedMs } of found) expect(simulatedMs).toBeGreaterThanOrEqual(120_000)
    const { figures } = report(found, 1)
    expect(figures).toMatchObject({ runs: found.length, violations: 0 })
  })

  it.each(REGRESSIONS)('stays mended: $what', { timeout: TIMEOUT_MS }, async ({ scenario }) => {
    const { violations } = await play(scenario)
    expect(violations).toEqual([])
  })

  it('the same seed is the same run, in a process of its own and on every other Node', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { traceHash } = await play(drawScenario(5))
    const nodes = [process.execPath, ...QUOIN_NODES.split(':').filter((path) => path !== '')]
    for (const node of nodes) {
      const { stdout } = await run(node, [
        '--import',
        'tsx',
        'test/simulation/seeds/main.ts',
        '--seed',
        '5',
        '--runs',
        '1',
        '--json',
      ])
      expect({ node, ...JSON.parse(stdout) }).toMatchObject({ runs: 1, violations: 0, traceHash })
    }
  })
})
