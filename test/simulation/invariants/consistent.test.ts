import { expect, it } from 'vitest'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import { Consistent, type ConsistentParts } from '../seeds/invariants/consistent.js'
import { Violations } from '../seeds/invariants/violation.js'
import type { GroupAsked } from '../seeds/spells.js'

const PARAMS = { halfSpread: 0.03, maxSurplus: 0.1, skew: 0, size: 10, maxNet: 100 }
const IDS = ['0xa', '0xb', '0xc']

/** Three markets in ticks of a cent, and what of ours rests in each for YES and for NO. */
function looking() {
  let nowMs = 0
  const found: string[] = []
  const violations = new Violations(() => nowMs)
  const markets = new Map(IDS.map((id) => [id, { status: 'OPEN', winner: undefined as 0 | 1 | undefined }]))
  const resting = new Map<string, readonly [number, number]>()
  const of = (conditionId: string) =>
    (resting.get(conditionId) ?? []).map((price, outcome) => ({ conditionId, outcome, side: 'BUY', price }))
  const world = {
    ...{ clock: { monoMs: () => nowMs }, life: { isWorking: true, startedMs: 0 }, isCalm: true, markets: IDS },
    get open() {
      return IDS.filter((id) => markets.get(id)?.status === 'OPEN')
    },
    scenario: { setting: { strategy: 'group-consistent', terms: { params: PARAMS } } },
    settings: { execution: { repriceTicks: 1 } },
    api: {
      exchange: { market: (id: string) => ({ ...markets.get(id), grid: { tick: 1 }, spec: { ticksPerUnit: 100 } }) },
    },
  }
  const truth = {
    resting: (id?: string) => (id === undefined ? IDS.flatMap(of) : of(id)),
    yesTicks: ({ outcome, price }: OrderRecord) => (outcome === 0 ? price : 100 - price),
  }
  const look = new Consistent({ world, truth, violations } as unknown as ConsistentParts)
  const pass = (ms: number) => {
    for (const end = nowMs + ms; nowMs < end; nowMs += 250) look.look()
    found.push(...violations.found.map(({ invariant }) => invariant))
    violations.found.length = 0
  }
  const rest = (...prices: readonly (readonly [number, number])[]) => {
    for (const [i, price] of prices.entries()) resting.set(IDS[i] ?? '', price)
  }
  const wished = (fair: readonly number[], worth: readonly number[], { exclusive = true, h = 0.03 } = {}) => {
    const view = {
      exclusive,
      markets: fair.map((p, i) => ({
        ...{ market: { conditionId: IDS[i] }, fair: { p, degraded: false }, inventory: { net: 0 }, timeLeftMs: 1e6 },
      })),
    }
    const quote = (outcome: 0 | 1, price: number) => ({ outcome, side: 'BUY', price, size: 10 })
    const wish = {
      markets: worth.map((r, i) => ({ conditionId: IDS[i], quotes: [quote(0, r - h), quote(1, 1 - r - h)] })),
    }
    look.asked({ view, wish, memory: undefined, isAmiss: false } as unknown as GroupAsked)
    pass(250)
  }
  return { pass, rest, wished, markets, found: () => found.splice(0) }
}

it('what is wished stands around prices that sum to one by the odds, and only where they may', () => {
  const { wished, found } = looking()
  wished([0.5, 0.3, 0.2], [0.5, 0.3, 0.2])
  expect(found()).toEqual([])
  // divided by their sum
  wished([0.54, 0.32, 0.2], [0.54 / 1.06, 0.32 / 1.06, 0.2 / 1.06])
  expect(found()).toContain('consistent')
  wished([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], { h: 0.02 })
  expect(found()).toContain('consistent')
  wished([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], { exclusive: false })
  expect(found()).toContain('consistent')
  wished([0.6, 0.4, 0.2], [0.5, 0.3, 0.2])
  expect(found()).toContain('consistent')
})

it('bids of one side cost less together than they bring, but for a while', () => {
  const { rest, pass, found } = looking()
  pass(20_000)
  // two ticks for each are allowed beside 0.91 and 1.91
  rest([47, 53], [27, 67], [23, 77])
  pass(20_000)
  expect(found()).toEqual([])
  rest([48, 53], [27, 67], [23, 77])
  pass(11_000)
  expect(found()).toEqual([])
  pass(2000)
  expect(found()).toContain('consistent')
  rest([47, 54], [27, 67], [23, 77])
  pass(13_000)
  expect(found()).toContain('consistent')
})

it('beside a market that is over nothing rests, unless it has lost', () => {
  const { rest, pass, markets, found } = looking()
  rest([47, 47], [27, 67])
  pass(20_500)
  markets.set('0xc', { status: 'RESOLVED', winner: 1 })
  rest([60, 36], [36, 60])
  pass(10_000)
  markets.set('0xc', { status: 'CANCELLED', winner: undefined })
  pass(4000)
  expect(found()).toEqual([])
  pass(2000)
  expect(found()).toContain('consistent')
})
