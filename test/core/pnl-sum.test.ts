// What is held at a start, or comes by hand, earns and loses nothing by being there, whatever first tells its value.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_BOOK, type MarketBook } from '../../src/domain/market/book.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Outcome } from '../../src/domain/market/side.js'
import { riskLimits } from '../../src/risk/schema.js'
import { at } from '../execution/builders.js'
import { A, B, market, raw } from '../risk/builders.js'
import { book, CoreDriver, settings } from './core-driver.js'

const C = '0xc3' as ConditionId
const FAR = riskLimits.parse({ maxMarketShares: 1e9, maxTotalShares: 1e9 })
const SIGNAL = { name: 'model', maxAgeMs: 60_000, maxJump: 1 }

/** Shares of YES and NO by market. */
type Held = Readonly<Record<ConditionId, readonly [number, number]>>

class Starter extends CoreDriver {
  /** Without a market or a reading of the account. */
  begin(): void {
    for (const routeClass of ['read', 'write', 'cancel', 'account'] as const)
      this.push({ kind: 'budget', routeClass, perSecond: 2000, perMinute: 2000 })
    this.push({ kind: 'clock', errorMs: 50 })
    this.push({ kind: 'session', signedIn: true, detail: 'signed in' })
  }

  known(conditionId: ConditionId): void {
    this.push({ kind: 'market', market: market(conditionId, { endMs: at(1e9).venueMs }) })
  }

  /** Known because tokens of it are held: no book of it is followed. */
  adopted(conditionId: ConditionId): void {
    this.known(conditionId)
    this.push({ kind: 'market-dropped', conditionId })
  }

  read(held: Held): void {
    const totalRaw = raw(1000)
    const none = [0n, 0n] as const
    const holdings = Object.entries(held).map(([id, [yes, no]]) => ({
      ...{ conditionId: id as ConditionId, tokensRaw: [raw(yes), raw(no)] as const },
      ...{ lockedRaw: none, pendingRaw: none },
    }))
    const collateral = { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw }
    this.push({ kind: 'account', askedSeq: this.seq, snapshot: { collateral, holdings } })
  }

  /** The lists that decide a difference tell of no order. */
  listNothing(): void {
    const askedSeq = this.seq
    this.push({ kind: 'orders-listed', records: [], askedSeq })
    this.push({ kind: 'fills-listed', fills: [], askedSeq })
  }

  signal(value: number): void {
    this.push({ kind: 'signal', name: SIGNAL.name, conditionId: A, value, atMs: at(this.monoMs).venueMs })
  }

  show(shown: MarketBook): void {
    this.push({ kind: 'book', conditionId: A, book: shown, via: 'socket' })
    this.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
  }

  resolve(conditionId: ConditionId, winner: Outcome): void {
    this.push({ kind: 'market-status', conditionId, status: 'CLOSED' })
    this.push({ kind: 'market-status', conditionId, status: 'RESOLVED', winner })
  }

  expectNothingLost(): void {
    const { halted, total } = this.core.standing
    expect(halted).toBeUndefined()
    expect(total).toBeCloseTo(0, 5)
  }
}

function started(change: ConstructorParameters<typeof CoreDriver>[0] = {}): Starter {
  const driver = new Starter(change)
  driver.begin()
  return driver
}

describe('what is held at a start in markets without a book', () => {
  it.each([0, 1] as const)('is valued by the outcome (%s wins) where nothing told its value before', (winner) => {
    const driver = started()
    driver.adopted(B)
    driver.read({ [B]: [600, 0] })
    driver.wake(1000)
    driver.resolve(B, winner)
    driver.expectNothingLost()
    driver.read({ [B]: [600, 0] })
    driver.wake(1000)
    driver.expectNothingLost()
  })

  it('loses nothing although several end together, in the list of markets or in the stream', () => {
    const driver = started()
    for (const id of [A, B, C]) driver.adopted(id)
    driver.read({ [A]: [200, 0], [B]: [200, 0], [C]: [200, 0] })
    const end = { status: 'RESOLVED', winner: 1 } as const
    driver.pushAll([
      { kind: 'market-status', conditionId: A, ...end },
      { kind: 'market', market: market(B, end) },
      { kind: 'market-status', conditionId: C, ...end },
    ])
    driver.expectNothingLost()
  })

  it('and comes by hand is valued as what was held at the start', () => {
    const driver = started()
    driver.adopted(B)
    driver.read({ [B]: [10, 0] })
    driver.read({ [B]: [410, 0] })
    driver.listNothing()
    expect(driver.core.beliefs.positions.tokensRaw(B)).toEqual([raw(410), 0n])
    driver.expectNothingLost()
    driver.resolve(B, 1)
    driver.expectNothingLost()
  })

  it('is planned for anew in the turn that values it', () => {
    const driver = started({ risk: FAR, fairSignal: SIGNAL })
    driver.known(A)
    driver.read({ [A]: [800, 0] })
    driver.signal(0.9)
    expect(driver.core.beliefs.positions.position(market(A)).costRaw).toBe(raw(720))
    expect(driver.core.conclusions().totals.living.collateralRaw).toBe(raw(720))
  })
})

