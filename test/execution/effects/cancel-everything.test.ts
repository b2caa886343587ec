import { setImmediate as othersTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { Answer } from '../../../src/domain/error.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import {
  type CancelOutcome,
  type CancelParts,
  cancelByHand,
  cancelEverything,
} from '../../../src/execution/effects/cancel-everything.js'
import type { Trading } from '../../../src/venue/trading.js'
import { market, quote } from '../../risk/builders.js'
import { hashOf } from '../builders.js'

const FAILED = { ok: false, failure: { code: 'unreachable', message: 'time-out' } } as const

function record(id: number, change: Partial<OrderRecord> = {}): OrderRecord {
  const { conditionId, outcome, side, price } = quote('BUY YES', 50, 10)
  return {
    ...{ conditionId, outcome, side, price },
    hash: hashOf(id),
    account: '0x00',
    originalRaw: 10n,
    filledRaw: 0n,
    pendingRaw: 0n,
    remainingRaw: 10n,
    type: 'POST_ONLY',
    status: 'open',
    expirationSec: 0,
    createdMs: 0,
    updatedMs: 0,
    ...change,
  }
}

/** A venue that answers after 10 ms and cancels what it is told to, unless it is deaf. */
class Venue {
  readonly clock = new VirtualClock(0)
  resting: OrderRecord[] = []
  /** Answers listings with this failure. */
  deaf: Answer<never> | undefined
  /** Answers cancels with this failure. */
  stubborn: Answer<never> | undefined
  lists = 0
  readonly batches: number[] = []
  /** Nothing of them rests: it will not cancel them. */
  readonly settling = new Set<Hex>()
  readonly cancelledMarkets: string[] = []
  result: CancelOutcome | undefined
  results = 0

  stop(change: Partial<CancelParts> = {}): void {
    cancelEverything({
      trading: this.trading(),
      clock: this.clock,
      markets: () => [market()],
      deadlineMonoMs: this.clock.monoMs() + 3000,
      done: (result) => {
        this.result = result
        this.results++
      },
      ...change,
    })
  }

  run(ms: number): void {
    this.clock.runUntil(this.clock.monoMs() + ms)
  }

  trading(): Trading {
    const later = (run: () => void) => this.clock.after(10, run)
    const trading: Partial<Trading> = {
      cancelAll: (m, done) => {
        this.cancelledMarkets.push(m.id)
        done({ ok: true, value: undefined })
      },
      listOrders: (_filter, done: (answer: Answer<readonly OrderRecord[]>) => void) => {
        this.lists++
        later(() => done(this.deaf ?? { ok: true, value: [...this.resting] }))
      },
      cancelMany: (hashes: readonly Hex[], done) => {
        this.batches.push(hashes.length)
        later(() => {
          if (this.stubborn !== undefined) {
            done(this.stubborn)
            return
          }
          const cancelled = hashes.filter((hash) => !this.settling.has(hash))
          const failed = hashes.filter((hash) => this.settling.has(hash)).map((hash) => ({ hash, error: 'settling' }))
          this.resting = this.resting.filter((r) => !cancelled.includes(r.hash))
          done({ ok: true, value: { cancelled, failed } })
        })
      },
    }
    return trading as Trading
  }
}

