// Looks at the markets where books are asked for first, maxSpread, and their answers take their time.

import { expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { marketChoice } from '../../src/feed/schema.js'
import { Selection } from '../../src/feed/selection.js'
import type { BookReading, MarketData } from '../../src/venue/market-data.js'
import { touchBook } from '../quoting/quoting-fixtures.js'
import { market } from '../risk/builders.js'

const MARKETS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) =>
  market(`0x${id}` as ConditionId, { id, endMs: 1e15 }),
)
const narrow = touchBook({ yesBid: 48, noBid: 48 })
const choice = (max: number) => marketChoice.parse({ select: { max, maxSpread: 0.1, refreshSec: 4 } })

function searching(max: number) {
  const asked: { readonly id: string; readonly answer: (answer: Answer<BookReading>) => void }[] = []
  const failures: Failure[] = []
  const marketData = {
    listMarkets: (_query: unknown, done: (answer: unknown) => void) =>
      done({ ok: true, value: { markets: MARKETS, refused: [] } }),
    readBook: ({ id }: { id: string }, answer: (answer: Answer<BookReading>) => void) => asked.push({ id, answer }),
    readMarket: () => undefined,
    watch: () => undefined,
  } as unknown as MarketData
  const selection = new Selection({
    ...{ choice: choice(max), marketData, clock: { monoMs: () => 0 }, venueMs: () => 1000, acceptChanges: false },
    ...{ emit: () => undefined, looked: () => undefined, miscounted: () => undefined, changed: () => undefined },
    failed: (failure) => failures.push(failure),
  })
  const answerAll = () => {
    for (let next = asked.shift(); next !== undefined; next = asked.shift())
      next.answer({ ok: true, value: { book: narrow } as BookReading })
  }
  return { selection, asked, answerAll, chosen: () => selection.chosen.map(({ id }) => id) }
}

it('one look at a time: a second one, begun before the books of the first are there, takes nothing away', () => {
  const { selection, asked, answerAll, chosen } = searching(2)
  selection.refresh()
  selection.refresh()
  expect(asked).toHaveLength(1)
  answerAll()
  expect(chosen()).toEqual(['a', 'b'])
  selection.refresh()
  answerAll()
  expect(chosen()).toEqual(['a', 'b'])
})

it('another choice does not wait for the one before, whose answers count no more', () => {
  const { selection, asked, answerAll, chosen } = searching(1)
  selection.refresh()
  const [late] = asked.splice(0)
  selection.choose(choice(3))
  selection.refresh()
  answerAll()
  expect(chosen()).toHaveLength(3)
  const before = chosen()
  late?.answer({ ok: true, value: { book: narrow } as BookReading })
  expect(chosen()).toEqual(before)
})

it('a look whose list or books failed is followed by another', () => {
  const { selection, asked, chosen, answerAll } = searching(1)
  selection.refresh()
  for (let i = 0; i < 3; i++) asked.shift()?.answer({ ok: false, failure: { code: 'unreachable', message: 'gone' } })
  expect([chosen(), asked]).toEqual([[], []])
  selection.refresh()
  answerAll()
  expect(chosen()).toEqual(['d'])
})
