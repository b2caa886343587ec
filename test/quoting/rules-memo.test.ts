import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { WishedQuote } from '../../src/domain/orders/wish.js'
import { applyRules } from '../../src/quoting/apply-rules.js'
import type { QuotingContext } from '../../src/quoting/quoting-context.js'
import { RulesMemo } from '../../src/quoting/rules-memo.js'
import { anyContext, anyWishedQuote, CONTEXT, touchBook, wish } from './quoting-fixtures.js'

/** A context, and another that differs from it in some of what the rules look at. */
const twoContexts = fc
  .tuple(
    anyContext,
    anyContext,
    fc.subarray(['others', 'heldRaw', 'fair', 'mid', 'jump', 'netRaw', 'band', 'maxLevels', 'useHeld'] as const),
    fc.option(fc.double({ min: 0.02, max: 0.98, noNaN: true }), { nil: undefined }),
    fc.constantFrom<-1 | 0 | 1>(0, 1, -1),
  )
  .map(([one, other, fields, mid, jump]): readonly [QuotingContext, QuotingContext] => {
    const changed = { ...other, ...(mid === undefined ? {} : { mid }), jump, band: { min: 0.2, max: 0.8 } }
    const picked = Object.fromEntries(fields.map((field) => [field, changed[field]]))
    return [one, { ...one, ...picked }]
  })

/** By how much each quote of a wish moves: within a tick or a lot, or beyond it. */
const anyMoves = fc.array(fc.tuple(fc.constantFrom(0, 0, 1e-4, -1e-4, 0.01), fc.constantFrom(0, 0, 0, 0.001, -1)), {
  minLength: 4,
  maxLength: 4,
})

function moved(quote: WishedQuote, [price, size]: readonly [number, number] = [0, 0]): WishedQuote {
  return { ...quote, price: quote.price + price, size: quote.size + size }
}

it('what was remembered is what the rules would say, whatever has changed meanwhile', () => {
  const remembered = { onTheGrid: 0, asWished: 0 }
  fc.assert(
    fc.property(twoContexts, fc.array(anyWishedQuote, { maxLength: 4 }), anyMoves, ([first, second], quotes, moves) => {
      const memo = new RulesMemo()
      for (const [context, wished] of [
        [first, quotes],
        [second, quotes],
        [second, quotes.map((quote, i) => moved(quote, moves[i]))],
        [second, quotes],
      ] as const) {
        const [onTheGrid, asWished] = [vi.spyOn(memo, 'legal'), vi.spyOn(memo, 'legalOf')]
        const legal = applyRules({ quotes: wished }, context, memo)
        expect(legal).toEqual(applyRules({ quotes: wished }, context))
        if (onTheGrid.mock.results[0]?.value !== undefined) remembered.onTheGrid++
        if (asWished.mock.results[0]?.value !== undefined) remembered.asWished++
        vi.restoreAllMocks()
      }
    }),
    { numRuns: 800 },
  )
  expect(remembered.onTheGrid).toBeGreaterThan(40)
  expect(remembered.asWished).toBeGreaterThan(40)
})

it('a wish that moves within its tick, or its lot, is what it was; one that leaves either is not', () => {
  const memo = new RulesMemo()
  applyRules({ quotes: [wish(0, 'BUY', 0.455, 10)] }, CONTEXT, memo)
  expect(memo.legalOf([wish(0, 'BUY', 0.459, 10.004)], CONTEXT)).toMatchObject([{ price: 45, size: 1000 }])
  expect(memo.legalOf([wish(0, 'BUY', 0.461, 10)], CONTEXT)).toBeUndefined()
  expect(memo.legalOf([wish(0, 'BUY', 0.455, 10.01)], CONTEXT)).toBeUndefined()
  expect(memo.legalOf([wish(0, 'BUY', 0, 10)], CONTEXT)).toBeUndefined()
  expect(memo.legalOf([wish(0, 'SELL', 0.455, 10)], CONTEXT)).toBeUndefined()
  expect(memo.legalOf([wish(1, 'BUY', 0.455, 10)], CONTEXT)).toBeUndefined()
  expect(memo.legalOf([], CONTEXT)).toBeUndefined()
})

it('another value moves what quotes earn, and leaves the list of them', () => {
  const memo = new RulesMemo()
  const quotes = [wish(0, 'BUY', 0.455), wish(1, 'BUY', 0.495)]
  const first = applyRules({ quotes, fair: 0.48 }, CONTEXT, memo)
  const again = applyRules({ quotes, fair: 0.49 }, CONTEXT, memo)
  expect(again.quotes).toBe(first.quotes)
  expect([first, again].map(({ worth }) => worth.value)).toEqual([0.48, 0.49])
})

it('a wish of which something came to lie nowhere is looked at whole, and what is refused is said again', () => {
  const memo = new RulesMemo()
  const quotes = [wish(0, 'BUY', 0.455), wish(0, 'BUY', 0.44, 0.01)]
  const first = applyRules({ quotes }, CONTEXT, memo)
  expect(first.refused).toMatchObject([{ reason: 'below-minimum' }])
  expect(applyRules({ quotes }, CONTEXT, memo)).toEqual(first)
  expect(applyRules({ quotes: quotes.slice(0, 1) }, CONTEXT, memo)).toMatchObject({ quotes: first.quotes, refused: [] })
})

const BIDS = [wish(0, 'BUY', 0.46), wish(1, 'BUY', 0.5), wish(0, 'BUY', 0.44)]
const SALES = [wish(0, 'SELL', 0.6, 20), wish(1, 'SELL', 0.7, 20)]
const others = touchBook({ yesBid: 44, noBid: 50 })

it.each<[string, typeof BIDS, Partial<QuotingContext>, Partial<QuotingContext>]>([
  ["the others' bid", BIDS, {}, { others: touchBook({ yesBid: 52, noBid: 50 }) }],
  ["the others' ask", BIDS, {}, { others: touchBook({ yesBid: 44, noBid: 56 }) }],
  ['the way of a jump', BIDS.slice(0, 1), { jump: 1 }, { jump: -1 }],
  ['the value that a jump is measured from', BIDS.slice(0, 1), { jump: 1 }, { jump: 1, fair: 0.45 }],
  ['the most under the middle', BIDS, { mid: 0.46 }, { mid: 0.4599 }],
  ['the least over the middle', [wish(1, 'BUY', 0.5)], { mid: 0.5 }, { mid: 0.5001 }],
  ['the position', BIDS, { mid: 0.455 }, { netRaw: -1_000_000_000n, mid: 0.455 }],
  ['the band', BIDS, {}, { band: { min: 0.45, max: 0.55 } }],
  ['the levels', BIDS, {}, { maxLevels: 1 }],
  ['YES that is held', SALES, { heldRaw: [10_000_000n, 20_000_000n] }, { heldRaw: [15_000_000n, 20_000_000n] }],
  ['NO that is held', SALES, { heldRaw: [20_000_000n, 10_000_000n] }, { heldRaw: [20_000_000n, 15_000_000n] }],
])('%s makes the rules look again', (_what, quotes, before, after) => {
  const base: QuotingContext = { ...CONTEXT, others, fair: 0.48, ...before }
  const memo = new RulesMemo()
  const first = applyRules({ quotes }, base, memo)
  const again = applyRules({ quotes }, { ...base, ...after }, memo)
  expect(again).toEqual(applyRules({ quotes }, { ...base, ...after }))
  const atLegs = ({ quotes: legal }: typeof first) =>
    legal.map(({ outcome, side, price, size }) => [outcome, side, price, size])
  expect(atLegs(again)).not.toEqual(atLegs(first))
})
