import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { HeldBack } from '../../../src/state/market/held-back.js'

const conditionId = '0xc0' as ConditionId

it('keeps why a market is not quoted until it is told otherwise', () => {
  const heldBack = new HeldBack()
  const hear = (input: CoreInput) =>
    heldBack.apply({ ...input, seq: 1, at: { monoMs: 0, wallMs: 0, venueMs: 0 } as never })
  const whyNot = { reason: 'other-bot', detail: 'bot b quotes it' } as const
  hear({ kind: 'market-claim', conditionId, whyNot })
  hear({ kind: 'market-changed', conditionId, detail: 'the tick' })
  expect([heldBack.notOurs.get(conditionId), heldBack.changed.get(conditionId)]).toEqual([whyNot, 'the tick'])
  hear({ kind: 'market-claim', conditionId })
  expect([heldBack.notOurs.size, heldBack.changed.size]).toEqual([0, 1])
  hear({ kind: 'market-changed', conditionId })
  expect(heldBack.changed.size).toBe(0)
})