describe('what is held at a start beside a signal', () => {
  it.each([0.9, 0.1])('is valued by the signal (%s) that comes before the first book', (value) => {
    const driver = started({ fairSignal: SIGNAL })
    driver.known(A)
    driver.read({ [A]: [800, 0] })
    driver.signal(value)
    driver.expectNothingLost()
    const yes = Math.round(value * 100)
    driver.show(book(yes - 1, 99 - yes))
    driver.expectNothingLost()
  })

  it('loses nothing by a wide first book, and by a lower bid after it', () => {
    const driver = started({ fairSignal: SIGNAL })
    driver.known(A)
    driver.signal(0.5)
    driver.read({ [A]: [900, 0] })
    driver.show(book(20, 20))
    driver.expectNothingLost()
    driver.show(book(10, 10))
    driver.wake(3000)
    expect(driver.core.standing.total).toBeCloseTo(-90, 5)
  })
})

it('nothing is earned or lost by what is held at a start or comes by hand, in whatever order its value is told', () => {
  const steps = ['known', 'account', 'signal', 'book', 'yes bid', 'no bid', 'empty', 'hand in', 'hand out', 'wake']
  const scenario = fc.record({
    order: fc.array(fc.constantFrom(...steps), { maxLength: 14 }),
    cents: fc.integer({ min: 10, max: 90 }),
    half: fc.integer({ min: 1, max: 9 }),
    held: fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 })),
    prior: fc.option(fc.constantFrom(0.2, 0.7), { nil: undefined }),
  })
  fc.assert(
    fc.property(scenario, ({ order, cents, half, held: [yes, no], prior }) => {
      const driver = started({
        ...{ risk: FAR, fairSignal: SIGNAL, fairTauMs: 0 },
        ...(prior === undefined ? {} : { prior: { p: prior } }),
      })
      const both = book(cents - half, 100 - cents - half)
      let byHand = 0
      const read = () => {
        driver.read({ [A]: [yes + byHand, no + byHand / 2] })
        driver.listNothing()
      }
      const act: Record<string, () => void> = {
        known: () => driver.known(A),
        account: read,
        signal: () => driver.signal(cents / 100),
        book: () => driver.show(both),
        'yes bid': () => driver.show([both[0], EMPTY_BOOK[1]]),
        'no bid': () => driver.show([EMPTY_BOOK[0], both[1]]),
        empty: () => driver.show(EMPTY_BOOK),
        'hand in': () => {
          byHand += 40
          read()
        },
        'hand out': () => {
          if (byHand >= 20) byHand -= 20
          read()
        },
        wake: () => driver.wake(500),
      }
      for (const step of [...order, 'known', 'account', 'signal', 'book', 'account', 'wake']) {
        act[step]?.()
        driver.expectNothingLost()
      }
      const { positions } = driver.core.beliefs
      expect(positions.tokensRaw(A)).toEqual([raw(yes + byHand), raw(no + byHand / 2)])
      const { cashFlowRaw, costRaw } = positions.position(market(A))
      // nobody has traded: what is held counts as paid for at what it was worth, and nothing else
      expect(cashFlowRaw).toBe(-costRaw)
    }),
    { numRuns: 100 },
  )
})

it('a first bid far below a prior, and a first book far from it, are no loss', () => {
  const driver = started({ prior: { p: 0.5 } })
  driver.known(A)
  driver.read({ [A]: [500, 0] })
  const [yes, no] = book(20, 70)
  driver.show([yes, EMPTY_BOOK[1]])
  driver.expectNothingLost()
  driver.show([yes, no])
  driver.wake(3000)
  driver.expectNothingLost()
})

it('another prior is no profit of what was held at the start', () => {
  const changed = () => settings({ prior: { p: 0.8 } })
  const driver = started({ prior: { p: 0.3 }, changed })
  driver.known(A)
  driver.read({ [A]: [700, 0] })
  driver.push({ kind: 'settings', actor: 'somebody', hash: 'h', config: {} })
  driver.expectNothingLost()
})
