import { describe, expect, it } from 'vitest'
import { LIMIT_NOTES, limitTerms, limitWords } from '../../../src/strategy/overlays/limit-words.js'
import { exampleView, inventoryOf, type ViewChanges } from '../../../src/strategy/view/example-view.js'

const LIMITS = {
  ...{ maxNet: 100, reduceOnlyMs: 30_000, stopMs: 10_000 },
  ...{ endShare: 0, endShareAtMostMs: 300_000, inPlay: false },
}
const QUIET = { toxicity: [0, 0], timeLeftMs: 60_000 } as const

const words = (changes: ViewChanges, limits: Partial<typeof LIMITS> = {}) =>
  limitWords(exampleView({ ...QUIET, ...changes }), { ...LIMITS, ...limits })

describe('what the overlays hold back', () => {
  it('is nothing far from the end and from the cap', () => {
    expect(words({})).toBeUndefined()
    expect(words({ inventory: inventoryOf(99) })).toBeUndefined()
  })

  it.each<[string, ViewChanges, string]>([
    [
      'near the end',
      { timeLeftMs: 10_000 },
      'near the end: nothing is quoted in the last 10 s before the market closes',
    ],
    [
      'a little sooner, with nothing held',
      { timeLeftMs: 20_000 },
      'near the end: in the last 30 s before the market closes only what is held is reduced, and nothing is held',
    ],
    [
      'a little sooner, with something held',
      { timeLeftMs: 20_000, inventory: inventoryOf(5) },
      'near the end: in the last 30 s before the market closes only what is held is reduced',
    ],
    [
      'at the cap',
      { inventory: inventoryOf(-120.123) },
      'full: 120.12 shares net are held, maxNet is 100: only what reduces is quoted',
    ],
  ])('%s it says so', (_name, changes, said) => {
    expect(words(changes)).toBe(said)
  })

  it('names the match where that comes first', () => {
    const { market, nowMs } = exampleView()
    const ofMatch = (startMs: number, endMs: number) => ({
      market: { ...market, matchStartMs: startMs, matchEndMs: endMs },
    })
    expect(words(ofMatch(nowMs + 5000, nowMs + 50_000))).toMatch(/10 s before the match begins$/)
    expect(words(ofMatch(nowMs - 5000, nowMs + 5000), { inPlay: true })).toMatch(/before the match ends$/)
  })

  it('is told with the times and the share that they go by', () => {
    const view = exampleView({ ...QUIET, inventory: inventoryOf(25) })
    expect(limitTerms(view, LIMITS)).toEqual({ adding: 0.75, reduceOnly: 30, stop: 10 })
    expect(Object.keys(LIMIT_NOTES)).toEqual(Object.keys(limitTerms(view, LIMITS)))
  })
})
