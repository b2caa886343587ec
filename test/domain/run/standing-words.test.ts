import { expect, it } from 'vitest'
import { haltWords, pauseWords, waitWords } from '../../../src/domain/run/standing-words.js'

const BY = { actor: 'ann', reason: 'odd prices', atMs: Date.UTC(2026, 0, 31, 12) }

it('a stop says who, since when and why', () => {
  expect(haltWords({ cause: 'operator', ...BY })).toBe(
    'halted (operator) since 2026-01-31T12:00:00.000Z by ann: odd prices',
  )
  expect(pauseWords(BY)).toBe('paused since 2026-01-31T12:00:00.000Z by ann: odd prices')
})

it('a wait says since when where that is known', () => {
  expect(waitWords({ cause: 'venue', reason: 'no answer', sinceMs: BY.atMs })).toBe(
    'waiting (venue) since 2026-01-31T12:00:00.000Z: no answer',
  )
  expect(waitWords({ cause: 'venue', reason: 'no answer' })).toBe('waiting (venue): no answer')
})
