import { describe, expect, it } from 'vitest'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { FeeBook } from '../../../src/execution/fees/fee-book.js'
import { A, B } from '../../risk/builders.js'
import { at } from '../builders.js'

const tell = (fees: FeeBook, input: CoreInput) => fees.hear({ ...input, seq: 1, at: at(0) })

/** The answer to a read, arrived at this moment. */
const answer = (fees: FeeBook, readAtMonoMs: number, feeRateBps = 30) =>
  tell(fees, { kind: 'fee', conditionId: A, feeRateBps, readAtMonoMs })
const lost = (fees: FeeBook) =>
  tell(fees, {
    ...{ kind: 'read-failed', read: 'fee', conditionId: A },
    failure: { code: 'unreachable', message: 'fee: time-out' },
  })

describe('a fee', () => {
  it('may be signed while it is young: half of the allowed age is left to signing', () => {
    const fees = new FeeBook(1000)
    expect(fees.signable(A, 0)).toBeUndefined()
    answer(fees, 0)
    expect(fees.signable(A, 500)).toEqual({ feeRateBps: 30, readAtMonoMs: 0 })
    expect(fees.signable(A, 501)).toBeUndefined()
    expect(fees.signable(B, 500)).toBeUndefined()
  })

  it('whose answer took longer is used at once, as long as a tenth of the allowed age is left', () => {
    const fees = new FeeBook(1000)
    const late = (tookMs: number) =>
      fees.hear({ kind: 'fee', conditionId: A, feeRateBps: 30, readAtMonoMs: 0, seq: 1, at: at(tookMs) })
    late(700)
    expect(fees.signable(A, 700)).toBeDefined()
    expect(fees.signable(A, 750)).toBeDefined()
    expect(fees.signable(A, 751)).toBeUndefined()
    expect(fees.tooSlow(A)).toBeUndefined()
    late(890)
    expect(fees.signable(A, 900)).toBeDefined()
    expect(fees.signable(A, 901)).toBeUndefined()
    late(901)
    expect(fees.signable(A, 901)).toBeUndefined()
    expect(fees.tooSlow(A)).toBe('a fee that is young enough: its answer took 901 ms of execution.feeMaxAgeMs (1000)')
    late(20)
    expect(fees.signable(A, 501)).toBeUndefined()
    expect(fees.tooSlow(A)).toBeUndefined()
  })

  it('is refused at the signature once it is older than allowed', () => {
    const fees = new FeeBook(1000)
    expect(fees.refusalToSign(0, 1000)).toBeUndefined()
    expect(fees.refusalToSign(0, 1001)).toEqual({
      code: 'fee-stale',
      message: 'fee: expected at most 1000 ms old, got 1001 ms',
    })
  })

  it('is outdated by an event, which never refreshes it', () => {
    const fees = new FeeBook(1000)
    answer(fees, 0)
    tell(fees, { kind: 'fee-changed', conditionId: A })
    expect(fees.signable(A, 1)).toBeUndefined()
    answer(fees, 2, 50)
    expect(fees.signable(A, 3)).toEqual({ feeRateBps: 50, readAtMonoMs: 2 })
  })

  it('from before a refusal is never signed', () => {
    const fees = new FeeBook(1000)
    answer(fees, 0)
    fees.refused(A)
    expect(fees.signable(A, 1)).toBeUndefined()
    expect(fees.signable(B, 1)).toBeUndefined()
  })

  it('is still the best one to reckon with when it may not be signed any more', () => {
    const fees = new FeeBook(1000)
    expect(fees.rateBps(A)).toBeUndefined()
    answer(fees, 0)
    fees.refused(A)
    expect(fees.rateBps(A)).toBe(30)
  })
})

