// No parameter of the default strategy is without effect, and what the quotes are whatever the parameters.

import { describe, expect, test } from 'vitest'
import { exampleView, inventoryOf, type ViewChanges } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { asLogit } from '../../strategies/as-logit.js'

type Params = ReturnType<typeof asLogit.params.parse>

const quotesOf = (params: unknown, changes: ViewChanges = {}) =>
  bindStrategy(asLogit, params)(exampleView(changes)).quotes

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
