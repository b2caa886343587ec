import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worstCaseRaw } from '../../../src/risk/totals/worst-case.js'
import { A, B, market, order, position, raw } from '../builders.js'

describe('worst case of a market', () => {
  it('nothing held and nothing resting cannot lose', () => {
    expect(worstCaseRaw(position(), [])).toBe(0n)
  })

  it('held tokens lose what they cost', () => {
    expect(worstCaseRaw(position(A, { yes: 100, cost: 40 }), [])).toBe(raw(-40))
  })

  it('a full set cannot lose', () => {
    expect(worstCaseRaw(position(A, { yes: 100, no: 100, cost: 98 }), [])).toBe(raw(2))
  })

  it('two bids lose only one of them', () => {
    expect(worstCaseRaw(position(), [order('BUY YES', 48, 100), order('BUY NO', 50, 100)])).toBe(raw(-50))
  })

  it('a bid that would hedge is not counted on: it may not fill', () => {
    const held = position(A, { yes: 100, cost: 40 })
    expect(worstCaseRaw(held, [order('BUY NO', 50, 100)])).toBe(raw(-40))
  })

  it('an unknown bid on top of the position deepens the worst case', () => {
    const held = position(A, { yes: 100, cost: 40 })
    expect(worstCaseRaw(held, [order('BUY YES', 50, 100)])).toBe(raw(-90))
  })

  it('an ask gives up what the token could pay', () => {
    const held = position(A, { yes: 100, cost: 40 })
    expect(worstCaseRaw(held, [order('SELL YES', 30, 100)])).toBe(raw(-40))
    expect(worstCaseRaw(position(A, { yes: 100 }), [order('SELL YES', 30, 100)])).toBe(0n)
  })

  it('sells and bids on sets are judged in every scenario', () => {
    // either winner: 80 given up on it; cancelled: 30 on each
    const asks = [order('SELL YES', 20, 100), order('SELL NO', 20, 100)]
    expect(worstCaseRaw(position(A, { yes: 100, no: 100, cost: 100 }), asks)).toBe(raw(-80))
    // either winner: 60 lost on the other; cancelled: 10 on each
    const bids = [order('BUY YES', 60, 100), order('BUY NO', 60, 100)]
    expect(worstCaseRaw(position(A, { yes: 50, no: 50 }), bids)).toBe(raw(-10))
  })

  it('a market that is over adds no room and takes none, whatever is still held', () => {
    for (const winner of [0, 1] as const) {
      const resolved = market(undefined, { status: 'RESOLVED', winner })
      expect(worstCaseRaw(position(undefined, { yes: 100, cost: 40, market: resolved }), [])).toBe(0n)
    }
    const cancelled = market(undefined, { status: 'CANCELLED' })
    expect(worstCaseRaw(position(undefined, { yes: 100, cost: 40, market: cancelled }), [])).toBe(0n)
  })

  it('a market whose winner nobody knows is as open as before, whatever it is called', () => {
    for (const status of ['OPEN', 'CLOSED', 'RESOLVED'] as const) {
      const held = position(undefined, { yes: 100, cost: 40, market: market(undefined, { status }) })
      expect(worstCaseRaw(held, [])).toBe(raw(-40))
    }
  })

  it('of an order in a resolved market only the outcome that came counts', () => {
    const resolved = market(undefined, { status: 'RESOLVED', winner: 0 })
    const held = position(undefined, { yes: 100, cost: 40, market: resolved })
    expect(worstCaseRaw(held, [order('BUY YES', 40, 10)])).toBe(0n)
    expect(worstCaseRaw(held, [order('BUY NO', 40, 10)])).toBe(raw(-4))
  })

  it('does not count orders of other markets', () => {
    expect(worstCaseRaw(position(), [order('BUY YES', 50, 10, B)])).toBe(0n)
  })

  it('rounds a fraction of a raw unit towards the loss', () => {
    const odd = { ...order('BUY YES', 33, 0), sizeRaw: 1n }
    expect(worstCaseRaw(position(), [odd])).toBe(-1n)
  })

  it('is the minimum over scenarios and every subset of fills', () => {
    const words = fc.constantFrom('BUY YES', 'BUY NO', 'SELL YES', 'SELL NO' as const)
    const orders = fc.array(fc.tuple(words, fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 50 })), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(orders, fc.nat(50), fc.nat(50), fc.nat(50), (list, yes, no, cost) => {
        const live = list.map(([w, p, s]) => order(w as 'BUY YES', p, s))
        let worst = Number.POSITIVE_INFINITY
        for (const [payYes, payNo] of [
          [1, 0],
          [0, 1],
          [0.5, 0.5],
        ] as const) {
          for (let subset = 0; subset < 2 ** live.length; subset++) {
            let wealth = yes * payYes + no * payNo - cost
            for (const [i, { outcome, side, price, sizeRaw }] of live.entries()) {
              if ((subset & (1 << i)) === 0) continue
              const gain = ((outcome === 0 ? payYes : payNo) - price / 100) * (Number(sizeRaw) / 1e6)
              wealth += side === 'BUY' ? gain : -gain
            }
            worst = Math.min(worst, wealth)
          }
        }
        expect(Number(worstCaseRaw(position(undefined, { yes, no, cost }), live)) / 1e6).toBeCloseTo(worst, 5)
      }),
      { numRuns: 200 },
    )
  })
})
