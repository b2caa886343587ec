import { expect, it } from 'vitest'
import { exactText, jsonOf } from '../../src/domain/json.js'

it.each(['{"a":[1]}', 'null', '"text"', '0'])('%s is JSON', (text) => {
  expect(jsonOf(text)).toEqual(JSON.parse(text))
})

it.each(['', '{', 'undefined', "{'a':1}"])('%j is none', (text) => {
  expect(jsonOf(text)).toBeUndefined()
})

it('an integer of any length stays whole', () => {
  expect(JSON.stringify({ raw: 2n ** 70n, count: 3 }, exactText)).toBe('{"raw":"1180591620717411303424","count":3}')
})
