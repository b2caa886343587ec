import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { YES } from '../../../src/domain/market/side.js'
import { Tape } from '../../../src/state/market/recent-trades.js'
import { A, B, raw } from '../../risk/builders.js'

const trade = (n: number, conditionId = A) => ({
  ...({ tradeId: `t${n}`, conditionId, matchType: 'direct', outcome: YES, side: 'BUY' } as const),
  ...{ price: ticks(50), sizeRaw: raw(1), venueMs: n },
})

it('keeps the last hundred trades of each market, oldest first, and counts all', () => {
  const tape = new Tape()
  for (let n = 1; n <= 450; n++) tape.traded(trade(n))
  tape.traded(trade(7, B))
  const recent = tape.recent(A)
  expect([recent.length, recent[0]?.venueMs, recent.at(-1)?.venueMs]).toEqual([100, 351, 450])
  expect([tape.seen(A), tape.seen(B)]).toEqual([450, 1])
  expect(tape.recent(B)).toEqual([trade(7, B)])
})

it('has nothing of a market without trades', () => {
  expect([new Tape().recent(A), new Tape().seen(A)]).toEqual([[], 0])
})

it('forgets a market that is over, and no other', () => {
  const tape = new Tape()
  tape.traded(trade(1))
  tape.traded(trade(2, B))
  tape.forgetMarket(A)
  expect([tape.recent(A), tape.seen(A), tape.seen(B)]).toEqual([[], 0, 1])
})
