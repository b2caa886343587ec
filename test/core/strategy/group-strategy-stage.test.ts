// A strategy of groups in the core: asked once for all markets of a group, at fault in all of them, and in no other.

import { beforeEach, describe, expect, it } from 'vitest'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { ConditionId, MarketStatus } from '../../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { riskLimits } from '../../../src/risk/schema.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { type Declaration, readsOf } from '../../../src/strategy/inputs.js'
import type { GroupQuoter } from '../../../src/strategy/parse-params.js'
import type { GroupWish, PartialGroupView } from '../../../src/strategy/view/group-view.js'
import { at, hashOf } from '../../execution/builders.js'
import { A, B, market } from '../../risk/builders.js'
import { book, CoreDriver, cancelled, intents, settings, written } from '../core-driver.js'

const C = '0xc3' as ConditionId
const D = '0xd4' as ConditionId
const SOURCE = { file: '/bots/mine.ts', line: 7 }

const inGroup = (id: ConditionId, groupId?: string): CoreInput => ({
  kind: 'market',
  market: market(id, { endMs: at(1e9).venueMs, ...(groupId === undefined ? {} : { groupId }) }),
})
const shown = (conditionId: ConditionId, yes: number, no = 48): CoreInput => ({
  kind: 'book',
  ...{ conditionId, book: book(yes, no), via: 'socket' as const },
})
const feed = (conditionId: ConditionId, health: 'live' | 'stale'): CoreInput => ({
  kind: 'feed',
  ...{ conditionId, health, reason: 'test' },
})

/** Bids at the same distance in every market that is open; keeps what it saw. */
function watching(declared: Declaration = { inputs: ['fair'] }, quote = simple) {
  const views: PartialGroupView[] = []
  const quoter: GroupQuoter = {
    ...{ scope: 'group', reads: readsOf(declared), source: SOURCE },
    quote(view, memory) {
      views.push(view)
      return quote(view, memory)
    },
  }
  return { views, quoter }
}

function simple(view: PartialGroupView, _memory?: unknown): GroupWish {
  return {
    markets: view.markets.map(({ market: { conditionId }, stopped }) => {
      const quotes = stopped === undefined ? bothBids({ yes: 0.4, no: 0.4, size: 10 }) : []
      return { conditionId, quotes }
    }),
  }
}

/** A and B in one group, C in none. All quote; orders are answered. */
function quoting(quoter: GroupQuoter, change: Partial<CoreSettings> = {}) {
  const driver = new CoreDriver({ quoter, ...change })
  driver.start()
  driver.push(inGroup(A, 'g'))
  for (const id of [B, C]) {
    driver.push(inGroup(id, id === B ? 'g' : undefined))
    driver.push(feed(id, 'live'))
    driver.push(shown(id, 48))
  }
  const open = new Map<ConditionId, string[]>()
  for (const id of [A, B, C]) {
    const decision = driver.push({ kind: 'fee', conditionId: id, feeRateBps: 0, readAtMonoMs: driver.monoMs })
    for (const { intentId, draft } of intents(decision)) {
      driver.push({ kind: 'signed', intentId, hash: hashOf(intentId) })
      driver.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' })
      open.set(draft.conditionId, [...(open.get(draft.conditionId) ?? []), hashOf(intentId)])
    }
  }
  return { driver, open }
}

const idsOf = ({ markets }: PartialGroupView) => markets.map((of) => of.market.conditionId)
const faultsOf = ({ faults }: Decision) => faults.map(({ conditionId, kind }) => [conditionId, kind])

