import { describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../../src/domain/account/account.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import type { PermitDesk } from '../../../../src/domain/permit.js'
import type { CancelResult } from '../../../../src/venue/trading.js'
import { CONDITION, MARKET, ME, paper, raw, START_MS } from './scenario.js'

describe('life of an order', () => {
  it('open, partly filled, waiting for settlement, filled', () => {
    const { show, place, trade, order, clock, events } = paper()
    show([])
    const { hash, status } = place('BUY YES', 50, 10)
    expect(status).toBe('open')
    trade('SELL YES', 50, 4)
    trade('SELL YES', 50, 6)
    expect(order(hash)).toMatchObject({ status: 'pending_settlement', pendingRaw: raw(10), filledRaw: 0n })
    clock.advance(2000)
    expect(order(hash)).toMatchObject({ status: 'filled', pendingRaw: 0n, filledRaw: raw(10) })
    const seen = events.filter((event) => event.kind === 'order').map(({ record }) => record.status)
    expect(seen).toEqual(['open', 'partially_filled', 'pending_settlement', 'pending_settlement', 'filled'])
  })

  it('expires by the clock alone, and is not matched in the last seconds', () => {
    const { show, place, trade, order, clock, account } = paper()
    show([])
    const { hash } = place('BUY YES', 50, 10, { expirationSec: START_MS / 1000 + 60 })
    clock.advance(56_000)
    trade('SELL YES', 49, 100)
    expect(order(hash).status).toBe('open')
    clock.advance(5000)
    expect(order(hash)).toMatchObject({ status: 'expired', filledRaw: 0n })
    expect(account().collateral.lockedRaw).toBe(0n)
  })

  it('a cancel takes its time: fills before it arrives stand', () => {
    const { show, place, trade, trading, clock, order } = paper()
    show([])
    const { hash } = place('BUY YES', 50, 10)
    let answered: unknown
    trading.cancelMany([hash, '0xdead'], (answer) => {
      answered = answer
    })
    clock.advance(79)
    trade('SELL YES', 50, 4)
    clock.advance(1)
    trade('SELL YES', 50, 4)
    clock.advance(39)
    expect(answered).toBeUndefined()
    clock.advance(1)
    expect(answered).toEqual({
      ok: true,
      value: { cancelled: [hash], failed: [{ hash: '0xdead', error: 'orderHash: no order 0xdead' }] },
    })
    expect(order(hash)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n, pendingRaw: raw(4) })
  })

  it('a match goes by one id, and by none that a venue gives which counts as the bundled one does', () => {
    const told: string[] = []
    const { show, place, trading, fills } = paper({ onMatch: ({ tradeId }) => told.push(tradeId) })
    show([])
    place('BUY YES', 50, 10)
    const ids = Array.from({ length: 20 }, (_, n) => `t${n}`)
    const terms = { conditionId: CONDITION, matchType: 'direct', outcome: 0, side: 'SELL', price: ticks(50) } as const
    for (const tradeId of ids.slice(-2)) {
      const one = { ...terms, tradeId, sizeRaw: raw(2), venueMs: START_MS }
      trading.onMarketData({ kind: 'trade', conditionId: CONDITION, trade: one })
    }
    const own = fills().map(({ tradeId }) => tradeId)
    expect(own).toHaveLength(2)
    expect(own.filter((id) => ids.includes(id))).toEqual([])
    expect(new Set(told)).toEqual(new Set(own))
  })

  it('a cancel of what is matched fails and says so', () => {
    const { show, place, trade, trading, wait, value } = paper()
    show([])
    const { hash } = place('BUY YES', 50, 10)
    trade('SELL YES', 50, 10)
    const { cancelled, failed } = value(
      wait<{ cancelled: readonly Hex[]; failed: readonly { error: string }[] }>((done) =>
        trading.cancelMany([hash], done),
      ),
    )
    expect(cancelled).toEqual([])
    expect(failed[0]?.error).toContain('pending_settlement')
  })

  it('cancel-all leaves nothing open', () => {
    const { show, place, trading, wait, value } = paper()
    show([])
    place('BUY YES', 40, 10)
    place('BUY NO', 40, 10)
    value(wait<void>((done) => trading.cancelAll(MARKET, done)))
    const open = value(
      wait<readonly OrderRecord[]>((done) => trading.listOrders({ statuses: ['open', 'partially_filled'] }, done)),
    )
    expect(open).toEqual([])
  })

  it('a market that leaves OPEN cancels what rests; a resolved one pays', () => {
    const { show, place, trade, trading, clock, order, account } = paper()
    show([])
    const bought = place('BUY YES', 40, 10)
    trade('SELL YES', 40, 10)
    const resting = place('BUY YES', 39, 10)
    clock.advance(3000)
    trading.onMarketData({ kind: 'status', conditionId: CONDITION, status: 'CLOSED' })
    expect([order(bought.hash).status, order(resting.hash).status]).toEqual(['filled', 'cancelled_local'])
    trading.onMarketData({ kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 0 })
    expect(account()).toEqual({
      collateral: { totalRaw: raw(1006), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1006) },
      holdings: [],
    })
  })

  it('one that has long been over is let go of, and is no market again whoever tells of it', () => {
    const { show, place, trade, trading, clock, account, sign, draft, wait, value } = paper()
    show([])
    place('BUY YES', 40, 10)
    trade('SELL YES', 40, 10)
    clock.advance(3000)
    trading.onMarketData({ kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 0 })
    const late = sign(draft('BUY YES', 40, 10))
    const code = () => {
      const answer = wait<unknown>((done) => trading.submit(late, done))
      return answer.ok ? 'ok' : answer.failure.code
    }
    expect(code()).toBe('market-not-open')
    clock.advance(660_000)
    // an old word: it was open when it was read
    trading.setMarket(MARKET)
    show([['YES bid', 40, 100]])
    trade('SELL YES', 40, 10)
    expect(code()).toBe('not-found')
    value(wait<void>((done) => trading.cancelAll(MARKET, done)))
    expect(account()).toMatchObject({ collateral: { totalRaw: raw(1006) }, holdings: [] })
  })

  it('refuses with the codes of the venue', () => {
    const { show, sign, draft, trading, wait } = paper()
    show([])
    const code = (order: ReturnType<typeof draft>) => {
      const answer = wait<unknown>((done) => trading.submit(sign(order), done))
      return answer.ok ? 'ok' : answer.failure.code
    }
    expect(code(draft('BUY YES', 50, 4.99))).toBe('bad-amounts')
    expect(code(draft('BUY YES', 50, 2001))).toBe('insufficient-balance')
    expect(code(draft('SELL YES', 50, 10))).toBe('insufficient-balance')
    expect(code(draft('BUY YES', 50, 10, { expirationSec: 5 }))).toBe('bad-expiration')
    trading.onMarketData({ kind: 'status', conditionId: CONDITION, status: 'CLOSED' })
    expect(code(draft('BUY YES', 50, 10))).toBe('market-not-open')
    const many = wait<unknown>((done) =>
      trading.cancelMany(
        Array.from({ length: 101 }, (): Hex => '0x1'),
        done,
      ),
    )
    expect(many.ok ? 'ok' : many.failure.code).toBe('bad-argument')
    const lookup = wait<unknown>((done) => trading.readOrder('0x1', done))
    expect(lookup.ok ? 'ok' : lookup.failure.code).toBe('not-found')
  })

  it('the same signed order again is the same order', () => {
    const { show, sign, draft, trading, wait, value, account } = paper()
    show([])
    const signed = sign(draft('BUY YES', 50, 10))
    const submit = () => value(wait<{ hash: Hex; status: string }>((done) => trading.submit(signed, done)))
    expect(submit()).toEqual(submit())
    expect(account().collateral.lockedRaw).toBe(raw(5))
  })
})

