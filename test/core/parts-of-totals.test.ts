import { expect, it } from 'vitest'
import { addedUp, overOf, pastPart, payoutOf } from '../../src/core/parts-of-totals.js'
import { A, market } from '../risk/builders.js'
import { account, Believer } from '../state/believer.js'

/** Three YES and one NO are held at the start. */
function held(status: 'OPEN' | 'RESOLVED', winner?: 0 | 1) {
  const believer = new Believer([market(A)])
  believer.tell({ kind: 'account', snapshot: account(0n, { [A]: [3_000_000n, 1_000_000n] }), askedSeq: 1 })
  if (winner !== undefined) believer.tell({ kind: 'market-status', conditionId: A, status, winner })
  return { beliefs: believer.beliefs, market: believer.beliefs.markets.get(A)! }
}

it('pays what the winner pays, and nothing is told of a market that is not over', () => {
  const { beliefs, market: over } = held('RESOLVED', 0)
  expect(payoutOf(over, beliefs)).toBe(3)
  expect(overOf(over, beliefs)).toMatchObject({ conditionId: A, status: 'RESOLVED', shares: [3, 1], payout: 3 })
  const open = held('OPEN')
  expect(payoutOf(open.market, open.beliefs)).toBeUndefined()
  expect(overOf(open.market, open.beliefs)).toBeUndefined()
})

it('has in the totals what it earned and may still lose: nothing by what was there at the start', () => {
  const { beliefs, market: over } = held('RESOLVED', 1)
  beliefs.ledger.value(over)
  const part = pastPart(over, beliefs)
  expect(part.fills).toBe(0)
  expect(part.pnl.total).toBeCloseTo(0, 9)
  expect(part.worstCaseLoss).toBeCloseTo(0, 9)
})

it('adds up part by part', () => {
  const one = { pnl: { spread: 1, inventory: 2, fees: 3, total: 4 }, fills: 5, worstCaseLoss: 6 }
  expect(addedUp([one, one])).toEqual({
    pnl: { spread: 2, inventory: 4, fees: 6, total: 8 },
    ...{ fills: 10, worstCaseLoss: 12 },
  })
  expect(addedUp([])).toMatchObject({ fills: 0, pnl: { total: 0 } })
})