describe('a strategy of a group', () => {
  const watched = watching({ inputs: ['top', 'inventory'] })
  const { views, quoter } = watched
  let { driver, open } = quoting(quoter)
  beforeEach(() => {
    ;({ driver, open } = quoting(quoter))
    views.length = 0
  })

  it('quotes in every market', () => {
    expect([...open].map(([id, hashes]) => [id, hashes.length])).toEqual([
      [A, 2],
      [B, 2],
      [C, 2],
    ])
  })

  it('is asked once for the group in which something has moved, with all its markets in order', () => {
    driver.push(shown(B, 47))
    expect(views).toHaveLength(1)
    expect(views[0]).toMatchObject({ groupId: 'g', exclusive: false })
    expect(views.map(idsOf)).toEqual([[A, B]])
    expect(views[0]?.markets.map(({ bestBid }) => bestBid?.[YES]?.price)).toEqual([0.48, 0.47])
    views.length = 0
    driver.pushAll([shown(A, 46), shown(B, 46), shown(A, 45)])
    expect(views.map(idsOf)).toEqual([[A, B]])
    views.length = 0
    driver.push(shown(C, 45))
    expect(views.map(idsOf)).toEqual([[C]])
    expect(views[0]).not.toHaveProperty('groupId')
  })

  it('is not asked for what it does not declare, nor for nothing', () => {
    driver.push({ kind: 'fee', conditionId: A, feeRateBps: 20, readAtMonoMs: driver.monoMs })
    for (let second = 0; second < 3; second++) driver.wake(800)
    expect(views).toEqual([])
  })

  it('sees of each market what it declares, and of one in which nothing may rest what is ours and why', () => {
    const keys = () => views.at(-1)?.markets.map((of) => Object.keys(of).sort())
    driver.push(shown(A, 46))
    const whole = ['bestAsk', 'bestBid', 'fills', 'inventory', 'market']
    expect(keys()).toEqual([whole, whole])
    const stale = driver.push(feed(B, 'stale'))
    expect(views).toHaveLength(2)
    expect(keys()).toEqual([whole, ['fills', 'inventory', 'market', 'stopped']])
    expect(views.at(-1)?.markets[1]?.stopped).toBe('feed-stale')
    // its own quotes alone are pulled
    expect(cancelled(stale).sort()).toEqual([...(open.get(B) ?? [])].sort())
    driver.push(shown(B, 44))
    expect(views).toHaveLength(2)
    driver.push({ kind: 'cancel-answered', cancelled: cancelled(stale), failed: [] })
    driver.push(feed(B, 'live'))
    expect(views).toHaveLength(3)
    expect(keys()).toEqual([whole, whole])
  })

  it('is not asked where nothing may rest in any of them', () => {
    driver.push({ kind: 'operator', action: 'halt', actor: 'test', reason: 'test' })
    for (let n = 0; n < 3; n++) driver.push(shown(A, 45 + n), 900)
    expect(views).toEqual([])
    driver.push({ kind: 'operator', action: 'resume', actor: 'test', reason: 'test' })
    expect(views.map(idsOf)).toEqual([[A, B], [C]])
  })

  it('is asked anew in the turn after the one in which all may rest again', () => {
    const { driver: one } = quoting(quoter, { risk: riskLimits.parse({ quoteAgainAfterSec: 0 }) })
    one.push({ kind: 'lease', reason: 'not renewed' })
    one.wake(1000)
    views.length = 0
    one.push({ kind: 'lease' })
    one.wake(20)
    expect(views.map(idsOf)).toEqual([[A, B], [C]])
  })

  it('loses a market that is over and settled, and one that has gone to another group', () => {
    const closed = driver.push({ kind: 'market-status', conditionId: A, status: 'CLOSED' })
    expect(cancelled(closed).sort()).toEqual([...(open.get(A) ?? [])].sort())
    driver.push({ kind: 'cancel-answered', cancelled: cancelled(closed), failed: [] })
    expect(views.at(-1)?.markets.map(({ stopped }) => stopped)).toEqual(['market-not-open', undefined])
    views.length = 0
    driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: YES })
    driver.wake(50)
    expect(views.map(idsOf)).toEqual([[B]])
    views.length = 0
    driver.push(inGroup(C, 'g'))
    expect(views.map(idsOf)).toEqual([[B, C]])
    views.length = 0
    driver.push(inGroup(B, 'h'))
    expect(new Set(views.map((view) => idsOf(view).join()))).toEqual(new Set([B, C]))
  })

  it('is not shown a market whose end was told before anything else of it, nor by later news of one that is over', () => {
    const over = market(D, { endMs: at(1e9).venueMs, groupId: 'g', status: 'RESOLVED', winner: NO })
    driver.push({ kind: 'market', market: over })
    driver.wake(50)
    driver.push({ kind: 'signal', name: 'model', value: 0.5, atMs: at(0).venueMs, conditionId: D })
    driver.push(shown(B, 46))
    for (let second = 0; second < 2; second++) driver.wake(1000)
    expect(views.map(idsOf)).toEqual([[A, B]])
  })
})

it('shows a group as exclusive when the operator says so, and only with all its markets', () => {
  const seen = (exclusiveGroups: Record<string, number>) => {
    const { views, quoter } = watching()
    quoting(quoter, { exclusiveGroups })
    return views.map(({ exclusive, markets }) => `${markets.length} ${exclusive}`).at(-2)
  }
  expect(seen({ g: 2 })).toBe('2 true')
  expect(seen({ g: 3 })).toBe('2 false')
  expect(seen({ h: 2 })).toBe('2 false')
})

