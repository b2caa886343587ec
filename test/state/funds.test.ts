import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../src/domain/account.js'
import type { Hex } from '../../src/domain/market.js'
import { costRaw } from '../../src/domain/money.js'
import { rawToLots } from '../../src/domain/size.js'
import { lockedCollateralRaw, lockedTokensRaw } from '../../src/state/exposures.js'
import { Funds } from '../../src/state/funds.js'
import { A, market, raw } from '../risk/builders.js'
import { account, Believer } from './believer.js'
import { LOT, TrueOrder } from './true-order.js'

it('nothing is known, and nothing may be locked, before the first reading', () => {
  const funds = new Funds()
  expect([funds.isKnown, funds.collateralRaw(), funds.heldRaw(A, 0)]).toEqual([false, 0n, 0n])
  funds.asked(1)
  expect(funds.read(account(raw(5), { [A]: [raw(2), 0n] }), 1)).toBe(true)
  expect([funds.isKnown, funds.collateralRaw(), funds.heldRaw(A, 0)]).toEqual([true, raw(5), raw(2)])
})

it('an answer that a later question has overtaken is ignored', () => {
  const funds = new Funds()
  expect(funds.read(account(raw(5)), 7)).toBe(true)
  expect(funds.read(account(raw(9)), 6)).toBe(false)
  expect(funds.collateralRaw()).toBe(raw(5))
})

it('what was once settled stays used, whatever is said later, and a reading is never exceeded', () => {
  const bot = new Believer()
  const order = new TrueOrder({ price: 40 })
  const entry = bot.place(order)
  const { funds } = bot.beliefs
  const tell = (matchedRaw: bigint, pendingRaw: bigint) => funds.apply({ ...entry, matchedRaw, pendingRaw }, market())
  tell(100n * LOT, 0n)
  bot.readAccount(account(raw(10)))
  tell(50n * LOT, 50n * LOT)
  expect(funds.collateralRaw()).toBe(raw(10))
  tell(100n * LOT, 50n * LOT)
  expect(funds.collateralRaw()).toBe(raw(10))
})

describe('a match', () => {
  it('is used until a reading that was asked for after its settlement', () => {
    const bot = new Believer()
    const order = new TrueOrder({ price: 40 })
    bot.place(order)
    bot.readAccount(account(raw(10)))
    order.match(100, 5)
    bot.tell({ kind: 'order', record: order.record() })
    const { funds } = bot.beliefs
    expect(funds.collateralRaw()).toBe(raw(9.6))
    // asked for before the settlement is known, answered after it
    bot.beliefs.asked([{ kind: 'read-account', askedSeq: bot.seq }])
    const askedSeq = bot.seq
    order.settle('settled', 6)
    bot.tell({ kind: 'order', record: order.record() })
    bot.tell({ kind: 'account', snapshot: account(raw(10)), askedSeq })
    expect(funds.collateralRaw()).toBe(raw(9.6))
    bot.readAccount(account(raw(9.6)))
    expect(funds.collateralRaw()).toBe(raw(9.6))
  })

  it('that failed is free again', () => {
    const bot = new Believer()
    const order = new TrueOrder({ price: 40 })
    bot.place(order)
    bot.readAccount(account(raw(10)))
    order.match(100, 5)
    bot.tell({ kind: 'order', record: order.record() })
    order.settle('failed', 6)
    bot.tell({ kind: 'order', record: order.record() })
    expect(bot.beliefs.funds.collateralRaw()).toBe(raw(10))
  })

  it('of a SELL uses tokens, and its proceeds count when they are read', () => {
    const bot = new Believer()
    const order = new TrueOrder({ side: 'SELL', outcome: 1, price: 40 })
    bot.place(order)
    bot.readAccount(account(raw(10), { [A]: [0n, raw(3)] }))
    order.match(100, 5)
    bot.tell({ kind: 'order', record: order.record() })
    expect(bot.beliefs.funds.heldRaw(A, 1)).toBe(raw(2))
    expect(bot.beliefs.funds.collateralRaw()).toBe(raw(10))
  })
})

