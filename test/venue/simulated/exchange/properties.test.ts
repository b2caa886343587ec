// What holds after every operation of any sequence: conservation, no crossed book, whole records, legal transitions.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Level } from '../../../../src/domain/market/book.js'
import type { Address, Hex } from '../../../../src/domain/market/market.js'
import { OUTCOMES } from '../../../../src/domain/market/side.js'
import type { OrderRecord, OrderStatus } from '../../../../src/domain/orders/order.js'
import type { Exchange, ExchangeEvent, MarketSpec } from '../../../../src/venue/simulated/exchange/exchange.js'
import { runs } from '../../../run-counts.js'
import { carryOut, coreVenue, Run } from './carry-out.js'
import { ACCOUNTS, MARKETS, newExchange, operationsArbitrary, type Rules, rulesArbitrary } from './operations.js'

interface Watched {
  readonly exchange: Exchange
  readonly rules: Rules
  /** Events of the last operation. */
  readonly events: ExchangeEvent[]
}

/** Runs random operations, market ends included, and calls `check` after each. */
function everywhere(check: (world: Watched) => void, numRuns = runs(20, 250)): void {
  fc.assert(
    fc.property(rulesArbitrary, operationsArbitrary, (rules, operations) => {
      const events: ExchangeEvent[] = []
      const exchange = newExchange(rules, (event) => {
        events.push(event)
      })
      for (const { conditionId } of MARKETS) {
        for (const account of ACCOUNTS) exchange.split(account, conditionId, rules.depositRaw / 4n)
      }
      events.length = 0
      const run = new Run()
      for (const operation of operations) {
        events.length = 0
        carryOut(operation, run, [coreVenue(exchange)])
        check({ exchange, rules, events })
      }
    }),
    { numRuns, seed: 7 },
  )
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

test('collateral is conserved: accounts, fees and backing are what was deposited', () => {
  everywhere(({ exchange, rules }) => {
    const deposited = rules.depositRaw * BigInt(ACCOUNTS.length)
    const accounts = sum(ACCOUNTS.map((account) => exchange.ledger.collateral(account).totalRaw))
    const backing = sum(MARKETS.map(({ conditionId }) => exchange.ledger.backingRaw(conditionId)))
    expect(accounts + backing + exchange.ledger.feesCollected.collateralRaw).toBe(deposited)
    const totals = exchange.ledger.totals()
    expect(totals.accountsRaw + totals.feesRaw + totals.backingRaw).toBe(totals.depositedRaw - totals.withdrawnRaw)
  })
})

test('tokens are conserved: both outcomes exist exactly as often as sets were minted', () => {
  everywhere(({ exchange }) => {
    for (const { conditionId } of MARKETS) {
      const status = exchange.market(conditionId)?.status
      if (status === 'RESOLVED' || status === 'CANCELLED') continue
      const backing = exchange.ledger.backingRaw(conditionId)
      const held = ACCOUNTS.map((account) => exchange.ledger.tokens(account, conditionId).tokensRaw)
      const fees = exchange.ledger.feesCollected.tokensRaw(conditionId)
      expect(sum(held.map(([yes]) => yes)) + fees[0]).toBe(backing)
      expect(sum(held.map(([, no]) => no)) + fees[1]).toBe(backing)
      expect(exchange.ledger.supplyRaw(conditionId)).toEqual([backing, backing])
    }
  })
})

test('total = available + locked + pending: locks are what open orders need, pending is what waits for settlement', () => {
  everywhere(({ exchange }) => {
    for (const account of ACCOUNTS) {
      const orders = exchange.orders({ account })
      const { totalRaw, lockedRaw, pendingRaw, availableRaw } = exchange.ledger.collateral(account)
      expect(lockedRaw).toBe(sum(orders.map((order) => collateralRaw(order, order.remainingRaw))))
      expect(pendingRaw).toBe(sum(orders.map((order) => collateralRaw(order, order.pendingRaw))))
      expect(totalRaw).toBe(availableRaw + lockedRaw + pendingRaw)
      expect([totalRaw, lockedRaw, pendingRaw, availableRaw].every((raw) => raw >= 0n)).toBe(true)
      for (const { conditionId } of MARKETS) {
        const held = exchange.ledger.tokens(account, conditionId)
        for (const outcome of OUTCOMES) {
          const sells = orders.filter(
            (o) => o.conditionId === conditionId && o.outcome === outcome && o.side === 'SELL',
          )
          expect(held.lockedRaw[outcome]).toBe(sum(sells.map((order) => order.remainingRaw)))
          expect(held.pendingRaw[outcome]).toBe(sum(sells.map((order) => order.pendingRaw)))
          expect(held.tokensRaw[outcome] >= held.lockedRaw[outcome] + held.pendingRaw[outcome]).toBe(true)
        }
      }
    }
  })
})

function collateralRaw({ conditionId, side, price }: OrderRecord, tokensRaw: bigint): bigint {
  const spec = MARKETS.find((market) => market.conditionId === conditionId)
  if (side === 'SELL' || spec === undefined) return 0n
  return (tokensRaw * BigInt(price)) / BigInt(spec.ticksPerUnit)
}

test('nothing in the book at rest could be matched, directly or with the complement', () => {
  everywhere(({ exchange }) => {
    for (const { conditionId, ticksPerUnit } of MARKETS) {
      const [yes, no] = exchange.book(conditionId)
      const best = (levels: readonly Level[], none: number) => levels[0]?.price ?? none
      const nothingAsked = 2 * ticksPerUnit
      for (const { bids, asks } of [yes, no]) expect(best(bids, 0)).toBeLessThan(best(asks, nothingAsked))
      expect(best(yes.bids, 0) + best(no.bids, 0)).toBeLessThan(ticksPerUnit)
      expect(best(yes.asks, nothingAsked) + best(no.asks, nothingAsked)).toBeGreaterThan(ticksPerUnit)
    }
  })
})

test('best bids with and without an excluded maker equal a naive recomputation', () => {
  everywhere(({ exchange }) => {
    for (const { conditionId } of MARKETS) {
      const resting = [...exchange.restingOrders(conditionId)]
      for (const excluded of [undefined, ...ACCOUNTS]) {
        const expected = [0, 1].map((outcome) => naiveBest(resting, outcome, { conditionId, excluded }))
        expect(exchange.bestBids(conditionId, excluded)).toEqual(expected)
      }
    }
  })
})

interface BestQuery {
  readonly conditionId: MarketSpec['conditionId']
  readonly excluded: Address | undefined
}

function naiveBest(resting: readonly OrderRecord[], outcome: number, { conditionId, excluded }: BestQuery) {
  const bids = resting.filter((o) => o.side === 'BUY' && o.outcome === outcome && o.account !== excluded)
  if (bids.length === 0) return undefined
  const price = Math.max(...bids.map((o) => o.price))
  const sizeRaw = sum(bids.filter((o) => o.price === price).map((o) => o.remainingRaw))
  const lotRaw = MARKETS.find((market) => market.conditionId === conditionId)?.lotRaw ?? 1n
  return { price, size: Number(sizeRaw / lotRaw) }
}

/** From each status the ones that may follow; only a failed settlement leads back to `open`. */
const FOLLOWS: Record<OrderStatus, readonly OrderStatus[]> = {
  open: ['open', 'partially_filled', 'pending_settlement', 'cancelled_local', 'cancelled_onchain', 'expired'],
  partially_filled: [
    ...['open', 'partially_filled', 'pending_settlement'],
    ...['cancelled_local', 'cancelled_onchain', 'expired'],
  ] as OrderStatus[],
  pending_settlement: [
    'pending_settlement',
    'filled',
    'open',
    'partially_filled',
    'cancelled_local',
    'cancelled_onchain',
  ],
  filled: ['filled'],
  cancelled_local: ['cancelled_local'],
  cancelled_onchain: ['cancelled_onchain'],
  expired: ['expired'],
}
const FIRST: readonly OrderStatus[] = ['open', 'partially_filled', 'pending_settlement', 'cancelled_local']

test('records add up, statuses follow the table, reports can be ordered by time', () => {
  const reported = new WeakMap<Exchange, Map<Hex, OrderRecord>>()
  everywhere(({ exchange, events }) => {
    const last = reported.get(exchange) ?? new Map<Hex, OrderRecord>()
    reported.set(exchange, last)
    const failed = events.some((event) => event.kind === 'settlement' && event.status === 'failed')
    for (const event of events) {
      if (event.kind !== 'order') continue
      const { record } = event
      const before = last.get(record.hash)
      if (before === undefined) {
        expect(FIRST).toContain(record.status)
      } else {
        expect(FOLLOWS[before.status]).toContain(record.status)
        expect(record.updatedMs).toBeGreaterThan(before.updatedMs)
        if (record.status === 'open' && before.status !== 'open') expect(failed).toBe(true)
      }
      last.set(record.hash, record)
    }
    for (const account of ACCOUNTS) {
      for (const record of exchange.orders({ account })) {
        checkRecord(record)
        expect(last.get(record.hash)).toEqual(record)
      }
    }
  })
})

function checkRecord({ originalRaw, filledRaw, pendingRaw, remainingRaw, status }: OrderRecord): void {
  const cancelledRaw = originalRaw - filledRaw - pendingRaw - remainingRaw
  expect([filledRaw, pendingRaw, remainingRaw, cancelledRaw].every((raw) => raw >= 0n)).toBe(true)
  const ended = ['cancelled_local', 'cancelled_onchain', 'expired'].includes(status)
  expect(cancelledRaw > 0n ? ended : true).toBe(true)
  expect(ended || status === 'filled' || status === 'pending_settlement' ? remainingRaw : 0n).toBe(0n)
  if (status === 'open') expect(remainingRaw).toBe(originalRaw)
  if (status === 'filled') expect(filledRaw).toBe(originalRaw)
}

test('level events alone rebuild every book', () => {
  const rebuilt = new WeakMap<Exchange, Map<string, number>>()
  everywhere(({ exchange, events }) => {
    const levels = rebuilt.get(exchange) ?? new Map<string, number>()
    rebuilt.set(exchange, levels)
    for (const event of events) {
      if (event.kind !== 'level') continue
      const { outcome, side, price, size } = event.change
      const key = `${event.conditionId} ${outcome} ${side} ${price}`
      if (size === 0) levels.delete(key)
      else levels.set(key, size)
    }
    const actual = new Map<string, number>()
    for (const { conditionId } of MARKETS) {
      for (const [outcome, { bids, asks }] of exchange.book(conditionId).entries()) {
        for (const { price, size } of bids) actual.set(`${conditionId} ${outcome} BUY ${price}`, size)
        for (const { price, size } of asks) actual.set(`${conditionId} ${outcome} SELL ${price}`, size)
      }
    }
    expect(levels).toEqual(actual)
  })
})

test('fills equal the settled and pending part of their orders; those of one taker order share their fate', () => {
  everywhere(({ exchange }) => {
    for (const account of ACCOUNTS) {
      const fills = exchange.tradesOf(account)
      for (const order of exchange.orders({ account })) {
        const own = fills.filter((fill) => fill.hash === order.hash)
        // what it took settles whole
        const taken = own.filter(({ liquidity }) => liquidity === 'taker')
        expect(new Set(taken.map(({ status }) => status)).size).toBeLessThanOrEqual(1)
        if (order.type === 'FOK') expect([0n, order.originalRaw]).toContain(order.filledRaw + order.pendingRaw)
        const sizeRaw = (status: string) => sum(own.filter((f) => f.status === status).map((f) => f.sizeRaw))
        expect(sizeRaw('settled')).toBe(order.filledRaw)
        expect(sizeRaw('pending')).toBe(order.pendingRaw)
        for (const { price } of own) {
          expect(order.side === 'BUY' ? price <= order.price : price >= order.price).toBe(true)
        }
      }
    }
  }, 100)
})