it('is asked again at once, and shown what the operator says now, without a move of any market', () => {
  const { views, quoter } = watching()
  let exclusiveGroups: Record<string, number> = { g: 3 }
  const changed = () => settings({ quoter, exclusiveGroups })
  const { driver } = quoting(quoter, { exclusiveGroups, changed })
  const correct = (count: number) => {
    exclusiveGroups = { g: count }
    driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} })
    return views.filter(({ markets }) => markets.length === 2).at(-1)?.exclusive
  }
  const asked = views.length
  expect(correct(2)).toBe(true)
  expect(views.length).toBeGreaterThan(asked)
  expect(correct(3)).toBe(false)
})

it('is asked again at once, and shown what the venue lists now, without a move of any market', () => {
  const { views, quoter } = watching()
  const { driver } = quoting(quoter, { exclusiveGroups: { g: 2 } })
  const told = (event: CoreInput) => {
    views.length = 0
    driver.push(event)
    return views
      .filter(({ groupId }) => groupId === 'g')
      .map(({ exclusive, markets }) => `${markets.length} ${exclusive}`)
  }
  const listed = (...ids: ConditionId[]) =>
    ({ kind: 'group-ends', groupId: 'g', ends: ids.map((conditionId) => ({ conditionId })) }) as const
  expect(told(listed(A, B))).toEqual([])
  expect(told(listed(A, B, D))).toEqual(['2 false'])
  expect(told(listed(A, B, D))).toEqual([])
  expect(told(listed(A, B))).toEqual(['2 true'])
  // one of a round before, of which nothing was known
  const over = market(D, { groupId: 'g', status: 'RESOLVED', winner: NO, endMs: at(0).venueMs })
  expect(told({ kind: 'market', market: over })).toEqual(['2 false'])
  expect(told({ kind: 'market', market: over })).toEqual([])
})

it('shows what is left of an exclusive group as exclusive, once who has left it has lost', () => {
  const seen = (change: { status: MarketStatus; winner?: Outcome }) => {
    const { views, quoter } = watching()
    const { driver } = quoting(quoter, { exclusiveGroups: { g: 3 } })
    driver.push(inGroup(C, 'g'))
    const closed = driver.push({ kind: 'market-status', conditionId: C, status: 'CLOSED' })
    driver.push({ kind: 'cancel-answered', cancelled: cancelled(closed), failed: [] })
    driver.push({ kind: 'market-status', conditionId: C, ...change })
    driver.wake(50)
    const { markets, exclusive } = views.at(-1) ?? { markets: [] }
    return `${markets.length} ${exclusive}`
  }
  expect(seen({ status: 'RESOLVED', winner: NO })).toBe('2 true')
  expect(seen({ status: 'RESOLVED', winner: YES })).toBe('2 false')
  expect(seen({ status: 'CANCELLED' })).toBe('2 false')
})

describe('a market of the group', () => {
  const wish = { b: 0.4 }
  const { quoter } = watching({ inputs: ['top'] }, (view) => ({
    markets: view.markets.map(({ market: { conditionId } }) => {
      const quotes = bothBids({ yes: conditionId === B ? wish.b : 0.4, no: 0.4, size: 10 })
      return { conditionId, quotes, note: conditionId }
    }),
  }))

  it('is left alone while its wish stays, and is requoted when it does not', () => {
    const { driver, open } = quoting(quoter)
    const wantedOf = (id: ConditionId) => driver.core.conclusions().cells.find((of) => of.conditionId === id)?.wanted
    const before = wantedOf(B)
    expect(cancelled(driver.push(shown(A, 45)))).toEqual([])
    expect(wantedOf(B)).toBe(before)
    wish.b = 0.35
    const moved = driver.push(shown(A, 46), 1000)
    expect(cancelled(moved)).toEqual(open.get(B)?.slice(0, 1))
    expect(wantedOf(B)).not.toBe(before)
  })
})

