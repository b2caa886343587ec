import { describe, expect, it } from 'vitest'
import { inOrderOfCause } from '../../src/backtest/moment-order.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { CONDITION, ME, raw } from '../venue/simulated/fills/scenario.js'

const level = (price: number, shares: number): TapeRecord => {
  const change = { outcome: 0, side: 'BUY', price: ticks(price), size: lots(shares * 100) } as const
  return { atMs: 0, event: { kind: 'market-data', event: { kind: 'change', conditionId: CONDITION, change } } }
}

const own = (price: number, rests: number): TapeRecord => ({
  atMs: 0,
  event: {
    kind: 'own-order',
    record: {
      ...{ hash: '0x1', account: ME, conditionId: CONDITION, outcome: 0, side: 'BUY', price: ticks(price) },
      ...{ originalRaw: raw(20), filledRaw: 0n, pendingRaw: 0n, remainingRaw: raw(rests) },
      ...{ type: 'POST_ONLY', status: 'open', expirationSec: 0, createdMs: 0, updatedMs: 0 },
    },
  },
})

describe('the records of one moment', () => {
  it('an own order comes before the level that shows it', () => {
    const [grows, rests] = [level(48, 120), own(48, 20)]
    expect(inOrderOfCause([grows, rests])).toEqual([rests, grows])
  })

  it('of several changes at its place the last is its own', () => {
    const [others, last, gone] = [level(48, 20), level(48, 0), own(48, 0)]
    expect(inOrderOfCause([others, last, gone])).toEqual([others, gone, last])
  })

  it('each own order has a change of its own', () => {
    const [a, one, b, two] = [level(48, 12), own(48, 12), level(48, 0), own(48, 0)]
    expect(inOrderOfCause([a, one, b, two])).toEqual([one, a, two, b])
    expect(inOrderOfCause([a, b, one, two])).toEqual([two, a, one, b])
  })

  it('nothing else moves', () => {
    const records = [level(47, 20), own(48, 20), level(48, 20), level(49, 10)]
    expect(inOrderOfCause(records)).toEqual(records)
  })
})
