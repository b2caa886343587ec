import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { marketChoice } from '../../src/feed/schema.js'
import { type MarketChange, marketNews, Selection } from '../../src/feed/selection.js'
import type { MarketData, MarketListing, MarketQuery, MarketRefusal } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

const NOW = 1_000_000
const named = (name: string, change: Partial<Market> = {}) =>
  market(`0x${name}` as ConditionId, { id: name, endMs: NOW + 3_600_000, ...change })
const failure: Failure = { code: 'unreachable', message: 'gone' }

class FakeMarkets implements Pick<MarketData, 'readMarket' | 'listMarkets' | 'watch'> {
  readonly byId = new Map<string, Answer<Market>>()
  listing: Answer<MarketListing> = { ok: true, value: { markets: [], refused: [] } }
  readonly queries: MarketQuery[] = []
  readonly reads: string[] = []
  watched: string[] = []

  readMarket(id: string, done: (answer: Answer<Market>) => void): void {
    this.reads.push(id)
    done(this.byId.get(id) ?? { ok: false, failure: { code: 'not-found', message: id } })
  }

  listMarkets(query: MarketQuery, done: (answer: Answer<MarketListing>) => void): void {
    this.queries.push(query)
    done(this.listing)
  }

  watch(markets: readonly Market[]): void {
    this.watched = markets.map((m) => m.id)
  }

  list(...markets: Market[]): void {
    this.listing = { ok: true, value: { markets, refused: [] } }
    for (const m of markets) this.byId.set(m.id, { ok: true, value: m })
  }
}

let venue: FakeMarkets
let inputs: CoreInput[]
let refused: MarketRefusal[]
let failures: Failure[]
let changes: MarketChange[]
let awaited: number
beforeEach(() => {
  venue = new FakeMarkets()
  inputs = []
  refused = []
  failures = []
  changes = []
  awaited = 0
})

function selection(
  choice: unknown,
  acceptChanges = false,
  counted: readonly Market[] = [],
  isClear?: (conditionId: ConditionId) => boolean,
): Selection {
  return new Selection({
    ...(isClear && { isClear, awaitsClear: () => awaited++ }),
    choice: marketChoice.parse(choice),
    marketData: venue as unknown as MarketData,
    clock: { monoMs: () => 0 },
    venueMs: () => NOW,
    emit: (input) => inputs.push(input),
    looked: (found) => refused.push(...found.refused),
    failed: (f) => failures.push(f),
    miscounted: () => undefined,
    known: (conditionId) => counted.find((one) => one.conditionId === conditionId),
    acceptChanges,
    changed: (_market, change) => changes.push(change),
  })
}

const said = () =>
  inputs.map((i) => `${i.kind} ${i.kind === 'market' ? i.market.id : 'conditionId' in i ? i.conditionId : ''}`)

describe('by id', () => {
  it('reads each, watches what it found, refuses what cannot be quoted and reports what failed', () => {
    venue.list(named('a'), named('b'))
    venue.byId.set('odd', { ok: false, failure: { code: 'unsuitable-market', message: 'three outcomes' } })
    const s = selection({ ids: ['a', 'odd', 'gone', 'b'] })
    s.refresh()
    expect(said()).toEqual(['market a', 'market b'])
    expect(venue.watched).toEqual(['a', 'b'])
    expect(refused).toMatchObject([{ id: 'odd', reason: 'three outcomes' }])
    expect(failures).toEqual([{ code: 'not-found', message: 'gone' }])
    expect(s.markets.map((m) => m.id)).toEqual(['a', 'b'])
  })

  it('a failure later loses no market', () => {
    venue.list(named('a'), named('b'))
    const s = selection({ ids: ['a', 'b'] })
    s.refresh()
    venue.byId.set('a', { ok: false, failure })
    s.refresh()
    expect(s.markets.map((m) => m.id)).toEqual(['a', 'b'])
    expect(venue.watched).toEqual(['a', 'b'])
    expect(said()).not.toContain('market-dropped 0xa')
  })

  it('one that is named by its condition id in capitals stays chosen', () => {
    venue.byId.set('0xAB', { ok: true, value: named('ab') })
    const s = selection({ ids: ['0xAB'] })
    s.refresh()
    inputs.length = 0
    s.refresh()
    expect(said()).not.toContain('market-dropped 0xab')
    venue.byId.set('0xAB', { ok: false, failure })
    s.refresh()
    expect(s.chosen.map((m) => m.id)).toEqual(['ab'])
    expect(said()).not.toContain('market-dropped 0xab')
  })
})

