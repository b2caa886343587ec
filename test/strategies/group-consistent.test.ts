import { describe, expect, test } from 'vitest'
import { exampleGroupView, type GroupChanges, inventoryOf, lmsrPrices, logit } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { toldTerms } from '../../src/strategy/told-terms.js'
import { groupConsistent } from '../../strategies/group-consistent.js'

const { quote } = bindStrategy(groupConsistent, { halfSpread: 0.01, size: 10 })
const fairs = (...ps: number[]) => ps.map((p) => ({ fair: { p } }))
const markets = (changes: GroupChanges) => quote(exampleGroupView(changes)).markets
const sum = (list: readonly (number | undefined)[]) => list.reduce<number>((total, x) => total + (x ?? 0), 0)
const bids = (changes: GroupChanges, outcome: 0 | 1) =>
  markets(changes).map(({ quotes }) => quotes.find((bid) => bid.outcome === outcome)?.price)

describe('group-consistent', () => {
  test('check vector: one factor on all odds', () => {
    const changes = { markets: fairs(0.52, 0.31, 0.16, 0.06) }
    const expected = [0.5006597627, 0.2936913463, 0.1498686361, 0.0557802549]
    const wished = markets(changes)
    wished.forEach(({ fair, quotes, terms }, i) => {
      expect(fair).toBeCloseTo(expected[i]!, 9)
      expect(quotes.map(({ outcome, side, size }) => [outcome, side, size])).toEqual([
        [0, 'BUY', 10],
        [1, 'BUY', 10],
      ])
      const { own = 0, consistent = 0, inventory = 0 } = toldTerms(terms).terms ?? {}
      expect(own + consistent + inventory).toBeCloseTo(expected[i]!, 9)
    })
    expect(wished.map(({ conditionId }) => conditionId)).toEqual(
      exampleGroupView(changes).markets.map(({ market }) => market.conditionId),
    )
    // who fills one side in all markets holds a set: it never costs more than it brings
    expect(sum(bids(changes, 0))).toBeCloseTo(1 - 4 * 0.01, 12)
    expect(sum(bids(changes, 1))).toBeCloseTo(3 - 4 * 0.01, 12)
  })

  test('what is held lowers its own price and raises the others, as in a market of the same risk aversion', () => {
    const held = [40, -10, 0, 25]
    const fair = [0.5, 0.3, 0.15, 0.05]
    const holding = fair.map((p, i) => ({ fair: { p }, inventory: inventoryOf(held[i]!, 7) }))
    const { quote: averse } = bindStrategy(groupConsistent, { skew: 2, maxNet: 200 })
    const wished = averse(exampleGroupView({ markets: holding })).markets
    // the fair values sum to one: they are consistent as they are
    expect(wished.map((of) => of.fair)).toEqual(fair.map((p) => expect.closeTo(p, 9)))
    const prices = wished.map(({ terms }) => {
      const { own = 0, consistent = 0, inventory = 0 } = toldTerms(terms).terms ?? {}
      return own + consistent + inventory
    })
    // gamma = skew / maxNet = 0.01
    const expected = [0.391701629264, 0.387484084762, 0.175305049393, 0.045509236581]
    prices.forEach((p, i) => {
      expect(p).toBeCloseTo(expected[i]!, 11)
    })
    const sold = held.map((q, i) => 100 * Math.log(fair[i]!) - q)
    lmsrPrices(sold, 100).forEach((p, i) => {
      expect(p).toBeCloseTo(expected[i]!, 11)
    })
    expect(logit(prices[0]!)).toBeLessThan(logit(0.5))
  })

  test.each<[string, GroupChanges, RegExp]>([
    ['is not said to be exclusive', { exclusive: false }, /^not said to be exclusive/],
    ['has a market that cannot be quoted', { markets: [{}, { stopped: 'feed-stale' }, {}] }, /cannot be quoted$/],
    ['has a market without a fair value', { markets: [{}, {}, { fair: undefined }] }, /no sound fair value$/],
    ['has a degraded fair value', { markets: [{}, {}, { fair: { p: 0.2, degraded: true } }] }, /no sound fair value$/],
    ['has fair values far from 1', { markets: fairs(0.5, 0.4, 0.3) }, /^fair values sum to 1\.200$/],
    ['has fair values far below 1', { markets: fairs(0.5, 0.2) }, /^fair values sum to 0\.700$/],
    ['has a market that is decided', { markets: fairs(1, 0.01, 0.01) }, /^nothing to make consistent$/],
    ['is one market', { markets: fairs(0.98) }, /^nothing to make consistent$/],
  ])('a group that %s is not quoted in any market', (_name, changes, note) => {
    for (const market of markets(changes)) {
      expect(market.quotes).toEqual([])
      expect(market.note).toMatch(note)
    }
  })

  test('a market near its end is left, its siblings go on', () => {
    const counts = markets({ markets: [{}, { timeLeftMs: 5000 }, {}] }).map(({ quotes }) => quotes.length)
    expect(counts).toEqual([2, 0, 2])
  })
})
