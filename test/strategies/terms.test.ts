// Whoever asks why a quote is there is told every term of every bundled strategy, with its unit and what it means; and near an end the true cause.

import { describe, expect, it } from 'vitest'
import { exampleGroupView, exampleView, inventoryOf, type LazyTerms, type ViewChanges } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { toldTerms } from '../../src/strategy/told-terms.js'
import { asLogit } from '../../strategies/as-logit.js'
import { bestBidPeg } from '../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { groupConsistent } from '../../strategies/group-consistent.js'

const ALONE = [asLogit, bestBidPeg, fixedSpread]
const NEAR = { timeLeftMs: 5000, fair: { p: 0.5, degraded: true } } as const

const told = (terms: LazyTerms | undefined) => toldTerms(terms)

describe.each(ALONE.map((strategy) => [strategy.name, strategy] as const))('%s', (_name, strategy) => {
  const quote = bindStrategy(strategy)
  const situations: ViewChanges[] = [
    {},
    { inventory: inventoryOf(150) },
    { timeLeftMs: 0 },
    { volatility: undefined },
    { fair: { p: 0.999 } },
  ]

  it.each(situations)('names its terms, each with unit and meaning: %o', (changes) => {
    const { terms, problem } = told(quote(exampleView(changes)).terms)
    expect(problem).toBeUndefined()
    expect(Object.keys(strategy.termNotes ?? {})).toEqual(expect.arrayContaining(Object.keys(terms ?? {})))
    expect(Object.keys(terms ?? {}).length).toBeGreaterThan(3)
  })

  it('says near the end that this is why nothing is quoted, not that it is wider', () => {
    const { note, quotes } = quote(exampleView({ ...NEAR, fair: { p: 0.5, degraded: false } }))
    expect(quotes).toEqual([])
    expect(note).toMatch(/^near the end: nothing is quoted in the last \d+ s before the market closes$/)
  })
})

it('as-logit: with an old fair value, too, near the end the end is the cause', () => {
  const { note } = bindStrategy(asLogit)(exampleView(NEAR))
  expect(note).toMatch(/^near the end: nothing is quoted/)
  expect(note).not.toContain('wider')
})

it('as-logit: where the half-spread leaves no price, it says so', () => {
  expect(bindStrategy(asLogit)(exampleView({ fair: { p: 0.005 } })).note).toMatch(/no price above 0/)
})

it('group-consistent: names the terms of each market', () => {
  const view = exampleGroupView({ exclusive: true, markets: [{ fair: { p: 0.6 } }, { fair: { p: 0.4 } }] })
  const { markets } = bindStrategy(groupConsistent).quote(view)
  for (const { terms } of markets)
    expect(Object.keys(groupConsistent.termNotes ?? {})).toEqual(Object.keys(told(terms).terms ?? {}))
})
