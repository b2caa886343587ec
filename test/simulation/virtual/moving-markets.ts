// Moving markets on a key of some tier: what its budget allows, measured.

import { riskLimits } from '../../../src/risk/schema.js'
import { worldPreset } from '../../../src/venue/simulated/traders/presets.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { BudgetLaw } from './budget-law.js'
import { QuoteWatch } from './quote-watch.js'
import { ACCOUNT, type SimulationOptions, simulate } from './simulate.js'

/** About 1.5 ticks of price movement a minute, news every five minutes, and a trader every five seconds in each market. */
export const MOVING = {
  markets: { count: 20, minSec: 900, maxSec: 1800 },
  probability: { volatility: 0.008, jumpsPerSec: 0.003 },
  noise: { arrivalsPerSec: 0.2 },
  rivals: { requoteMs: 5000, lagMs: 4000, noiseMemoryMs: 10_000 },
  informed: { looksPerSec: 0.1 },
}

const WARM_UP_MS = 15_000
const SAMPLE_MS = 250
/** In which each of twenty markets gets its pair. */
export const FIRST_PAIRS_MS = 12_000
/** So many markets the usual limits are made for. */
const FEW = 20
const FAR = 1e6

export interface MovingMarkets {
  readonly count: number
  readonly tier: NonNullable<SimulationOptions['tier']>
  readonly minutes: number
  readonly socket: boolean
  /** `demo`: lives of minutes, several fills a second over all markets. */
  readonly world?: 'moving' | 'demo'
  /** Default 7. */
  readonly seed?: number
}

/** Budgets are what is measured: with many markets neither collateral nor limits stand in the way. */
const forMany = (count: number): Partial<SimulationOptions> => ({
  choice: { select: { max: count, minTimeLeftSec: 0, refreshSec: 5 } },
  core: {
    risk: riskLimits.parse({
      ...{ maxTotalShares: FAR, maxTotalCollateral: FAR, maxTotalLoss: FAR },
      killSwitch: { maxLoss: FAR, maxDailyLoss: FAR, maxDrawdown: FAR },
    }),
  },
})

export function runMovingMarkets({ count, tier, minutes, socket, world: name = 'moving', seed = 7 }: MovingMarkets) {
  const watches: (QuoteWatch | BudgetLaw)[] = []
  const kind = name === 'demo' ? worldPreset('demo') : MOVING
  const world = { ...kind, markets: { ...kind.markets, count } }
  const s = simulate({
    seed,
    server: { world, ...(count > FEW ? { accounts: [{ address: ACCOUNT, collateral: FAR }] } : {}) },
    strategy: asLogit,
    socket,
    tier,
    tap: {
      step(decision) {
        for (const watch of watches) watch.decided(decision, s.clock.monoMs())
      },
    },
    ...(count > FEW ? forMany(count) : {}),
  })
  const watch = new QuoteWatch(s.bot)
  const law = new BudgetLaw(s.bot)
  watches.push(watch, law)
  s.bot.start()
  const startMs = s.clock.monoMs()
  for (let ms = SAMPLE_MS; ms <= minutes * 60_000; ms += SAMPLE_MS) {
    s.clock.runUntil(startMs + ms)
    law.look(ms, ms > FIRST_PAIRS_MS)
    if (ms <= WARM_UP_MS) continue
    const { feeds } = s.bot.core.beliefs
    watch.sample({ counts: (id) => socket || feeds.polledAt(id) !== undefined })
  }
  const { feeds } = s.bot.core.beliefs
  const open = s.bot.snapshot().markets.filter((m) => m.status === 'OPEN')
  return { ...s, watch, law, open, held: open.filter((m) => feeds.polledAt(m.conditionId) !== undefined) }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

export function reportMovingMarkets(
  name: string,
  { watch, law, network, bot }: ReturnType<typeof runMovingMarkets>,
): void {
  const { fills } = bot.snapshot().totals
  const delays = `reprice delay p50 ${Math.round(watch.delay(0.5))} ms, p95 ${Math.round(watch.delay(0.95))} ms`
  const requests = [...network.log.statuses].map(([status, n]) => `${status}: ${n}`).join(', ')
  const sides = `two-sided ${(watch.uptime * 100).toFixed(1)} % (where both were wished ${(law.twoSided * 100).toFixed(1)} %)`
  const gone = `dangerous orders gone p95 ${Math.round(quantile(law.goneMs, 0.95))} ms of ${law.goneMs.length}`
  const pairs = [...law.firstPairMs.values()].filter((ms) => ms <= FIRST_PAIRS_MS).length
  const first = `${pairs} pairs in the first ${FIRST_PAIRS_MS / 1000} s`
  console.log(`${name}: ${sides}, ${delays}, ${gone}, ${first}, ${fills} fills, answers ${requests}`)
}
