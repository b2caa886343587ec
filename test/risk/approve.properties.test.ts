import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveOrder, MarketPosition } from '../../src/domain/account/exposure.js'
import type { Quote } from '../../src/domain/orders/quote.js'
import { approve } from './at-once.js'
import { A, B, input, limits, order, position, quote, raw } from './builders.js'

const words = fc.constantFrom('BUY YES' as const, 'BUY NO' as const, 'SELL YES' as const, 'SELL NO' as const)
const bids = fc.constantFrom('BUY YES' as const, 'BUY NO' as const)
const conditionId = fc.constantFrom(A, B)
const price = fc.integer({ min: 2, max: 98 })
const shares = fc.integer({ min: 5, max: 200 })

const target = fc
  .tuple(words, price, shares, conditionId, fc.double({ min: 0, max: 0.1, noNaN: true }))
  .map(([w, p, s, c, edge]) => quote(w, p, s, { conditionId: c, edge }))
const unconfirmed = fc.tuple(words, price, shares, conditionId).map(([w, p, s, c]) => order(w, p, s, c))
const held = fc.record({ yes: fc.nat(100), no: fc.nat(100), cost: fc.nat(100) })
const limit = fc.record({
  maxMarketShares: fc.integer({ min: 0, max: 300 }),
  maxMarketCollateral: fc.integer({ min: 0, max: 300 }),
  maxMarketLoss: fc.integer({ min: 0, max: 300 }),
  maxTotalShares: fc.integer({ min: 0, max: 400 }),
  maxTotalCollateral: fc.integer({ min: 0, max: 400 }),
  maxTotalLoss: fc.integer({ min: 0, max: 400 }),
})
type Amounts = typeof limit extends fc.Arbitrary<infer T> ? T : never

const keysOf = (chosen: Amounts) => Object.keys(chosen) as (keyof Amounts)[]

/** Every limited amount, recomputed with floats from the words of the settings. */
function amounts(positions: readonly MarketPosition[], orders: readonly LiveOrder[]): Amounts {
  const each = positions.map((one) => {
    const [yes, no] = [Number(one.tokensRaw[0]) / 1e6, Number(one.tokensRaw[1]) / 1e6]
    const cost = Number(one.costRaw) / 1e6
    const own = orders.filter((o) => o.conditionId === one.market.conditionId)
    const size = (o: LiveOrder) => Number(o.sizeRaw) / 1e6
    const sum = (list: readonly LiveOrder[], f: (o: LiveOrder) => number) => list.reduce((s, o) => s + f(o), 0)
    const raises = (o: LiveOrder) => (o.outcome === 0) === (o.side === 'BUY')
    const high = yes - no + sum(own.filter(raises), size)
    const low =
      yes -
      no -
      sum(
        own.filter((o) => !raises(o)),
        size,
      )
    const locked = sum(
      own.filter((o) => o.side === 'BUY'),
      (o) => (size(o) * o.price) / 100,
    )
    const scenario = (payYes: number, payNo: number) =>
      yes * payYes +
      no * payNo -
      cost +
      sum(own, (o) => {
        const gain = (o.outcome === 0 ? payYes : payNo) - o.price / 100
        return size(o) * Math.min(0, o.side === 'BUY' ? gain : -gain)
      })
    return {
      position: Math.max(high, -low, 0),
      collateral: locked + cost,
      loss: -Math.min(scenario(1, 0), scenario(0, 1), scenario(0.5, 0.5)),
    }
  })
  const worst = (key: 'position' | 'collateral' | 'loss') => Math.max(...each.map((one) => one[key]))
  const total = (key: 'position' | 'collateral' | 'loss') => each.reduce((s, one) => s + one[key], 0)
  return {
    maxMarketShares: worst('position'),
    maxMarketCollateral: worst('collateral'),
    maxMarketLoss: worst('loss'),
    maxTotalShares: total('position'),
    maxTotalCollateral: total('collateral'),
    maxTotalLoss: total('loss'),
  }
}

const asOrder = ({ conditionId: c, outcome, side, price: p, size }: Quote): LiveOrder => ({
  conditionId: c,
  outcome,
  side,
  price: p,
  sizeRaw: BigInt(size) * 10_000n,
})

