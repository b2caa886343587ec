import { expect, it } from 'vitest'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { GroupEnds } from '../../src/feed/group-ends.js'
import type { MarketListing, MarketQuery } from '../../src/venue/market-data.js'
import { market } from '../risk/builders.js'

const named = (name: string, change: Partial<Market>) => market(`0x${name}` as ConditionId, { groupId: 'g', ...change })

function desk(...answers: Answer<MarketListing>[]) {
  const inputs: CoreInput[] = []
  const failures: Failure[] = []
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
  })
  return { inputs, failures, queries, ends }
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
  ends.look(['g'])
  ends.look(['g', 'h'])
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
  ends.look(['g'])
  ends.look(['g'])
  ends.look(['g'])
  expect(failures).toEqual([failure])
  expect(queries).toHaveLength(2)
})
