import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { OrderDraft } from '../../../src/domain/orders/order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import type { Standing } from '../../../src/domain/run/standing.js'
import { executionSettings } from '../../../src/execution/schema.js'
import { hashOf } from '../../execution/builders.js'
import { A, B, market, raw } from '../../risk/builders.js'
import { book, CoreDriver, intents } from '../core-driver.js'

type Verify = Omit<Extract<CoreInput, { kind: 'verify' }>, 'kind'>

const draft = (size: number) => ({ hash: hashOf(size), draft: draftOf(size), isOver: false })
const draftOf = (size: number): OrderDraft => ({
  ...{ conditionId: A, outcome: 0, side: 'BUY', price: ticks(40), size: lots(size * 100), type: 'POST_ONLY' },
  ...{ expirationSec: 0, feeRateBps: 0 },
})

function begun(verify: Partial<Verify>, positions: 'accept' | 'report' | 'refuse' = 'report') {
  const driver = new CoreDriver({ execution: executionSettings.parse({ reconcile: { positions } }) })
  driver.push({ kind: 'verify', held: [], orders: [], listAfterMs: 0, ...verify })
  driver.start()
  return driver
}

const list = (driver: CoreDriver) => driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
/** Asked for from now on: they decide whether a reading that differs from the count is right. */
const decide = (driver: CoreDriver) => {
  const askedSeq = driver.seq
  driver.push({ kind: 'orders-listed', records: [], askedSeq })
  driver.push({ kind: 'fills-listed', fills: [], askedSeq })
}
const places = (driver: CoreDriver) => {
  driver.wake(600)
  driver.fee()
  return driver.decisions.flatMap((decision) => intents(decision)).length
}
const held = (yes: number) => [{ conditionId: A, tokensRaw: [raw(yes), 0n] as const }]
const found = (driver: CoreDriver) =>
  driver.core.standing.takeChanges().flatMap((change) => (change.kind === 'unexplained' ? change.found : []))

describe('nothing is placed', () => {
  it('until what rests is listed and the account read, both asked for after the start', () => {
    const driver = begun({})
    expect(driver.core.standing.unverified).toBe('the orders that rest to be listed')
    driver.push({ kind: 'orders-listed', records: [], askedSeq: 0 })
    expect(places(driver)).toBe(0)
    list(driver)
    expect(driver.core.standing.unverified).toBe('the account to be read')
    expect(places(driver)).toBe(0)
    driver.fund(1000, [0, 0], driver.seq)
    expect(driver.core.standing.unverified).toBeUndefined()
    expect(places(driver)).toBe(2)
  })

  it('until a list shows what may have been on its way, where lines of the journal cannot be read', () => {
    const driver = begun({ listAfterMs: 10_000 })
    driver.fund(1000, [0, 0], driver.seq)
    list(driver)
    expect(driver.core.standing.unverified).toBeDefined()
    const askedSeq = driver.seq
    driver.wake(10_000)
    driver.push({ kind: 'orders-listed', records: [], askedSeq })
    expect(driver.core.standing.unverified).toBeDefined()
    list(driver)
    expect(driver.core.standing.unverified).toBeUndefined()
  })

  it('is waited for by nobody without a former run to verify', () => {
    expect(new CoreDriver().core.standing.unverified).toBeUndefined()
  })
})

