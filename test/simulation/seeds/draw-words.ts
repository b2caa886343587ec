// In three seeds of forty-one the venue's list says another question, end or name of an outcome of a market that is quoted, which the bot goes on
// with or not, alone or when something else happens there.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, type Of, type Scenario, withMore } from './scenario.js'

const FORTY_ONE = 41
/** Of forty-one. */
const CHANGING: readonly number[] = [13, 18, 23]
const MOST = 3
/** The longest of what stands beside a change is over after this. */
const LONGEST_MS = 18_000
/** The list is looked at every 15 s: what is back sooner may not be seen at all. */
const [SOON_MS, LATE_MS] = [2000, 45_000]
/** From a change to what may come soon after it, or a little before. */
const AROUND_MS = 16_000

type Change = Of<'terms-change'>
type DrawBeside = (d: Drawn, change: Change) => readonly Disturbance[]

function drawChange(d: Drawn, atMs: number, market: number): Change {
  const backAfterMs = Math.min(d.between(SOON_MS, LATE_MS), CALM_AFTER_MS - atMs)
  const term = d.of('question', 'question', 'end', 'outcome')
  return { kind: 'terms-change', atMs, market, term, ...d.of({}, { backAfterMs }, { backAfterMs }) }
}

/** So that what lasts so long is over in time. */
const near = (d: Drawn, { atMs }: Change) =>
  Math.min(CALM_AFTER_MS - LONGEST_MS, Math.max(0, atMs + d.between(-AROUND_MS / 4, AROUND_MS)))

const BESIDE: readonly DrawBeside[] = [
  () => [],
  // something else of it, or the same once more
  (d, change) => [drawChange(d, near(d, change), change.market)],
  (d, change) => [
    {
      ...{ kind: 'bot-crash', atMs: near(d, change), when: d.of('now', 'disk-write', 'send', 'answer') },
      ...{ loses: 'process', survives: d.rate(0, 1), downMs: d.between(50, 6000) },
    },
  ],
  (d, change) => [{ kind: 'bot-stop', atMs: near(d, change), downMs: d.between(100, 5000) }],
  (d, change) => [
    {
      ...{ kind: 'server-crash', atMs: near(d, change), when: d.of('now', 'order', 'cancel') },
      ...{ keeps: d.of(true, false), downMs: d.between(200, 6000) },
    },
  ],
  // lists that do not come, come late or cannot be read
  (d, change) => [
    {
      ...{ kind: 'net-drop', atMs: near(d, change), forMs: d.between(3000, 12_000), way: d.of('up', 'down', 'both') },
      ...{ rate: d.rate(0.3, 1), meets: d.of('reads', 'cancels', 'all') },
    },
  ],
  (d, change) => [
    {
      ...{ kind: 'net-garble', atMs: near(d, change), forMs: d.between(3000, 12_000), rate: d.rate(0.3, 1) },
      ...{ how: d.of('cut', 'page'), meets: 'reads' },
    },
  ],
  (d, change) => [
    {
      kind: 'net-delay',
      atMs: near(d, change),
      forMs: d.between(3000, 9000),
      way: 'down',
      delayMs: d.between(500, 3500),
    },
  ],
  (d, change) => [
    {
      kind: 'market-out',
      atMs: near(d, change),
      forMs: d.between(500, LONGEST_MS),
      market: change.market,
      how: 'unchosen',
    },
  ],
  (d, change) => [
    { kind: 'grid-change', atMs: near(d, change), market: change.market, tick: d.of(1, 2, 5), step: d.of(1, 10) },
  ],
  (d, change) => [{ kind: 'halt', atMs: near(d, change), forMs: d.between(200, 8000) }],
  (d, change) => [{ kind: 'pause', atMs: near(d, change), forMs: d.between(200, 8000), market: change.market }],
]

/** The same scenario, and what the list says otherwise in such a seed. */
export function drawWords(scenario: Scenario, random: Random): Scenario {
  if (!CHANGING.includes(scenario.seed % FORTY_ONE)) return scenario
  const changes = Array.from({ length: 1 + random.below(MOST) }, (_, index): readonly Disturbance[] => {
    const d = new Drawn(random.fork(`${index}`), scenario.markets)
    const change = drawChange(d, d.atMsBefore(LONGEST_MS), d.market)
    return [change, ...(BESIDE[d.random.below(BESIDE.length)]?.(d, change) ?? [])]
  })
  const { terms } = scenario.setting
  const acceptMarketChanges = new Drawn(random, 1).of(true, false)
  return withMore(scenario, changes.flat(), { terms: { ...terms, feed: { ...terms?.feed, acceptMarketChanges } } })
}
