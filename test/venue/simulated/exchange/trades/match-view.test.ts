import { expect, test } from 'vitest'
import { MatchTable } from '../../../../../src/venue/simulated/exchange/trades/match-table.js'
import { MatchView } from '../../../../../src/venue/simulated/exchange/trades/match-view.js'
import { Rows } from '../rows.js'
import { ALICE, BOB, CONDITION, SPEC } from '../scenario.js'

test.each([
  ['direct', { side: 'SELL' }, { side: 'BUY' }],
  ['direct', { side: 'BUY', outcome: 1 }, { side: 'SELL', outcome: 1 }],
  ['mint', { side: 'BUY', outcome: 1 }, { side: 'BUY' }],
  ['merge', { side: 'SELL' }, { side: 'SELL', outcome: 1 }],
] as const)('%s: it shows the match that it was set at, with what its orders say', (matchType, maker, taker) => {
  const rows = new Rows()
  const table = new MatchTable()
  const view = new MatchView(table, rows.orders)
  const makerOrder = rows.add('0x1', { price: 40, size: 100, ...maker })
  const takerOrder = rows.add('0x2', { account: BOB, price: 60, size: 30, ...taker })
  table.add(takerOrder, makerOrder, 1)
  const match = table.add(makerOrder, takerOrder, 12)
  table.setTerms(match, 55, 30)
  table.setTimes(match, 5, 1005)
  table.setRates(match, 137, 200)
  table.setStatus(match, 'settled')
  const { number, spec, conditionId, outcome, side, price, sizeLots, venueMs, dueMs, status } = view.at(match)
  const { makerHash, makerAccount, takerHash, takerAccount, makerBps, takerBps } = view
  expect({ number, spec, conditionId, matchType: view.matchType, price, sizeLots, venueMs, dueMs, status }).toEqual({
    ...{ number: 12, spec: SPEC, conditionId: CONDITION, matchType, price: 55, sizeLots: 30 },
    ...{ venueMs: 5, dueMs: 1005, status: 'settled' },
  })
  expect({ outcome, side }).toEqual({ outcome: 0, ...taker })
  expect([makerHash, makerAccount, makerBps]).toEqual(['0x1', ALICE, 137])
  expect([takerHash, takerAccount, takerBps]).toEqual(['0x2', BOB, 200])
})