describe('what is held at a start', () => {
  it('is explained by what orders have signed, whatever the size step is by now', () => {
    // a lot was a whole share
    const former = { hash: hashOf(5), draft: { ...draftOf(1), size: lots(100) }, isOver: false }
    const signed = { collateralRaw: raw(40), tokensRaw: raw(100) }
    const of = (orders: Verify['orders']) => found(verified({ orders, held: held(0) }, 100))
    expect(of([{ ...former, signed }])).toEqual([])
    expect(of([former])).toHaveLength(1)
  })

  const verified = (verify: Partial<Verify>, yes: number, positions?: 'accept' | 'report' | 'refuse') => {
    const driver = begun(verify, positions)
    list(driver)
    driver.fund(1000, [yes, 0], driver.seq)
    return driver
  }

  it.each([
    ['as it was kept', { held: held(10) }, 10],
    ['more, by what an order may have matched', { held: held(10), orders: [draft(5)] }, 15],
    ['less, by what was not settled', { held: held(10), orders: [draft(5)] }, 5],
  ])('is explained: %s', (_name, verify, yes) => {
    expect(found(verified(verify, yes))).toEqual([])
  })

  it.each([
    ['more than the orders can explain', { held: held(10), orders: [draft(5)] }, 15.01, 10],
    ['less, in a market that is open', { held: held(10) }, 9, 10],
    ['by a wallet whose journal knows nothing', {}, 3, 0],
  ])('is told once: %s', (_name, verify, yes, kept) => {
    const driver = verified(verify, yes)
    expect(found(driver)).toEqual([{ conditionId: A, keptRaw: [raw(kept), 0n], heldRaw: [raw(yes), 0n] }])
    driver.wake(1000)
    expect(found(driver)).toEqual([])
    expect(driver.core.standing.halted).toBeUndefined()
    // which of both counts is right is not known yet
    expect(places(driver)).toBe(0)
    decide(driver)
    expect(places(driver)).toBeGreaterThan(0)
  })

  it('halts where it is to be refused; a resume accepts it', () => {
    const driver = verified({ held: held(10) }, 30, 'refuse')
    expect(driver.core.standing.halted).toMatchObject({
      cause: 'unexplained-position',
      reason: expect.stringContaining(
        '10000000 and 0 raw tokens of YES and NO by our books, 30000000 and 0 at the venue',
      ),
    })
    expect(places(driver)).toBe(0)
    driver.push({ kind: 'operator', action: 'resume', actor: 'ann', reason: 'a transfer' })
    expect(driver.core.standing.halted).toBeUndefined()
    decide(driver)
    expect(places(driver)).toBeGreaterThan(0)
  })

  describe('while a transaction of a former run is under way', () => {
    const act = { kind: 'merge', conditionId: A, setsRaw: raw(30) } as const
    const kept = [{ conditionId: A, tokensRaw: [raw(50), raw(30)] as const }]
    const restarted = (tokens: readonly [number, number], end?: 'confirmed' | 'reverted') => {
      const execution = executionSettings.parse({ reconcile: { positions: 'refuse' } })
      const driver = new CoreDriver({ execution, chain: { actions: 'merge', mergeMin: 5, maxCostShare: 0.01 } })
      driver.push({ kind: 'verify', held: kept, orders: [], listAfterMs: 0 })
      driver.push({ kind: 'chain-pending', transaction: { act, nonce: 0, hash: '0x01', replaced: 0 } })
      if (end !== undefined) driver.push({ kind: 'chain-ended', act, outcome: end, cost: 0 })
      driver.start()
      list(driver)
      driver.fund(1000, tokens, driver.seq)
      return driver
    }

    it.each([
      ['not happened yet', [50, 30], undefined],
      ['happened and is not confirmed', [20, 0], undefined],
      ['is confirmed before the account is read', [20, 0], 'confirmed'],
    ] as const)('is explained where it has %s', (_name, tokens, end) => {
      const driver = restarted(tokens, end)
      expect(found(driver)).toEqual([])
      expect(driver.core.standing.halted).toBeUndefined()
    })

    it.each([
      ['it takes full sets, not one of its tokens', [20, 30], undefined],
      ['it takes no more than it says', [19, 0], undefined],
      ['it came to nothing', [20, 0], 'reverted'],
    ] as const)('is refused beyond that: %s', (_name, tokens, end) => {
      expect(restarted(tokens, end).core.standing.halted?.cause).toBe('unexplained-position')
    })
  })

  it('that is gone in a market nobody follows may have been redeemed', () => {
    const other = [{ conditionId: B, tokensRaw: [raw(4), 0n] as const }]
    expect(found(verified({ held: other }, 0))).toEqual([])
  })
})

describe('tokens of a market that nobody has read', () => {
  const OTHER = { ...market(B), status: 'RESOLVED' as const, winner: 1 as const }
  const start = (keptYes: number, positions: 'report' | 'refuse', outcome: 0 | 1 = 0) => {
    const held = { conditionId: B, tokensRaw: [raw(keptYes), 0n] as const }
    const driver = begun({ held: [outcome === 0 ? held : { ...held, unordered: true }] }, positions)
    list(driver)
    const token = { tokenId: OTHER.outcomes[outcome].tokenId, totalRaw: raw(4), lockedRaw: 0n, pendingRaw: 0n }
    const collateral = { totalRaw: raw(1000), lockedRaw: 0n, pendingRaw: 0n, availableRaw: raw(1000) }
    const unread = [{ conditionId: B, tokens: [token] }]
    driver.push({ kind: 'account', snapshot: { collateral, holdings: [], unread }, askedSeq: driver.seq })
    return driver
  }

  it.each(['report', 'refuse'] as const)('are explained by the same amount that was kept: %s', (positions) => {
    const driver = start(4, positions)
    expect(driver.core.standing.unverified).toBeUndefined()
    expect(places(driver)).toBe(2)
    expect(found(driver)).toEqual([])
  })

  it('are explained by an amount of which it was not known either', () => {
    const driver = start(4, 'refuse', 1)
    expect(driver.core.standing.unverified).toBeUndefined()
    driver.push({ kind: 'market', market: { ...OTHER, status: 'OPEN' } })
    driver.push({ kind: 'market-dropped', conditionId: B })
    expect(found(driver)).toEqual([])
    expect(driver.core.standing.standing().held).toMatchObject([{ conditionId: B, tokensRaw: [0n, raw(4)] }])
  })

  it('are told of once their market is known, and nothing waits for that', () => {
    const driver = start(3, 'report')
    expect(places(driver)).toBe(2)
    expect(found(driver)).toEqual([])
    driver.push({ kind: 'market', market: { ...OTHER, status: 'OPEN' } })
    driver.push({ kind: 'market-dropped', conditionId: B })
    expect(found(driver)).toEqual([{ conditionId: B, keptRaw: [raw(3), 0n], heldRaw: [raw(4), 0n] }])
  })

  it('keep everything waiting where they are to be refused', () => {
    const driver = start(3, 'refuse')
    expect(driver.core.standing.unverified).toContain('do not explain')
    expect(places(driver)).toBe(0)
    driver.push({ kind: 'market', market: { ...OTHER, status: 'OPEN' } })
    expect(driver.core.standing.unverified).toBeUndefined()
    expect(driver.core.standing.halted?.cause).toBe('unexplained-position')
  })
})

