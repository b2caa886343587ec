// A made tape may be of any length: what is over in its world is let go of.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { madeTape } from '../../src/backtest/made-tape.js'
import { worldPreset } from '../../src/venue/simulated/traders/presets.js'

/** Bytes that are used once everything is collected that can be. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

it('takes no more memory the longer it is', () => {
  const world = worldPreset('demo')
  const records = madeTape({
    ...{ seed: 3, startMs: Date.UTC(2026, 0, 5), durationMs: 15 * 60_000, settlementDelayMs: 2000 },
    ...{ feed: { leastMs: 10, meanMs: 15 }, world: { ...world, markets: { ...world.markets, count: 20 } } },
  })
  let told = 0
  let before: number | undefined
  for (const batch of records) {
    told += batch.length
    // past the life of the first markets, all that lives has come and gone
    if (told > 40_000) before ??= usedBytes()
  }
  expect(told).toBeGreaterThan(100_000)
  // twenty bytes for each more; with all of its orders, matches and markets kept it was ten times that
  expect(usedBytes() - (before ?? 0)).toBeLessThan(20 * 60_000)
})
