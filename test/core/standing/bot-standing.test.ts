import { describe, expect, it } from 'vitest'
import { Core } from '../../../src/core/core.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import type { Standing } from '../../../src/domain/run/standing.js'
import { riskLimits } from '../../../src/risk/schema.js'
import { at, hashOf } from '../../execution/builders.js'
import { A, B, market, raw } from '../../risk/builders.js'
import { book, CoreDriver, cancelled, intents, quoting, settings } from '../core-driver.js'

const OTHER = '0xd4' as ConditionId
const OPERATOR = { kind: 'operator', actor: 'somebody', reason: 'a test' } as const
const PNL = { day: 1, total: -5, dayStart: 0, start: 0, peak: 10, realised: -4 }

describe('a halt', () => {
  it('says what it is, who did it and when, and the first one stays', () => {
    const { driver, hashes } = quoting()
    expect(cancelled(driver.push({ ...OPERATOR, action: 'halt' })).sort()).toEqual([...hashes].sort())
    const { halted } = driver.core.standing
    expect(halted).toMatchObject({ cause: 'operator', actor: 'somebody', reason: 'a test' })
    expect(halted?.atMs).toBeGreaterThan(0)
    driver.push({ ...OPERATOR, action: 'halt', cause: 'second-writer', reason: 'another' })
    expect(driver.core.standing.halted).toEqual(halted)
    expect(driver.core.standing.takeChanges()).toEqual([{ kind: 'halted', ...halted }])
    driver.push({ ...OPERATOR, action: 'resume' })
    expect(driver.core.standing.halted).toBeUndefined()
    expect(driver.core.standing.takeChanges().map(({ kind }) => kind)).toEqual(['resumed'])
  })
})

describe('an order that is being signed', () => {
  it('is withdrawn by a halt, a wait and a pause of its market, and by no other', () => {
    const { driver } = quoting()
    const { standing } = driver.core
    expect(standing.withdrawnFor(A)).toBeUndefined()
    driver.push({ ...OPERATOR, action: 'pause', conditionId: A })
    expect([A, B].map((id) => standing.withdrawnFor(id))).toEqual(['paused by somebody: a test', undefined])
    driver.push({ ...OPERATOR, action: 'halt', reason: 'all of it' })
    expect([A, B].map((id) => standing.withdrawnFor(id))).toEqual(['all of it', 'all of it'])
    driver.push({ ...OPERATOR, action: 'resume' })
    driver.push({ ...OPERATOR, action: 'unpause', conditionId: A })
    expect(standing.withdrawnFor(A)).toBeUndefined()
    driver.push({ kind: 'session', signedIn: false, detail: 'it ended' })
    driver.wake(2000)
    expect(standing.withdrawnFor(A)).toContain('it ended')
  })
})

