import { describe, expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { marketChoice } from '../../src/feed/schema.js'
import { type SelectedMarkets, selectMarkets } from '../../src/feed/select-markets.js'
import type { MarketData } from '../../src/venue/market-data.js'
import { touchBook } from '../quoting/quoting-fixtures.js'
import { market } from '../risk/builders.js'

const NOW = 1_000_000
const named = (name: string, change: Partial<Market> = {}) =>
  market(`0x${name}` as ConditionId, { id: name, endMs: NOW + 3_600_000, ...change })

interface Venue {
  readonly markets: readonly Market[]
  readonly held?: readonly Market[]
  readonly books?: Readonly<Record<string, MarketBook | Failure>>
  /** Kept from one selection to the next. */
  readonly lookedMs?: Map<ConditionId, number>
  readonly nowMs?: number
}

function select(change: object, venue: Venue) {
  const { markets, held = [], books = {}, lookedMs = new Map(), nowMs = NOW } = venue
  const { select: selector } = marketChoice.parse({ select: change })
  if (!selector) throw new Error('no selector')
  const looked: string[] = []
  // what a start knows of the venue's time it learns from the answer
  let isAnswered = false
  const marketData: Pick<MarketData, 'listMarkets' | 'readBook'> = {
    listMarkets: (_query, done) => {
      isAnswered = true
      done({ ok: true, value: { markets, refused: [] } })
    },
    readBook: ({ id }, done) => {
      looked.push(id)
      const found = books[id] ?? touchBook({})
      done('code' in found ? { ok: false, failure: found } : { ok: true, value: { book: found } })
    },
  }
  let answer: Answer<SelectedMarkets> | undefined
  const context = {
    marketData,
    nowMs: () => (isAnswered ? nowMs : 0),
    held: new Set(held.map((m) => m.conditionId)),
    lookedMs,
  }
  selectMarkets(selector, context, (given) => {
    answer = given
  })
  if (!answer?.ok) throw new Error('expected an answer')
  const { chosen, spare, refused } = answer.value
  return { looked, chosen: chosen.map((m) => m.id), spare: spare.map((m) => m.id), refused }
}

describe('a selection', () => {
  it('takes OPEN, registered markets with time left, and says why not the others', () => {
    const { chosen, refused, looked } = select(
      {},
      {
        markets: [
          named('a'),
          named('closed', { status: 'CLOSED' }),
          named('pending', { registration: 'PENDING' }),
          named('late', { endMs: NOW + 59_999 }),
          named('just', { endMs: NOW + 60_000 }),
        ],
      },
    )
    expect(chosen).toEqual(['a', 'just'])
    expect(refused.map((r) => [r.id, r.reason.split(':')[0]])).toEqual([
      ['closed', 'status'],
      ['pending', 'registration'],
      ['late', 'time left'],
    ])
    expect(looked).toEqual([])
  })

  it('takes at most `max`, those already quoted first, and names the rest', () => {
    const [a, b, c] = [named('a'), named('b'), named('c')]
    expect(select({ max: 2 }, { markets: [a, b, c], held: [c] })).toMatchObject({ chosen: ['c', 'a'], spare: ['b'] })
  })

  it('lets a quoted market stay to its end', () => {
    const [late, over] = [named('late', { endMs: NOW + 1 }), named('over', { endMs: NOW - 1 })]
    expect(select({}, { markets: [late, over], held: [late, over] }).chosen).toEqual(['late'])
  })
})

describe('maxSpread', () => {
  const books = {
    narrow: touchBook({ yesBid: 48, noBid: 48 }),
    exact: touchBook({ yesBid: 45, noBid: 45 }),
    wide: touchBook({ yesBid: 40, noBid: 45 }),
    sold: touchBook({ yesBid: 48, yesAsk: 52 }),
    empty: touchBook({ yesBid: 48 }),
    dark: { code: 'unreachable', message: 'gone' } satisfies Failure,
  }

  it('takes markets whose own book, both outcomes counted, is that narrow, and says of the others what it saw', () => {
    const markets = Object.keys(books).map((name) => named(name))
    const { chosen, refused } = select({ maxSpread: 0.1, max: 5 }, { markets, books })
    expect(chosen).toEqual(['narrow', 'exact', 'sold'])
    expect(refused.map((r) => [r.id, r.reason])).toEqual([
      ['wide', 'spread: expected at most 0.1, got 0.1500'],
      ['empty', 'spread: expected at most 0.1, got a one-sided book'],
      ['dark', 'spread: expected at most 0.1, got unreachable: gone'],
    ])
  })

  it('looks at no more books than it needs, and at none of a market already quoted', () => {
    const markets = ['wide', 'narrow', 'exact', 'sold'].map((name) => named(name))
    const found = select({ maxSpread: 0.1, max: 2 }, { markets, books, held: [named('wide')] })
    expect(found).toMatchObject({ chosen: ['wide', 'narrow'], spare: ['exact', 'sold'], looked: ['narrow'] })
  })

  it('looks at three books for each market wanted, or one each two seconds, and at the others in turn', () => {
    const markets = Array.from({ length: 9 }, (_, i) => named(`m${i}`))
    const lookedMs = new Map<ConditionId, number>()
    const next = (n: number, change = {}) =>
      select({ maxSpread: 0.1, max: 2, refreshSec: 10, ...change }, { markets, lookedMs, nowMs: NOW + n * 10_000 })
    const first = next(0)
    expect(first.looked).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'])
    expect(first).toMatchObject({ chosen: [], spare: ['m6', 'm7', 'm8'] })
    expect(next(1).looked).toEqual(['m6', 'm7', 'm8', 'm0', 'm1', 'm2'])
    expect(next(2, { refreshSec: 16 }).looked).toEqual(['m3', 'm4', 'm5', 'm0', 'm1', 'm2', 'm6', 'm7'])
  })

  it('finds the one market with a book among many without, wherever the list has it', () => {
    const markets = Array.from({ length: 200 }, (_, i) => named(i === 170 ? 'narrow' : `m${i}`))
    const lookedMs = new Map<ConditionId, number>()
    const found = Array.from({ length: 6 }, (_, n) =>
      select({ maxSpread: 0.1, max: 5 }, { markets, books, lookedMs, nowMs: NOW + n * 60_000 }),
    )
    expect(found.map(({ chosen }) => chosen)).toEqual([[], [], [], [], [], ['narrow']])
    expect(new Set(found.flatMap(({ looked }) => looked)).size).toBe(180)
  })

  it('forgets when it looked at what is listed no more', () => {
    const lookedMs = new Map<ConditionId, number>()
    select({ maxSpread: 0.1 }, { markets: [named('a'), named('b')], lookedMs })
    select({ maxSpread: 0.1 }, { markets: [named('b')], lookedMs })
    expect([...lookedMs.keys()]).toEqual([named('b').conditionId])
  })
})
