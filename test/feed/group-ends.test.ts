import { expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { GroupEnds, miscountedWords } from '../../src/feed/group-ends.js'
import type { MarketListing, MarketQuery } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

const named = (name: string, change: Partial<Market>) => market(`0x${name}` as ConditionId, { groupId: 'g', ...change })
const listing = (...markets: readonly Market[]): Answer<MarketListing> => ({
  ok: true,
  value: { markets, refused: [] },
})

function desk(...answers: Answer<MarketListing>[]) {
  const inputs: CoreInput[] = []
  const failures: Failure[] = []
  const miscounted: string[] = []
  const queries: MarketQuery[] = []
  const now = { monoMs: 0 }
  const ends = new GroupEnds({
    marketData: {
      listMarkets(query, done) {
        queries.push(query)
        done(answers.shift() ?? { ok: true, value: { markets: [], refused: [] } })
      },
    },
    clock: { monoMs: () => now.monoMs },
    emit: (input) => inputs.push(input),
    failed: (failure) => failures.push(failure),
    miscounted: (groupId, count) => miscounted.push(miscountedWords(groupId, count)),
  })
  return { inputs, failures, miscounted, queries, ends, now }
}

it('tells which markets a group has, and how those have ended that are over', () => {
  const markets = [
    named('d', { status: 'RESOLVED', winner: YES }),
    named('a', { status: 'RESOLVED', winner: NO }),
    named('b', {}),
    named('c', { status: 'CANCELLED' }),
    // closed, and nobody knows yet
    named('e', { status: 'CLOSED' }),
    named('f', { groupId: 'another', status: 'RESOLVED', winner: NO }),
  ]
  const { inputs, queries, ends } = desk(listing(...markets))
  ends.look({ g: 5 })
  ends.look({ g: 5, h: 2 })
  expect(queries).toEqual([
    { groupId: 'g', everyStatus: true },
    { groupId: 'h', everyStatus: true },
  ])
  expect(inputs[0]).toEqual({
    kind: 'group-ends',
    groupId: 'g',
    ends: [
      { conditionId: '0xa', end: NO },
      { conditionId: '0xb' },
      { conditionId: '0xc', end: 'neither' },
      { conditionId: '0xd', end: YES },
      { conditionId: '0xe' },
    ],
  })
})

it('asks again a minute later, and tells what has become of it, once', () => {
  const [a, b, c] = [named('a', {}), named('b', {}), named('c', {})]
  const { inputs, miscounted, queries, ends, now } = desk(listing(a, b), listing(b, a), listing(a, b, c))
  for (const monoMs of [0, 59_999, 60_000, 119_999, 120_000]) {
    now.monoMs = monoMs
    ends.look({ g: 2 })
    expect(miscounted).toHaveLength(monoMs < 120_000 ? 0 : 1)
  }
  expect(queries).toHaveLength(3)
  expect(inputs.map((input) => (input.kind === 'group-ends' ? input.ends.length : 0))).toEqual([2, 3])
})

it('asks again at once after a failure, which is told', () => {
  const failure: Failure = { code: 'unreachable', message: 'gone' }
  const { failures, queries, ends } = desk({ ok: false, failure })
  ends.look({ g: 6 })
  ends.look({ g: 6 })
  ends.look({ g: 6 })
  expect(failures).toEqual([failure])
  expect(queries).toHaveLength(2)
})

it('tells of a number that is not that of the venue, once, markets that nobody can quote among them', () => {
  const odd = { id: 'x', conditionId: '0xx', question: '', reason: 'no tokens' }
  const nameless = { id: 'y', conditionId: '', question: '', reason: 'no condition' }
  const markets = [named('a', {}), named('b', {})]
  const { inputs, miscounted, ends } = desk({ ok: true, value: { markets, refused: [odd, nameless] } })
  ends.look({ g: 2 })
  ends.look({ g: 2 })
  expect(miscounted).toEqual([
    'markets.exclusiveGroups.g: expected 4, the number of all its markets at the venue, got 2: its markets are not taken as exclusive',
  ])
  expect(inputs).toEqual([
    {
      kind: 'group-ends',
      groupId: 'g',
      ends: ['0xa', '0xb', '0xx', 'y'].map((conditionId) => ({ conditionId })),
    },
  ])
})

it('asks again where another number is said, and tells whether that one is right', () => {
  const two = { ok: true, value: { markets: [named('a', {}), named('b', {})], refused: [] } } as const
  const { miscounted, queries, ends } = desk(two, two)
  ends.look({ g: 3 })
  ends.look({ g: 2 })
  ends.look({ g: 2 })
  expect(queries).toHaveLength(2)
  expect(miscounted).toHaveLength(1)
})
