// No parameter of the default strategy is without effect, and what the quotes are whatever the parameters.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkStrategy, exampleView, inventoryOf, type ViewChanges } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { toldTerms } from '../../src/strategy/told-terms.js'
import { asLogit } from '../../strategies/as-logit.js'

type Params = ReturnType<typeof asLogit.params.parse>

function run(params: unknown, changes: ViewChanges) {
  const wish = bindStrategy(asLogit, params)(exampleView(changes))
  const of = (outcome: number) => wish.quotes.find((quote) => quote.outcome === outcome)?.price
  const reservation = toldTerms(wish.terms).terms?.reservation ?? Number.NaN
  return { ...wish, reservation, yes: of(0), no: of(1) }
}

const quotesOf = (params: unknown, changes: ViewChanges) => run(params, changes).quotes

const NOW_MS = exampleView().nowMs
const { market } = exampleView()
/** A day to go, a quiet market, half of what may be held. */
const HELD: ViewChanges = { inventory: inventoryOf(100) }
const toGo = (timeLeftMs: number): ViewChanges => ({
  ...HELD,
  timeLeftMs,
  market: { ...market, endMs: NOW_MS + timeLeftMs },
})
const halfAnHour = (timeLeftMs: number): ViewChanges => ({
  ...HELD,
  timeLeftMs,
  market: { ...market, endMs: NOW_MS + timeLeftMs, startMs: NOW_MS + timeLeftMs - 1_800_000 },
})
const tail: ViewChanges = { fair: { p: 0.97 }, market: { ...market, tickSize: 0.001 } }

interface Effect {
  readonly value: unknown
  readonly view: ViewChanges
  /** Beside the defaults. */
  readonly params?: Partial<Params>
}

/** Another value than the default, and where it tells. */
const EFFECTS: Readonly<Record<keyof Params, Effect>> = {
  gamma: { value: 0.003, view: HELD },
  skew: { value: 0.3, view: HELD },
  horizonSec: { value: 3600, view: HELD },
  k: { value: 40, view: HELD },
  informedShare: { value: 0.1, view: HELD },
  markoutFloor: { value: 0.03, view: HELD },
  minHalfTicks: { value: 3, view: HELD },
  form: { value: 'logit', view: tail },
  logitBound: { value: 1.2, view: tail, params: { form: 'logit' } },
  degradedWiden: { value: 3, view: { fair: { p: 0.5, degraded: true } } },
  size: { value: 30, view: HELD },
  maxNet: { value: 300, view: HELD },
  reduceOnlyMs: { value: 60_000, view: toGo(45_000) },
  stopMs: { value: 20_000, view: toGo(15_000) },
  endShare: { value: 0.1, view: halfAnHour(150_000) },
  endShareAtMostMs: { value: 20_000, view: halfAnHour(80_000) },
  inPlay: { value: true, view: { market: { ...market, matchStartMs: NOW_MS - 1000, matchEndMs: NOW_MS + 6_000_000 } } },
}

describe('each parameter changes the quotes beside the other defaults', () => {
  test.each(Object.entries(EFFECTS))('%s', (key, { value, view, params = {} }) => {
    expect(quotesOf({ ...params, [key]: value }, view)).not.toEqual(quotesOf(params, view))
  })

  test('as does the volatility', () => {
    expect(quotesOf({}, { ...HELD, volatility: 0.003 })).not.toEqual(quotesOf({}, { ...HELD, volatility: 0.002 }))
  })
})

describe('whatever the parameters', () => {
  test('sound in both forms', () => {
    expect(checkStrategy(asLogit, { form: 'logit' })).toEqual([])
    expect(checkStrategy(asLogit, { form: 'logit', gamma: 0.01 })).toEqual([])
    expect(checkStrategy(asLogit, { gamma: 0.02, k: 20 })).toEqual([])
  })

  const params = fc.record({
    form: fc.constantFrom('price', 'logit'),
    k: fc.double({ min: 1, max: 1e4, noNaN: true }),
    gamma: fc.double({ min: 1e-5, max: 0.05, noNaN: true }),
    skew: fc.double({ min: 0, max: 3, noNaN: true }),
    size: fc.double({ min: 1, max: 150, noNaN: true }),
    logitBound: fc.double({ min: 1, max: 1.7, noNaN: true }),
    volatility: fc.double({ min: 0, max: 0.1, noNaN: true }),
  })
  type Given = typeof params extends fc.Arbitrary<infer T> ? T : never
  const probability = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  const inventory = fc.integer({ min: -300, max: 300 })
  const at = ({ volatility, ...given }: Given, p: number, net: number) =>
    run(given, { fair: { p, degraded: false }, volatility, inventory: inventoryOf(net) })

  test('bids lie inside (0, 1), on their side of the reservation price', () => {
    fc.assert(
      fc.property(params, probability, inventory, (given, p, net) => {
        const { yes, no, reservation } = at(given, p, net)
        for (const bid of [yes, no]) if (bid !== undefined) expect(bid > 0 && bid < 1).toBe(true)
        // so a pair of bids never costs a whole unit
        if (yes !== undefined) expect(yes).toBeLessThan(reservation)
        if (no !== undefined) expect(1 - no).toBeGreaterThan(reservation)
      }),
    )
  })

  test('more inventory never raises the YES bid, nor the YES ask', () => {
    fc.assert(
      fc.property(params, probability, inventory, fc.integer({ min: 1, max: 100 }), (given, p, net, more) => {
        const [less, most] = [at(given, p, net), at(given, p, net + more)]
        if (most.yes !== undefined) expect(most.yes).toBeLessThanOrEqual((less.yes ?? 0) + 1e-9)
        if (less.no !== undefined) expect(most.no ?? 0).toBeGreaterThanOrEqual(less.no - 1e-9)
      }),
    )
  })

  test('YES and NO changed over, the quotes change over', () => {
    fc.assert(
      fc.property(params, probability, inventory, (given, p, net) => {
        const [one, other] = [at(given, p, net), at(given, 1 - p, -net)]
        expect(other.no ?? 0).toBeCloseTo(one.yes ?? 0, 9)
        expect(other.yes ?? 0).toBeCloseTo(one.no ?? 0, 9)
      }),
    )
  })

  test('nothing without a fair value', () => {
    expect(run({}, { fair: undefined })).toMatchObject({ quotes: [], note: 'no fair value' })
  })
})