describe('any interleaving of readings and fills', () => {
  const TOTAL = 100_000_000n
  const TOKENS = 40_000_000n

  /** The venue's own account: what settled has left, or come in. */
  function trueAccount(orders: readonly TrueOrder[]): AccountSnapshot {
    let total = TOTAL
    let tokens = TOKENS
    for (const o of orders) {
      const settled = o.sumRaw('settled')
      const cost = costRaw(o.draft.price, rawToLots(settled, LOT), market())
      if (o.draft.side === 'BUY') total -= cost
      else {
        total += cost
        tokens -= settled
      }
    }
    return account(total, { [A]: [tokens, 0n] })
  }

  /** What the venue would let a new order lock. */
  function trulyFree(orders: readonly TrueOrder[]): { readonly collateral: bigint; readonly tokens: bigint } {
    const { collateral, holdings } = trueAccount(orders)
    let free = collateral.totalRaw
    let tokens = holdings[0]?.tokensRaw[0] ?? 0n
    for (const o of orders) {
      const locked = o.restingRaw + o.sumRaw('pending')
      if (o.draft.side === 'BUY') free -= costRaw(o.draft.price, rawToLots(locked, LOT), market())
      else tokens -= locked
    }
    return { collateral: free, tokens }
  }

  const step = fc.record({
    order: fc.nat(3),
    do: fc.constantFrom(
      ...(['match', 'match', 'settled', 'settled', 'failed', 'cancel', 'record', 'record', 'fills', 'fills'] as const),
      ...(['settlement', 'ask', 'take', 'answer'] as const),
    ),
    size: fc.integer({ min: 1, max: 80 }),
  })

  it('never lets more be locked than the venue would', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const bot = new Believer([market()], { makerPaysFee: false })
        const orders = Array.from(
          { length: 4 },
          (_, i) =>
            new TrueOrder({ hash: `0x${i + 1}` as Hex, side: i < 2 ? 'BUY' : 'SELL', price: 40 + i, size: 200 }),
        )
        for (const order of orders) bot.place(order)
        bot.readAccount(trueAccount(orders))
        let asked: number | undefined
        let taken: AccountSnapshot | undefined
        for (const { order: i, do: what, size } of steps) {
          const order = orders[i]
          if (!order) continue
          bot.nowMs++
          if (what === 'match') order.match(size, bot.nowMs)
          if (what === 'settled' || what === 'failed') order.settle(what, bot.nowMs)
          if (what === 'cancel' && order.cancel(bot.nowMs)) {
            bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
            // the core counts what it does not know: a cancel's answer says nothing of matches before it
            bot.tell({ kind: 'order', record: order.record() })
          }
          if (what === 'record') bot.tell({ kind: 'order', record: order.record() })
          if (what === 'fills') bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
          const last = order.trades.findLast((t) => t.status !== 'pending')
          if (what === 'settlement' && last && last.status !== 'pending') {
            bot.tell({ kind: 'settlement', conditionId: A, tradeId: last.tradeId, status: last.status })
          }
          if (what === 'ask') {
            asked = bot.seq
            taken = undefined
            bot.beliefs.asked([{ kind: 'read-account', askedSeq: asked }])
          }
          if (what === 'take' && asked !== undefined) taken ??= trueAccount(orders)
          if (what === 'answer' && asked !== undefined && taken) {
            bot.tell({ kind: 'account', snapshot: taken, askedSeq: asked })
            asked = undefined
            taken = undefined
          }
          const { funds, orders: own } = bot.beliefs
          const live = [...own.live()]
          const truth = trulyFree(orders)
          expect(funds.collateralRaw() - lockedCollateralRaw(live, bot.beliefs) <= truth.collateral).toBe(true)
          expect(funds.heldRaw(A, 0) - lockedTokensRaw(live, A, 0) <= truth.tokens).toBe(true)
          const reading = funds.snapshot
          if (reading) expect(funds.collateralRaw() <= reading.collateral.totalRaw).toBe(true)
        }
        // everything told and read: exactly what the venue says
        for (const order of orders) {
          bot.nowMs++
          bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
          bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
        }
        bot.readAccount(trueAccount(orders))
        const { funds, orders: own } = bot.beliefs
        expect(funds.collateralRaw() - lockedCollateralRaw([...own.live()], bot.beliefs)).toBe(
          trulyFree(orders).collateral,
        )
        expect(funds.heldRaw(A, 0) - lockedTokensRaw([...own.live()], A, 0)).toBe(trulyFree(orders).tokens)
      }),
      { numRuns: 300 },
    )
  })
})
