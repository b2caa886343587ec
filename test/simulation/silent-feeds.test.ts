// Streams that answer pings and say nothing, or nothing of the books: quotes do not rest on what the venue has left behind.

import { describe, expect, it } from 'vitest'
import { asLogit } from '../../strategies/as-logit.js'
import { FaultRun } from './faults/fault-run.js'
import { makeFault, watchBooks } from './faults/wrong-book-watch.js'

const FAST = { speed: 3, markets: { count: 2, minSec: 3000, maxSec: 3600 }, noise: { arrivalsPerSec: 2 } }
const QUIET = {
  speed: 0.02,
  markets: { count: 8, minSec: 3000, maxSec: 3600 },
  noise: { arrivalsPerSec: 0.01 },
}
const STALE_MS = 3000
const UPDATE = { kind: 'socket-silent', event: 'orderbook.update' } as const

/** `convictions`: the markets' streams that lost their credit since the warm-up, by the reason. */
function quoting(options: Partial<ConstructorParameters<typeof FaultRun>[0]> = {}) {
  const run = new FaultRun({ seed: 5, server: { world: FAST }, ...options })
  run.run(10_000, () => run.allTwoSided())
  run.run(3000)
  const convictions: string[] = []
  const { feeds } = run.sim.bot.core.beliefs
  const convict = feeds.convict.bind(feeds)
  feeds.convict = (id, charge, now) => {
    convictions.push(charge)
    convict(id, charge, now)
  }
  return { run, convictions }
}

describe('a socket that tells nothing of the books while trades go on', () => {
  const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1)
  it.each([
    {
      name: 'neither changes nor snapshots',
      faults: [UPDATE, { kind: 'socket-silent', event: 'orderbook.snapshot' } as const],
      // over forty seeds the mean is 0.034, and that of ten spreads by 0.0046: three times that above it
      ...{ mean: 0.048, meanOnceTold: 0.042, worstOnceTold: 0.06 },
    },
    // each new snapshot is right for a moment
    { name: 'snapshots, but no change', faults: [UPDATE], mean: 0.08, meanOnceTold: 0.07, worstOnceTold: 0.1 },
  ])(
    '$name: the markets are pulled and stay so',
    ({ faults, mean, meanOnceTold, worstOnceTold }) => {
      const seen = SEEDS.map((seed) => {
        const { run, convictions } = quoting({ strategy: asLogit, params: {}, seed })
        for (const fault of faults) makeFault(run, fault)
        const wrong = watchBooks(run, 20_000, run.open)
        expect(wrong.longestMs, `seed ${seed}`).toBeLessThanOrEqual(STALE_MS)
        expect(wrong.pulledAfterMs, `seed ${seed}`).toBeLessThanOrEqual(STALE_MS)
        expect(convictions).toContain('trade')
        return wrong
      })
      const meanOf = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length
      expect(meanOf(seen.map(({ share }) => share))).toBeLessThan(mean)
      expect(meanOf(seen.map(({ shareOnceTold }) => shareOnceTold))).toBeLessThan(meanOnceTold)
      expect(Math.max(...seen.map(({ shareOnceTold }) => shareOnceTold))).toBeLessThan(worstOnceTold)
    },
    240_000,
  )
})

it('a socket that answers pings alone is pulled within its limit', () => {
  const { run } = quoting()
  makeFault(run, { kind: 'socket-silent' })
  const { pulledAfterMs } = watchBooks(run, 6_000, run.open)
  expect(pulledAfterMs).toBeLessThanOrEqual(STALE_MS + 1000)
})

describe('a stream that tells everything is never convicted', () => {
  it.each([
    ['busy', FAST, 20_000],
    ['quiet', QUIET, 15_000],
  ])('%s', (_name, world, ms) => {
    const { run, convictions } = quoting({ server: { world } })
    run.run(ms)
    expect(convictions).toEqual([])
    expect(run.sim.bot.snapshot().markets.map(({ feed }) => feed.health)).toEqual(run.open.map(() => 'live'))
  })

  it('without numbers, hashes and private events neither', () => {
    const { run, convictions } = quoting({
      server: { world: FAST, switches: { privateEvents: false, seq: false, hash: false } },
    })
    run.run(20_000)
    expect(convictions).toEqual([])
  })
})
