// Twenty moving markets on a DEFAULT key: what the budget allows, measured.

import { asLogit } from '../../../strategies/as-logit.js'
import { QuoteWatch } from './quote-watch.js'
import { simulate } from './simulate.js'

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

export function runTwentyMarkets({ minutes, socket }: { readonly minutes: number; readonly socket: boolean }) {
  const watches: QuoteWatch[] = []
  const s = simulate({
    seed: 7,
    server: { world: MOVING },
    strategy: asLogit,
    socket,
    tap: { step: (decision) => watches[0]?.decided(decision, s.clock.monoMs()) },
  })
  const watch = new QuoteWatch(s.bot)
  watches.push(watch)
  s.bot.start()
  const startMs = s.clock.monoMs()
  for (let ms = SAMPLE_MS; ms <= minutes * 60_000; ms += SAMPLE_MS) {
    s.clock.runUntil(startMs + ms)
    if (ms <= WARM_UP_MS) continue
    const { feeds } = s.bot.core.beliefs
    watch.sample({ counts: (id) => socket || feeds.polledAt(id) !== undefined })
  }
  const { feeds } = s.bot.core.beliefs
  const open = s.bot.snapshot().markets.filter((m) => m.status === 'OPEN')
  return { ...s, watch, open, held: open.filter((m) => feeds.polledAt(m.conditionId) !== undefined) }
}

export function reportTwentyMarkets(name: string, { watch, network, bot }: ReturnType<typeof runTwentyMarkets>): void {
  const { fills } = bot.snapshot().totals
  const delays = `reprice delay p50 ${Math.round(watch.delay(0.5))} ms, p95 ${Math.round(watch.delay(0.95))} ms`
  const requests = [...network.log.statuses].map(([status, n]) => `${status}: ${n}`).join(', ')
  console.log(`${name}: two-sided ${(watch.uptime * 100).toFixed(1)} %, ${delays}, ${fills} fills, answers ${requests}`)
}
