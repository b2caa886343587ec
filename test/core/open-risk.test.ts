// Risk is open risk: what was earned or lost on what is gone, or in a market that is over, is neither room nor its lack.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConditionId, Hex } from '../../src/domain/market/market.js'
import type { Outcome, Side } from '../../src/domain/market/side.js'
import { worstCaseRaw } from '../../src/risk/totals/worst-case.js'
import { approve } from '../risk/at-once.js'
import { A, B, input, limits, market, quote, raw } from '../risk/builders.js'
import { Believer } from '../state/believer.js'
import { TrueOrder } from '../state/true-order.js'

interface Trade {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  /** Shares. */
  readonly size: number
}

class Trader {
  readonly bot = new Believer([market(A), market(B)])
  #orders = 0

  /** Placed, matched and told of. */
  trade({ size, ...trade }: Trade): TrueOrder {
    const order = new TrueOrder({ ...trade, hash: `0x${++this.#orders}` as Hex, size: size * 100 })
    this.bot.place(order)
    order.match(size * 100, ++this.bot.nowMs)
    this.bot.tell({ kind: 'order', record: order.record() })
    return order
  }

  end(conditionId: ConditionId, winner: Outcome): void {
    this.bot.tell({ kind: 'market-status', conditionId, status: 'RESOLVED', winner })
  }

  /** Shares of a bid on YES at 0.50 in `B` that a limit lets through. */
  allowed(limit: Partial<ReturnType<typeof limits>>): number {
    const target = quote('BUY YES', 50, 100, { conditionId: B })
    const positions = this.bot.positions()
    const { approved } = approve(input([target], { positions }), limits(limit))
    return (approved[0]?.size ?? 0) / 100
  }
}

const buy = (conditionId: ConditionId, price: number, size = 100): Trade => ({
  ...{ conditionId, outcome: 0 as const, side: 'BUY' as const, price, size },
})

describe.each(['maxTotalLoss', 'maxTotalCollateral'] as const)('%s', (limit) => {
  it.each([
    ['a market that ended with +60', 40, 0],
    ['a market that ended with -10', 10, 1],
  ] as const)('allows as much after %s as before', (_, price, winner) => {
    const trader = new Trader()
    trader.trade(buy(A, price))
    trader.end(A, winner)
    expect(trader.allowed({ [limit]: 10 })).toBe(20)
  })

  it.each([
    ['profit', 30, 70],
    ['loss', 60, 50],
  ] as const)('allows as much after a %s made and gone in an open market', (_, paid, got) => {
    const trader = new Trader()
    trader.trade(buy(A, paid))
    trader.trade({ ...buy(A, got), side: 'SELL' })
    expect(trader.allowed({ [limit]: 10 })).toBe(20)
  })

  it('counts what is held in an open market at what it cost', () => {
    const trader = new Trader()
    trader.trade(buy(A, 5))
    expect(trader.allowed({ [limit]: 15 })).toBe(20)
  })
})

describe('maxTotalShares', () => {
  it('does not count what is held of a market that is over', () => {
    const trader = new Trader()
    trader.trade(buy(A, 40))
    trader.end(A, 0)
    expect(trader.allowed({ maxTotalShares: 50 })).toBe(50)
  })
})

it('the worst case is that of what is held at its average cost, whatever was traded before', () => {
  const trade = fc.record({
    conditionId: fc.constantFrom(A, B),
    outcome: fc.constantFrom<Outcome>(0, 1),
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    price: fc.integer({ min: 1, max: 99 }),
    size: fc.integer({ min: 1, max: 50 }),
    fails: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 12 }), fc.constantFrom<Outcome>(0, 1), (trades, winner) => {
      const trader = new Trader()
      const held = new Map([A, B].map((id) => [id, [none(), none()] as const]))
      for (const { fails, ...wish } of trades) {
        const of = held.get(wish.conditionId)?.[wish.outcome] ?? none()
        // nobody can sell more than is held
        const size = wish.side === 'BUY' ? wish.size : Math.min(wish.size, of.shares)
        if (size === 0) continue
        const order = trader.trade({ ...wish, size })
        if (fails) {
          const tradeId = order.settle('failed', ++trader.bot.nowMs) ?? ''
          trader.bot.tell({ kind: 'settlement', conditionId: wish.conditionId, tradeId, status: 'failed' })
          trader.bot.tell({ kind: 'order', record: order.record() })
        } else if (wish.side === 'BUY') {
          of.cost += (size * wish.price) / 100
          of.shares += size
        } else {
          of.cost -= (of.cost * size) / of.shares
          of.shares -= size
        }
      }
      trader.end(A, winner)
      const positions = trader.bot.positions()
      const worst = (id: ConditionId) => Number(worstCaseRaw(positions.get(id)!, [])) / 1e6
      const [yes, no] = held.get(B)!
      const pays = [yes.shares, no.shares, (yes.shares + no.shares) / 2]
      expect(worst(B)).toBeCloseTo(Math.min(...pays) - yes.cost - no.cost, 3)
      expect(worst(A)).toBe(0)
      expect(positions.get(B)?.costRaw).toBeGreaterThanOrEqual(0n)
      expect(positions.get(B)?.costRaw).toBeLessThanOrEqual(raw(Math.max(0, yes.cost + no.cost) + 0.001))
    }),
    { numRuns: 150 },
  )
})

const none = () => ({ shares: 0, cost: 0 })
