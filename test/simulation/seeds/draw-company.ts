// What matters in company alone, in two seeds of seven: halts while signatures are on their way, a death within a halt, limits that are met.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, RELOADS, type Setting } from './scenario.js'

const SEVEN = 7
/** Of seven. */
const ACCOMPANIED: readonly number[] = [0, 3]
const MOST = 4
/** The longest of them is over after this. */
const LONGEST_MS = 14_000

type DrawTogether = (d: Drawn, atMs: number) => readonly Disturbance[]

const TOGETHER: readonly DrawTogether[] = [
  // a person who cannot make up his mind
  (d, atMs) =>
    Array.from({ length: 5 }, (_, i) => ({ kind: 'halt', atMs: atMs + i * d.between(2050, 2400), forMs: 2000 })),
  (d, atMs) => [{ kind: 'halt', atMs, forMs: d.between(5000, 9000) }, crash(d, atMs + d.between(100, 3000))],
  (d, atMs) => [
    { kind: 'pause', atMs, forMs: d.between(5000, 9000), market: d.market },
    crash(d, atMs + d.between(100, 3000)),
  ],
  (d, atMs) => [
    { kind: 'lease-lost', atMs, forMs: d.between(300, 8000), overAfterMs: d.between(500, 6000) },
    { kind: 'lease-lost', atMs: atMs + d.between(8500, 9500), forMs: d.between(300, 4000), overAfterMs: 1500 },
  ],
  (d, atMs) => [
    {
      ...{ kind: 'reload', atMs, forMs: d.between(2000, 14_000) },
      to: d.of(...RELOADS),
    },
  ],
  // answers that never come, to orders and to cancels
  (d, atMs) => [
    { ...{ kind: 'net-drop', atMs, forMs: d.between(4000, 9000), way: 'down', rate: d.rate(0.4, 1) }, meets: 'orders' },
    {
      ...{ kind: 'net-drop', atMs, forMs: d.between(4000, 9000), way: 'both', rate: d.rate(0.4, 1) },
      meets: 'cancels',
    },
    ...d.of([], [crash(d, atMs + d.between(3100, 6000))]),
  ],
]

function crash(d: Drawn, atMs: number): Disturbance {
  return {
    kind: 'bot-crash',
    atMs,
    when: 'now',
    loses: d.of('process', 'power'),
    survives: d.rate(0, 1),
    downMs: d.between(50, 1500),
  }
}

/** Nothing for most seeds. */
export function drawCompany(seed: number, random: Random) {
  if (!ACCOMPANIED.includes(seed % SEVEN)) return undefined
  const d = new Drawn(random, 1)
  const setting = {
    ...(d.of(true, false) ? { limits: 'tight' as const } : {}),
    ...(d.of(true, false) ? { signingMs: 150 } : {}),
    ...(d.of(true, false) ? { privateEvents: false } : {}),
    ...(d.of(true, false, false) ? { end: 'crash-and-stop' as const } : {}),
  } satisfies Partial<Setting>
  const disturbances = (markets: number): readonly Disturbance[] =>
    Array.from({ length: d.between(1, MOST) }, () => {
      const one = new Drawn(random, markets)
      const atMs = Math.min(one.atMs, CALM_AFTER_MS - LONGEST_MS)
      return TOGETHER[random.below(TOGETHER.length)]?.(one, atMs) ?? []
    }).flat()
  return { setting, disturbances }
}
