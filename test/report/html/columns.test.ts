// What the page reads back is what was packed.

import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packed } from '../../../src/report/html/columns.js'

const script = readFileSync('src/report/page/columns.js', 'utf8')
const unpacked = (text: string, scale: number): unknown =>
  JSON.parse(runInNewContext(`${script};JSON.stringify(unpacked(${JSON.stringify(text)}, ${scale}))`))

it('counts equal differences', () => {
  expect(packed([0.5, 0.5, 0.5, undefined, 0.51], 100)).toBe('50,0x2,,1')
  expect(packed([1, 2, 3, 4], 1)).toBe('1x4')
  expect(packed([], 1)).toBe('')
  expect(packed([Number.NaN], 1)).toBe('')
})

it('is read back by the page', () => {
  const column = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(column, (values) => {
      fc.pre(packed(values, 1) !== '')
      expect(unpacked(packed(values, 1), 1)).toEqual(values.map((value) => value ?? null))
    }),
    { numRuns: 50 },
  )
})