describe('a fault', () => {
  const faulty = (act: (view: PartialGroupView) => GroupWish) => {
    let isOn = false
    const { views, quoter } = watching({ inputs: ['top'] }, (view) =>
      isOn && view.groupId === 'g' ? act(view) : simple(view),
    )
    const { driver, open } = quoting(quoter)
    isOn = true
    const decision = driver.push(shown(A, 45))
    return { driver, open, decision, views, heal: () => (isOn = false) }
  }
  const bid = { outcome: NO, side: 'BUY', price: 0.4, size: 10 } as const

  it('that is thrown pulls all markets of its group and no other, names its place, and is forgiven', () => {
    const { driver, open, decision, views, heal } = faulty(() => {
      throw new Error('no idea')
    })
    expect(faultsOf(decision)).toEqual([
      [A, 'strategy'],
      [B, 'strategy'],
    ])
    expect(decision.faults[0]?.message).toMatch(/^it threw: no idea \(.*group-strategy-stage\.test\.ts:\d+:\d+\)$/)
    expect(cancelled(decision).sort()).toEqual([...(open.get(A) ?? []), ...(open.get(B) ?? [])].sort())
    heal()
    const asked = views.length
    driver.push(shown(B, 44), 500)
    expect(views).toHaveLength(asked)
    const again = driver.push(shown(C, 45), 600)
    expect(views.slice(asked).map((view) => view.groupId)).toEqual(expect.arrayContaining(['g', undefined]))
    expect(faultsOf(again)).toEqual([])
    for (let second = 0; second < 3; second++) driver.wake(1000)
    const rows = driver.core.snapshot(at(driver.monoMs)).markets
    expect(rows.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined])
  })

  it.each<[string, (view: PartialGroupView) => GroupWish, RegExp]>([
    [
      'names a market of another group',
      () => ({ markets: [{ conditionId: C, quotes: [] }] }),
      /^markets\.0\.conditionId/,
    ],
    [
      'names a market twice',
      () => ({ markets: [A, A].map((conditionId) => ({ conditionId, quotes: [] })) }),
      /^markets\.1\.conditionId: expected each market once/,
    ],
    [
      'has no number',
      () => ({ markets: [{ conditionId: B, quotes: [{ ...bid, price: Number.NaN }] }] }),
      /^markets\.0\.quotes\.0\.price: expected a number, got NaN \(\/bots\/mine\.ts:7\)$/,
    ],
    ['is of one market', () => Object({ quotes: [] }), /^markets: expected a list, got undefined/],
    ['gives a memory without init', () => ({ markets: [], memory: {} }), /^memory: expected none/],
  ])('is a wish that %s', (_name, act, message) => {
    const { decision } = faulty(act)
    expect(faultsOf(decision)).toEqual([
      [A, 'strategy'],
      [B, 'strategy'],
    ])
    expect(decision.faults[1]?.message).toMatch(message)
  })

  it('of the program closes the market that it is in; its siblings go on without it', () => {
    const { views, quoter } = watching({ inputs: ['top'] })
    const { driver, open } = quoting(quoter)
    const { beliefs } = driver.core
    const livingOf = beliefs.orders.livingOf.bind(beliefs.orders)
    let isOn = true
    beliefs.orders.livingOf = (id) => {
      if (isOn && id === B) {
        isOn = false
        throw new Error('a hole in the books')
      }
      return livingOf(id)
    }
    const decision = driver.push(shown(B, 44))
    expect(faultsOf(decision)).toEqual([[B, 'program']])
    expect(cancelled(decision).sort()).toEqual([...(open.get(B) ?? [])].sort())
    driver.push(shown(A, 44))
    expect(views.at(-1)?.markets.map(({ stopped }) => stopped)).toEqual([undefined, 'program-fault'])
  })
})

it('a fault of the program that lasts counts once, and leaves its market out of the view', () => {
  const { views, quoter } = watching({ inputs: ['top'] })
  const { driver } = quoting(quoter, { makerPaysFee: true, exclusiveGroups: { g: 2 } })
  const { fees } = driver.core
  const rateBps = fees.rateBps.bind(fees)
  fees.rateBps = (id) => {
    if (id === B) throw new Error('a hole in the books')
    return rateBps(id)
  }
  const faults = [44, 45, 46, 47, 48].flatMap((price) => [
    ...faultsOf(driver.push(shown(B, price))),
    ...faultsOf(driver.push(shown(A, price))),
  ])
  expect(faults).toEqual([[B, 'program']])
  expect(driver.core.standing.halted).toBeUndefined()
  expect(idsOf(views.at(-1) ?? { exclusive: true, markets: [] })).toEqual([A])
  expect(views.at(-1)?.exclusive).toBe(false)
})

