import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
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

it('what was remembered is what the rules would say, whatever has changed meanwhile', () => {
  let remembered = 0
  fc.assert(
    fc.property(twoContexts, fc.array(anyWishedQuote, { maxLength: 4 }), ([first, second], quotes) => {
      const memo = new RulesMemo()
      for (const context of [first, second, second]) {
        const asked = vi.spyOn(memo, 'legal')
        const legal = applyRules({ quotes }, context, memo)
        expect(legal).toEqual(applyRules({ quotes }, context))
        if (asked.mock.results[0]?.value !== undefined) remembered++
        asked.mockRestore()
      }
    }),
    { numRuns: 800 },
  )
  expect(remembered).toBeGreaterThan(40)
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
