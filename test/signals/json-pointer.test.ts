import { expect, test } from 'vitest'
import { asNumber, isPointer, valueAt } from '../../src/signals/json-pointer.js'

const DATA = { data: [{ price: '0.53', 'a/b': 1, 'm~n': 2, '': 3 }], empty: null }

test.each<[string, unknown]>([
  ['', DATA],
  ['/data/0/price', '0.53'],
  ['/data/0/a~1b', 1],
  ['/data/0/m~0n', 2],
  ['/data/0/', 3],
  ['/data/1/price', undefined],
  ['/empty/deeper', undefined],
  ['/data/constructor', undefined],
  ['/__proto__', undefined],
])('%j leads to %j', (pointer, value) => {
  expect(isPointer(pointer)).toBe(true)
  expect(valueAt(DATA, pointer)).toEqual(value)
})

test.each(['price', 'data/0', '/a~', '/a~2b'])('%j is none', (text) => {
  expect(isPointer(text)).toBe(false)
})

test.each<[unknown, number | undefined]>([
  [0.5, 0.5],
  ['0.53', 0.53],
  [' -1e3 ', -1000],
  ['', undefined],
  ['0x10', undefined],
  ['1 2', undefined],
  [Number.NaN, undefined],
  ['1e999', undefined],
  [' -1E400', undefined],
  [null, undefined],
  [true, undefined],
])('%j is the number %j', (value, number) => {
  expect(asNumber(value)).toBe(number)
})
