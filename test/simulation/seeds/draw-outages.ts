// What befalls the machine of the bot and its key in seven seeds of forty-three: in two of them what it has kept goes back to an older copy; in
// one what is written is not said to be safe; in two the venue refuses its API key; in two its faults meet one market, the
// wallet alone, or a few requests.

import type { Random } from '../../../src/domain/random.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, type Setting, withMore } from './scenario.js'

const FORTY_THREE = 43
/** The longest of them is over after this. */
const LONGEST_MS = 12_000

interface Outages {
  readonly setting?: Partial<Setting>
  readonly disturbances: readonly Disturbance[]
}
type DrawOutages = (random: Random, scenario: Scenario) => Outages

/** Up to so many, each by chance of its own. */
function several(random: Random, most: number, draw: (d: Drawn, atMs: number) => Disturbance): readonly Disturbance[] {
  return Array.from({ length: 1 + random.below(most) }, (_, index) => {
    const d = new Drawn(random.fork(`${index}`), 1)
    return draw(d, d.atMsBefore(LONGEST_MS))
  })
}

const goesBack: DrawOutages = (random) => ({
  disturbances: several(random, 2, (d, atMs) => ({
    ...{ kind: 'disk-back', atMs: atMs + LONGEST_MS / 2, what: d.of('standing', 'journal', 'all', 'all') },
    ...{ byMs: d.of(d.between(1000, 5000), d.between(5000, 60_000)), downMs: d.between(50, 4000) },
  })),
})

/** Where nothing need survive the machine nothing is synced. */
const diskFails: DrawOutages = (random) => ({
  setting: { durability: 'machine' },
  disturbances: several(random, 3, (d, atMs) => ({
    ...{ kind: 'disk-fails', atMs, forMs: d.between(200, LONGEST_MS) },
    where: d.of('journal', 'standing', 'standing-placed', 'both'),
  })),
})

const keyRefused: DrawOutages = (random) => ({
  disturbances: several(random, 2, (d, atMs) => {
    const how = d.of('revoked', 'revoked', 'rotated')
    return { kind: 'key-refused', atMs, forMs: how === 'rotated' ? LONGEST_MS : d.between(300, LONGEST_MS), how }
  }),
})

const ROUTES = ['POST /markets/{id}/orders', 'POST /orders/cancel-many', 'GET /orders/{hash}', 'GET *'] as const

const narrowFault = (d: Drawn): FaultSpecInput =>
  d.of<FaultSpecInput>(
    { kind: 'answer-dropped', carriedOut: d.of(true, false), count: d.between(1, 4), route: d.of(...ROUTES) },
    { kind: 'server-error', carriedOut: d.of(true, false), count: d.between(1, 4), route: d.of(...ROUTES) },
    { kind: 'answer-delayed', delayMs: d.between(500, 4500), count: d.between(1, 4), route: d.of(...ROUTES) },
    { kind: d.of('cancel-only', 'halted', 'stale-book') },
    { kind: d.of('settlement-failed', 'fee-changed'), account: ACCOUNT, count: d.between(1, 4) },
    { kind: 'event-lost', count: d.between(1, 4), account: ACCOUNT },
  )

/** One market, the wallet alone, or a few times: what stands beside it goes on. */
const faultsAreNarrow: DrawOutages = (random, { markets }) => ({
  disturbances: several(random, 4, (d, atMs) => {
    const spec = { ...narrowFault(d), durationMs: d.between(1000, LONGEST_MS) }
    return { kind: 'server-fault', atMs, spec, ...d.of({}, { market: d.random.below(markets) }) }
  }),
})

/** By what is left of a seed that is divided by forty-three. */
const DRAWS: Readonly<Record<number, DrawOutages>> = {
  ...{ 20: goesBack, 34: goesBack },
  23: diskFails,
  ...{ 29: keyRefused, 38: keyRefused },
  ...{ 24: faultsAreNarrow, 40: faultsAreNarrow },
}

/** The same scenario, and what befalls it in such a seed. */
export function drawOutages(scenario: Scenario, random: Random): Scenario {
  const draw = DRAWS[scenario.seed % FORTY_THREE]
  if (draw === undefined) return scenario
  const { setting, disturbances } = draw(random, scenario)
  return withMore(scenario, disturbances, setting)
}
