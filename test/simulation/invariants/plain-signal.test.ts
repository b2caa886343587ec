import { expect, it } from 'vitest'
import { carrierOf, type Gone, type SignalRules, type Word } from '../seeds/invariants/plain-signal.js'

const RULES: SignalRules = { maxAgeMs: 3000, maxJump: 0.05, confirmMs: 1000, maxFairAgeMs: 5000 }
/** Worth 0.5 with a spread of 0.04 when the book went, in second 10. */
const GONE: Gone = { atMs: 10_000, p: 0.5, spread: 0.04, against: undefined }

const said = (value: number, toldMs: number, madeMs = toldMs): Word => ({ value, madeMs, toldMs })
const by = (words: readonly Word[], nowMs: number, gone = GONE) => {
  const carrier = carrierOf(gone, words, nowMs, RULES)
  return carrier && [carrier.by === 'book' ? 'book' : carrier.by.value, carrier.jump]
}

it('a word that is near is the value until it is too old', () => {
  expect(by([said(0.54, 9500)], 10_100)).toEqual([0.54, 0])
  expect(by([said(0.54, 9500)], 12_400)).toEqual([0.54, 0])
  expect(by([said(0.54, 9500)], 12_600)).toEqual(['book', undefined])
  expect(by([], 10_100)).toEqual(['book', undefined])
  expect(by([said(0.54, 11_000, 9500)], 12_600)).toEqual(['book', undefined])
})

it('one that is far holds a side back until a later one says so too', () => {
  expect(by([said(0.6, 10_200)], 10_300)).toEqual(['book', 1])
  expect(by([said(0.6, 10_200), said(0.61, 11_100)], 11_150)).toEqual(['book', 1])
  expect(by([said(0.6, 10_200), said(0.61, 11_300)], 11_350)).toEqual([0.61, 0])
  expect(by([said(0.6, 10_200), said(0.4, 11_300)], 11_350)).toEqual(['book', -1])
  expect(by([said(0.53, 10_100), said(0.6, 10_200)], 10_300)).toEqual([0.53, 1])
})

it('what was said for long against the book is followed when that is too old, and no sooner', () => {
  const against = { ...GONE, against: { sign: 1, sinceMs: 8000 } } as const
  const words = [said(0.6, 9900), said(0.6, 10_900), said(0.6, 11_900), said(0.6, 12_900), said(0.6, 13_900)]
  expect(by(words, 14_500, against)).toEqual(['book', 1])
  expect(by([...words, said(0.6, 14_900)], 15_100, against)).toEqual([0.6, 0])
  expect(by(words, 14_500)).toEqual([0.6, 0])
})

it('where nothing has to be confirmed all is followed', () => {
  const against = { ...GONE, against: { sign: 1, sinceMs: 8000 } } as const
  const word = said(0.6, 9900)
  expect(carrierOf(against, [word], 10_100, { ...RULES, confirmMs: 0 })).toEqual({ by: word, jump: 0 })
})

it('nonsense carries nothing, and what may be read both ways is not judged', () => {
  expect(by([said(42, 10_200)], 10_300)).toEqual(['book', undefined])
  expect(by([said(42, 10_200), said(0.52, 10_400)], 10_500)).toEqual([0.52, 0])
  expect(by([said(42, 10_200), said(0.6, 11_400)], 11_500)).toBeUndefined()
  expect(by([said(0.6, 9900)], 10_100, { ...GONE, against: 'unknown' })).toBeUndefined()
})

it('what is said again is no jump, however small a jump counts', () => {
  const rules = { ...RULES, maxJump: 0 }
  const [first, again] = [said(0.52, 10_200), said(0.52, 10_400)]
  expect(carrierOf(GONE, [first, again], 10_500, rules)).toEqual({ by: again, jump: 0 })
})

it('what follows on what may be read both ways is not judged either', () => {
  const unknown = { ...GONE, against: 'unknown' } as const
  // confirmed, if it was not said against the book for long
  const confirmed = [said(0.6, 9900), said(0.6, 10_900), said(0.6, 11_400)]
  expect(by(confirmed, 11_450, unknown)).toBeUndefined()
  expect(by([...confirmed, said(0.61, 11_600)], 11_650, unknown)).toBeUndefined()
  // the book is too old meanwhile: who was followed then, nobody knows
  const outlived = [said(0.6, 9900), said(0.6, 14_500)]
  expect(by([...outlived, said(0.7, 15_200)], 15_250, unknown)).toBeUndefined()
})
