import { expect, it } from 'vitest'
import { WriteHolds } from '../../../src/execution/planning/write-holds.js'
import { A, B } from '../../risk/builders.js'

it('keeps promised writes from the other markets until they are used or lapse', () => {
  const holds = new WriteHolds()
  holds.hold(A, 2, 0)
  expect(holds.heldByOthers(B, 100)).toBe(2)
  expect(holds.heldByOthers(A, 100)).toBe(0)
  holds.release(A)
  expect(holds.heldByOthers(B, 100)).toBe(0)
  holds.hold(A, 2, 200)
  expect(holds.heldByOthers(B, 3199)).toBe(2)
  expect(holds.heldByOthers(B, 3200)).toBe(0)
})
