import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../../../src/domain/market/market.js'
import { logit } from '../../../../src/models/logit.js'
import { DESERTED, ME, SPEC, START_MS, stage } from './stage.js'

const QUICK = { markets: { count: 3, minSec: 30, maxSec: 60 } }

describe('World', () => {
  it('is the same for the same seed and another for another', () => {
    const run = (seed: number) => {
      const { events, runUntil } = stage(QUICK, seed)
      runUntil(40_000)
      return events
    }
    const first = run(5)
    expect(first.length).toBeGreaterThan(200)
    expect(run(5)).toEqual(first)
    expect(run(6)).not.toEqual(first)
  })

  it('does not depend on how often it is asked to go on', () => {
    const fine = stage(QUICK, 5)
    fine.runUntil(20_000)
    const coarse = stage(QUICK, 5)
    for (let afterMs = 0; afterMs <= 20_000; afterMs += 2500) coarse.runUntil(afterMs)
    expect(coarse.events).toEqual(fine.events)
  })

  it('keeps so many markets open, resolves each by its hidden outcome and replaces it', () => {
    const { world, exchange, listings, outcomes, runUntil } = stage(QUICK)
    runUntil(200_000)
    expect(world.marketsResolved).toBeGreaterThan(6)
    expect(world.marketsOpened).toBe(listings.length)
    const status = listings.map(({ spec }) => exchange.market(spec.conditionId)?.status)
    expect(status.filter((one) => one === 'OPEN' || one === 'CLOSED')).toHaveLength(3)
    for (const [conditionId, outcome] of outcomes) {
      expect(exchange.market(conditionId)).toMatchObject({ status: 'RESOLVED', winner: outcome })
    }
    expect(new Set(outcomes.values()).size).toBe(2)
  })

  it('trades with noise, rivals and informed traders in every market', () => {
    const { listings, exchange, runUntil } = stage({ markets: { count: 4 } })
    runUntil(60_000)
    for (const { spec } of listings) {
      expect(exchange.trades(spec.conditionId).length).toBeGreaterThan(5)
      expect(exchange.book(spec.conditionId)[0].bids.length).toBeGreaterThan(0)
    }
  })

  it('pays its traders after the resolution, what settles late included', () => {
    const { exchange, listings, runUntil } = stage({ ...QUICK, markets: { ...QUICK.markets, replace: false } }, 3, 4000)
    runUntil(200_000)
    expect(listings).toHaveLength(3)
    for (const { spec } of listings) expect(exchange.ledger.backingRaw(spec.conditionId)).toBe(0n)
    const { accountsRaw, depositedRaw, withdrawnRaw, feesRaw } = exchange.ledger.totals()
    expect(accountsRaw + feesRaw).toBe(depositedRaw - withdrawnRaw)
  })

  it('keeps the books to the raw unit where takers pay fees', () => {
    const markets = { ...QUICK.markets, replace: false, feeRateBps: 137 }
    const { exchange, listings, runUntil } = stage({ ...QUICK, markets })
    runUntil(200_000)
    for (const { spec } of listings) exchange.redeemFees(spec.conditionId)
    const { accountsRaw, depositedRaw, withdrawnRaw, feesRaw, backingRaw } = exchange.ledger.totals()
    expect(feesRaw).toBeGreaterThan(0n)
    expect(backingRaw).toBe(0n)
    expect(accountsRaw + feesRaw).toBe(depositedRaw - withdrawnRaw)
  })

  it('scales its own time with the speed and leaves the expirations of orders in wall time', () => {
    const at = (speed: number) => {
      const played = stage({ ...QUICK, speed, markets: { ...QUICK.markets, count: 1 } }, 8)
      played.runUntil(25_000 / speed)
      return played
    }
    const [slow, fast] = [at(1), at(10)]
    expect(fast.path.map(({ p }) => p)).toEqual(slow.path.map(({ p }) => p))
    const life = ({ listings: [first] }: typeof slow) => (first?.spec.endMs ?? 0) - START_MS
    expect(life(fast)).toBeCloseTo(life(slow) / 10, -1)
    const orders = ({ events }: typeof slow) =>
      events.flatMap((event) => (event.kind === 'order' && event.record.type === 'GTC' ? [event.record] : []))
    for (const { expirationSec, createdMs } of [...orders(slow), ...orders(fast)]) {
      expect(expirationSec * 1000 - createdMs).toBeGreaterThanOrEqual(60_000)
    }
    const takes = (played: typeof slow) => played.events.filter(({ kind }) => kind === 'trade').length
    expect(takes(fast)).toBeGreaterThan(takes(slow) / 3)
  })

  it('tells the truth to the observer alone', () => {
    const { world, exchange, listings, path, events, runUntil } = stage(QUICK)
    runUntil(20_000)
    const shown = JSON.stringify([world, exchange, listings, events], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(path.length).toBeGreaterThan(100)
    for (const { p } of path) expect(shown).not.toContain(String(p).slice(0, 9))
    const words = /prob|latent|truth|outcome|odds/i
    expect(Object.getOwnPropertyNames(Object.getPrototypeOf(world)).filter((name) => words.test(name))).toEqual([])
    expect(Object.keys(world)).toEqual([])
  })

  it('lets informed traders beat most cancels after a jump', () => {
    const probability = { volatility: 0, jumpsPerSec: 0.05, jumpMin: 0.4 }
    const informed = { looksPerSec: 0, population: 3 }
    const markets = { count: 1, minSec: 3000, maxSec: 3000 }
    const { exchange, listings, path, runUntil } = stage({ ...DESERTED, markets, probability, informed }, 4)
    exchange.deposit(ME, 10n ** 12n)
    const conditionId = listings[0]?.spec.conditionId as ConditionId
    let count = 0
    const quote = (p: number, nowMs: number) => {
      for (const outcome of [0, 1] as const) {
        const price = ticks(Math.floor((outcome === 0 ? p : 1 - p) * 100 - 2))
        if (price < 1) continue
        const terms = { conditionId, account: ME, outcome, side: 'BUY', type: 'GTC', feeRateBps: 0 } as const
        const hash: Hex = `0xme${++count}`
        exchange.submit({ ...terms, hash, price, size: lots(100_000), expirationSec: 0 }, nowMs)
      }
    }
    let shown = path[0]?.p ?? 0.5
    let quoted = true
    let jumps = 0
    let picked = 0
    let jumpedMs: number | undefined
    quote(shown, START_MS)
    runUntil(1_500_000, (nowMs) => {
      const now = path.at(-1)?.p ?? shown
      if (jumpedMs === undefined && Math.abs(logit(now) - logit(shown)) > 0.3) {
        jumpedMs = nowMs
        if (quoted) jumps += 1
      }
      // our cancel takes 200 ms, and is due with the next step of the walk at the latest
      if (jumpedMs === undefined || nowMs < jumpedMs + 200) return
      const late = jumpedMs + 200
      if (quoted && exchange.tradesOf(ME).some(({ venueMs }) => venueMs >= (jumpedMs ?? 0) && venueMs <= late))
        picked += 1
      exchange.cancelAll(ME, conditionId, nowMs)
      shown = now
      jumpedMs = undefined
      quoted = now > 0.06 && now < 0.94
      if (quoted) quote(now, nowMs)
    })
    expect(jumps).toBeGreaterThan(15)
    expect(picked / jumps).toBeGreaterThan(0.6)
  })

  it('drives a market that somebody else listed, and resolves it', () => {
    const { world, exchange, outcomes, runUntil } = stage({ markets: { count: 0 } })
    exchange.addMarket({ ...SPEC, endMs: START_MS + 60_000 })
    world.drive(SPEC.conditionId, START_MS, 0.4)
    runUntil(30_000)
    expect(exchange.trades(SPEC.conditionId).length).toBeGreaterThan(3)
    runUntil(70_000)
    expect(exchange.market(SPEC.conditionId)?.status).toBe('RESOLVED')
    expect(outcomes.has(SPEC.conditionId)).toBe(true)
    expect(() => world.drive('0xnone' as ConditionId, START_MS)).toThrow('no market 0xnone')
  })

  it('accepts that somebody else resolves one of its markets', () => {
    const { exchange, listings, runUntil } = stage({ ...QUICK, markets: { ...QUICK.markets, count: 1 } })
    runUntil(10_000)
    const first = listings[0]?.spec.conditionId as ConditionId
    exchange.cancelMarket(first, START_MS + 10_000)
    runUntil(100_000)
    expect(exchange.market(first)?.status).toBe('CANCELLED')
    expect(listings.length).toBeGreaterThan(1)
  })

  it('knows its own traders', () => {
    const { world, exchange } = stage(QUICK)
    expect(exchange.ledger.accounts().every((account) => world.owns(account))).toBe(true)
    expect(world.owns(ME)).toBe(false)
  })
})