describe('what a restart must not forget', () => {
  it('is the halt, the pauses and the P&L', () => {
    const { driver } = quoting()
    driver.push({ ...OPERATOR, action: 'pause', conditionId: A })
    driver.push({ ...OPERATOR, action: 'halt' })
    const standing = driver.core.standing.standing()
    expect(standing).toMatchObject({
      halt: { cause: 'operator' },
      pauses: [{ conditionId: A, actor: 'somebody', reason: 'a test' }],
      pnl: { total: 0, peak: 0 },
    })
    driver.push({ ...OPERATOR, action: 'unpause', conditionId: A })
    expect(driver.core.standing.standing().pauses).toEqual([])
  })

  it('is taken up before anything is quoted', () => {
    const driver = new CoreDriver()
    const halt = { cause: 'loss', reason: 'loss: 300.00', actor: 'kill switch', atMs: 5 } as const
    const held = [{ conditionId: B, tokensRaw: [5n, 6n] }] as const
    driver.push({ kind: 'restored', standing: { halt, pauses: [], pnl: PNL, held, heldMs: 7 } })
    // kept before anything else is known, as it is at once: what is held, and how old that is, stay as they were until the account is read
    expect(driver.core.standing.standing()).toMatchObject({ held, heldMs: 7 })
    driver.start()
    expect(intents(driver.fee())).toEqual([])
    expect(driver.core.standing.halted).toEqual(halt)
    expect(intents(driver.push({ ...OPERATOR, action: 'resume' }))).toHaveLength(2)
    expect(driver.core.standing.standing()).toEqual({
      pauses: [],
      pnl: expect.objectContaining({ start: -5, peak: -5 }),
      held: [],
      heldMs: at(driver.monoMs).wallMs,
      counted: { atVenueMs: at(driver.monoMs).venueMs, orders: [], unclear: [] },
    })
  })

  it('says by which transaction what it holds was exchanged last, from before the account is read on', () => {
    const driver = new CoreDriver()
    const held = [{ conditionId: A, tokensRaw: [raw(50), raw(30)], worth: 38 }] as const
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held, exchanged: '0x01' } })
    expect(driver.core.standing.standing()).toMatchObject({ held, exchanged: '0x01' })
    const act = { kind: 'merge', conditionId: A, setsRaw: raw(30) } as const
    driver.push({ kind: 'chain-ended', act, outcome: 'confirmed', hash: '0x02', cost: 0 })
    const left = [{ conditionId: A, tokensRaw: [raw(20), 0n] }]
    expect(driver.core.standing.standing()).toMatchObject({ held: left, exchanged: '0x02' })
  })

  it('a paused market stays paused, before and after it is known', () => {
    const driver = new CoreDriver()
    const pauses = [A, B].map((conditionId) => ({ conditionId, reason: 'x', actor: 'y', atMs: 5 }))
    driver.push({ kind: 'restored', standing: { pauses, pnl: PNL } satisfies Standing })
    driver.start()
    expect(intents(driver.fee())).toEqual([])
    expect(intents(driver.push({ ...OPERATOR, action: 'unpause', conditionId: A }))).toHaveLength(2)
    expect(driver.core.standing.standing().pauses).toMatchObject([{ conditionId: B }])
  })

  it('what was kept of a market that nobody has read is kept again, as long as something is held there', () => {
    const driver = new CoreDriver()
    const held = [{ conditionId: B, tokensRaw: [0n, 6n] }] as const
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held } })
    driver.start()
    const collateral = { totalRaw: 9n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 9n }
    const token = { tokenId: 'whichever', totalRaw: 6n, lockedRaw: 0n, pendingRaw: 0n }
    const unread = [{ conditionId: B, tokens: [token] }]
    driver.push({ kind: 'account', snapshot: { collateral, holdings: [], unread }, askedSeq: driver.seq })
    expect(driver.core.standing.standing().held).toEqual(held)
    driver.push({ kind: 'account', snapshot: { collateral, holdings: [] }, askedSeq: driver.seq })
    expect(driver.core.standing.standing().held).toEqual([])
    // and of what is new, the amounts
    driver.push({
      kind: 'account',
      snapshot: { collateral, holdings: [], unread: [{ conditionId: OTHER, tokens: [token] }] },
      askedSeq: driver.seq,
    })
    expect(driver.core.standing.standing().held).toEqual([{ conditionId: OTHER, tokensRaw: [6n, 0n], unordered: true }])
  })

  it('a market is paused, and the pause of a former run ended, before it is known', () => {
    const freed = new CoreDriver()
    const pauses = [{ conditionId: A, reason: 'x', actor: 'y', atMs: 5 }]
    freed.push({ kind: 'restored', standing: { pauses, pnl: PNL } satisfies Standing })
    freed.push({ ...OPERATOR, action: 'unpause', conditionId: A })
    freed.start()
    expect(intents(freed.fee())).toHaveLength(2)
    const held = new CoreDriver()
    held.push({ ...OPERATOR, action: 'pause', conditionId: A })
    held.start()
    expect(intents(held.fee())).toEqual([])
  })

  it('a loss of the run before counts: the limit is reached sooner', () => {
    const driver = new CoreDriver({ risk: riskLimits.parse({ killSwitch: { maxLoss: 4 } }) })
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL } })
    driver.start()
    expect(driver.core.standing.halted).toMatchObject({
      cause: 'loss',
      reason: 'loss at the best bids: 5.00, allowed 4',
    })
  })
})

