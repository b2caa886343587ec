import { expect, it } from 'vitest'
import type { Hex } from '../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { ExchangeEvent } from '../../../src/venue/simulated/exchange/exchange.js'
import type { BotLife } from '../seeds/bot-life.js'
import { drawScenario } from '../seeds/draw-scenario.js'
import { Undone } from '../seeds/invariants/undone.js'
import { Violations } from '../seeds/invariants/violation.js'
import type { Disturbance } from '../seeds/scenario.js'
import type { World } from '../seeds/world.js'

const HASH: Hex = '0x1'
const FAILED = { kind: 'settlement', status: 'failed' } as const

/** An order of which 10 are matched, and 4 of these have failed at the venue. */
function open({
  origin = 'placed',
  disturbances = [] as readonly Disturbance[],
  tier = 'PRO' as 'PRO' | 'DEFAULT',
} = {}) {
  let nowMs = 20_000
  const here = { phase: 'open', origin, matchedRaw: 10n, pendingRaw: 0n, fills: [] }
  const there = { filledRaw: 6n, pendingRaw: 0n, updatedMs: 1 }
  const core = { beliefs: { orders: { byHash: () => here } }, standing: {} }
  const life = { isWorking: true, startedMs: 0, bot: { core } } as unknown as BotLife
  const { setting, ...drawn } = drawScenario(1)
  const violations = new Violations(() => nowMs)
  const world = {
    ...{ life, markets: ['0xa'], scenario: { ...drawn, setting: { ...setting, tier }, disturbances } },
    ...{ clock: { monoMs: () => nowMs }, api: { exchange: { order: () => there } } },
    get sinceStartMs() {
      return nowMs
    },
  }
  const undone = new Undone(world as unknown as World, violations)
  undone.happened({
    ...FAILED,
    trade: { tradeId: 't', maker: { hash: HASH }, taker: { hash: '0x2' } },
  } as unknown as ExchangeEvent)
  undone.heard({ ...FAILED, tradeId: 't' } as CoreEvent, life)
  const pass = (ms: number) => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += 100
      undone.look()
    }
  }
  return { here, there, world, pass, found: () => violations.found.map(({ invariant }) => invariant) }
}

it('an order that counts what has failed for longer than a second and a half is told of', () => {
  const { pass, found } = open()
  pass(1500)
  expect(found()).toEqual([])
  pass(200)
  expect(found()).toContain('known')
})

it('one whose outcome is unknown for so long is, too', () => {
  const { here, pass, found } = open()
  Object.assign(here, { phase: 'unknown', matchedRaw: 6n })
  pass(3500)
  expect(found()).toContain('known')
})

it.each<[what: string, act: (at: ReturnType<typeof open>) => void]>([
  ['is known by then', ({ here }) => Object.assign(here, { matchedRaw: 6n })],
  ['has moved at the venue since', ({ there }) => Object.assign(there, { updatedMs: 2 })],
  ['a former process has heard of it', ({ world }) => Object.assign(world, { life: { isWorking: true } })],
])('nothing is said where it %s', (_what, act) => {
  const at = open()
  at.pass(1000)
  act(at)
  at.pass(4000)
  expect(at.found()).toEqual([])
})

it.each<[what: string, given: Parameters<typeof open>[0]]>([
  ['of an order of a former life', { origin: 'recovered' }],
  ['while something is disturbed', { disturbances: [{ kind: 'net-stall', atMs: 15_000, forMs: 1000 }] }],
  ['where there are few requests', { tier: 'DEFAULT' }],
])('nor %s', (_what, given) => {
  const { pass, found } = open(given)
  pass(5000)
  expect(found()).toEqual([])
})