describe('the account', () => {
  it('adds up: locks, matched, settled', () => {
    const { show, place, trade, clock, account } = paper()
    show([])
    place('BUY YES', 48, 100)
    place('BUY NO', 50, 100)
    expect(account().collateral).toEqual({
      totalRaw: raw(1000),
      lockedRaw: raw(98),
      pendingRaw: 0n,
      availableRaw: raw(902),
    })
    trade('SELL YES', 48, 60)
    expect(account().collateral).toMatchObject({ pendingRaw: raw(28.8), availableRaw: raw(902) })
    clock.advance(2000)
    expect(account()).toEqual({
      collateral: {
        totalRaw: raw(1000 - 28.8),
        lockedRaw: raw(40 * 0.48 + 50),
        pendingRaw: 0n,
        availableRaw: raw(902),
      },
      holdings: [{ conditionId: CONDITION, tokensRaw: [raw(60), 0n], lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] }],
    })
  })

  it('makers pay no fee unless they do', () => {
    for (const makerPays of [false, true]) {
      const { show, place, trade, clock, account, fills } = paper({ fees: { makerPays } }, { feeRateBps: 200 })
      show([])
      place('BUY YES', 50, 100)
      trade('SELL YES', 50, 100)
      clock.advance(2000)
      const feeRaw = makerPays ? raw(2) : 0n
      expect(fills()).toMatchObject([{ feeRaw, liquidity: 'maker', status: 'settled' }])
      expect(account().holdings[0]?.tokensRaw[0]).toBe(raw(100) - feeRaw)
    }
  })

  it('takers pay the rate they signed', () => {
    const { show, place, clock, account } = paper({}, { feeRateBps: 0 })
    show([['YES ask', 50, 100]])
    place('BUY YES', 50, 100, { type: 'GTC', feeRateBps: 200 })
    clock.advance(2000)
    expect(account().holdings[0]?.tokensRaw[0]).toBe(raw(98))
  })

  it('tells of every change of balance', () => {
    const { show, place, events, clock } = paper()
    show([])
    place('BUY YES', 50, 10)
    clock.advance(40)
    expect(events.map(({ kind }) => kind)).toContain('account-changed')
  })
})