describe('the loss of the day after a restart', () => {
  const MIDNIGHT = Date.UTC(2026, 2, 4)
  const TODAY = MIDNIGHT / 86_400_000 - 1
  const lostToday = { ...PNL, day: TODAY, total: -240, peak: 0 }
  const HOUR_MS = 3_600_000

  /** Ends a turn after each of these, at a time by the venue's clock as it is known then. */
  function dayOf(steps: readonly (readonly [input: CoreInput, venueMs: number])[]) {
    const core = new Core(settings())
    let seq = 0
    const restored: CoreInput = { kind: 'restored', standing: { pauses: [], pnl: lostToday } }
    const [, firstMs] = steps[0] ?? [restored, MIDNIGHT]
    for (const [input, venueMs] of [[restored, firstMs] as const, ...steps]) {
      const now = { monoMs: 1000 + seq, wallMs: venueMs, venueMs }
      for (const one of [input, { kind: 'turn-end' } as const]) core.step({ ...one, seq: ++seq, at: now })
    }
    const { day, dayStart } = core.standing.standing().pnl
    return { day: day - TODAY, dayStart }
  }

  const unknown = { kind: 'clock', errorMs: 1e9 } as const
  const known = { kind: 'clock', errorMs: 50 } as const

  it("is not forgotten where this machine's clock is ahead, and the venue has not answered yet", () => {
    const beforeMs = MIDNIGHT - 3_000_000
    const aheadMs = beforeMs + HOUR_MS
    const isToday = { day: 0, dayStart: 0 }
    expect(dayOf([[unknown, aheadMs]])).toEqual(isToday)
    expect(
      dayOf([
        [unknown, aheadMs],
        [known, beforeMs],
      ]),
    ).toEqual(isToday)
    expect(
      dayOf([
        [{ ...known, reason: 'an hour behind' }, aheadMs],
        [known, beforeMs],
      ]),
    ).toEqual(isToday)
  })

  it('is over when the venue says that the day is', () => {
    expect(
      dayOf([
        [unknown, MIDNIGHT + 1],
        [known, MIDNIGHT + 1],
      ]),
    ).toEqual({ day: 1, dayStart: -240 })
  })
})

it('holdings that differ for a minute while the venue answers halt', () => {
  const { driver, hashes } = quoting()
  const matched = hashes[0]!
  const record = driver.record(matched, { pendingRaw: raw(6), remainingRaw: raw(4), status: 'partially_filled' })
  driver.push({ kind: 'order', record })
  // tokens that no order of ours explains, while a match is not settled: no list decides who is right
  driver.fund(1000, [50, 0], driver.seq)
  driver.wake(59_000)
  driver.fund(1000, [50, 0], driver.seq)
  expect(driver.core.standing.halted).toBeUndefined()
  driver.wake(1500)
  const halt = { cause: 'accounting', reason: expect.stringMatching(/for 60 s; .* a restart does/) }
  expect(driver.core.standing.halted).toMatchObject(halt)
})

it.each(['CLOSED', 'RESOLVED'] as const)(
  'holdings that differ in a market that is over wait for its winner, and halt nobody: %s',
  (status) => {
    const { driver, hashes } = quoting()
    const record = driver.record(hashes[0]!, { pendingRaw: raw(6), remainingRaw: raw(4), status: 'partially_filled' })
    driver.push({ kind: 'order', record })
    const { ledger, positions } = driver.core.beliefs
    driver.fund(1000, [50, 0], driver.seq)
    expect([ledger.isMismatched(A), ledger.isAnyMismatched]).toEqual([true, true])
    driver.push({ kind: 'market-status', conditionId: A, status })
    for (const [i, hash] of hashes.entries()) {
      const over = { filledRaw: raw(i === 0 ? 6 : 0), remainingRaw: 0n, status: 'cancelled_local' } as const
      driver.push({ kind: 'order', record: driver.record(hash, over) })
    }
    for (const _time of [1, 2, 3]) {
      driver.wake(40_000)
      driver.fund(1000, [50, 0], driver.seq)
      for (const kind of ['orders-listed', 'fills-listed'] as const)
        driver.push({ kind, records: [], fills: [], askedSeq: driver.seq })
      expect(driver.core.standing.halted).toBeUndefined()
    }
    expect(ledger.isMismatched(A)).toBe(true)

    driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
    driver.fund(1000, [50, 0], driver.seq)
    for (const kind of ['orders-listed', 'fills-listed'] as const)
      driver.push({ kind, records: [], fills: [], askedSeq: driver.seq })
    expect([ledger.isMismatched(A), positions.tokensRaw(A)]).toEqual([false, [raw(50), 0n]])
    expect(driver.core.standing.halted).toBeUndefined()
  },
)

