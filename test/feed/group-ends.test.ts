import { expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { GroupEnds, miscountedWords } from '../../src/feed/group-ends.js'
import type { MarketListing, MarketQuery } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

const named = (name: string, change: Partial<Market>) => market(`0x${name}` as ConditionId, { groupId: 'g', ...change })

function desk(...answers: Answer<MarketListing>[]) {
  const inputs: CoreInput[] = []
  const failures: Failure[] = []
  const miscounted: string[] = []
  const queries: MarketQuery[] = []
  const ends = new GroupEnds({
    marketData: {
      listMarkets(query, done) {
        queries.push(query)
        done(answers.shift() ?? { ok: true, value: { markets: [], refused: [] } })
      },
    },
    emit: (input) => inputs.push(input),
    failed: (failure) => failures.push(failure),
    miscounted: (groupId, count) => miscounted.push(miscountedWords(groupId, count)),
  })
  return { inputs, failures, miscounted, queries, ends }
}

it('tells how the markets of a group have ended that are over, and asks once', () => {
  const markets = [
    named('a', { status: 'RESOLVED', winner: NO }),
    named('b', {}),
    named('c', { status: 'CANCELLED' }),
    named('d', { status: 'RESOLVED', winner: YES }),
    // closed, and nobody knows yet
    named('e', { status: 'CLOSED' }),
    named('f', { groupId: 'another', status: 'RESOLVED', winner: NO }),
  ]
  const { inputs, queries, ends } = desk({ ok: true, value: { markets, refused: [] } })
  ends.look({ g: 6 })
  ends.look({ g: 6, h: 2 })
  expect(queries).toEqual([
    { groupId: 'g', everyStatus: true },
    { groupId: 'h', everyStatus: true },
  ])
  expect(inputs).toEqual([
    {
      kind: 'group-ends',
      groupId: 'g',
      ends: [
        { conditionId: '0xa', end: NO },
        { conditionId: '0xc', end: 'neither' },
        { conditionId: '0xd', end: YES },
      ],
    },
  ])
})

it('asks again after a failure, which is told', () => {
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
  const { miscounted, ends } = desk({ ok: true, value: { markets: [named('a', {}), named('b', {})], refused: [odd] } })
  ends.look({ g: 2 })
  ends.look({ g: 2 })
  expect(miscounted).toEqual([
    'markets.exclusiveGroups.g: expected 3, the number of all its markets at the venue, got 2: its markets are not taken as exclusive',
  ])
})
