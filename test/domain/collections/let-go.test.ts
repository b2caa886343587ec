import { expect, it } from 'vitest'
import { LetGo } from '../../../src/domain/collections/let-go.js'
import type { ConditionId } from '../../../src/domain/market/market.js'

const id = (n: number): ConditionId => `0x${n}` as ConditionId

it('names the earliest that was let go, once there are more than may be kept, and none that came back', () => {
  const gone = new LetGo(2)
  expect([id(1), id(2)].map((one) => gone.letGo(one))).toEqual([undefined, undefined])
  gone.takeUp(id(1))
  expect(gone.letGo(id(3))).toBeUndefined()
  expect(gone.letGo(id(4))).toBe(id(2))
})

it('counts from the last time that a market was let go', () => {
  const gone = new LetGo(2)
  for (const one of [id(1), id(2), id(1)]) expect(gone.letGo(one)).toBeUndefined()
  expect(gone.letGo(id(3))).toBe(id(2))
})