describe('cancelEverything', () => {
  it('cancels the markets, then what a listing still shows, and lists again until nothing rests', () => {
    const venue = new Venue()
    venue.resting = [record(1), record(2, { status: 'partially_filled' })]
    venue.stop()
    venue.run(1000)
    expect(venue.cancelledMarkets).toEqual([market().id])
    expect(venue.batches).toEqual([2])
    expect(venue.lists).toBe(2)
    expect(venue.result).toEqual({ verified: true, open: [], pending: [], cancelled: 2 })
  })

  it('cancels what is left of an order that waits for a settlement, and takes one that the venue will not cancel for settling', () => {
    const venue = new Venue()
    const settling = record(2, { status: 'pending_settlement', pendingRaw: 10n })
    venue.resting = [record(1, { status: 'pending_settlement', pendingRaw: 3n, remainingRaw: 7n }), settling]
    venue.settling.add(settling.hash)
    venue.stop({ settleMs: 0 })
    venue.run(1000)
    expect(venue.batches).toEqual([2])
    expect(venue.result).toEqual({ verified: true, open: [], pending: [settling], cancelled: 1 })
  })

  it('cancels at most a hundred a call', () => {
    const venue = new Venue()
    venue.resting = Array.from({ length: 230 }, (_, i) => record(i + 1))
    venue.stop()
    venue.run(1000)
    expect(venue.batches).toEqual([100, 100, 30])
    expect(venue.result?.verified).toBe(true)
  })

  it('gives matches two seconds to settle, then names what is still on its way', () => {
    const venue = new Venue()
    const settling = record(1, { status: 'pending_settlement', remainingRaw: 0n, pendingRaw: 10n })
    venue.resting = [settling]
    venue.stop()
    venue.run(1900)
    expect(venue.result).toBeUndefined()
    venue.run(500)
    expect(venue.result).toEqual({ verified: true, open: [], pending: [settling], cancelled: 0 })
    expect(venue.batches).toEqual([])
  })

  it('ends as soon as what was settling has settled', () => {
    const venue = new Venue()
    venue.resting = [record(1, { status: 'pending_settlement', remainingRaw: 0n, pendingRaw: 10n })]
    venue.stop()
    venue.run(500)
    venue.resting = []
    venue.run(300)
    expect(venue.result).toEqual({ verified: true, open: [], pending: [], cancelled: 0 })
  })

  it('gives up at the deadline and says that nothing is verified', () => {
    const venue = new Venue()
    venue.deaf = FAILED
    venue.stop()
    venue.run(2999)
    expect(venue.result).toBeUndefined()
    expect(venue.lists).toBeGreaterThan(10)
    venue.run(1)
    expect(venue.result).toEqual({ verified: false, open: [], pending: [], cancelled: 0, failure: FAILED.failure })
  })

  it('at the deadline names what rested last', () => {
    const venue = new Venue()
    venue.resting = [record(1)]
    venue.stop()
    venue.run(15)
    venue.deaf = FAILED
    venue.run(5000)
    expect(venue.result?.verified).toBe(false)
    expect(venue.result?.open.map((r) => r.hash)).toEqual([hashOf(1)])
  })

  it('says why what rests was not cancelled, where the venue lists it and cancels nothing', () => {
    const venue = new Venue()
    venue.resting = [record(1)]
    venue.stubborn = FAILED
    venue.stop()
    venue.run(5000)
    expect(venue.result).toMatchObject({ verified: false, cancelled: 0, uncancelled: FAILED.failure })
    venue.stubborn = undefined
    venue.stop()
    venue.run(5000)
    expect(venue.result).toEqual({ verified: true, open: [], pending: [], cancelled: 1 })
  })

  it('survives a listing that fails', () => {
    const venue = new Venue()
    venue.deaf = FAILED
    venue.resting = [record(1)]
    venue.stop()
    venue.run(300)
    venue.deaf = undefined
    venue.run(500)
    expect(venue.result).toEqual({ verified: true, open: [], pending: [], cancelled: 1 })
  })

  it('ends at once when the venue refuses what no waiting mends', () => {
    const venue = new Venue()
    venue.deaf = { ok: false, failure: { code: 'bad-api-key', message: 'no such key' } }
    venue.stop()
    venue.run(50)
    expect(venue.result).toMatchObject({ verified: false, failure: { code: 'bad-api-key' } })
    venue.run(5000)
    expect(venue.lists).toBe(1)
  })

  it('sends all batches of a listing at once, and lists again when all are answered', () => {
    const venue = new Venue()
    venue.resting = Array.from({ length: 230 }, (_, i) => record(i + 1))
    venue.stop()
    venue.run(15)
    expect(venue.batches).toEqual([100, 100, 30])
    venue.run(1000)
    expect(venue.lists).toBe(2)
    expect(venue.result).toMatchObject({ verified: true, cancelled: 230 })
  })

  it('does not believe an empty list while an order is on its way', () => {
    const venue = new Venue()
    let inFlight = 1
    venue.stop({ inFlight: () => inFlight })
    venue.run(500)
    expect(venue.result).toBeUndefined()
    venue.resting = [record(1)]
    inFlight = 0
    venue.run(500)
    expect(venue.batches).toEqual([1])
    expect(venue.result?.verified).toBe(true)
  })

  it('is done once', () => {
    const venue = new Venue()
    venue.stop()
    venue.run(60_000)
    expect(venue.results).toBe(1)
  })
})

describe('cancelByHand', () => {
  function asked(venue: Venue, onTheWayMs: number) {
    void cancelByHand(venue.trading(), venue.clock, onTheWayMs).then((outcome) => {
      venue.result = outcome
    })
    return async (ms: number) => {
      venue.run(ms)
      await othersTurn()
      return venue.result
    }
  }

  it('believes an empty list once nothing may arrive any more', async () => {
    expect(await asked(new Venue(), 0)(50)).toMatchObject({ verified: true, open: [] })
    const pass = asked(new Venue(), 2000)
    expect(await pass(1999)).toBeUndefined()
    expect(await pass(300)).toMatchObject({ verified: true, open: [] })
  })

  it('gives up a quarter of a minute after that, and says why', async () => {
    const venue = new Venue()
    venue.deaf = FAILED
    const pass = asked(venue, 2000)
    expect(await pass(16_999)).toBeUndefined()
    expect(await pass(1)).toMatchObject({ verified: false, failure: { code: 'unreachable' } })
  })
})
