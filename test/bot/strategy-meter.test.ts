import { describe, expect, it } from 'vitest'
import { StrategyMeter } from '../../src/bot/strategy-meter.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { A, B } from '../risk/builders.js'

function setUp(slowAfterMs = 5) {
  let now = 0
  const told: CoreInput[] = []
  const calls: number[] = []
  const meter = new StrategyMeter({
    monoMs: () => now,
    slowAfterMs: () => slowAfterMs,
    emit: (input) => told.push(input),
    onCall: (ms) => calls.push(ms),
  })
  const take = (durationMs: number, market: ConditionId = A) =>
    meter.measured(market, () => {
      now += durationMs
      return durationMs
    })
  return { meter, told, calls, take }
}

const slow = (durationMs: number, conditionId = A) => ({
  kind: 'strategy-slow',
  conditionId,
  durationMs,
  allowedMs: 5,
})

describe('the verdict', () => {
  it('falls after three slow calls in a row, and again after three more', () => {
    const { told, take, calls } = setUp()
    for (const ms of [6, 6, 5, 7, 8]) expect(take(ms)).toBe(ms)
    expect(told).toEqual([])
    for (const ms of [9, 10, 11, 12]) take(ms)
    expect(told).toEqual([slow(9), slow(12)])
    expect(calls).toEqual([6, 6, 5, 7, 8, 9, 10, 11, 12])
  })

  it('concerns one market, and is taken back after three fast calls', () => {
    const { told, take } = setUp()
    for (let n = 0; n < 3; n++) {
      take(6, A)
      take(1, B)
    }
    expect(told).toEqual([slow(6)])
    for (let n = 0; n < 6; n++) take(1, A)
    expect(told.slice(1)).toEqual([{ kind: 'strategy-fast', conditionId: A }])
  })

  it('counts a call that throws', () => {
    const { meter, told, take } = setUp()
    for (let n = 0; n < 3; n++) {
      expect(() =>
        meter.measured(A, () => {
          take(6, B)
          throw new Error('no')
        }),
      ).toThrow('no')
    }
    expect(told).toContainEqual(slow(6, A))
  })
})

describe('the calls that a turn has time for', () => {
  it('are all of them while they take next to nothing, and one whatever it takes', () => {
    const { meter, take } = setUp()
    expect(meter.callsInTurn()).toBeUndefined()
    take(0)
    expect(meter.callsInTurn()).toBeUndefined()
    for (let n = 0; n < 50; n++) take(5)
    expect(meter.callsInTurn()).toBe(4)
    for (let n = 0; n < 50; n++) take(400)
    expect(meter.callsInTurn()).toBe(1)
  })
})
