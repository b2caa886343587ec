import { expect, it } from 'vitest'
import { FeeReads } from '../../../src/execution/reads/fee-reads.js'
import { A, B } from '../../risk/builders.js'

it('leaves half of the allowed age to signing', () => {
  const fees = new FeeReads(1000)
  expect(fees.isFresh(0, 500)).toBe(true)
  expect(fees.isFresh(0, 501)).toBe(false)
})

it('asks once per market until the answer comes or is overdue', () => {
  const fees = new FeeReads(1000)
  expect(fees.isAsked(A, 0)).toBe(false)
  fees.asked(A, 0)
  expect(fees.isAsked(A, 2999)).toBe(true)
  expect(fees.isAsked(B, 2999)).toBe(false)
  expect(fees.isAsked(A, 3000)).toBe(false)
  fees.asked(A, 3000)
  fees.answered(A)
  expect(fees.isAsked(A, 3001)).toBe(false)
})

it('does not sign an answer that was asked for before a refusal or a change', () => {
  const fees = new FeeReads(1000)
  fees.asked(A, 0)
  fees.outdate(A)
  expect(fees.answered(A)).toBe(false)
  fees.asked(A, 100)
  expect(fees.answered(A)).toBe(true)
})

it('a refusal without an open question taints no later answer', () => {
  const fees = new FeeReads(1000)
  fees.outdate(A)
  fees.asked(A, 0)
  expect(fees.answered(A)).toBe(true)
})
