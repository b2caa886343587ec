// In three seeds of twenty-three markets change their tick, size step or smallest order while they are quoted, alone or right when something else
// goes wrong there.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Disturbance, Of, Scenario, Setting } from './scenario.js'

const TWENTY_THREE = 23
/** Of twenty-three. */
const CHANGING: readonly number[] = [8, 13, 16]
const MOST = 3
/** The longest of what stands beside a change is over after this. */
const LONGEST_MS = 16_000
/** From a change to what may come soon after it, or a little before. */
const AROUND_MS = 3000

type Change = Of<'grid-change'>

const drawChange = (d: Drawn, atMs: number, market: number): Change => ({
  ...{ kind: 'grid-change', atMs, market, tick: d.of(1, 2, 2, 5), step: d.of(1, 1, 10, 100) },
  ...d.of({}, {}, { minLots: d.between(1, 600) }),
})

const FIRST = { tick: 1, step: 1 } as const

type DrawBeside = (d: Drawn, change: Change) => readonly Disturbance[]

const near = (d: Drawn, { atMs }: Change) => Math.max(0, atMs + d.between(-AROUND_MS / 3, AROUND_MS))

const BESIDE: readonly DrawBeside[] = [
  () => [],
  // and back, or on to another one
  (d, change) => [{ ...change, ...FIRST, atMs: change.atMs + d.between(500, 14_000) }],
  (d, change) => [drawChange(d, change.atMs + d.between(500, 14_000), change.market)],
  (d, change) => [
    {
      ...{ kind: 'bot-crash', atMs: near(d, change), when: d.of('now', 'disk-write', 'send', 'answer') },
      ...{ loses: 'process', survives: d.rate(0, 1), downMs: d.between(50, 6000) },
    },
  ],
  (d, change) => [
    {
      ...{ kind: 'server-crash', atMs: near(d, change), when: d.of('now', 'order', 'cancel') },
      ...{ keeps: d.of(true, false), downMs: d.between(200, 6000) },
    },
  ],
  (d, change) => [{ kind: 'net-cut', atMs: near(d, change), times: d.between(1, 3), everyMs: d.between(300, 2500) }],
  (d, change) => [{ kind: 'net-stall', atMs: near(d, change), forMs: d.between(500, 8000) }],
  // orders and cancels whose outcome is unknown
  (d, change) => [
    {
      ...{ kind: 'net-drop', atMs: near(d, change), forMs: d.between(1000, 9000), way: d.of('up', 'down', 'both') },
      ...{ rate: d.rate(0.3, 1), meets: d.of('orders', 'orders', 'cancels', 'all') },
    },
  ],
  // settlements that are still outstanding, or fail
  (d, change) => [
    {
      ...{ kind: 'server-fault', atMs: Math.max(0, change.atMs - d.between(0, 6000)) },
      spec: { kind: 'settlement-late', delayMs: d.between(2000, 9000), rate: 1, durationMs: 9000 },
    },
  ],
  (d, change) => [
    {
      ...{ kind: 'server-fault', atMs: Math.max(0, change.atMs - d.between(0, 6000)) },
      spec: { kind: 'settlement-failed', rate: d.rate(0.5, 1), durationMs: 9000 },
    },
  ],
  (d, change) => [
    {
      ...{ kind: 'server-fault', atMs: near(d, change) },
      spec: { kind: d.of('halted', 'cancel-only', 'socket-silent', 'stale-book'), durationMs: d.between(1000, 5000) },
    },
  ],
  (d, change) => [
    {
      ...{ kind: 'close', atMs: change.atMs + d.between(0, 12_000), market: change.market },
      ...{ resolveAfterMs: d.between(100, 6000), end: d.of<0 | 1 | 'cancelled'>(0, 1, 'cancelled') },
    },
  ],
  (d, change) => [{ kind: 'hand-split', atMs: near(d, change), market: change.market, shares: d.between(1, 30) }],
  (d, change) => [{ kind: 'halt', atMs: near(d, change), forMs: d.between(200, 8000) }],
]

/** The same scenario, and which markets change in such a seed. */
export function drawGrids(scenario: Scenario, random: Random): Scenario {
  if (!CHANGING.includes(scenario.seed % TWENTY_THREE)) return scenario
  const changes = Array.from({ length: 1 + random.below(MOST) }, (_, index): readonly Disturbance[] => {
    const d = new Drawn(random.fork(`${index}`), scenario.markets)
    const change = drawChange(d, d.atMsBefore(LONGEST_MS), d.market)
    return [change, ...(BESIDE[d.random.below(BESIDE.length)]?.(d, change) ?? [])]
  })
  const disturbances = [...scenario.disturbances, ...changes.flat()].sort((a, b) => a.atMs - b.atMs)
  const setting = explained(grouped(scenario.setting, new Drawn(random, 1)), disturbances)
  return { ...scenario, setting, disturbances }
}

/** Where people move what the bot holds, no start refuses what is not explained. */
function explained(setting: Setting, disturbances: readonly Disturbance[]): Setting {
  const { terms } = setting
  if (terms?.positions !== 'refuse' || !disturbances.some(({ kind }) => kind === 'hand-split')) return setting
  return { ...setting, terms: { ...terms, positions: 'report' } }
}

/** In some a group has a limit, too. */
function grouped(setting: Setting, d: Drawn): Setting {
  const group = d.of(undefined, undefined, { exclusive: true, risk: { maxGroupLoss: d.of(10, 25) } })
  if (group === undefined) return setting
  const { terms } = setting
  return { ...setting, terms: { ...terms, ...group, risk: { ...terms?.risk, ...group.risk } } }
}
