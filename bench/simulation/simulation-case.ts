// The bot and the reference server in virtual time, as the tests of the sources' own checkout run them: simulated seconds per CPU second.
// A checkout is driven through its `test/simulation/virtual/simulate.ts`, whose options stay.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenCase } from '../harness/figure.js'
import { cpuMicros } from '../harness/measure.js'

interface Simulation {
  readonly clock: { monoMs(): number; runUntil(monoMs: number): void }
  readonly bot: {
    start(): void
    snapshot(): { readonly markets: readonly { readonly ownQuotes: readonly unknown[] }[] }
  }
  readonly faults: readonly unknown[]
}

interface Sources {
  readonly simulate: (options: unknown) => Simulation
  readonly asLogit: unknown
}

/** Signed in, markets listed, first quotes resting. */
const SETTLED_MS = 10_000
/** Simulated in one sample; a market alone is so quick that it takes more of it to measure. */
const sampleMs = (markets: number) => (markets === 1 ? 60_000 : 15_000)
const SEED = 7

/** Markets that move about a tick a minute, with a trader every five seconds, and that outlive the run. */
const worldOf = (count: number) => ({
  markets: { count, minSec: 20_000, maxSec: 30_000 },
  probability: { volatility: 0.008, jumpsPerSec: 0.003 },
  noise: { arrivalsPerSec: 0.2 },
  rivals: { requoteMs: 5000, lagMs: 4000, noiseMemoryMs: 10_000 },
  informed: { looksPerSec: 0.1 },
})

async function sourcesAt(root: string): Promise<Sources> {
  const load = async (path: string): Promise<object> => import(pathToFileURL(join(root, path)).href)
  const all: Partial<Sources> = {
    ...(await load('test/simulation/virtual/simulate.js')),
    ...(await load('strategies/as-logit.js')),
  }
  const { simulate, asLogit } = all
  if (!simulate || !asLogit) throw new Error(`${root}: expected simulate and asLogit`)
  return { simulate, asLogit }
}

export const open: OpenCase = async ({ root, args, quick }) => {
  const markets = Number(args.markets)
  const { simulate, asLogit } = await sourcesAt(root)
  const { clock, bot, faults } = simulate({
    seed: SEED,
    server: { world: worldOf(markets) },
    strategy: asLogit,
    tier: 'MM',
  })
  bot.start()
  clock.runUntil(clock.monoMs() + SETTLED_MS)
  const quoted = bot.snapshot().markets.filter(({ ownQuotes }) => ownQuotes.length > 0).length
  if (quoted < markets / 2) throw new Error(`quoted markets: expected ${markets}, got ${quoted}`)
  return {
    measure() {
      const ms = quick ? 1000 : sampleMs(markets)
      const micros = cpuMicros(() => clock.runUntil(clock.monoMs() + ms))
      if (faults.length > 0) throw new Error(`the venue: ${String(faults[0])}`)
      return (ms * 1000) / micros
    },
  }
}
