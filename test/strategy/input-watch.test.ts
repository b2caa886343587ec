import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Level, MarketBook } from '../../src/domain/market/book.js'
import { watchFor } from '../../src/strategy/input-watch.js'
import { EVERYTHING, INPUTS, type Input } from '../../src/strategy/inputs.js'
import type { Facts } from '../../src/strategy/view/facts.js'
import { marketInfo } from '../../src/strategy/view/market-info.js'
import { market } from '../risk/builders.js'

const FOLLOWED = market()
const INFO = marketInfo(FOLLOWED)

const level = (price: number, size: number): Level => ({ price: ticks(price), size: lots(size) })
const book = (...bids: readonly Level[]): MarketBook => [
  { bids, asks: [level(60, 100)] },
  { bids: [], asks: [] },
]

function facts(change: Partial<Facts> = {}): Facts {
  return {
    ...{ market: FOLLOWED, info: INFO, at: { monoMs: 0, wallMs: 0, venueMs: 0 } },
    ...{ others: book(level(48, 100), level(47, 100)), tokensRaw: [0n, 0n], feeRateBps: 0, orders: [] },
    fair: { p: 0.5, ageMs: 0, basis: 'two-sided', degraded: false, jump: 0 },
    source: {
      volatility: () => 0.001,
      toxicity: () => [0, 0],
      trades: () => [],
      tradesSeen: () => 0,
      fills: () => [],
      signal: () => undefined,
    },
    ...change,
  }
}

/** Watches of one input that have taken `before`. */
function watching(input: Input, before = facts()) {
  const watch = watchFor({ ...EVERYTHING, inputs: [input], signals: ['model'] })
  watch.take(before)
  return { moved: (now: Facts) => watch.hasMoved(now) }
}

it.each(INPUTS)('%s has moved before it was taken, and not after', (input) => {
  expect(watchFor({ ...EVERYTHING, inputs: [input] }).hasMoved(facts())).toBe(true)
  expect(watching(input).moved(facts())).toBe(false)
})

describe('the book', () => {
  it.each<[string, MarketBook, readonly Input[]]>([
    ['a size at the top', book(level(48, 90), level(47, 100)), ['top', 'depth']],
    ['a size below', book(level(48, 100), level(47, 90)), ['depth']],
    ['a level that is gone', book(level(48, 100)), ['depth']],
    ['a level more', book(level(48, 100), level(47, 100), level(40, 1)), ['depth']],
    ['a side that is gone', [{ bids: book(level(48, 100))[0].bids, asks: [] }, book()[1]], ['top', 'depth']],
    ['the sides of the other outcome', [book()[1], book(level(48, 100))[0]], ['top', 'depth']],
  ])('%s', (_name, others, moves) => {
    for (const input of ['top', 'depth'] as const) {
      expect([input, watching(input).moved(facts({ others }))]).toEqual([input, moves.includes(input)])
    }
  })

  it('that was changed in place has moved too', () => {
    const bids = [level(48, 100), level(47, 100)]
    const others = book(...bids)
    const inPlace: MarketBook = [{ ...others[0], bids }, others[1]]
    const { moved } = watching('depth', facts({ others: inPlace }))
    bids[1] = level(47, 5)
    expect(moved(facts({ others: inPlace }))).toBe(true)
  })
})

describe('the fair value', () => {
  const fair = { p: 0.5, ageMs: 0, basis: 'two-sided', degraded: false, jump: 0 } as const
  it.each<[string, Facts['fair'], boolean]>([
    ['is older', { ...fair, ageMs: 900 }, false],
    ['is another', { ...fair, p: 0.51 }, true],
    ['is degraded', { ...fair, degraded: true }, true],
    ['rests on something else', { ...fair, basis: 'signal' }, true],
    ['has another spread', { ...fair, spread: 0.1 }, true],
    ['is gone', undefined, true],
  ])('%s', (_name, now, moved) => {
    expect(watching('fair').moved(facts({ fair: now }))).toBe(moved)
  })
})
