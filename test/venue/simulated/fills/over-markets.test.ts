import { expect, it } from 'vitest'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import { OverMarkets } from '../../../../src/venue/simulated/fills/over-markets.js'

const MINUTE = 60_000
const [A, B, C] = ['0xa', '0xb', '0xc'].map((id) => id as ConditionId) as [ConditionId, ConditionId, ConditionId]

function scene() {
  const unsettled = new Set<ConditionId>()
  const forgotten: ConditionId[] = []
  const over = new OverMarkets({
    forgetMarket: (conditionId) => {
      if (unsettled.has(conditionId)) return false
      forgotten.push(conditionId)
      return true
    },
  })
  return { over, unsettled, forgotten }
}

it('lets go of each ten minutes after its end, once, and knows for good that it is over', () => {
  const { over, forgotten } = scene()
  over.add(A, 0)
  over.add(B, 5 * MINUTE)
  over.passTo(10 * MINUTE)
  expect(forgotten).toEqual([])
  over.passTo(10 * MINUTE + 1)
  expect(forgotten).toEqual([A])
  // the venue may tell of it again
  over.add(A, 11 * MINUTE)
  over.passTo(60 * MINUTE)
  expect(forgotten).toEqual([A, B])
  expect([A, B, C].map((conditionId) => over.has(conditionId))).toEqual([true, true, false])
})

it('one that is not settled waits, and keeps no other waiting', () => {
  const { over, unsettled, forgotten } = scene()
  unsettled.add(A)
  over.add(A, 0)
  over.add(B, 1)
  over.passTo(20 * MINUTE)
  expect(forgotten).toEqual([B])
  unsettled.clear()
  over.passTo(21 * MINUTE)
  expect(forgotten).toEqual([B, A])
})
