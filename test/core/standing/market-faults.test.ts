import { describe, expect, it } from 'vitest'
import { MarketFaults } from '../../../src/core/standing/market-faults.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { A, B } from '../../risk/builders.js'

describe('a strategy that fails', () => {
  it('stops its market alone, longer each time, up to a minute', () => {
    const faults = new MarketFaults()
    let now = 0
    const pauses = Array.from({ length: 8 }, () => {
      const until = faults.strategy(A, 'no', now)
      const lengthMs = until - now
      expect(faults.stop(A, until - 1)).toMatchObject({ reason: 'strategy-fault', detail: 'the strategy: no' })
      expect(faults.stop(A, until)).toBeUndefined()
      expect(faults.stop(B, now)).toBeUndefined()
      now = until
      return lengthMs
    })
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('is forgiven when it has answered for as long as it was paused', () => {
    const faults = new MarketFaults()
    faults.strategy(A, 'no', 0)
    faults.strategy(A, 'no', 1000)
    // paused until 3000
    faults.answered(A, 3000)
    expect(faults.strategy(A, 'every now and then', 4999) - 4999).toBe(4000)
    faults.answered(A, 9000)
    faults.answered(A, 13_000)
    expect(faults.strategy(A, 'no', 13_001) - 13_001).toBe(1000)
  })

  it('is told of until it answers', () => {
    const faults = new MarketFaults()
    faults.strategy(A, 'no', 0)
    expect(faults.faultOf(A)).toBe('no')
    expect(faults.faultOf(B)).toBeUndefined()
    faults.answered(A, 1000)
    expect(faults.faultOf(A)).toBeUndefined()
    expect(faults.take()).toEqual([{ conditionId: A, kind: 'strategy', message: 'no' }])
    expect(faults.take()).toEqual([])
  })
})

const C = '0xc3' as ConditionId

describe('a fault of the program', () => {
  it('closes its market until it is resumed; the third within ten minutes is one too many', () => {
    const faults = new MarketFaults()
    expect(faults.program(A, 'odd', 0)).toBe(false)
    expect(faults.stop(A, 1e9)).toMatchObject({ reason: 'program-fault', detail: 'closed until resumed: odd' })
    expect(faults.faultOf(A)).toBe('odd')
    expect(faults.program(B, 'odd', 1)).toBe(false)
    faults.resume(A)
    expect(faults.faultOf(A)).toBeUndefined()
    expect(faults.stop(B, 2)).toBeDefined()
    faults.resume()
    expect([A, B, C].map((id) => faults.program(id, 'odd', 3))).toEqual([false, false, true])
  })

  it('counts once while it lasts', () => {
    const faults = new MarketFaults()
    const tries = Array.from({ length: 10 }, (_, i) => faults.program(A, 'odd', i))
    expect(tries).not.toContain(true)
    expect(faults.take()).toHaveLength(1)
    expect([faults.program(B, 'odd', 11), faults.program(C, 'odd', 12)]).toEqual([false, true])
  })
})

it('what has been told stays what it was', () => {
  const faults = new MarketFaults()
  const before = faults.take()
  faults.strategy(A, 'no', 0)
  expect(before).toEqual([])
  expect(faults.take()).toHaveLength(1)
})