describe('whatever is asked for', () => {
  const scene = fc.record({
    targets: fc.array(target, { maxLength: 8 }),
    unconfirmed: fc.array(unconfirmed, { maxLength: 3 }),
    held: fc.tuple(held, held),
    free: fc.nat(200),
    limit,
  })

  it('no limit is passed, or what was over it already gets no worse', () => {
    fc.assert(
      fc.property(scene, ({ targets, unconfirmed, held: [a, b], free, limit: chosen }) => {
        const positions = new Map([
          [A, position(A, a)],
          [B, position(B, b)],
        ])
        const sellable = (c: string, outcome: 0 | 1) => (positions.get(c as never)?.tokensRaw[outcome] ?? 0n) / 2n
        const { approved } = approve(
          input(targets, { positions, unconfirmed, freeCollateralRaw: raw(free), heldSellableRaw: sellable }),
          limits(chosen),
        )
        const list = [...positions.values()]
        const before = amounts(list, unconfirmed)
        const after = amounts(list, [...unconfirmed, ...approved.map(asOrder)])
        for (const key of keysOf(chosen)) {
          expect(after[key], key).toBeLessThanOrEqual(Math.max(chosen[key], before[key]) + 1e-6)
        }
        const locked = approved.reduce((s, q) => s + (q.side === 'BUY' ? (q.size * q.price) / 1e4 : 0), 0)
        expect(locked).toBeLessThanOrEqual(free + 1e-6)
        for (const c of [A, B]) {
          for (const outcome of [0, 1] as const) {
            const sold = approved.filter((q) => q.side === 'SELL' && q.conditionId === c && q.outcome === outcome)
            expect(sold.reduce((s, q) => s + BigInt(q.size) * 10_000n, 0n) <= sellable(c, outcome)).toBe(true)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('every target comes out exactly once, never larger, never under the minimum', () => {
    fc.assert(
      fc.property(scene, ({ targets, unconfirmed, free, limit: chosen }) => {
        const { approved, refused } = approve(
          input(targets, { unconfirmed, freeCollateralRaw: raw(free) }),
          limits(chosen),
        )
        expect(approved.length + refused.length).toBe(targets.length)
        const open = [...targets]
        for (const out of [...approved, ...refused.map((one) => one.quote)]) {
          const index = open.findIndex(
            (t) =>
              t.conditionId === out.conditionId &&
              t.outcome === out.outcome &&
              t.side === out.side &&
              t.price === out.price &&
              t.edge === out.edge &&
              t.size >= out.size,
          )
          expect(index).toBeGreaterThanOrEqual(0)
          open.splice(index, 1)
        }
        for (const { size } of approved) expect(size).toBeGreaterThanOrEqual(500)
      }),
      { numRuns: 300 },
    )
  })

  it('an order that may live never makes room for a quote', () => {
    const scene = fc.record({
      wish: target,
      unconfirmed: fc.array(unconfirmed, { maxLength: 3 }),
      more: unconfirmed,
      free: fc.nat(200),
      limit,
    })
    fc.assert(
      fc.property(scene, ({ wish, unconfirmed, more, free, limit: chosen }) => {
        const all = [...unconfirmed, more]
        const before = amounts([position(A), position(B)], all)
        // past a limit already, what adds nothing to the excess is let through
        fc.pre(keysOf(chosen).every((key) => before[key] <= chosen[key]))
        const size = (orders: readonly LiveOrder[]) =>
          approve(input([wish], { unconfirmed: orders, freeCollateralRaw: raw(free) }), limits(chosen)).approved[0]
            ?.size ?? 0
        expect(size(all)).toBeLessThanOrEqual(size(unconfirmed))
      }),
      { numRuns: 500 },
    )
  })

  it('the same wish gets the same answer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bids, price, shares), { maxLength: 6 }), (list) => {
        const targets = list.map(([w, p, s]) => quote(w, p, s))
        const once = approve(input(targets, { freeCollateralRaw: raw(60) }), limits())
        expect(approve(input(targets, { freeCollateralRaw: raw(60) }), limits())).toEqual(once)
      }),
      { numRuns: 50 },
    )
  })
})
