import { beforeEach, describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Command } from '../../../src/domain/run/command.js'
import type { CoreEvent, CoreInput } from '../../../src/domain/run/core-event.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import type { ReadMarket } from '../../../src/execution/reads/market-entry.js'
import { type ReadNeeds, ReadSchedule } from '../../../src/execution/reads/read-schedule.js'
import { A } from '../../risk/builders.js'
import { all, limit as limitBudget } from '../budget/builders.js'
import { at, hashOf } from '../builders.js'

const SETTINGS = {
  checkBestEveryMs: 30_000,
  compareBookEveryMs: 60_000,
  staleAfterMs: 3000,
  pollStaleAfterMs: 5000,
  privateEvents: true,
}
const FAILURE = { code: 'unreachable', message: 'time-out' } as const

let budget: Budget
let reads: ReadSchedule

const limit = (perSecond: number, perMinute: number) => limitBudget(budget, all({ perSecond, perMinute }))

beforeEach(() => {
  budget = new Budget()
  limit(100, 5000)
  reads = new ReadSchedule(budget, SETTINGS)
})

const trusted = (conditionId: ConditionId = A): Listed => ({
  conditionId,
  trusted: true,
  snapshotDueMonoMs: Number.POSITIVE_INFINITY,
  needsRecheck: false,
})

type Listed = ReadMarket & { readonly conditionId: ConditionId }

/** `markets`: all that are wanted now, each of them news. */
function plan(
  nowMonoMs: number,
  { markets = [], ...change }: Partial<ReadNeeds> & { markets?: readonly Listed[] } = {},
) {
  reads.touch(markets.map(({ conditionId }) => conditionId))
  return reads.plan({
    nowMonoMs,
    nowVenueMs: at(nowMonoMs).venueMs,
    seq: 7,
    signedIn: true,
    market: (conditionId) => markets.find((market) => market.conditionId === conditionId),
    unknown: [],
    settling: [],
    accountStale: false,
    accountUnread: false,
    fillsPending: false,
    listFillsFromMonoMs: Number.POSITIVE_INFINITY,
    fillsSinceVenueMs: undefined,
    inDoubt: false,
    holdingsDoubted: false,
    ...change,
  })
}

function answer(input: CoreInput, monoMs = 0): void {
  const event: CoreEvent = { ...input, seq: 1, at: at(monoMs) }
  reads.note(event)
}

const kinds = (commands: readonly Command[]) => commands.map((c) => c.kind)
const LISTS = ['list-orders', 'list-fills', 'read-account']
const account = { collateral: { totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n }, holdings: [] }

/** Answers all three lists. */
function answerLists(): void {
  answer({ kind: 'orders-listed', records: [], askedSeq: 7 })
  answer({ kind: 'fills-listed', fills: [], askedSeq: 0 })
  answer({ kind: 'account', snapshot: account, askedSeq: 7 })
}

