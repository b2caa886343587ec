import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { counted } from '../../../src/risk/totals/counted-market.js'
import { GroupLosses } from '../../../src/risk/totals/group-losses.js'
import { market, order, position, raw } from '../builders.js'

const IDS = ['0x1' as ConditionId, '0x2' as ConditionId, '0x3' as ConditionId] as const
const far = raw(1e9)
const limits = { maxMarketShares: far, maxMarketCollateral: far, maxMarketLoss: far }

/** Ten YES of each bid for at 0.30, 0.30 and 0.30: together they cost 9 and pay 10, whoever wins. */
function group(exclusive: Record<string, number>, ids: readonly ConditionId[] = IDS): GroupLosses {
  const losses = new GroupLosses(exclusive)
  for (const id of ids) losses.set(bidding(id, 30))
  return losses
}

function bidding(id: ConditionId, price: number, change = {}) {
  const held = position(id, { market: market(id, { groupId: 'g', ...change }) })
  return counted(held, [order('BUY YES', price, 10, id)], { limits })
}

describe('what a group may lose', () => {
  it('is the sum of its markets where nobody says that they exclude each other', () => {
    expect(group({}).lossRaw('g')).toBe(raw(9))
    expect(group({ other: 3 }).lossRaw('g')).toBe(raw(9))
  })

  it('is the worst winner where one wins for certain: orders that may fill alone count, those that gain do not', () => {
    // the winner's bid may stay unfilled: the two others lose 3 each
    expect(group({ g: 3 }).lossRaw('g')).toBe(raw(6))
  })

  it('nets what is held for certain', () => {
    const losses = new GroupLosses({ g: 3 })
    for (const id of IDS) {
      const held = position(id, { yes: 10, cost: 3, market: market(id, { groupId: 'g' }) })
      losses.set(counted(held, [], { limits }))
    }
    // whoever wins, 10 are paid for 9; cancelled, 15
    expect(losses.lossRaw('g')).toBe(raw(-1))
  })

  it('adds up while a market of the group is not among those counted', () => {
    expect(group({ g: 3 }, IDS.slice(1)).lossRaw('g')).toBe(raw(6))
    expect(group({ g: 4 }).lossRaw('g')).toBe(raw(9))
  })

  it('looks at one market as it would be', () => {
    expect(group({}).lossRaw('g', bidding(IDS[0], 50))).toBe(raw(11))
    expect(group({ g: 3 }).lossRaw('g', bidding(IDS[0], 50))).toBe(raw(8))
  })

  it('forgets a market that is gone, or in another group', () => {
    const losses = group({})
    losses.remove(IDS[0])
    losses.set(bidding(IDS[1], 30, { groupId: 'h' }))
    expect(losses.lossRaw('g')).toBe(raw(3))
    expect(losses.lossRaw('h')).toBe(raw(3))
  })
})
