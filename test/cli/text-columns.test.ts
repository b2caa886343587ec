import { expect, it } from 'vitest'
import { alignColumns } from '../../src/cli/text-columns.js'

it('aligns every column to its widest cell', () => {
  expect(
    alignColumns([
      ['A', 'LONG'],
      ['wide', 'x'],
    ]),
  ).toEqual(['A     LONG', 'wide  x'])
  expect(alignColumns([])).toEqual([])
})
