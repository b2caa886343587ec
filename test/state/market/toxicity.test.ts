import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { NO, YES } from '../../../src/domain/market/side.js'
import { Estimates } from '../../../src/state/market/estimates.js'
import { Toxicity } from '../../../src/state/market/toxicity.js'
import { A, B, market } from '../../risk/builders.js'

/** Moves of the mid after as many trades against who bought YES, ten seconds apart. */
function afterTrades(moves: readonly number[], { lots = 100, ours = 100 } = {}) {
  const toxicity = new Toxicity()
  toxicity.ordered(ours)
  toxicity.observe(0.5, 0)
  let [atMs, mid] = [1000, 0.5]
  for (const move of moves) {
    toxicity.traded(YES, lots, atMs)
    mid += move
    toxicity.observe(mid, atMs + 5000)
    atMs += 10_000
  }
  return { toxicity, atMs }
}

describe('toxicity', () => {
  it('is what the mid has moved against the makers ten seconds after trades, five without a move before them', () => {
    const { toxicity, atMs } = afterTrades([-0.02])
    expect(toxicity.at(atMs - 1)).toEqual([0, 0])
    expect(toxicity.at(atMs)).toEqual([expect.closeTo(0.02 / 6, 12), 0])
    const { toxicity: more, atMs: laterMs } = afterTrades([-0.02, -0.02, -0.02, -0.02, -0.02])
    expect(more.at(laterMs)[YES]).toBeGreaterThan(0.0095)
    expect(more.at(laterMs)[YES]).toBeLessThan(0.01)
  })

  it('is none where takers lose, and each side has its own', () => {
    const { toxicity, atMs } = afterTrades([0.02, 0.02])
    expect(toxicity.at(atMs)).toEqual([0, 0])
    toxicity.traded(NO, 100, atMs)
    toxicity.observe(0.6, atMs + 9000)
    const [yes, no] = toxicity.at(atMs + 10_000)
    expect(yes).toBe(0)
    expect(no).toBeCloseTo((0.6 - 0.54) / 6, 12)
  })

  it('measures from the mid before the trade, although the book that it left comes first', () => {
    const toxicity = new Toxicity()
    toxicity.observe(0.5, 0)
    toxicity.observe(0.47, 5000)
    toxicity.traded(YES, 1, 5001)
    toxicity.observe(0.47, 9000)
    expect(toxicity.at(15_001)[YES]).toBeCloseTo(0.03 / 6, 12)
  })

  it('counts a large trade as one of ours, and a small one for what it is', () => {
    const [large, small] = [afterTrades([-0.02], { lots: 1e6 }), afterTrades([-0.02], { lots: 25 })]
    expect(large.toxicity.at(large.atMs)[YES]).toBeCloseTo(0.02 / 6, 12)
    expect(small.toxicity.at(small.atMs)[YES]).toBeCloseTo((0.25 * 0.02) / 5.25, 12)
  })

  it('says nothing of a trade after which there is no mid, or before which there was none', () => {
    const toxicity = new Toxicity()
    toxicity.traded(YES, 1, 0)
    toxicity.observe(0.5, 1000)
    toxicity.traded(YES, 1, 2000)
    toxicity.observe(Number.NaN, 11_000)
    toxicity.observe(0.4, 13_000)
    expect(toxicity.at(20_000)).toEqual([0, 0])
  })

  it('fades', () => {
    const { toxicity, atMs } = afterTrades([-0.05, -0.05, -0.05])
    const [now, later] = [toxicity.at(atMs)[YES], toxicity.at(atMs + 300_000)[YES]]
    expect(later).toBeLessThan(now / 2)
    expect(later).toBeGreaterThan(0)
  })
})

const side = (price: number) => ({ bids: [{ price: ticks(price), size: lots(5) }], asks: [] })
const book = (yes: number, no: number) => [side(yes), side(no)] as const

describe('of a market', () => {
  it.each([
    ['a seller of YES', YES, 'SELL', 30, [0.1 / 6, 0]],
    ['a buyer of NO', NO, 'BUY', 30, [0.1 / 6, 0]],
    ['a buyer of YES', YES, 'BUY', 50, [0, 0.1 / 6]],
    ['a seller of NO', NO, 'SELL', 50, [0, 0.1 / 6]],
  ] as const)('after %s it is of who bid', (_name, outcome, side, bid, expected) => {
    const e = new Estimates({ fairTauMs: 1000, volatilityTauMs: 60_000, confirmMs: 3000, maxFairAgeMs: 30_000 })
    e.observe(market(), book(40, 50), 0)
    e.advance({ monoMs: 1000, venueMs: 1000 })
    const { conditionId } = market()
    const trade = {
      tradeId: '1',
      conditionId,
      matchType: 'direct',
      price: ticks(40),
      sizeRaw: market().lotRaw,
    } as const
    e.traded(market(), { ...trade, outcome, side, venueMs: 1000 })
    e.observe(market(), book(bid, 90 - bid), 2000)
    e.observe(market(), book(bid, 90 - bid), 3000)
    expect(e.toxicity(A)).toEqual([0, 0])
    e.advance({ monoMs: 11_000, venueMs: 11_000 })
    expect(e.toxicity(A)).toEqual(expected.map((value) => expect.closeTo(value, 12)))
    expect(e.toxicity(B)).toEqual([0, 0])
  })
})
