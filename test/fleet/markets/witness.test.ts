import { expect, it } from 'vitest'
import { Witness } from '../../../src/fleet/markets/witness.js'
import { bookOf, botOf } from './builders.js'

const at = (sec: number) => ({ monoMs: sec * 1000, wallMs: 1_000_000 + sec * 1000 })

it('knows since when a bot, and the book, are as they are', () => {
  const witness = new Witness()
  const book = bookOf({ a: botOf({ version: 4 }), b: botOf({ version: 5 }) })
  expect(witness.botSince('a', book)).toBeUndefined()
  witness.see(book, at(1))
  const later = { ...book, version: 7, bots: { ...book.bots, b: botOf({ version: 7 }) } }
  witness.see(later, at(3))
  expect([witness.botSince('a', later), witness.botSince('b', later)]).toEqual([at(1), at(3)])
  expect(witness.bookSince(later)).toEqual(at(1))
  // as it is after a look of our own that nobody has seen yet
  expect(witness.botSince('b', { ...later, bots: { b: botOf({ version: 8 }) } })).toBeUndefined()
})

it('begins anew with each start of a bot, with a book that was forgotten, and when the book is believed again', () => {
  const witness = new Witness()
  const book = bookOf({ a: botOf({ version: 4 }) }, { memory: 'told' })
  witness.see(book, at(1))
  const restarted = bookOf({ a: botOf({ version: 4, run: 2 }) }, { memory: 'told' })
  witness.see(restarted, at(2))
  expect(witness.botSince('a', restarted)).toEqual(at(2))
  const sure = { ...restarted, memory: 'sure' } as const
  witness.see(sure, at(3))
  expect([witness.bookSince(sure), witness.bookSince(restarted)]).toEqual([at(3), undefined])
  expect(witness.botSince('a', sure)).toEqual(at(2))
  const anew = { ...sure, id: 'anew' }
  witness.see(anew, at(4))
  expect(witness.botSince('a', anew)).toEqual(at(4))
  witness.see({ ...anew, bots: {} }, at(5))
  expect(witness.botSince('a', anew)).toBeUndefined()
})
