import { expect, it } from 'vitest'
import { goneMarked } from '../../../src/fleet/markets/gone-mark.js'
import { bookOf, botOf } from './builders.js'

it('marks a bot that has not looked since, and no other', () => {
  const book = bookOf({ a: botOf({ version: 7 }), b: botOf() })
  const marked = goneMarked(book, 'a', { run: 1, version: 7 })
  expect(marked.bots['a']?.isGone).toBe(true)
  expect(marked.bots['b']).toEqual(botOf())
  expect(marked.version).toBe(11)
  for (const before of [
    { run: 1, version: 6 },
    { run: 2, version: 7 },
  ])
    expect(goneMarked(book, 'a', before)).toBe(book)
  expect(goneMarked(book, 'c', { run: 1, version: 7 })).toBe(book)
  expect(goneMarked(marked, 'a', { run: 1, version: 7 })).toBe(marked)
})
