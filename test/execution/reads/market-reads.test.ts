import { describe, expect, it } from 'vitest'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import type { ReadMarket } from '../../../src/execution/reads/market-entry.js'
import { MarketReads } from '../../../src/execution/reads/market-reads.js'
import { ReadRequests } from '../../../src/execution/reads/read-requests.js'
import { limit } from '../budget/builders.js'
import { at } from '../builders.js'

const SETTINGS = { checkBestEveryMs: 30_000, compareBookEveryMs: 60_000, staleAfterMs: 3000, pollStaleAfterMs: 5000 }
const believed: ReadMarket = { trusted: true, snapshotDueMonoMs: Number.POSITIVE_INFINITY, needsRecheck: false }
const idOf = (n: number) => `0x${n}` as ConditionId

class Bench {
  readonly budget = new Budget()
  readonly requests = new ReadRequests(this.budget)
  readonly reads = new MarketReads(this.requests, SETTINGS)
  readonly markets = new Map<ConditionId, ReadMarket>()
  /** Markets whose beliefs were asked for. */
  looks = 0

  constructor(count: number, perMinute = 6000) {
    limit(this.budget, { read: { perSecond: 1000, perMinute } })
    for (let n = 0; n < count; n++) this.set(n, believed)
  }

  set(n: number, market: ReadMarket | undefined): void {
    if (market) this.markets.set(idOf(n), market)
    else this.markets.delete(idOf(n))
    this.reads.touch(idOf(n))
  }

  plan(nowMonoMs: number): { readonly asked: string[]; readonly wakeAtMonoMs: number } {
    const wakeAtMonoMs = this.reads.plan(nowMonoMs, (id) => {
      this.looks++
      return this.markets.get(id)
    })
    const asked = this.requests.take().map((c) => {
      // each has its answer before the next look
      if ('permits' in c)
        for (const permit of c.permits) this.budget.hear({ kind: 'answered', permit, told: {} }, nowMonoMs)
      return `${c.kind} ${'conditionId' in c ? c.conditionId : ''}`
    })
    return { asked, wakeAtMonoMs }
  }

  /** Whatever was asked of the market. */
  answer(n: number, monoMs: number): void {
    const about = { conditionId: idOf(n), seq: 1, at: at(monoMs) }
    this.reads.note({ kind: 'best-bids', bids: [undefined, undefined], ...about })
    this.reads.note({ kind: 'book', book: EMPTY_BOOK, via: 'poll', ...about })
  }
}

describe('reads of many markets', () => {
  it('look at the markets that something happened in or that are due, not at all of them', () => {
    const bench = new Bench(500)
    for (let now = 0; now <= 20_000; now += 100) {
      for (const line of bench.plan(now).asked) bench.answer(Number(line.split('0x')[1]), now)
    }
    bench.looks = 0
    bench.set(7, believed)
    bench.plan(20_001)
    expect(bench.looks).toBe(1)
  })

  it('wake at the moment at which the first is due', () => {
    const bench = new Bench(1)
    // the first quotes come before the first check
    expect(bench.plan(0)).toEqual({ asked: [], wakeAtMonoMs: 4000 })
    expect(bench.plan(4000).asked).toEqual(['read-best-bids 0x0'])
    expect(bench.plan(4001).wakeAtMonoMs).toBe(34_000)
    bench.answer(0, 4002)
    expect(bench.plan(4002)).toEqual({ asked: ['read-book 0x0'], wakeAtMonoMs: 34_000 })
    bench.set(0, { ...believed, snapshotDueMonoMs: 4900 })
    expect(bench.plan(4003).wakeAtMonoMs).toBe(4900)
    expect(bench.plan(4900).asked).toEqual(['resync 0x0'])
  })

  it('forget one that nobody wants to know anything of, and take it up again', () => {
    const bench = new Bench(2)
    bench.plan(0)
    bench.set(0, undefined)
    for (let now = 1; now < 70_000; now += 500) expect(bench.plan(now).asked.join()).not.toContain('0x0')
    bench.set(0, believed)
    bench.plan(70_000)
    expect(bench.plan(78_000).asked).toContain('read-best-bids 0x0')
  })

  it('are fair where the budget is short: each market gets its check in turn', () => {
    // 36 reads a minute, with the part for fees left out
    const bench = new Bench(40, 60)
    const asked = new Map<string, number>()
    for (let now = 0; now < 300_000; now += 100) {
      for (const line of bench.plan(now).asked) {
        const [kind, id = ''] = line.split(' ')
        if (kind !== 'read-best-bids') continue
        asked.set(id, (asked.get(id) ?? 0) + 1)
        bench.answer(Number(id.slice(2)), now)
      }
    }
    expect(asked.size).toBe(40)
    expect(Math.max(...asked.values()) - Math.min(...asked.values())).toBeLessThanOrEqual(3)
  })

  it('follow a market whose socket is believed no more, and again', () => {
    const bench = new Bench(2)
    bench.plan(0)
    bench.set(1, { ...believed, trusted: false })
    const polls: number[] = []
    for (let now = 3; now < 10_000; now++) {
      for (const line of bench.plan(now).asked) {
        if (line === 'read-best-bids 0x1') polls.push(now)
        bench.answer(Number(line.split('0x')[1]), now)
      }
    }
    // a snapshot over the socket had its time to come first
    expect(polls).toEqual([1500, 2500, 3500, 4500, 5500, 6500, 7500, 8500, 9500])
    bench.set(1, believed)
    expect(bench.plan(10_000).asked).toEqual(['read-book 0x1'])
    bench.answer(1, 10_000)
    expect(bench.plan(10_001)).toEqual({ asked: [], wakeAtMonoMs: 34_000 })
  })

  const resyncs = (bench: Bench, now: number) =>
    bench.plan(now).asked.flatMap((line) => (line.startsWith('resync') ? [line.split('0x')[1]] : []))

  it('ask for five snapshots a second of few markets together, the longest due first', () => {
    const bench = new Bench(7)
    bench.plan(0)
    for (let n = 0; n < 7; n++) bench.set(n, { ...believed, snapshotDueMonoMs: 1000 - n })
    expect([1000, 1999, 2000, 3000].map((now) => resyncs(bench, now))).toEqual([
      ['6', '5', '4', '3', '2'],
      [],
      // each once a second: those asked before are due again too
      ['6', '5', '4', '3', '2'],
      ['6', '5', '4', '3', '2'],
    ])
  })

  it.each([
    { count: 12, perSec: 8 },
    { count: 20, perSec: 14 },
    { count: 30, perSec: 20 },
    { count: 500, perSec: 20 },
  ])(
    'of $count markets ask for $perSec, so that each is asked while it may be silent, and no more than 20',
    ({ count, perSec }) => {
      const bench = new Bench(count)
      bench.plan(0)
      for (let n = 0; n < count; n++) bench.set(n, { ...believed, snapshotDueMonoMs: 1000 })
      expect(resyncs(bench, 1000)).toHaveLength(perSec)
      expect(resyncs(bench, 1999)).toEqual([])
    },
  )
})