describe('by selection', () => {
  it('asks with the filters that are set', () => {
    selection({ select: { tag: 't', category: 'c', groupId: 'g', search: 's' } }).refresh()
    selection({ select: {} }).refresh()
    expect(venue.queries).toEqual([{ tagSlug: 't', category: 'c', groupId: 'g', search: 's' }, {}])
  })

  it('a failed list changes nothing', () => {
    venue.list(named('a'))
    const s = selection({ select: {} })
    s.refresh()
    venue.listing = { ok: false, failure }
    inputs.length = 0
    s.refresh()
    expect(inputs).toEqual([])
    expect(failures).toEqual([failure])
    expect(s.market(named('a').conditionId)?.id).toBe('a')
    expect(venue.watched).toEqual(['a'])
  })

  it('passes on what the venue refuses together with its own refusals', () => {
    const odd = { id: 'odd', conditionId: '0xodd', question: '?', reason: 'three outcomes' }
    venue.listing = { ok: true, value: { markets: [named('late', { endMs: NOW + 1000 })], refused: [odd] } }
    selection({ select: {} }).refresh()
    expect(refused.map((r) => r.id)).toEqual(['odd', 'late'])
    expect(refused[1]?.reason).toBe('time left: expected at least 60000 ms, got 1000 ms')
  })

  it('lets a market go when it is not in the list any more: pulled at once, read once more, watched until it is over', () => {
    venue.list(named('a'), named('b'))
    const s = selection({ select: {} })
    s.refresh()
    venue.list(named('b'))
    venue.byId.set('a', { ok: true, value: named('a', { status: 'CLOSED' }) })
    inputs.length = 0
    s.refresh()
    expect(said()).toEqual(['market-dropped 0xa', 'market-status 0xa', 'market b'])
    expect(venue.watched).toEqual(['a', 'b'])
    venue.byId.set('a', { ok: true, value: named('a', { status: 'RESOLVED', winner: 1 }) })
    inputs.length = 0
    s.refresh()
    expect(inputs).toContainEqual({ kind: 'market-status', conditionId: '0xa', status: 'RESOLVED', winner: 1 })
    expect(venue.watched).toEqual(['b'])
    expect(s.markets.map((m) => m.id)).toEqual(['b'])
  })

  it('lets a market go as one that is over, where the socket has told so and the answer is behind it', () => {
    venue.list(named('a'))
    const counted = [named('a')]
    const s = selection({ select: {} }, false, counted)
    s.refresh()
    counted.splice(0, 1, named('a', { status: 'RESOLVED', winner: 1 }))
    venue.listing = { ok: true, value: { markets: [], refused: [] } }
    inputs.length = 0
    s.refresh()
    expect(inputs.at(-1)).toEqual({ kind: 'market-status', conditionId: '0xa', status: 'RESOLVED', winner: 1 })
    expect(s.markets).toEqual([])
  })

  it('tells which are chosen apart from those that are only watched, however often it looks', () => {
    venue.list(named('a'), named('b'))
    const s = selection({ select: {} })
    s.refresh()
    venue.list(named('b'))
    venue.byId.set('a', { ok: true, value: named('a', { status: 'CLOSED' }) })
    const ids = () => [s.markets.map((m) => m.id), s.chosen.map((m) => m.id)]
    s.refresh()
    s.refresh()
    expect(ids()).toEqual([['a', 'b'], ['b']])
    venue.list(named('a'), named('b'))
    s.refresh()
    expect(ids()).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    s.choose(marketChoice.parse({ ids: ['a'] }))
    s.refresh()
    expect(ids()).toEqual([['a', 'b'], ['a']])
  })

  it('one that was let go of comes behind those quoted, and by what is asked of a new one', () => {
    const [a, b, c] = [named('a'), named('b'), named('c')]
    const s = selection({ select: { max: 2 } })
    const chosen = () => s.chosen.map((m) => m.id)
    venue.list(a, b, c)
    s.refresh()
    venue.list({ ...a, registration: 'FAILED' }, b, c)
    s.refresh()
    expect(chosen()).toEqual(['b', 'c'])
    venue.list(a, b, c)
    s.refresh()
    expect(chosen()).toEqual(['b', 'c'])
    const soon = { ...a, endMs: NOW + 1000 }
    venue.list(soon, b)
    s.refresh()
    expect(chosen()).toEqual(['b'])
  })

  it('one whose entry cannot be read keeps its place, and is pulled until it can', () => {
    const [a, b, c] = [named('a'), named('b'), named('c')]
    const s = selection({ select: { max: 2 } })
    venue.list(a, b, c)
    s.refresh()
    const odd = { id: 'a', conditionId: '', question: '?', reason: 'tickSize: expected a decimal price' }
    venue.listing = { ok: true, value: { markets: [b, c], refused: [{ ...odd, isUnreadable: true }] } }
    inputs.length = 0
    s.refresh()
    s.refresh()
    expect(s.chosen.map((m) => m.id)).toEqual(['a', 'b'])
    expect(inputs).toContainEqual({ kind: 'market-changed', conditionId: '0xa', detail: odd.reason })
    expect(said()).not.toContain('market c')
    venue.list(a, b, c)
    inputs.length = 0
    s.refresh()
    expect(inputs).toContainEqual({ kind: 'market-changed', conditionId: '0xa' })
    venue.listing = {
      ok: true,
      value: { markets: [b, c], refused: [{ ...odd, reason: 'status is CLOSED, not OPEN' }] },
    }
    s.refresh()
    expect(s.chosen.map((m) => m.id)).toEqual(['b', 'c'])
  })

  it('keeps no more of those that cannot be read than a new choice allows', () => {
    const [a, b, c] = [named('a'), named('b'), named('c')]
    const s = selection({ select: { max: 3 } })
    venue.list(a, b, c)
    s.refresh()
    const odd = { conditionId: '', question: '?', reason: 'x', isUnreadable: true } as const
    venue.listing = {
      ok: true,
      value: { markets: [c], refused: ['a', 'b'].map((id) => ({ ...odd, id })) },
    }
    s.choose(marketChoice.parse({ select: { max: 1 } }))
    s.refresh()
    expect(s.chosen.map((m) => m.id)).toEqual(['a'])
  })

  it('watches a market that is resolved until its winner is known, too', () => {
    venue.list(named('a'))
    const s = selection({ select: {} })
    s.refresh()
    venue.list()
    venue.byId.set('a', { ok: true, value: named('a', { status: 'RESOLVED' }) })
    s.refresh()
    expect(venue.watched).toEqual(['a'])
    venue.byId.set('a', { ok: true, value: named('a', { status: 'RESOLVED', winner: 1 }) })
    s.refresh()
    expect(inputs).toContainEqual({ kind: 'market-status', conditionId: '0xa', status: 'RESOLVED', winner: 1 })
    expect(venue.watched).toEqual([])
  })

  it('keeps a market it cannot read once more', () => {
    venue.list(named('a'))
    const s = selection({ select: {} })
    s.refresh()
    venue.list()
    venue.byId.set('a', { ok: false, failure })
    s.refresh()
    expect(said()).toContain('market-dropped 0xa')
    expect(s.markets.map((m) => m.id)).toEqual(['a'])
  })
})

