import { expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../../../src/domain/market/market.js'
import { NO, YES } from '../../../../src/domain/market/side.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import { Exchange } from '../../../../src/venue/simulated/exchange/exchange.js'
import { PaperPast } from '../../../../src/venue/simulated/fills/paper-past.js'

const OURS: Address = '0x00000000000000000000000000000000000000a1'
const OTHERS: Address = '0x00000000000000000000000000000000000000b2'
const MARKET = '0x01' as ConditionId
const ALL = { offset: 0, size: Number.POSITIVE_INFINITY }
const UNIT = 1_000_000n
const MINUTE = 60_000

function paper({ fails = false, delayMs = 2000 } = {}) {
  const over: Fill[] = []
  const past = new PaperPast(OURS, (fill) => over.push(fill))
  const exchange = new Exchange({ archive: past, settlement: { delayMs, fails: () => fails } })
  past.follow(exchange)
  for (const account of [OURS, OTHERS]) exchange.deposit(account, 1_000_000n * UNIT)
  exchange.addMarket({
    ...{ id: 'm1', conditionId: MARKET, tokenIds: ['1', '2'], ticksPerUnit: 100, lotRaw: 10_000n, unitRaw: UNIT },
    ...{ endMs: 1e15, feeRateBps: 0, minLots: lots(1) },
  })
  let count = 0
  const submit = (account: Address, terms: { outcome?: 0 | 1; price: number; size?: number }, nowMs: number): Hex => {
    const hash: Hex = `0x${(++count).toString(16).padStart(64, '0')}`
    const { outcome = YES, price, size = 1000 } = terms
    exchange.submit(
      {
        ...{ hash, account, conditionId: MARKET, outcome, side: 'BUY', price: ticks(price), size: lots(size) },
        ...{ type: 'GTC', expirationSec: 0, feeRateBps: 0 },
      },
      nowMs,
    )
    return hash
  }
  const passTo = (nowMs: number) => {
    exchange.advance(nowMs)
    past.passTo(nowMs)
  }
  return { past, over, exchange, submit, passTo }
}

it('of orders that came and went only those of the last minutes are known, and the exchange has none', () => {
  const { past, exchange, submit, passTo } = paper()
  const hashes: Hex[] = []
  for (let minute = 0; minute < 60; minute++) {
    const hash = submit(OURS, { price: 40 }, minute * MINUTE)
    exchange.cancel(hash, OURS, minute * MINUTE + 1)
    hashes.push(hash)
    passTo(minute * MINUTE + 2)
  }
  const resting = submit(OURS, { price: 40 }, 60 * MINUTE)
  passTo(60 * MINUTE)
  expect(exchange.ordersHeld).toBe(1)
  expect(exchange.order(hashes[58] ?? '0x')).toMatchObject({ status: 'cancelled_local' })
  expect(exchange.order(hashes[40] ?? '0x')).toBeUndefined()
  const known = exchange.orders({ account: OURS })
  expect(known[0]).toMatchObject({ hash: resting, status: 'open' })
  expect(known.map(({ hash }) => hash)).toEqual([resting, ...hashes.slice(-10).reverse()])
  expect(exchange.orders({ account: OURS, statuses: ['open'] }).map(({ hash }) => hash)).toEqual([resting])
  expect(past.orders({ account: OTHERS }, ALL)).toEqual({ items: [], total: 0 })
})

it('the fills of the last minutes stay, newest first, as they were settled; each one before them was told once', () => {
  const { over, exchange, submit, passTo } = paper()
  for (let minute = 0; minute < 30; minute++) {
    submit(OURS, { price: 40, size: 100 + minute }, minute * MINUTE)
    submit(OTHERS, { outcome: NO, price: 60, size: 100 + minute }, minute * MINUTE + 1)
    passTo(minute * MINUTE + 2)
  }
  passTo(29 * MINUTE + 1000)
  const fills = exchange.tradesOf(OURS)
  expect(fills.map(({ status }) => status)).toEqual(['pending', ...Array<string>(9).fill('settled')])
  const every = [...over, ...fills.toReversed()]
  expect(every.map(({ sizeRaw }) => sizeRaw)).toEqual(Array.from({ length: 30 }, (_, i) => BigInt(100 + i) * 10_000n))
  expect(over.every(({ status }) => status === 'settled')).toBe(true)
  expect(fills[3]).toMatchObject({ liquidity: 'maker', outcome: YES, side: 'BUY', price: 40 })
  passTo(31 * MINUTE)
  expect(exchange.ordersHeld).toBe(0)
  expect(exchange.tradesOf(OURS)[0]).toMatchObject({ status: 'settled' })
  expect(exchange.tradesOf(OURS, MARKET, 2).map(({ sizeRaw }) => sizeRaw)).toEqual([1_290_000n, 1_280_000n])
  expect(exchange.fillPage({ account: OURS }, { offset: 7, size: 5 })).toMatchObject({
    items: [{ sizeRaw: 1_220_000n }, { sizeRaw: 1_210_000n }],
    total: 9,
  })
  expect(over).toHaveLength(21)
  expect(exchange.tradesOf(OTHERS)).toEqual([])
})

it('a fill that may still fail is kept however old it is, and what came after it too', () => {
  const { over, exchange, submit, passTo } = paper({ delayMs: 30 * MINUTE })
  submit(OURS, { price: 40 }, 0)
  submit(OTHERS, { outcome: NO, price: 60 }, 1)
  passTo(20 * MINUTE)
  expect(over).toEqual([])
  expect(exchange.tradesOf(OURS)).toMatchObject([{ status: 'pending' }])
  passTo(31 * MINUTE)
  expect(over).toMatchObject([{ status: 'settled' }])
  expect(exchange.tradesOf(OURS)).toEqual([])
})

it('an order whose match failed rests again, whenever it was looked at in between', () => {
  const { past, exchange, submit, passTo } = paper({ fails: true })
  const ours = submit(OURS, { price: 40 }, 0)
  submit(OTHERS, { outcome: NO, price: 60 }, 1)
  passTo(2)
  expect(exchange.order(ours)).toMatchObject({ status: 'pending_settlement' })
  expect(past.fills({ account: OURS }, ALL).items).toMatchObject([{ status: 'pending' }])
  passTo(5 * MINUTE)
  expect(exchange.order(ours)).toMatchObject({ status: 'open' })
  expect(past.fills({ account: OURS }, ALL)).toMatchObject({ items: [{ status: 'failed' }], total: 1 })
})

it('goes on where the clock is set back', () => {
  const { exchange, submit, passTo } = paper()
  passTo(100 * MINUTE)
  const hash = submit(OURS, { price: 40 }, 100 * MINUTE)
  exchange.cancel(hash, OURS, 100 * MINUTE)
  passTo(10 * MINUTE)
  expect(exchange.ordersHeld).toBe(0)
})