describe('lists', () => {
  it('are read at once, then slowly while the venue tells of itself', () => {
    expect(kinds(plan(0).commands)).toEqual(LISTS)
    answerLists()
    expect(plan(9999).commands).toEqual([])
    expect(kinds(plan(10_000).commands)).toEqual(['list-orders', 'list-fills'])
    answerLists()
    expect(kinds(plan(15_000).commands)).toEqual(['read-account'])
  })

  it('are read often when it does not', () => {
    reads = new ReadSchedule(budget, { ...SETTINGS, privateEvents: false })
    plan(0)
    answerLists()
    expect(kinds(plan(3000).commands)).toEqual(['list-orders', 'list-fills'])
    answerLists()
    expect(kinds(plan(8000).commands)).toEqual(LISTS)
  })

  it('come sooner after news of the account or with fills on their way', () => {
    plan(0)
    answerLists()
    expect(kinds(plan(3000, { accountStale: true }).commands)).toEqual(['read-account'])
    expect(kinds(plan(4000, { fillsPending: true }).commands)).toEqual(['list-fills'])
    expect(kinds(plan(4000, { inDoubt: true }).commands)).toEqual(['list-orders'])
    answerLists()
    expect(plan(5499, { inDoubt: true }).commands).toEqual([])
    expect(kinds(plan(5500, { inDoubt: true }).commands)).toEqual(['list-orders', 'list-fills'])
  })

  it('come at once where orders have overtaken the first reading of the account, and no sooner where it has failed', () => {
    plan(0, { accountUnread: true })
    answerLists()
    expect(plan(249, { accountStale: true, accountUnread: true }).commands).toEqual([])
    expect(kinds(plan(250, { accountStale: true, accountUnread: true }).commands)).toEqual(['read-account'])
    answer({ kind: 'read-failed', read: 'account', failure: FAILURE })
    expect(kinds(plan(2999, { accountStale: true, accountUnread: true }).commands)).not.toContain('read-account')
    expect(kinds(plan(3250, { accountStale: true, accountUnread: true }).commands)).toContain('read-account')
  })

  it('of fills come once a second at most while what was matched of cancelled orders is untold', () => {
    plan(0)
    answerLists()
    const early = plan(400, { listFillsFromMonoMs: 900 })
    expect([early.commands, early.wakeAtMonoMs]).toEqual([[], 900])
    expect(plan(900, { listFillsFromMonoMs: 900 }).commands).toEqual([])
    expect(kinds(plan(1000, { listFillsFromMonoMs: 900 }).commands)).toEqual(['list-fills'])
  })

  it('carry the number of the event they were asked after, and overlap in time', () => {
    const [orders, fills] = plan(500).commands
    expect(orders).toMatchObject({ kind: 'list-orders', askedSeq: 7 })
    expect(fills).toMatchObject({ kind: 'list-fills', sinceVenueMs: at(500).venueMs - 120_000, askedSeq: 7 })
  })

  it('of fills reach back to what a former run may not have heard of, until one is answered', () => {
    const sinceOf = (nowMs: number) => plan(nowMs, { fillsSinceVenueMs: at(-900_000).venueMs }).commands[1]
    expect(sinceOf(500)).toMatchObject({ kind: 'list-fills', sinceVenueMs: at(-900_000 - 120_000).venueMs })
    for (const read of ['orders', 'fills'] as const) answer({ kind: 'read-failed', read, failure: FAILURE })
    expect(sinceOf(10_500)).toMatchObject({ kind: 'list-fills', sinceVenueMs: at(-900_000 - 120_000).venueMs })
    answer({ kind: 'orders-listed', records: [], askedSeq: 7 })
    answer({ kind: 'fills-listed', fills: [], askedSeq: 7 })
    expect(sinceOf(20_500)).toMatchObject({ kind: 'list-fills', sinceVenueMs: at(10_500 - 120_000).venueMs })
  })

  it('of fills reach back to the last one that was answered, however many have failed since', () => {
    const sinceOf = (nowMs: number) => {
      const list = plan(nowMs).commands.find(({ kind }) => kind === 'list-fills')
      return list?.kind === 'list-fills' ? list.sinceVenueMs : undefined
    }
    const fails = () => answer({ kind: 'read-failed', read: 'fills', failure: FAILURE })
    expect(sinceOf(0)).toBe(at(0).venueMs - 120_000)
    answer({ kind: 'fills-listed', fills: [], askedSeq: 7 })
    for (const nowMs of [10_000, 200_000, 400_000]) {
      expect(sinceOf(nowMs)).toBe(at(0).venueMs - 120_000)
      fails()
    }
    expect(sinceOf(900_000)).toBe(at(0).venueMs - 120_000)
    answer({ kind: 'fills-listed', fills: [], askedSeq: 7 })
    expect(sinceOf(910_000)).toBe(at(900_000).venueMs - 120_000)
  })

  it('wait for the sign-in', () => {
    expect(plan(0, { signedIn: false }).commands).toEqual([])
  })

  it('are asked again without an answer after a while, and sooner after a failure', () => {
    plan(0, { accountStale: true })
    expect(kinds(plan(5999, { accountStale: true }).commands)).not.toContain('read-account')
    expect(kinds(plan(6000, { accountStale: true }).commands)).toContain('read-account')
    answer({ kind: 'read-failed', read: 'account', failure: FAILURE })
    expect(kinds(plan(9000, { accountStale: true }).commands)).toContain('read-account')
  })
})