describe('what differs and is not judged', () => {
  const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
  const resume = { kind: 'operator', action: 'resume', actor: 'ann', reason: 'looked at' } as const
  const former: Standing = { pauses: [], pnl: PNL, heldMs: 7, held: [{ ...held(10)[0]!, worth: 4 }] }
  /** After a run that left this, with so many tokens; `lists`: what rests could be listed. */
  const run = (left: Standing, yes: number, { lists = true, positions = 'refuse' as 'report' | 'refuse' } = {}) => {
    const driver = new CoreDriver({ execution: executionSettings.parse({ reconcile: { positions } }) })
    driver.push({ kind: 'restored', standing: left })
    driver.push({ kind: 'verify', held: left.held ?? [], orders: [], listAfterMs: 0 })
    driver.fund(1000, [yes, 0], driver.seq)
    driver.start()
    if (lists) list(driver)
    return driver
  }
  const left = (driver: CoreDriver) => driver.core.standing.standing()
  const cause = (driver: CoreDriver) => driver.core.standing.halted?.cause

  it.each(['report', 'refuse'] as const)('by a run that ends before is found by the next one: %s', (positions) => {
    // the venue answers for the account, and not for the orders: stopped, killed, started again
    const first = run(former, 30, { lists: false, positions })
    expect(left(first)).toMatchObject({ heldMs: 7, held: [{ conditionId: A, tokensRaw: [raw(10), 0n] }] })
    const second = run(left(first), 30, { positions })
    expect(found(second)).toEqual([{ conditionId: A, keptRaw: [raw(10), 0n], heldRaw: [raw(30), 0n] }])
    expect(cause(second)).toBe(positions === 'refuse' ? 'unexplained-position' : undefined)
    expect(left(second).held).toMatchObject([{ conditionId: A, tokensRaw: [raw(30), 0n] }])
    expect(left(second).heldMs).toBeGreaterThan(7)
  })

  it('is found as well where all of it is gone', () => {
    const first = run(former, 0, { lists: false })
    expect(left(first).held).toMatchObject([{ conditionId: A, tokensRaw: [raw(10), 0n] }])
    expect(found(run(left(first), 0))).toEqual([{ conditionId: A, keptRaw: [raw(10), 0n], heldRaw: [0n, 0n] }])
  })

  it('holds nothing up where nobody will ever judge it', () => {
    const driver = new CoreDriver()
    driver.push({ kind: 'restored', standing: former })
    // an order of a market that is over, pays nothing and is never told of
    driver.push({ kind: 'verify', held: [], orders: [draft(5)], listAfterMs: 0 })
    driver.fund(1000, [5, 0], driver.seq)
    expect(left(driver).heldMs).toBe(7)
    list(driver)
    expect(driver.core.standing.unverified).toBeUndefined()
    expect(left(driver).heldMs).toBeGreaterThan(7)
    expect(left(driver).held).toMatchObject([{ conditionId: A, tokensRaw: [raw(5), 0n] }])
  })

  it('counts for what it is worth once, however often the run ends before', () => {
    const first = run(former, 30, { lists: false })
    first.push({ kind: 'book', conditionId: A, book: book(60, 30), via: 'socket' })
    first.wake(5000)
    const earned = first.core.standing.total
    expect(earned).not.toBe(0)
    const second = run(left(first), 30, { lists: false })
    expect(second.core.standing.total).toBeCloseTo(left(first).pnl.total + 30 * (0.48 - 0.6), 5)
  })

  it('beside another halt halts the bot when that is resumed, and is accepted by another resume', () => {
    const halt = { cause: 'operator', reason: 'a look', actor: 'ann', atMs: 5 } as const
    const driver = run({ ...former, halt }, 30)
    expect(found(driver)).toHaveLength(1)
    expect([cause(driver), left(driver).held?.[0]?.tokensRaw]).toEqual(['operator', [raw(10), 0n]])
    // a restart meanwhile tells of it again
    expect(found(run(left(driver), 30))).toHaveLength(1)
    driver.push(resume)
    expect([cause(driver), left(driver).held?.[0]?.tokensRaw]).toEqual(['unexplained-position', [raw(30), 0n]])
    decide(driver)
    expect(places(driver)).toBe(0)
    driver.push(resume)
    expect(cause(driver)).toBeUndefined()
    expect(places(driver)).toBeGreaterThan(0)
  })
})
