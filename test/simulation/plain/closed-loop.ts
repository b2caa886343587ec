// A bot and its venue in virtual time under a shared limit that binds, with lost answers, cut sockets, failed settlements and markets that
// end; after each turn its conclusions are held against the plain ones.

import type { CoreEvent } from '../../../src/domain/core-event.js'
import { seededRandom } from '../../../src/domain/random.js'
import { executionSettings } from '../../../src/execution/schema.js'
import { riskLimits } from '../../../src/risk/schema.js'
import { simulate } from '../virtual/simulate.js'
import { type Difference, PlainConclusions } from './plain-conclusions.js'
import { plainGroupMaker, plainMaker } from './plain-maker.js'

export interface ClosedLoop {
  readonly events: number
  readonly kinds: ReadonlyMap<string, number>
  readonly counts: PlainConclusions['counts']
  /** The first of them, and when. */
  readonly differences: readonly (Difference & { readonly atMs: number })[]
  readonly faults: readonly unknown[]
}

export interface ClosedLoopOptions {
  readonly seed: number
  /** Ends after so many events, or with the first difference. */
  readonly events: number
  readonly markets?: number
  /** `market` by default. */
  readonly scope?: 'market' | 'group'
}

export function runClosedLoop({ seed, events, markets = 20, scope = 'market' }: ClosedLoopOptions): ClosedLoop {
  const random = seededRandom(seed)
  const kinds = new Map<string, number>()
  const differences: (Difference & { atMs: number })[] = []
  let [taken, last]: [number, CoreEvent | undefined] = [0, undefined]
  let plain: PlainConclusions | undefined
  const sim = simulate({
    seed,
    strategy: scope === 'group' ? plainGroupMaker : plainMaker,
    tier: 'MM',
    server: {
      world: { markets: { count: markets, minSec: 60, maxSec: 300 }, noise: { arrivalsPerSec: 0.5 } },
      settlement: { failureRate: 0.1, delayMs: 500 },
      globalFeeRateBps: seed % 2 === 0 ? 30 : 0,
      fees: { makerPays: seed % 4 < 2 },
    },
    estimates: { fairTauMs: 0, confirmMs: 0 },
    core: {
      risk: riskLimits.parse({
        maxTotalCollateral: 10 * markets,
        // trips now and then, and is resumed
        killSwitch: { maxLoss: 1e6, maxDrawdown: 6, errorRate: { max: 1 } },
      }),
      execution: executionSettings.parse({ useHeldTokens: seed % 3 === 0 }),
    },
    tap: {
      event(event) {
        taken++
        last = event
        kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1)
      },
      step() {
        if (last?.kind !== 'turn-end' || differences.length > 0) return
        const atMs = last.at.monoMs
        for (const difference of plain?.compare(last.at) ?? []) differences.push({ ...difference, atMs })
      },
    },
  })
  plain = new PlainConclusions(sim.bot.core, sim.settings)
  const losses = random.fork('losses')
  sim.network.fault = () => (losses.next() < 0.08 ? 'lose-answer' : losses.next() < 0.02 ? 'lose-request' : undefined)
  const cut = () => {
    sim.network.cutSockets()
    sim.clock.after(20_000 + losses.next() * 40_000, cut)
  }
  sim.clock.after(30_000, cut)
  const operate = (first: 'halt' | 'pause', then: 'resume' | 'unpause') => {
    const [market] = [...sim.bot.core.beliefs.markets.keys()].slice(losses.below(markets))
    const which = first === 'pause' && market !== undefined ? { conditionId: market } : {}
    sim.bot.operate(first, { actor: 'test', reason: 'for a while', ...which })
    sim.clock.after(3000, () => sim.bot.operate(then, { actor: 'test', reason: 'over', ...which }))
  }
  const halts = () => {
    operate('halt', 'resume')
    sim.clock.after(20_000, halts)
  }
  const pauses = () => {
    operate('pause', 'unpause')
    sim.clock.after(7000, pauses)
  }
  sim.clock.after(20_000, halts)
  sim.clock.after(10_000, pauses)
  sim.bot.start()
  for (let ms = sim.clock.monoMs(); taken < events && differences.length === 0; ms += 1000)
    sim.clock.runUntil(ms + 1000)
  return { events: taken, kinds, counts: plain.counts, differences, faults: sim.faults }
}
