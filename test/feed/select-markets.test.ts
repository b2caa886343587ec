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
}

function select(change: object, { markets, held = [], books = {} }: Venue) {
  const { select: selector } = marketChoice.parse({ select: change })
  if (!selector) throw new Error('no selector')
  const looked: string[] = []
  const marketData: Pick<MarketData, 'listMarkets' | 'readBook'> = {
    listMarkets: (_query, done) => done({ ok: true, value: { markets, refused: [] } }),
    readBook: ({ id }, done) => {
      looked.push(id)
      const found = books[id] ?? touchBook({})
      done('code' in found ? { ok: false, failure: found } : { ok: true, value: { book: found } })
    },
  }
  let answer: Answer<SelectedMarkets> | undefined
  const context = { marketData, nowMs: NOW, held: new Set(held.map((m) => m.conditionId)) }
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

  it('gives up after three books for each market wanted', () => {
    const markets = Array.from({ length: 9 }, (_, i) => named(`m${i}`))
    const found = select({ maxSpread: 0.1, max: 2 }, { markets })
    expect(found.looked).toHaveLength(6)
    expect(found).toMatchObject({ chosen: [], spare: ['m6', 'm7', 'm8'] })
  })
})