describe('the port', () => {
  it('signs in by itself and sends own events only while it runs', () => {
    const { events, clock, trading, show, place, trade } = paper()
    clock.advance(40)
    expect(events[0]).toEqual({ kind: 'signed-in', untilVenueMs: Number.MAX_SAFE_INTEGER })
    expect(trading.account).toBe(ME)
    show([])
    place('BUY YES', 50, 10)
    trading.stop()
    const count = events.length
    trade('SELL YES', 50, 10)
    clock.advance(60_000)
    expect(events.length).toBe(count)
  })

  it('hashes are 32 bytes, differ, and are the same in a run of the same clock', () => {
    const hashes = () => {
      const { sign, draft } = paper()
      return [sign(draft('BUY YES', 50, 10)).hash, sign(draft('BUY YES', 50, 10)).hash]
    }
    const [first, second] = hashes()
    expect(first).toMatch(/^0x[0-9a-f]{64}$/)
    expect(first).not.toBe(second)
    expect(hashes()).toEqual([first, second])
  })

  it('two runs of the same tape say the same', () => {
    const run = () => {
      const { show, place, trade, level, clock, events, account } = paper()
      show([['YES bid', 48, 30]])
      place('BUY YES', 48, 20)
      place('BUY NO', 50, 20)
      for (let i = 0; i < 20; i++) {
        trade(i % 3 === 0 ? 'SELL YES' : 'BUY YES', i % 3 === 0 ? 48 : 50, 7)
        level(['YES bid', 48, 40 - i])
        clock.advance(300)
      }
      return { events, account: account() }
    }
    expect(run()).toEqual(run())
  })
})

describe('what paper requests are paid from', () => {
  it('is charged as by the venue when the answer comes: one permit, two for an account; nobody else is', () => {
    const { show, place, trading, wait } = paper()
    show([])
    const { hash } = place('BUY YES', 50, 10)
    const charged: string[] = []
    const paidFrom: PermitDesk = {
      want: ({ routeClass }, done) => done({ routeClass, serial: 1, untilMonoMs: Infinity }),
      answered: ({ routeClass }, told) => void charged.push(`${routeClass} ${JSON.stringify(told)}`),
      unused: () => expect.unreachable(),
    }
    trading.readOrder(hash, () => undefined)
    wait<CancelResult>((done) => trading.cancelMany([hash], done, paidFrom))
    wait<AccountSnapshot>((done) => trading.readAccount(done, paidFrom))
    expect(charged).toEqual(['cancel {}', 'read {}', 'read {}'])
  })
})

it.each([1, 63, 64, 65, 300])('lists the fills since a moment, newest first, however many came before: %i', (newer) => {
  const { show, place, trade, trading, clock, value, wait } = paper()
  show([])
  place('BUY YES', 50, 400)
  for (let i = 0; i < 20; i++) trade('SELL YES', 50, 1)
  clock.advance(5000)
  const sinceMs = clock.wallMs()
  for (let i = 0; i < newer; i++) trade('SELL YES', 50, 1)
  const found = value(wait<readonly Fill[]>((done) => trading.listFills(sinceMs, done)))
  expect(found).toHaveLength(newer)
  expect(found.map(({ venueMs }) => venueMs)).toEqual(found.map(({ venueMs }) => venueMs).toSorted((a, b) => b - a))
  expect(value(wait<readonly Fill[]>((done) => trading.listFills(0, done)))).toHaveLength(newer + 20)
})