describe('a fee that nobody wants to sign', () => {
  const isDoubtful = (fees: FeeBook, nowMonoMs: number, keepsBack: boolean, listedBps = 300) =>
    fees.isDoubtful({ conditionId: A, feeRateBps: listedBps }, { nowMonoMs, keepsBack })

  it('is read again once it is known to be another, and not twice within a second', () => {
    const fees = new FeeBook(1000)
    expect(isDoubtful(fees, 0, false)).toBe(false)
    answer(fees, 0)
    expect(isDoubtful(fees, 60_000, false)).toBe(false)
    tell(fees, { kind: 'fee-changed', conditionId: A })
    expect(isDoubtful(fees, 60_000, false)).toBe(true)
    fees.asked(A, 60_000)
    expect(isDoubtful(fees, 60_100, false)).toBe(false)
    answer(fees, 60_200)
    tell(fees, { kind: 'fee-changed', conditionId: A })
    expect(isDoubtful(fees, 60_999, false)).toBe(false)
    expect(isDoubtful(fees, 61_000, false)).toBe(true)
  })

  it('is read again after ten seconds while it keeps quotes back, told of or not', () => {
    const fees = new FeeBook(1000)
    answer(fees, 0, 300)
    expect(isDoubtful(fees, 9999, true)).toBe(false)
    expect(isDoubtful(fees, 10_000, true)).toBe(true)
    expect(isDoubtful(fees, 10_000, false)).toBe(false)
    answer(fees, 0, 0)
    expect(isDoubtful(fees, 60_000, true)).toBe(false)
  })

  it('is read at once where the listed one keeps quotes back', () => {
    const fees = new FeeBook(1000)
    expect(isDoubtful(fees, 0, true)).toBe(true)
    expect(isDoubtful(fees, 0, true, 0)).toBe(false)
    fees.asked(A, 0)
    lost(fees)
    expect(isDoubtful(fees, 999, true)).toBe(false)
    expect(isDoubtful(fees, 1000, true)).toBe(true)
  })
})

describe('a question', () => {
  it('is asked once per market until its answer comes, fails, or is overdue', () => {
    const fees = new FeeBook(1000)
    expect(fees.isAsked(A, 0)).toBe(false)
    fees.asked(A, 0)
    expect(fees.isAsked(A, 2999)).toBe(true)
    expect(fees.isAsked(B, 2999)).toBe(false)
    expect(fees.isAsked(A, 3000)).toBe(false)
    answer(fees, 3000)
    expect(fees.isAsked(A, 100)).toBe(false)
    fees.asked(A, 4000)
    lost(fees)
    expect(fees.isAsked(A, 4001)).toBe(false)
    expect(fees.signable(A, 3400)).toBeDefined()
  })

  it.each([
    ['a refusal', (fees: FeeBook) => fees.refused(A)],
    ['a change', (fees: FeeBook) => tell(fees, { kind: 'fee-changed', conditionId: A })],
  ])('asked before %s has no answer that may be signed; the next one has', (_what, happen) => {
    const fees = new FeeBook(1000)
    fees.asked(A, 0)
    happen(fees)
    answer(fees, 10)
    expect(fees.signable(A, 11)).toBeUndefined()
    fees.asked(A, 12)
    answer(fees, 20)
    expect(fees.signable(A, 21)).toBeDefined()
  })

  it('that is overdue and asked again before a refusal spoils both answers, and no third', () => {
    const fees = new FeeBook(1000)
    fees.asked(A, 0)
    fees.asked(A, 3000)
    fees.refused(A)
    answer(fees, 3100)
    expect(fees.signable(A, 3101)).toBeUndefined()
    answer(fees, 3200)
    expect(fees.signable(A, 3201)).toBeUndefined()
    fees.asked(A, 3300)
    answer(fees, 3400)
    expect(fees.signable(A, 3401)).toBeDefined()
  })

  it('asked again after a refusal while the one before is out: the first answer is of the time before', () => {
    const fees = new FeeBook(1000)
    fees.asked(A, 0)
    fees.refused(A)
    fees.asked(A, 3000)
    answer(fees, 3100)
    expect(fees.signable(A, 3101)).toBeUndefined()
    answer(fees, 3200)
    expect(fees.signable(A, 3201)).toBeDefined()
  })

  it('taints no later one when none was open at the refusal', () => {
    const fees = new FeeBook(1000)
    fees.refused(A)
    fees.asked(A, 0)
    answer(fees, 10)
    expect(fees.signable(A, 11)).toBeDefined()
  })
})
