import { expect, it } from 'vitest'
import { markGone } from '../../../src/fleet/markets/mark-gone.js'
import { bookOf, botOf } from './builders.js'

it('marks a bot that has not looked since, and no other', () => {
  const book = bookOf({ a: botOf({ version: 7 }), b: botOf() })
  const marked = markGone(book, 'a', { run: 1, version: 7 })
  expect(marked.bots['a']?.isGone).toBe(true)
  expect(marked.bots['b']).toEqual(botOf())
  expect(marked.version).toBe(11)
  for (const before of [
    { run: 1, version: 6 },
    { run: 2, version: 7 },
  ])
    expect(markGone(book, 'a', before)).toBe(book)
  expect(markGone(book, 'c', { run: 1, version: 7 })).toBe(book)
  expect(markGone(marked, 'a', { run: 1, version: 7 })).toBe(marked)
})