describe('a slow strategy', () => {
  it('is slow in its whole group and in no other: asked once a second, then pulled', () => {
    const metered: ConditionId[] = []
    const { views, quoter } = watching({ inputs: ['top'] })
    const { driver, open } = quoting(quoter, {
      measured: (id, call) => {
        metered.push(id)
        return call()
      },
    })
    expect(new Set(metered)).toEqual(new Set([A, C]))
    const slow = { kind: 'strategy-slow', conditionId: A, durationMs: 20, allowedMs: 5 } as const
    expect(faultsOf(driver.push(slow))).toEqual([
      [A, 'slow'],
      [B, 'slow'],
    ])
    const rows = () => driver.core.snapshot(at(driver.monoMs)).markets
    expect(rows().map(({ slowed }) => slowed)).toEqual([true, true, undefined])
    views.length = 0
    for (let n = 0; n < 20; n++) driver.pushAll([shown(n % 3 ? A : B, 40 + (n % 5)), shown(C, 40 + (n % 5))])
    expect(views.filter(({ groupId }) => groupId === 'g').length).toBeLessThanOrEqual(1)
    expect(views.filter(({ groupId }) => groupId === undefined)).toHaveLength(20)
    const pulled = driver.push(slow)
    expect(cancelled(pulled)).toEqual(expect.arrayContaining([...(open.get(A) ?? []), ...(open.get(B) ?? [])]))
    expect(cancelled(pulled)).not.toContain(open.get(C)?.[0])
    driver.push({ kind: 'strategy-fast', conditionId: A })
    expect(rows().map(({ slowed }) => slowed)).toEqual([undefined, undefined, undefined])
  })

  it('keeps nobody waiting for ever where a turn has time for one call', () => {
    const { views, quoter } = watching({ inputs: ['time'], everyMs: 20 })
    const { driver } = quoting(quoter)
    views.length = 0
    let { seq } = driver
    for (let n = 0; n < 6; n++) {
      driver.monoMs += 100
      const now = at(driver.monoMs)
      driver.core.step({ kind: 'wake', seq: ++seq, at: now })
      driver.core.step({ kind: 'turn-end', strategyCalls: 1, seq: ++seq, at: now })
    }
    expect(views).toHaveLength(6)
    expect(new Set(views.map(({ groupId }) => groupId))).toEqual(new Set(['g', undefined]))
  })
})

describe('memory', () => {
  const counting = () => {
    const seen: unknown[] = []
    const { quoter } = watching({ inputs: ['top'] }, (view, memory) => {
      seen.push(memory)
      return { ...simple(view), memory: { calls: Number(Object(memory).calls) + 1 } }
    })
    const init: GroupQuoter['init'] = ({ groupId, markets }) => ({
      calls: 0,
      groupId: groupId ?? null,
      of: markets.length,
    })
    return { seen, quoter: { ...quoter, init } }
  }

  it('is one for each group, and its hash is in the records of all its markets', () => {
    const { seen, quoter } = counting()
    const { driver } = quoting(quoter)
    expect(seen).toContainEqual({ calls: 0, groupId: 'g', of: 1 })
    expect(seen.filter((memory) => Object(memory).calls === 0)).toHaveLength(3)
    driver.push(shown(A, 45))
    const hashes = driver.core.conclusions().cells.map(({ wanted }) => wanted.memoryHash)
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
    const told = driver.decisions.flatMap(({ markets }) => markets.filter(({ memory }) => memory !== undefined))
    expect(told.length).toBeGreaterThan(0)
  })

  it('the same events give the same decisions', () => {
    const run = () => {
      const { driver } = quoting(counting().quoter)
      for (let n = 0; n < 60; n++) driver.push(shown([A, B, C][n % 3] ?? A, 40 + (n % 7)), 150)
      return written(driver.decisions)
    }
    expect(run()).toBe(run())
  })
})

it('is asked by time once in its period for the whole group', () => {
  const { views, quoter } = watching({ inputs: ['time'], everyMs: 200 })
  const { driver } = quoting(quoter)
  views.length = 0
  for (let ms = 0; ms < 1200; ms += 20) driver.wake(20)
  expect(views.filter(({ groupId }) => groupId === 'g')).toHaveLength(6)
  expect(views.filter(({ groupId }) => groupId === undefined)).toHaveLength(6)
})

it('a group that failed is asked again when its pause ends, though nothing has moved since', () => {
  let isBad = false
  const { views, quoter } = watching({ inputs: ['top'] }, (view) => {
    if (isBad) throw new Error('a bad day')
    return simple(view)
  })
  const { driver } = quoting(quoter)
  isBad = true
  driver.push(shown(A, 46))
  isBad = false
  const failedMonoMs = driver.monoMs
  views.length = 0
  while (driver.monoMs < failedMonoMs + 999) driver.wake(1)
  expect(views).toEqual([])
  driver.wake(1)
  expect(views.map(idsOf)).toEqual([[A, B]])
})