describe('look-ups', () => {
  const unknown = [{ hash: hashOf(1), dueMonoMs: 100, resend: false }]

  it('come first, when due, and one at a time for each order', () => {
    expect(kinds(plan(99, { unknown }).commands)).toEqual(LISTS)
    expect(plan(100, { unknown }).commands[0]).toMatchObject({ kind: 'look-up', hash: hashOf(1) })
    expect(plan(200, { unknown }).commands).toEqual([])
    answer({ kind: 'looked-up', hash: hashOf(1) })
    expect(plan(300, { unknown }).commands).toMatchObject([{ kind: 'look-up', hash: hashOf(1) }])
    answer({ kind: 'look-up-failed', hash: hashOf(1), failure: FAILURE })
    expect(plan(400, { unknown: [{ ...unknown[0]!, resend: true }] }).commands).toMatchObject([
      { kind: 'resend', hash: hashOf(1) },
    ])
  })

  it('still go out when polling may not', () => {
    limit(100, 60)
    budget.take('read', 41, 0)
    const markets = [{ ...trusted(), trusted: false }]
    plan(0, { signedIn: false, markets })
    expect(kinds(plan(2000, { unknown, markets }).commands)).toEqual(['look-up', ...LISTS, 'read-best-bids'])
    budget.take('read', 3, 2000)
    answerLists()
    answer({ kind: 'looked-up', hash: hashOf(1) })
    expect(kinds(plan(8500, { unknown, markets }).commands)).toEqual(['look-up'])
  })

  it('follow an ended order whose matches have not settled, until they have', () => {
    const settling = [{ hash: hashOf(2), sinceMonoMs: 1000 }]
    plan(0)
    answerLists()
    const { commands, wakeAtMonoMs } = plan(3999, { settling })
    expect(commands).toEqual([])
    expect(wakeAtMonoMs).toBe(4000)
    expect(plan(4000, { settling }).commands).toMatchObject([{ kind: 'look-up', hash: hashOf(2) }])
    answer({ kind: 'looked-up', hash: hashOf(2) })
    expect(plan(4100, { settling }).commands).toEqual([])
    expect(kinds(plan(7000, { settling }).commands)).toContain('look-up')
    answer({ kind: 'looked-up', hash: hashOf(2) })
    expect(kinds(plan(10_000).commands)).not.toContain('look-up')
  })

  it('leave the part for fees, unless what is held is doubted: its market is not quoted until they tell', () => {
    limit(100, 40)
    const settling = [{ hash: hashOf(2), sinceMonoMs: 1000 }]
    for (let second = 0; second < 30; second++) budget.take('read', 1, 0)
    expect(kinds(plan(4000, { settling }).commands)).not.toContain('look-up')
    expect(kinds(plan(4001, { settling, holdingsDoubted: true }).commands)).toContain('look-up')
  })

  it('of however many leave something to the lists that decide, and to fees, while what is held is doubted', () => {
    limit(1000, 100)
    const settling = Array.from({ length: 200 }, (_, n) => ({ hash: hashOf(n + 1), sinceMonoMs: 1000 }))
    const commands = kinds(plan(4000, { settling, holdingsDoubted: true }).commands)
    expect(commands.filter((kind) => kind === 'look-up').length).toBeGreaterThan(40)
    expect(commands).toEqual(expect.arrayContaining(LISTS))
    expect(budget.available('read', 4000, { priority: 'urgent' })).toBeGreaterThan(0)
  })

  it('follow an ended order whose matches nobody has told as soon as its record is late', () => {
    const settling = [{ hash: hashOf(2), sinceMonoMs: 1000, waitMs: 500 }]
    plan(0)
    answerLists()
    const { commands, wakeAtMonoMs } = plan(1499, { settling })
    expect([commands, wakeAtMonoMs]).toEqual([[], 1500])
    expect(plan(1500, { settling }).commands).toMatchObject([{ kind: 'look-up', hash: hashOf(2) }])
    answer({ kind: 'look-up-failed', hash: hashOf(2), failure: FAILURE })
    expect(plan(1999, { settling }).commands).toEqual([])
    expect(kinds(plan(2000, { settling }).commands)).toEqual(['look-up'])
  })
})

describe('checks of a believed book', () => {
  const markets = [trusted()]

  it('ask for the best bids of the others every 30 s and for the book every 60 s, never both at once, after the first quotes', () => {
    const asked: string[] = []
    for (let now = 0; now <= 120_000; now += 100) {
      for (const command of plan(now, { signedIn: false, markets }).commands) {
        asked.push(`${now / 1000} ${command.kind}`)
        answer({ kind: 'best-bids', conditionId: A, bids: [undefined, undefined] })
        answer({
          kind: 'book',
          conditionId: A,
          book: [
            { bids: [], asks: [] },
            { bids: [], asks: [] },
          ],
          via: 'poll',
        })
      }
    }
    expect(asked.filter((line) => line.endsWith('best-bids'))).toEqual(
      [4, 34, 64, 94].map((s) => `${s} read-best-bids`),
    )
    expect(asked.filter((line) => line.endsWith('book'))).toEqual(['4.1 read-book', '64.1 read-book'])
  })

  it('are repeated soon when the answer was unclear', () => {
    plan(0, { signedIn: false, markets })
    plan(4000, { signedIn: false, markets })
    answer({ kind: 'best-bids', conditionId: A, bids: [undefined, undefined] })
    const recheck = [{ ...trusted(), needsRecheck: true }]
    expect(kinds(plan(4699, { signedIn: false, markets: recheck }).commands)).not.toContain('read-best-bids')
    expect(kinds(plan(4700, { signedIn: false, markets: recheck }).commands)).toContain('read-best-bids')
  })
})