describe('a market that changes', () => {
  const before = named('a', { question: 'Rain?' })
  const after = named('a', { question: 'Snow?', feeRateBps: 70 })
  const detail = 'question: expected "Rain?", got "Snow?"'
  const marks = () => inputs.filter((input) => input.kind === 'market-changed')

  it('keeps the terms it was taken up with, is told once, and told again when it is what it was', () => {
    const s = selection({ select: {} })
    for (const listed of [before, after, after]) {
      venue.list(listed)
      s.refresh()
    }
    expect(s.market(before.conditionId)).toMatchObject({ question: 'Rain?', feeRateBps: 70 })
    expect(marks()).toEqual([{ kind: 'market-changed', conditionId: before.conditionId, detail }])
    // the mark first: no step may believe the news before it is judged
    expect(said()).toEqual(['market a', 'market-changed 0xa', 'market a', 'market a'])
    venue.list(before)
    s.refresh()
    expect(marks()).toHaveLength(2)
    expect(marks()[1]).not.toHaveProperty('detail')
    expect(changes).toEqual([{ accepted: false, detail }, { accepted: true }])
  })

  it('is taken over where the setting says so, unless its prices or tokens would mean something else', () => {
    const s = selection({ select: {} }, true)
    for (const listed of [before, after, { ...after, ticksPerUnit: after.ticksPerUnit * 10 }]) {
      venue.list(listed)
      s.refresh()
    }
    expect(s.market(before.conditionId)).toMatchObject({ question: 'Snow?', ticksPerUnit: after.ticksPerUnit })
    expect(changes.map(({ accepted }) => accepted)).toEqual([true, false])
    expect(marks()).toMatchObject([{ detail: expect.stringContaining('tick: expected') }])
  })

  it('in its tick alone is pulled until nothing of ours is left there, and then taken up by it', () => {
    let isClear = false
    const finer = { ...before, ticksPerUnit: before.ticksPerUnit * 10 }
    const s = selection({ select: {} }, false, [], () => isClear)
    const watched: string[][] = []
    venue.watch = (markets) => void watched.push(markets.map(({ id, ticksPerUnit }) => `${id} 1/${ticksPerUnit}`))
    venue.list(before)
    s.refresh()
    venue.list(finer)
    s.refresh()
    s.refresh()
    expect(s.market(before.conditionId)).toEqual(before)
    expect(awaited).toBe(2)
    const detail = 'tick: expected 1/100, got 1/1000'
    expect(changes).toEqual([{ accepted: false, detail, isGrid: true }])
    watched.length = 0
    inputs.length = 0
    isClear = true
    s.refresh()
    // what is told of it by the old ticks has ended before
    expect(watched).toEqual([[], ['a 1/1000']])
    expect(inputs).toEqual([
      { kind: 'market', market: finer },
      { kind: 'market-changed', conditionId: before.conditionId },
    ])
    expect(changes.slice(1)).toEqual([{ accepted: true, detail, isGrid: true }])
    s.refresh()
    expect(changes).toHaveLength(2)
    expect(changes.map(marketNews)).toEqual([
      `the market has changed, its quotes are pulled until nothing of ours is left by the old terms: ${detail}`,
      `the market has changed, and is quoted by its new terms: ${detail}`,
    ])
  })

  it('in its tick and its words waits for whoever accepts the words', () => {
    const other = { ...after, lotRaw: before.lotRaw * 10n }
    for (const accepts of [false, true]) {
      const s = selection({ select: {} }, accepts, [], () => true)
      venue.list(before)
      s.refresh()
      venue.list(other)
      s.refresh()
      expect(s.market(before.conditionId)).toEqual(accepts ? other : { ...before, feeRateBps: 70 })
    }
  })

  it('before it is chosen is taken up by its new ticks too, where nothing of ours is left', () => {
    const finer = { ...before, ticksPerUnit: before.ticksPerUnit * 10 }
    const s = selection({ select: {} }, false, [before], () => true)
    venue.list(finer)
    s.refresh()
    expect(s.market(before.conditionId)).toEqual(finer)
    expect(marks()).toEqual([])
  })

  it('before it is chosen keeps the ticks by which the core counts what is held there, whatever its words are', () => {
    const s = selection({ select: {} }, true, [before])
    venue.list({ ...after, ticksPerUnit: before.ticksPerUnit * 10 })
    s.refresh()
    expect(s.market(before.conditionId)).toMatchObject({ ticksPerUnit: before.ticksPerUnit })
    expect(marks()).toMatchObject([{ detail: 'tick: expected 1/100, got 1/1000' }])
    const words = selection({ select: {} }, false, [before])
    venue.list(after)
    words.refresh()
    expect(words.market(before.conditionId)).toEqual(after)
    expect(marks()).toHaveLength(1)
  })

  it('into one that cannot be quoted is pulled too, when it was named by id', () => {
    venue.list(before)
    const s = selection({ ids: ['a'] })
    s.refresh()
    venue.byId.set('a', { ok: false, failure: { code: 'unsuitable-market', message: 'three outcomes' } })
    s.refresh()
    expect(marks()).toEqual([{ kind: 'market-changed', conditionId: before.conditionId, detail: 'three outcomes' }])
  })

  it('into one that cannot be read is pulled until it can', () => {
    venue.list(before)
    const s = selection({ ids: ['a'] })
    s.refresh()
    const { conditionId } = before
    venue.byId.set('a', { ok: false, failure: { code: 'bad-payload', message: 'market: status: PAUSED' } })
    s.refresh()
    expect(failures).toHaveLength(1)
    expect(marks()).toEqual([{ kind: 'market-changed', conditionId, detail: 'market: status: PAUSED' }])
    venue.list(before)
    s.refresh()
    expect(marks().at(-1)).toEqual({ kind: 'market-changed', conditionId })
  })

  it('is told with what it means', () => {
    expect(marketNews({ accepted: false, detail })).toBe(`the market has changed, its quotes are pulled: ${detail}`)
    expect(marketNews({ accepted: true, detail })).toContain('quoted on')
    expect(marketNews({ accepted: true })).toContain('again what it was')
  })
})
