// What stands beside bot and book, in two other seeds of seven: the venue's process dies; the bot is silent while a watchdog
// looks on; sets are merged on a chain that fails; money is scarce.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Of, type Scenario, type Setting, withMore } from './scenario.js'
import { NODE_TROUBLES } from './simulated-chain.js'

const SEVEN = 7
/** Of seven; those that have company are others. */
const ACCOMPANIED: readonly number[] = [2, 6]
const MOST = 3
/** The longest of them is over after this. */
const LONGEST_MS = 32_000

interface Beside {
  readonly setting?: Partial<Setting>
  readonly disturbances: readonly Disturbance[]
}
type DrawBeside = (d: Drawn, atMs: number) => Beside

const serverDies: DrawBeside = (d, atMs) => ({
  disturbances: [
    {
      ...{ kind: 'server-crash', atMs, when: d.of('now', 'order', 'order', 'cancel') },
      ...{ keeps: d.of(true, false), downMs: d.between(200, 6000) },
    },
  ],
})

/** Longer than it takes until others act for the bot, or not quite. */
const botIsSilent: DrawBeside = (d, atMs) => ({
  setting: { watchdog: true },
  disturbances: [
    d.of<Disturbance>(
      { kind: 'bot-freeze', atMs, forMs: d.between(2000, 18_000) },
      { kind: 'bot-crash', atMs, when: 'now', loses: 'process', survives: 1, downMs: d.between(4000, 18_000) },
    ),
  ],
})

/** Sets come by hand, and the bot may die of the transaction; or they come by trading alone, and nothing may be unexplained. */
const chainFails: DrawBeside = (d, atMs) => {
  const troubles = Array.from({ length: d.between(1, 2) }, (_, index): Disturbance => {
    // transactions are rare: one of them is to meet it
    const times = { atMs: atMs + d.between(0, 3000) + 2000 * index, forMs: d.between(12_000, 26_000) }
    return { kind: 'chain-trouble', ...times, trouble: d.of(...NODE_TROUBLES) }
  })
  if (d.of(true, false)) return { setting: { chain: true, useHeldTokens: false }, disturbances: troubles }
  const split: Disturbance = { kind: 'hand-split', atMs, market: d.market, shares: d.between(5, 30) }
  const death = d.of(dies(d, atMs + 100, 'chain-send'), dies(d, atMs + d.between(1000, 20_000), 'now'))
  return { setting: { chain: true }, disturbances: [split, ...troubles, death] }
}

/** Money, losses or orders that are few, or limits that are lowered for so long that they are met. */
const isScarce: DrawBeside = (d, atMs) => {
  const limits = d.of('tight-losses', 'tight-losses', 'tight-rate', 'wide')
  const setting = { limits, ...d.of({}, { collateral: 50 }, { collateral: 25 }), ...d.of({}, { useHeldTokens: false }) }
  const lowered: Disturbance = { kind: 'reload', atMs, forMs: LONGEST_MS, to: 'limits-lowered' }
  return { setting, disturbances: limits === 'wide' ? [lowered] : [] }
}

function dies(d: Drawn, atMs: number, when: Of<'bot-crash'>['when']): Disturbance {
  return { kind: 'bot-crash', atMs, when, loses: 'process', survives: 1, downMs: d.between(50, 3000) }
}

const BESIDE: readonly DrawBeside[] = [serverDies, botIsSilent, chainFails, chainFails, isScarce]

/** The same scenario, and what stands beside it in such a seed. */
export function drawBeside(alone: Scenario, random: Random): Scenario {
  const { seed, markets } = alone
  if (!ACCOMPANIED.includes(seed % SEVEN)) return alone
  const more = Array.from({ length: 1 + random.below(MOST) }, (_, index) => {
    const d = new Drawn(random.fork(`${index}`), markets)
    const draw = BESIDE[d.random.below(BESIDE.length)] ?? serverDies
    return draw(d, d.atMsBefore(LONGEST_MS))
  })
  const setting: Setting = Object.assign({}, alone.setting, ...more.map((one) => one.setting))
  const disturbances = [...more.flatMap((one) => one.disturbances), ...reorganised(setting, random.fork('reorganised'))]
  return withMore(alone, disturbances, setting)
}

/** In half of those with a chain it takes another course, whenever that may undo something. */
function reorganised({ chain }: Setting, random: Random): readonly Disturbance[] {
  const d = new Drawn(random, 1)
  if (chain !== true || d.of(true, false)) return []
  const atMs = d.between(0, LONGEST_MS)
  return [{ kind: 'chain-trouble', atMs, forMs: d.between(12_000, LONGEST_MS), trouble: 'reorganises' }]
}