describe('snapshots over the socket', () => {
  const plain = { signedIn: false, accountStale: false }
  const resyncs = (now: number, markets: readonly Listed[]) =>
    plan(now, { ...plain, markets }).commands.flatMap((c) => (c.kind === 'resync' ? [c.conditionId] : []))

  it('are asked for when due, once a second at most, and cost nothing', () => {
    limit(100, 60)
    budget.take('read', 60, 0)
    const markets = [{ ...trusted(), snapshotDueMonoMs: 100 }]
    const asked: number[] = []
    for (let now = 0; now < 3000; now += 50) if (resyncs(now, markets).length > 0) asked.push(now)
    expect(asked).toEqual([100, 1100, 2100])
    reads = new ReadSchedule(budget, SETTINGS)
    expect(plan(0, { ...plain, markets: [{ ...trusted(), snapshotDueMonoMs: 40 }] }).wakeAtMonoMs).toBe(40)
  })

  it('of many markets take turns, the longest due first', () => {
    const asked = new Map<string, number>()
    for (let now = 10_000; now < 14_000; now += 50) {
      const markets = Array.from({ length: 20 }, (_, i) => {
        const conditionId = `0x${i}` as ConditionId
        return { ...trusted(conditionId), snapshotDueMonoMs: (asked.get(conditionId) ?? i) + 1500 }
      })
      const asking = resyncs(now, markets)
      expect(asking.length).toBeLessThanOrEqual(14)
      for (const id of asking) asked.set(id, now)
    }
    expect(asked.size).toBe(20)
  })
})

describe('polling', () => {
  it('of a few markets is as often as their share of the budget allows, once a second at most', () => {
    const markets = [{ ...trusted(), trusted: false }]
    const polls = (now: number) =>
      kinds(plan(now, { markets, signedIn: false }).commands).filter((kind) => kind === 'read-best-bids').length
    let count = 0
    for (let now = 0; now < 10_000; now += 100) {
      count += polls(now)
      answer({ kind: 'best-bids', conditionId: A, bids: [undefined, undefined] })
    }
    // the first after a snapshot over the socket had its time to come
    expect(count).toBe(9)
  })

  const twenty = Array.from({ length: 20 }, (_, i) => ({ ...trusted(`0x${i}` as ConditionId), trusted: false }))

  it('takes only as many markets as half of the read budget keeps fresh, the first ones', () => {
    limit(20, 300)
    // a poll every 3.5 s out of 150 reads a minute
    const polled = new Set<string>()
    for (let now = 0; now < 60_000; now += 100) {
      for (const command of plan(now, { markets: twenty, signedIn: false }).commands) {
        if (command.kind !== 'read-best-bids') continue
        polled.add(command.conditionId)
        answer({ kind: 'best-bids', conditionId: command.conditionId, bids: [undefined, undefined] })
      }
    }
    expect([...polled].sort()).toEqual(
      twenty
        .slice(0, 8)
        .map((m) => m.conditionId)
        .sort(),
    )
  })

  it('asks again before the answer is stale', () => {
    const markets = [{ ...trusted(), trusted: false }]
    const asked: number[] = []
    for (let now = 0; now < 15_000; now += 100) {
      if (kinds(plan(now, { markets, signedIn: false }).commands).includes('read-best-bids')) {
        asked.push(now)
        answer({ kind: 'best-bids', conditionId: A, bids: [undefined, undefined] })
      }
    }
    for (let i = 1; i < asked.length; i++) expect(asked[i]! - asked[i - 1]!).toBeLessThan(5000)
    expect(asked.length).toBeGreaterThan(3)
  })
})

describe('an exhausted budget', () => {
  it('keeps reads due and wakes when they fit, not in a loop', () => {
    limit(1, 100)
    const [permit] = budget.take('read', 1, 0)
    budget.hear({ kind: 'answered', permit: permit!, told: {} }, 0)
    const { commands, wakeAtMonoMs } = plan(0)
    expect(commands).toEqual([])
    expect(wakeAtMonoMs).toBe(1010)
    const [orders] = plan(1010).commands
    expect(orders).toMatchObject({ kind: 'list-orders', permits: [{ routeClass: 'read' }] })
    if (orders?.kind === 'list-orders') {
      for (const paid of orders.permits) budget.hear({ kind: 'answered', permit: paid, told: {} }, 1010)
    }
    expect(kinds(plan(2020).commands)).toEqual(['list-fills'])
  })

  it('never plans above the budget', () => {
    limit(20, 60)
    let spent = 0
    const markets = Array.from({ length: 30 }, (_, i) => trusted(`0x${i}` as ConditionId))
    for (let now = 0; now < 59_000; now += 50) {
      spent += kinds(plan(now, { markets }).commands).filter(
        (k) => k === 'list-orders' || k.startsWith('read-b'),
      ).length
      answerLists()
    }
    expect(spent).toBeGreaterThan(20)
    expect(spent).toBeLessThanOrEqual(60)
  })
})