it('a match that the venue has forgotten, and of which it answers nothing, halts again a minute after a resume; a restart counts what the venue has', () => {
  const { driver, hashes } = quoting()
  const record = driver.record(hashes[0]!, { pendingRaw: raw(6), remainingRaw: 0n, status: 'pending_settlement' })
  driver.push({ kind: 'order', record })
  const isHalted = (of: CoreDriver) => of.core.standing.halted?.cause === 'accounting'
  // as after it has gone back to an older copy of itself
  const read = (of: CoreDriver) => {
    of.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
    of.fund(1000, [50, 0], of.seq)
    of.push({ kind: 'orders-listed', records: [], askedSeq: of.seq })
    of.push({ kind: 'fills-listed', fills: [], askedSeq: of.seq })
  }
  for (const _time of ['at first', 'after a resume']) {
    for (const _third of [1, 2, 3]) {
      expect(isHalted(driver)).toBe(false)
      read(driver)
      driver.wake(20_000)
    }
    expect(isHalted(driver)).toBe(true)
    driver.push({ ...OPERATOR, action: 'resume' })
  }
  const next = new CoreDriver()
  next.push({ kind: 'restored', standing: driver.core.standing.standing() })
  expect(isHalted(next)).toBe(false)
  next.start()
  read(next)
  next.push({ ...OPERATOR, action: 'resume' })
  for (const _third of [1, 2, 3, 4]) {
    read(next)
    next.wake(20_000)
  }
  expect(next.core.beliefs.ledger.isMismatched(A)).toBe(false)
  expect(isHalted(next)).toBe(false)
  expect(next.core.beliefs.positions.position(market()).tokensRaw).toEqual([raw(50), 0n])
})

it('a match that the venue has forgotten, as it says when asked, is counted as the venue has it, and a resume ends the halt', () => {
  const { driver, hashes } = quoting()
  const record = driver.record(hashes[0]!, { pendingRaw: raw(6), remainingRaw: 0n, status: 'pending_settlement' })
  driver.push({ kind: 'order', record })
  driver.gone([hashes[1]!])
  // as after it has gone back to an older copy of itself
  const read = () => {
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
    driver.push({ kind: 'looked-up', hash: hashes[0]! })
    driver.fund(1000, [50, 0], driver.seq)
    driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
    const sinceVenueMs = at(driver.monoMs).venueMs - 120_000
    driver.push({ kind: 'fills-listed', fills: [], askedSeq: driver.seq, sinceVenueMs })
  }
  for (const _third of [1, 2, 3]) {
    read()
    driver.wake(20_000)
  }
  driver.push({ ...OPERATOR, action: 'resume' })
  for (const _third of [1, 2, 3, 4]) {
    read()
    driver.wake(20_000)
  }
  expect(driver.core.standing.halted).toBeUndefined()
  expect(driver.core.beliefs.ledger.isMismatched(A)).toBe(false)
  expect(driver.core.beliefs.positions.position(market()).tokensRaw).toEqual([raw(50), 0n])
})

it('a run that gave way to another program leaves its orders alone after a restart, too', () => {
  const halt = { cause: 'second-writer', reason: 'another', actor: 'second writer', atMs: 5 } as const
  const [left, own] = [halt, { ...halt, cause: 'operator' } as const].map((restored) => {
    const driver = new CoreDriver()
    driver.push({ kind: 'restored', standing: { halt: restored, pauses: [], pnl: PNL } })
    driver.start()
    const strange = { ...quoting().driver.record(hashOf(1)), hash: hashOf(99) }
    driver.push({ kind: 'orders-listed', records: [strange], askedSeq: driver.seq })
    return driver.decisions.flatMap(cancelled)
  })
  expect(left).toEqual([])
  expect(own).toEqual([hashOf(99)])
})
