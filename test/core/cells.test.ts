// Markets as the core works on them.

import { expect, it } from 'vitest'
import { Cells } from '../../src/core/cells.js'
import { A, B } from '../risk/builders.js'

it('a market that is over is opened again by what risk and planning look at, not by a value or a book alone', () => {
  const cells = new Cells()
  cells.open(B)
  const { index } = cells.open(A)
  cells.close(cells.open(A))
  cells.touch(A, 'requote')
  expect([cells.get(A), cells.isMarked]).toEqual([undefined, false])
  cells.touch(A, 'replan')
  expect(cells.get(A)).toMatchObject({ index, isToReplan: true })
  // one that is open is marked by both
  cells.touch(B, 'requote')
  expect(cells.get(B)).toMatchObject({ isToRequote: true, isToReplan: false })
})
