import { expect, it } from 'vitest'
import { Touched } from '../../../src/domain/collections/touched.js'
import { A, B } from '../../risk/builders.js'

it('what was taken is told once, and is not added to later', () => {
  const touched = new Touched()
  expect([touched.isEmpty, touched.take()]).toEqual([true, []])
  for (const id of [A, A, B]) touched.add(id)
  expect(touched.isEmpty).toBe(false)
  const taken = touched.take()
  expect(taken).toEqual([A, B])
  touched.add(B)
  expect(taken).toEqual([A, B])
  expect([touched.take(), touched.take(), touched.isEmpty]).toEqual([[B], [], true])
})
