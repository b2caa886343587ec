import { describe, expect, test } from 'vitest'
import { bookOfBids, buyCost, exampleView, inventoryOf, type ViewChanges } from '../../src/index.js'
import { logit, sigmoid } from '../../src/models/logit.js'
import { checkStrategy } from '../../src/strategy/conformance/conformance.js'
import { bindStrategy, parseParams } from '../../src/strategy/parse-params.js'
import { bestBidPeg } from '../../strategies/best-bid-peg.js'

const fair = (p: number) => ({ fair: { p, degraded: false } })
const book = (yes: number | undefined, no: number | undefined) => ({
  book: bookOfBids(
    yes === undefined ? undefined : { price: yes, size: 10 },
    no === undefined ? undefined : { price: no, size: 10 },
  ),
})
const prices = (params: unknown, changes: Parameters<typeof exampleView>[0]) => {
  const { quotes } = bindStrategy(bestBidPeg, params)(exampleView(changes))
  return [0, 1].map((outcome) => {
    const price = quotes.find((q) => q.outcome === outcome)?.price
    return price === undefined ? undefined : Math.round(price * 1e9) / 1e9
  })
}

describe('best-bid-peg', () => {
  test('joins the best bids of the others', () => {
    expect(prices({}, { ...book(0.45, 0.5), ...fair(0.475) })).toEqual([0.45, 0.5])
  })

  test('joins both sides of a book that is as wide as its edges, wherever that stands', () => {
    for (let tick = 1; tick < 98; tick++) {
      const [yes, no] = [tick / 100, (98 - tick) / 100]
      // as the average in log-odds has it
      const p = sigmoid(logit((tick + 1) / 100))
      expect(prices({}, { ...book(yes, no), ...fair(p) })).toEqual([yes, no])
    }
  })

  test('improves by ticks, but not into the other side', () => {
    expect(prices({ mode: 'improve' }, { ...book(0.45, 0.5), ...fair(0.475) })).toEqual([0.46, 0.51])
    // 1 - 0.5 - 0.01 on YES, 1 - 0.45 - 0.01 on NO; the ceiling of NO is 0.525 - 0.005
    const greedy = { mode: 'improve', improveTicks: 9, minEdgeTicks: 0.5 }
    expect(prices(greedy, { ...book(0.45, 0.5), ...fair(0.499) })).toEqual([0.49, 0.486])
  })

  test('never above the reservation price less the edge; beaten there, it rests further back', () => {
    // ceilings 0.44 and 0.54
    expect(prices({}, { ...book(0.45, 0.5), ...fair(0.45) })).toEqual([0.43, 0.5])
    expect(prices({ backoffTicks: 0 }, { ...book(0.45, 0.5), ...fair(0.45) })).toEqual([0.44, 0.5])
    expect(prices({ minEdgeTicks: 3 }, { ...book(0.45, 0.5), ...fair(0.475) })).toEqual([0.435, 0.485])
  })

  test('inventory lowers the ceiling of what it holds', () => {
    const at = (net: number) =>
      prices({ maxNet: 400 }, { ...book(0.46, 0.5), ...fair(0.475), inventory: inventoryOf(net) })
    expect(at(0)).toEqual([0.46, 0.5])
    const [yes, no] = at(100)
    expect(yes).toBeLessThan(0.44)
    expect(no).toBe(0.5)
  })

  test('nothing to peg to, nothing quoted', () => {
    expect(prices({}, { ...book(undefined, 0.5), ...fair(0.475) })).toEqual([undefined, 0.5])
    expect(prices({}, { ...book(undefined, undefined), ...fair(0.475) })).toEqual([undefined, undefined])
    expect(prices({}, { ...book(0.45, 0.5), fair: undefined })).toEqual([undefined, undefined])
    expect(prices({}, { ...book(0.45, 0.5), fair: { p: 0.475, degraded: true } })).toEqual([undefined, undefined])
  })

  test('where makers pay, the peg is wished for with its fee, and the ceiling holds after it', () => {
    const rounded = (price: number) => Math.round(price * 1e9) / 1e9
    expect(prices({}, { ...book(0.45, 0.5), ...fair(0.475), feeRateBps: 100 })).toEqual([
      rounded(buyCost(0.45, 100)),
      rounded(buyCost(0.5, 100)),
    ])
    // 0.45 costs 0.4592 at 200 bps, above the ceiling of 0.455
    expect(prices({ minEdgeTicks: 2 }, { ...book(0.45, 0.45), ...fair(0.475), feeRateBps: 200 })[0]).toBe(0.445)
  })

  test('its own quotes do not move it', () => {
    const quoter = bindStrategy(bestBidPeg, { mode: 'improve' })
    const first = quoter(exampleView())
    expect(quoter(exampleView({ ownQuotes: first.quotes })).quotes).toEqual(first.quotes)
    expect(checkStrategy(bestBidPeg, { mode: 'improve', improveTicks: 3, backoffTicks: 2 })).toEqual([])
  })

  test('parameters', () => {
    expect(parseParams(bestBidPeg).mode).toBe('join')
    expect(() => parseParams(bestBidPeg, { minEdgeTicks: 0.4 })).toThrow('strategy.params.minEdgeTicks')
  })
})

test('a kick-off is the end, a share of the life too, and toxic flow brings it forward', () => {
  const { market, nowMs } = exampleView()
  const quotes = (changes: ViewChanges) => bindStrategy(bestBidPeg)(exampleView(changes)).quotes.length
  expect(quotes({ market: { ...market, matchStartMs: nowMs + 5000 } })).toBe(0)
  const halfAnHour = { ...market, startMs: nowMs + 80_000 - 1_800_000, endMs: nowMs + 80_000 }
  expect(quotes({ market: halfAnHour, timeLeftMs: 80_000 })).toBe(0)
  expect(quotes({ timeLeftMs: 65_000 })).toBe(2)
  expect(quotes({ timeLeftMs: 65_000, toxicity: [0.05, 0] })).toBe(0)
})
