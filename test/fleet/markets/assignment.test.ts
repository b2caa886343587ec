import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignment, type Candidate, preferred } from '../../../src/fleet/markets/assignment.js'

const MARKETS = Array.from({ length: 12 }, (_, i) => `market-${i}`)
const candidate = (bot: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ bot, weight: 1, wants: new Set(MARKETS), holdings: new Set() },
  ...more,
})
const [a, b, c] = [candidate('a'), candidate('b'), candidate('c')]
const count = (owners: ReadonlyMap<string, string>, bot: string) =>
  [...owners.values()].filter((it) => it === bot).length
const moved = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  MARKETS.filter((market) => before.get(market) !== after.get(market))

describe('markets given to bots', () => {
  it('are shared evenly, and by weight', () => {
    const even = assignment([a, b, c], new Map())
    expect([a, b, c].map(({ bot }) => count(even, bot))).toEqual([4, 4, 4])
    const heavy = assignment([candidate('a', { weight: 2 }), b], new Map())
    expect([count(heavy, 'a'), count(heavy, 'b')]).toEqual([8, 4])
  })

  it('stay where they are, and no more move than that needs', () => {
    const two = assignment([a, b], new Map())
    const three = assignment([a, b, c], two)
    expect(moved(two, three)).toHaveLength(4)
    expect(moved(two, three).map((market) => three.get(market))).toEqual(['c', 'c', 'c', 'c'])
    expect(moved(three, assignment([a, b, c], three))).toEqual([])
    const left = assignment([a, b], three)
    expect(moved(three, left)).toEqual(moved(three, two).filter((market) => three.get(market) === 'c'))
    expect([count(left, 'a'), count(left, 'b')]).toEqual([6, 6])
  })

  it('go first to whoever holds tokens there, and leave it last', () => {
    const held = new Set(['market-3', 'market-7'])
    const holder = candidate('a', { holdings: held })
    const before = assignment([holder], new Map())
    const after = assignment([holder, b, c], before)
    expect([...held].map((market) => after.get(market))).toEqual(['a', 'a'])
    const fresh = assignment([b, holder, c], new Map())
    expect([...held].map((market) => fresh.get(market))).toEqual(['a', 'a'])
  })

  it('are never given to a bot that does not want them', () => {
    const few = candidate('a', { wants: new Set(['market-1']) })
    expect(assignment([few], new Map([['market-2', 'a']]))).toEqual(new Map([['market-1', 'a']]))
  })

  it('whoever asks comes to the same, and all that is wanted is given, as evenly as the wishes let it', () => {
    const bots = fc.array(
      fc.record({
        weight: fc.constantFrom(1, 2, 0.5),
        wants: fc.subarray(MARKETS),
        holdings: fc.subarray(MARKETS),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(bots, fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }), (given, holders) => {
        const all = given.map(({ weight, wants, holdings }, i) =>
          candidate(`bot-${i}`, { weight, wants: new Set(wants), holdings: new Set(holdings) }),
        )
        const held = new Map(MARKETS.map((market, i) => [market, `bot-${holders[i]}`]))
        const owners = assignment(all, held)
        expect(assignment(all.toReversed(), held)).toEqual(owners)
        expect(new Set(owners.keys())).toEqual(new Set(given.flatMap(({ wants }) => wants)))
        for (const [market, owner] of owners) {
          const from = all.find(({ bot }) => bot === owner)
          expect(from?.wants.has(market)).toBe(true)
          const load = count(owners, owner) / (from?.weight ?? 1)
          for (const to of all)
            if (to.wants.has(market) && to !== from)
              expect((count(owners, to.bot) + 1) / to.weight).toBeGreaterThanOrEqual(load)
        }
      }),
    )
  })

  it('have an order of preference of their own', () => {
    const first = (market: string) => [a, b, c].sort((x, y) => preferred(x, y, market))[0]?.bot
    const firsts = Array.from({ length: 300 }, (_, i) => first(`0x${i.toString(16).padStart(8, '0')}`))
    for (const { bot } of [a, b, c]) expect(firsts.filter((it) => it === bot).length).toBeGreaterThan(70)
  })
})
