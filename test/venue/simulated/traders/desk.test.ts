import { beforeEach, describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import { QuoinError } from '../../../../src/domain/error.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import { Exchange } from '../../../../src/venue/simulated/exchange/exchange.js'
import { Desk } from '../../../../src/venue/simulated/traders/desk.js'
import { SPEC, START_MS } from './stage.js'

let exchange: Exchange
let desk: Desk

beforeEach(() => {
  let count = 0
  exchange = new Exchange({ settlement: { delayMs: 0 }, emit: () => undefined })
  exchange.addMarket(SPEC)
  desk = new Desk(exchange, (): Hex => `0x${++count}`)
})

const order = (account: ReturnType<Desk['arrive']>, price: number, size: number) =>
  ({ account, spec: SPEC, outcome: 0, side: 'BUY', price: ticks(price), size: lots(size), type: 'GTC' }) as const

describe('Desk', () => {
  it('opens accounts with the given wealth and closes them again, all on the books', () => {
    const a = desk.arrive(12.5)
    const b = desk.arrive(7)
    expect(a).not.toBe(b)
    expect([a, b].map((account) => account.length)).toEqual([42, 42])
    expect(desk.cash(a)).toBe(12.5)
    expect(desk.owns(a)).toBe(true)
    desk.leave(a)
    expect(exchange.ledger.totals()).toMatchObject({ depositedRaw: 19_500_000n, withdrawnRaw: 12_500_000n })
    desk.leave(a)
    expect(desk.cash(a)).toBe(0)
  })

  it('cuts an order to what the account can pay for', () => {
    const account = desk.arrive(10)
    expect(desk.send(order(account, 50, 100_000), START_MS)?.originalRaw).toBe(20_000_000n)
  })

  it('sends nothing where the venue takes no orders, and cancels all the same', () => {
    let takes = true
    const gated = new Desk(exchange, (): Hex => '0x77', { takesOrders: () => takes })
    const account = gated.arrive(10)
    const placed = gated.send(order(account, 50, 500), START_MS)
    takes = false
    expect(gated.send(order(account, 50, 500), START_MS)).toBeUndefined()
    gated.cancel('0x77', account, START_MS)
    expect([placed?.status, exchange.order('0x77')?.status]).toEqual(['open', 'cancelled_local'])
  })

  it('sends nothing below the smallest order, and no sale of nothing', () => {
    const account = desk.arrive(0.2)
    expect(desk.send(order(account, 50, 500), START_MS)).toBeUndefined()
    expect(desk.send({ ...order(account, 50, 500), side: 'SELL' }, START_MS)).toBeUndefined()
  })

  it('knows what a taker pays beside the price, at the fee of the market as it is now', () => {
    expect(desk.feePerShare(SPEC, 0.5)).toBe(0)
    exchange.setFee(SPEC.conditionId, 200)
    expect([0.5, 0.9, 0.1].map((worth) => desk.feePerShare(SPEC, worth))).toEqual([
      0.01,
      expect.closeTo(0.002, 12),
      expect.closeTo(0.002, 12),
    ])
    expect([-0.1, 1.1].map((worth) => desk.feePerShare(SPEC, worth))).toEqual([0, 0])
  })

  it('keeps to the grid of the market as it is now, never at a worse price for the trader', () => {
    const account = desk.arrive(1000)
    exchange.setGrid(SPEC.conditionId, { tick: 5, step: 100, minLots: lots(200) }, START_MS)
    const bid = desk.send(order(account, 43, 550), START_MS)
    expect(bid).toMatchObject({ price: 40, originalRaw: 5_000_000n })
    expect(desk.onGrid(SPEC, ticks(43), 'SELL')).toBe(45)
    expect([desk.onGrid(SPEC, ticks(3), 'BUY'), desk.onGrid(SPEC, ticks(97), 'SELL')]).toEqual([undefined, undefined])
    expect(desk.send(order(account, 3, 550), START_MS)).toBeUndefined()
    expect(desk.send(order(account, 43, 150), START_MS)).toBeUndefined()
  })

  it('takes an expected refusal calmly and passes a fault on', () => {
    const account = desk.arrive(100)
    exchange.close(SPEC.conditionId, START_MS)
    expect(desk.send(order(account, 50, 500), START_MS)).toBeUndefined()
    expect(() => desk.cancel('0xunknown', account, START_MS)).toThrow(QuoinError)
  })

  it('signs the effective fee', () => {
    const account = desk.arrive(100)
    exchange.setFee(SPEC.conditionId, 150)
    expect(desk.send(order(account, 50, 500), START_MS)?.status).toBe('open')
  })

  it('merges full sets and redeems only its own traders', () => {
    const account = desk.arrive(100)
    const stranger = `0x2${'0'.repeat(39)}` as const
    exchange.deposit(stranger, 5_000_000n)
    exchange.split(stranger, SPEC.conditionId, 5_000_000n)
    exchange.split(account, SPEC.conditionId, 30_000_000n)
    desk.mergeSets(account, SPEC)
    expect(desk.cash(account)).toBe(100)
    exchange.split(account, SPEC.conditionId, 30_000_000n)
    exchange.resolve(SPEC.conditionId, 0, START_MS)
    desk.redeemAll(SPEC.conditionId)
    expect(desk.cash(account)).toBe(100)
    expect(exchange.ledger.backingRaw(SPEC.conditionId)).toBe(5_000_000n)
  })
})
