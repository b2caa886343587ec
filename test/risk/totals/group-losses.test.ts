import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConditionId, Market } from '../../../src/domain/market/market.js'
import { NO } from '../../../src/domain/market/side.js'
import { counted } from '../../../src/risk/totals/counted-market.js'
import { GroupLosses } from '../../../src/risk/totals/group-losses.js'
import { GroupMembers } from '../../../src/state/market/group-members.js'
import { groupsText, PlainGroups } from '../../simulation/plain/plain-totals.js'
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

describe('what an exclusive group may lose when some of it is over', () => {
  const WON = { status: 'RESOLVED', winner: 0 } as const
  const LOST = { status: 'RESOLVED', winner: 1 } as const
  const CANCELLED = { status: 'CANCELLED' } as const
  type Over = typeof WON | typeof LOST | typeof CANCELLED

  /** A hundred NO of each, which cost 67 each; the last ones are over: settled and gone, or with their orders still counted. */
  function holdingNo(over: readonly Over[], gone: 'gone' | 'counted') {
    const ended = new GroupMembers()
    const losses = new GroupLosses({ g: 3 }, (groupId) => ended.of(groupId))
    for (const [i, id] of IDS.entries()) {
      const end = over[i - IDS.length + over.length]
      const its = market(id, { groupId: 'g', ...end })
      losses.set(counted(position(id, { no: 100, cost: 67, market: its }), [], { limits }))
      if (end === undefined || gone === 'counted') continue
      losses.remove(id)
      ended.seen(its)
    }
    return losses.lossRaw('g')
  }

  describe.each(['gone', 'counted'] as const)('and %s', (gone) => {
    it('nets on where one has lost: one of the others must win', () => {
      expect(holdingNo([LOST], gone)).toBe(raw(34))
    })

    it('knows the winner where all others have lost', () => {
      expect(holdingNo([LOST, LOST], gone)).toBe(raw(67))
    })

    it('knows that no other wins where one has won', () => {
      // at the worst they are cancelled after all
      expect(holdingNo([WON], gone)).toBe(raw(34))
      expect(holdingNo([LOST, WON], gone)).toBe(raw(17))
    })

    it('is sure of nothing where one was cancelled, or two have won', () => {
      expect(holdingNo([CANCELLED], gone)).toBe(raw(134))
      expect(holdingNo([WON, WON], gone)).toBe(raw(67))
    })
  })

  it('is the worst of all where nobody has said how one has ended', () => {
    const ended = new GroupMembers()
    ended.seen(market(IDS[2], { groupId: 'g', status: 'RESOLVED' }))
    const losses = new GroupLosses({ g: 3 }, (groupId) => ended.of(groupId))
    for (const id of IDS.slice(1)) losses.set(bidding(id, 30))
    expect(losses.lossRaw('g')).toBe(raw(6))
  })

  it('is the sum where the venue has another market that may win, whatever number somebody says', () => {
    for (const said of [3, 4]) {
      const members = new GroupMembers()
      const losses = new GroupLosses({ g: said }, (groupId) => members.of(groupId))
      for (const id of IDS) losses.set(bidding(id, 30))
      members.told('g', [...IDS.map((conditionId) => ({ conditionId })), { conditionId: '0x4' as ConditionId }])
      expect(losses.lossRaw('g')).toBe(raw(9))
      members.told('g', [{ conditionId: '0x4' as ConditionId, end: NO }])
      expect(losses.lossRaw('g')).toBe(raw(said === 4 ? 6 : 9))
    }
  })

  it('counts a market once that comes back after its end', () => {
    const ended = new GroupMembers()
    const losses = new GroupLosses({ g: 3 }, (groupId) => ended.of(groupId))
    for (const id of IDS.slice(0, 2)) losses.set(bidding(id, 30))
    ended.seen(market(IDS[2], { groupId: 'g', ...LOST }))
    expect(losses.lossRaw('g')).toBe(raw(3))
    losses.set(bidding(IDS[2], 30, LOST))
    // a bid that rests in it still counts in every ending
    expect(losses.lossRaw('g')).toBe(raw(6))
  })
})

it('is the worst of all endings that may still come, played through one by one', () => {
  const anEnd = fc.constantFrom(
    ...[{}, {}, { status: 'RESOLVED', winner: 0 }, { status: 'RESOLVED', winner: 1 }, { status: 'CANCELLED' }],
  ) as fc.Arbitrary<Partial<Market>>
  const amount = fc.integer({ min: 0, max: 50 })
  const aMember = fc.record({ end: anEnd, yes: amount, no: amount, cost: amount, price: amount, isGone: fc.boolean() })
  const another = '0x4' as ConditionId
  fc.assert(
    fc.property(
      fc.array(aMember, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 2, max: 4 }),
      fc.boolean(),
      (members, size, isAnother) => {
        const ended = new GroupMembers()
        const [losses, plain] = [
          new GroupLosses({ g: size }, (groupId) => ended.of(groupId)),
          new PlainGroups({ g: size }),
        ]
        if (isAnother) {
          ended.told('g', [{ conditionId: another }])
          plain.addEnd('g', undefined)
        }
        for (const [i, { end, price, isGone, ...held }] of members.entries()) {
          const id = IDS[i] ?? IDS[0]
          const its = market(id, { groupId: 'g', ...end })
          const at = position(id, { ...held, market: its })
          const orders = price === 0 ? [] : [order('BUY NO', price, 10, id)]
          if (isGone && end.status !== undefined) {
            ended.seen(its)
            plain.addOver(its)
          } else {
            losses.set(counted(at, orders, { limits }))
            plain.add(at, orders)
          }
        }
        expect(groupsText(losses.all())).toBe(plain.text)
      },
    ),
    { numRuns: 1000 },
  )
})
