import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { costRaw } from '../../../src/domain/amounts/money.js'
import { rawToLots } from '../../../src/domain/amounts/size.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { LivingOrder } from '../../../src/domain/orders/own-order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { Funds } from '../../../src/state/account/funds.js'
import { A, market, raw } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

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
  const placed = bot.place(order)()
  if (placed.phase !== 'open') throw new Error('the order does not rest')
  const { funds } = bot.beliefs
  const tell = (matchedRaw: bigint, pendingRaw: bigint) => funds.apply({ ...placed, matchedRaw, pendingRaw }, market())
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
    bot.beliefs.asked([{ kind: 'read-account', permits: [], askedSeq: bot.seq }])
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

describe('what the venue calls pending', () => {
  const pending = (snapshot: AccountSnapshot, collateralRaw: bigint, tokensRaw = 0n): AccountSnapshot => ({
    collateral: { ...snapshot.collateral, pendingRaw: collateralRaw },
    holdings: snapshot.holdings.map((holding) => ({ ...holding, pendingRaw: [tokensRaw, 0n] })),
  })

  it('and no order of ours explains is not ours to lock', () => {
    const bot = new Believer()
    bot.readAccount(pending(account(raw(10), { [A]: [raw(5), 0n] }), raw(3), raw(2)))
    const { funds } = bot.beliefs
    expect([funds.collateralRaw(), funds.heldRaw(A, 0)]).toEqual([raw(7), raw(3)])
    bot.readAccount(account(raw(7), { [A]: [raw(3), 0n] }))
    expect([funds.collateralRaw(), funds.heldRaw(A, 0)]).toEqual([raw(7), raw(3)])
  })

  it('is counted once when we know of the match, and when we have not heard of it yet', () => {
    const bot = new Believer()
    const order = new TrueOrder({ price: 40 })
    bot.place(order)
    const { funds } = bot.beliefs
    order.match(100, 5)
    bot.readAccount(pending(account(raw(10)), raw(0.4)))
    // it still counts as resting, and locks as such
    expect(funds.collateralRaw()).toBe(raw(10))
    bot.tell({ kind: 'order', record: order.record() })
    expect(funds.collateralRaw()).toBe(raw(9.6))
    bot.readAccount(pending(account(raw(10)), raw(0.4)))
    expect(funds.collateralRaw()).toBe(raw(9.6))
    bot.readAccount(pending(account(raw(10)), raw(1)))
    // 0.4 of it is ours
    expect(funds.collateralRaw()).toBe(raw(9))
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
    const pending = (side: 'BUY' | 'SELL') =>
      sum(orders.filter((o) => o.draft.side === side).map((o) => lockOf(o, o.sumRaw('pending'))))
    const { collateral, holdings } = account(total, { [A]: [tokens, 0n] })
    return {
      collateral: { ...collateral, pendingRaw: pending('BUY') },
      holdings: holdings.map((holding) => ({ ...holding, pendingRaw: [pending('SELL'), 0n] })),
    }
  }

  function lockOf({ draft }: TrueOrder, tokensRaw: bigint): bigint {
    return draft.side === 'BUY' ? costRaw(draft.price, rawToLots(tokensRaw, LOT), market()) : tokensRaw
  }

  const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n)

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

  /** What orders that may live lock, of collateral and of YES. */
  function lockedRaw(orders: readonly LivingOrder[]): { readonly collateral: bigint; readonly tokens: bigint } {
    let [collateral, tokens] = [0n, 0n]
    for (const { draft, restingRaw } of orders) {
      if (draft.side === 'BUY') collateral += costRaw(draft.price, rawToLots(restingRaw, LOT), market())
      else tokens += restingRaw
    }
    return { collateral, tokens }
  }

  function withoutPending({ collateral, holdings }: AccountSnapshot): AccountSnapshot {
    return {
      collateral: { ...collateral, pendingRaw: 0n },
      holdings: holdings.map((holding) => ({ ...holding, pendingRaw: [0n, 0n] })),
    }
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
        // hears the same, only not what is pending
        const deaf = new Believer([market()], { makerPaysFee: false })
        const tell = (input: CoreInput) => {
          bot.tell(input)
          deaf.tell(input.kind === 'account' ? { ...input, snapshot: withoutPending(input.snapshot) } : input)
        }
        const readAccount = () => {
          bot.readAccount(trueAccount(orders))
          deaf.readAccount(withoutPending(trueAccount(orders)))
        }
        const tick = () => {
          bot.nowMs++
          deaf.nowMs++
        }
        const orders = Array.from(
          { length: 4 },
          (_, i) =>
            new TrueOrder({ hash: `0x${i + 1}` as Hex, side: i < 2 ? 'BUY' : 'SELL', price: 40 + i, size: 200 }),
        )
        for (const order of orders) for (const one of [bot, deaf]) one.place(order)
        readAccount()
        let asked: number | undefined
        let taken: AccountSnapshot | undefined
        for (const { order: i, do: what, size } of steps) {
          const order = orders[i]
          if (!order) continue
          tick()
          if (what === 'match') order.match(size, bot.nowMs)
          if (what === 'settled' || what === 'failed') order.settle(what, bot.nowMs)
          if (what === 'cancel' && order.cancel(bot.nowMs)) {
            tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
            // the core counts what it does not know: a cancel's answer says nothing of matches before it
            tell({ kind: 'order', record: order.record() })
          }
          if (what === 'record') tell({ kind: 'order', record: order.record() })
          if (what === 'fills') tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
          const last = order.trades.findLast((t) => t.status !== 'pending')
          if (what === 'settlement' && last && last.status !== 'pending') {
            tell({ kind: 'settlement', conditionId: A, tradeId: last.tradeId, status: last.status })
          }
          if (what === 'ask') {
            asked = bot.seq
            taken = undefined
            for (const { beliefs } of [bot, deaf])
              beliefs.asked([{ kind: 'read-account', permits: [], askedSeq: asked }])
          }
          if (what === 'take' && asked !== undefined) taken ??= trueAccount(orders)
          if (what === 'answer' && asked !== undefined && taken) {
            tell({ kind: 'account', snapshot: taken, askedSeq: asked })
            asked = undefined
            taken = undefined
          }
          const { funds, orders: own } = bot.beliefs
          const live = [...own.living()]
          const truth = trulyFree(orders)
          expect(funds.collateralRaw() - lockedRaw(live).collateral <= truth.collateral).toBe(true)
          expect(funds.heldRaw(A, 0) - lockedRaw(live).tokens <= truth.tokens).toBe(true)
          const reading = funds.snapshot
          if (reading) expect(funds.collateralRaw() <= reading.collateral.totalRaw).toBe(true)
          // all of it is ours: what the venue calls pending is never counted a second time
          expect(funds.collateralRaw()).toBe(deaf.beliefs.funds.collateralRaw())
          expect(funds.heldRaw(A, 0)).toBe(deaf.beliefs.funds.heldRaw(A, 0))
        }
        // everything told and read: exactly what the venue says
        for (const order of orders) {
          tick()
          tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
          tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
        }
        readAccount()
        const { funds, orders: own } = bot.beliefs
        expect(funds.collateralRaw() - lockedRaw([...own.living()]).collateral).toBe(trulyFree(orders).collateral)
        expect(funds.heldRaw(A, 0) - lockedRaw([...own.living()]).tokens).toBe(trulyFree(orders).tokens)
      }),
      { numRuns: 300 },
    )
  })
})
