import { expect, it } from 'vitest'
import { FailedActs } from '../../src/core/failed-acts.js'
import type { ChainAct } from '../../src/domain/account/chain-transaction.js'
import { A, B } from '../risk/builders.js'

const merge = (conditionId = A, setsRaw = 7n): ChainAct => ({ kind: 'merge', conditionId, setsRaw })
const redeem: ChainAct = { kind: 'redeem', conditionId: A, tokensRaw: [7n, 0n], paidRaw: 7n }

it('an act waits twice as long after each failure, ten minutes at most, and alone', () => {
  const failed = new FailedActs()
  for (const waitMs of [5, 10, 20, 40, 80, 160, 320, 600, 600].map((sec) => sec * 1000)) {
    failed.failed(merge(), 'reverted', 1000)
    expect(failed.isWaiting(merge(A, 9n), 1000 + waitMs - 1)).toBe(true)
    expect(failed.isWaiting(merge(), 1000 + waitMs)).toBe(false)
  }
  expect([merge(B), redeem].map((act) => failed.isWaiting(act, 1000))).toEqual([false, false])
})

it('what is done begins anew, and the reason of what still fails stays', () => {
  const failed = new FailedActs()
  failed.failed(merge(), 'first', 0)
  failed.failed(redeem, 'second', 0)
  expect(failed.reason).toBe('second')
  failed.done(redeem)
  expect([failed.reason, failed.isWaiting(redeem, 0)]).toEqual(['first', false])
})

it('what is not tried again is forgotten', () => {
  const failed = new FailedActs()
  failed.failed(merge(), 'reverted', 0)
  failed.forget(605_000)
  expect(failed.reason).toBe('reverted')
  failed.forget(605_001)
  expect(failed.reason).toBeUndefined()
})
