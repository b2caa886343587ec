import { describe, expect, it } from 'vitest'
import { type KeyPart, MOST_UNDER_WAY, type Permit, type Told, type WindowLimits } from '../../../src/domain/permit.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import type { GivenLimits } from '../../../src/execution/budget/class-budget.js'
import { A } from '../../risk/builders.js'
import { all } from './builders.js'

const SMALL: WindowLimits = { perSecond: 3, perMinute: 8 }
const URGENT = { priority: 'urgent' } as const
const EMERGENCY = { priority: 'emergency' } as const

function budgetOf(limits: GivenLimits): Budget {
  const budget = new Budget()
  for (const routeClass of ['read', 'write'] as const) budget.hear({ kind: 'budget', routeClass, ...limits }, 0)
  return budget
}

function take(budget: Budget, now: number): Permit {
  const [permit] = budget.take('read', 1, now)
  if (!permit) throw new Error(`no permit at ${now}`)
  return permit
}

const told = (limit: [number, number], remaining: [number, number]): Told => ({
  short: { limit: limit[0], remaining: remaining[0] },
  medium: { limit: limit[1], remaining: remaining[1] },
})

/** An answer with nothing to learn from. */
function answer(budget: Budget, permit: Permit, now: number, tells: Told = {}): void {
  budget.hear({ kind: 'answered', permit, told: tells }, now)
}

function block(budget: Budget, now: number, tells: NonNullable<Told['block']>): void {
  answer(budget, take(budget, now), now, { block: tells })
}

describe('the count of a class', () => {
  it('spends nothing before the limits are known', () => {
    const budget = new Budget()
    expect(budget.available('write', 0, URGENT)).toBe(0)
    expect(budget.take('write', 1, 0)).toEqual([])
    expect(budget.nextMonoMs('write', 0)).toBe(Number.POSITIVE_INFINITY)
  })

  it('holds a permit from its taking until one window after the answer', () => {
    const budget = budgetOf({ perSecond: 1, perMinute: 100 })
    const permit = take(budget, 0)
    expect(budget.take('read', 1, 5_000)).toEqual([])
    answer(budget, permit, 5_000)
    expect(budget.take('read', 1, 6_000)).toEqual([])
    expect(budget.nextMonoMs('read', 5_500)).toBe(6_010)
    expect(budget.take('read', 1, 6_010)).toHaveLength(1)
  })

  it('keeps the two windows and the classes apart', () => {
    const budget = budgetOf({ perSecond: 5, perMinute: 6 })
    for (let i = 0; i < 5; i++) answer(budget, take(budget, 0), 0)
    expect(budget.available('read', 0, URGENT)).toBe(0)
    expect(budget.available('write', 0, URGENT)).toBe(5)
    expect(budget.available('read', 2_000, URGENT)).toBe(1)
    answer(budget, take(budget, 2_000), 2_000)
    expect(budget.nextMonoMs('read', 2_000, URGENT)).toBe(60_060)
  })

  it('never gives more than may be sent, whatever is asked for', () => {
    const budget = budgetOf(SMALL)
    expect(budget.take('read', 50, 0)).toHaveLength(3)
    expect(budget.take('read', 1, 0)).toEqual([])
  })

  it('keeps the emergency waiting for nothing but the windows and the venue: no answer to others, and none of their wants', () => {
    const budget = budgetOf({ perSecond: 1000, perMinute: 100, learnFirst: true })
    take(budget, 0)
    expect(budget.available('read', 0, URGENT)).toBe(0)
    for (const [wantId, priority] of (['routine', 'urgent', 'emergency', 'emergency'] as const).entries())
      budget.hear({ kind: 'permit-wanted', wantId, routeClass: 'read', priority }, 0)
    expect(budget.serve(0).map(({ wantId }) => wantId)).toEqual([2, 3])
    expect(budget.take('read', 1000, 0)).toEqual([])
    expect(budget.available('read', 0, EMERGENCY)).toBe(97)
  })

  it('leaves the reserve to urgent requests, but never all of a window', () => {
    const budget = budgetOf({ perSecond: 1000, perMinute: 50 })
    expect(budget.available('read', 0)).toBe(45)
    expect(budget.available('read', 0, { reserve: 30 })).toBe(15)
    expect(budget.available('read', 0, URGENT)).toBe(49)
    expect(budget.available('read', 0, EMERGENCY)).toBe(50)
    expect(budgetOf({ perSecond: 1, perMinute: 1 }).available('read', 0)).toBe(1)
  })

  it('holds orders back while as many are under way as have a connection, and no cancel', () => {
    const limits = { perSecond: 1000, perMinute: 6000 }
    const budget = budgetOf(limits)
    budget.hear({ kind: 'budget', routeClass: 'cancel', ...limits }, 0)
    const permits = budget.take('write', 100, 0)
    expect(permits).toHaveLength(MOST_UNDER_WAY)
    expect(budget.available('write', 0, URGENT)).toBe(0)
    expect(budget.nextMonoMs('write', 0, URGENT)).toBeLessThan(100)
    expect(budget.take('cancel', 100, 0)).toHaveLength(100)
    for (const permit of permits.slice(0, 3)) budget.hear({ kind: 'answered', permit, told: {} }, 10)
    expect(budget.available('write', 10, URGENT)).toBe(3)
  })

  it('never grants what can never fit', () => {
    const budget = budgetOf({ perSecond: 1, perMinute: 10 })
    expect(budget.nextMonoMs('read', 0, { requests: 2 })).toBe(Number.POSITIVE_INFINITY)
  })

  it('shows what is left, and changes nothing by it', () => {
    const budget = budgetOf({ perSecond: 5, perMinute: 40 })
    budget.take('read', 3, 0)
    answer(budget, take(budget, 0), 0, { block: { waitMs: 250 } })
    expect(budget.snapshot(100).find(({ routeClass }) => routeClass === 'read')).toEqual({
      ...{ routeClass: 'read', perSecond: 5, perMinute: 40, leftInMinute: 36, blockedForMs: 200 },
    })
    expect(budget.snapshot(100_000).find(({ routeClass }) => routeClass === 'read')?.leftInMinute).toBe(37)
    expect(budget.perMinute('read')).toBe(40)
  })
})

describe('what answers teach', () => {
  it('follows larger and smaller limits', () => {
    const budget = budgetOf(SMALL)
    answer(budget, take(budget, 0), 0, told([50, 3_000], [49, 2_999]))
    expect(budget.perMinute('read')).toBe(3_000)
    expect(budget.available('read', 0, EMERGENCY)).toBe(49)
    answer(budget, take(budget, 10), 10, told([2, 4], [0, 2]))
    expect(budget.perMinute('read')).toBe(4)
    expect(budget.take('read', 1, 11)).toEqual([])
  })

  it('takes off what others use of the key, for one window', () => {
    const budget = budgetOf(SMALL)
    answer(budget, take(budget, 0), 10, told([3, 8], [0, 3]))
    // two of the second's and four of the minute's are others'
    expect(budget.perMinute('read')).toBe(4)
    // as used, not as less of a limit: a share of it that is left tells who watches
    expect(budget.snapshot(20).find(({ routeClass }) => routeClass === 'read')).toMatchObject({
      ...{ perSecond: 3, perMinute: 8, leftInMinute: 3 },
    })
    expect(budget.available('read', 20, URGENT)).toBe(0)
    // one of them stays, to ask with what the others leave
    expect(budget.available('read', 1_021, URGENT)).toBe(2)
    expect(budget.available('read', 1_021, EMERGENCY)).toBe(3)
    expect(budget.nextMonoMs('read', 1_021, { ...URGENT, requests: 4 })).toBe(Number.POSITIVE_INFINITY)
    for (let i = 0; i < 2; i++) answer(budget, take(budget, 1_021), 1_021)
    expect(budget.nextMonoMs('read', 2_100, URGENT)).toBe(60_070)
    expect(budget.available('read', 60_071, URGENT)).toBe(3)
  })

  it('gives back what others have used of the minute as soon as the venue does, and no sooner', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    const tell = (now: number, remaining: number) =>
      answer(budget, take(budget, now), now + 10, told([10, 100], [9, remaining]))
    // a former life of the bot has used sixty
    tell(0, 39)
    expect(budget.perMinute('read')).toBe(40)
    tell(5_000, 38)
    expect(budget.perMinute('read')).toBe(40)
    // two of ours, and fifty of the former life's: the two are counted by both
    tell(10_000, 47)
    expect(budget.perMinute('read')).toBe(50)
    tell(20_000, 96)
    expect(budget.perMinute('read')).toBe(100)
  })

  it('asks now and then what others leave while they leave nothing, and never with the last one', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    const tell = (now: number, remaining: number) =>
      answer(budget, take(budget, now), now + 10, told([10, 100], [9, remaining]))
    tell(0, 3)
    expect(budget.available('read', 1_000, URGENT)).toBe(0)
    const firstMs = budget.nextMonoMs('read', 1_000, URGENT)
    // of the ninety-six that others have used ten may have left the window
    expect(firstMs).toBeCloseTo(10 + 600_000 / 96, 0)
    expect(budget.available('read', firstMs, URGENT)).toBe(1)
    const asked = take(budget, firstMs)
    expect(budget.available('read', firstMs + 5_000, URGENT)).toBe(0)
    answer(budget, asked, firstMs + 5_000, told([10, 100], [9, 2]))
    expect(budget.available('read', firstMs + 5_001, URGENT)).toBe(0)
    // nothing has left: what is left to ask with waits twice as long each time
    const secondMs = budget.nextMonoMs('read', firstMs + 5_001, URGENT)
    expect(secondMs).toBeCloseTo(firstMs + 5_000 + (2 * 600_000) / 96, 0)
    tell(secondMs, 1)
    const thirdMs = budget.nextMonoMs('read', secondMs + 1_000, URGENT)
    expect(thirdMs).toBeCloseTo(secondMs + 10 + (4 * 600_000) / 96, 0)
    tell(thirdMs, 0)
    expect(budget.nextMonoMs('read', thirdMs + 1_000, URGENT)).toBeGreaterThan(60_000)
    expect(budget.take('read', 1, thirdMs + 2_000)).toEqual([])
  })

  it('waits no longer than before where the one that asked has got back as much as it cost', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    const tell = (now: number, remaining: number) =>
      answer(budget, take(budget, now), now + 10, told([10, 100], [9, remaining]))
    tell(0, 3)
    const firstMs = budget.nextMonoMs('read', 1_000, URGENT)
    tell(firstMs, 2)
    const secondMs = budget.nextMonoMs('read', firstMs + 1_000, URGENT)
    tell(secondMs, 2)
    expect(budget.nextMonoMs('read', secondMs + 1_000, URGENT)).toBeCloseTo(secondMs + 10 + 600_000 / 95, 0)
  })

  it('goes on at once where an answer tells that others leave more again', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    answer(budget, take(budget, 0), 10, told([10, 100], [9, 3]))
    const asked = take(budget, budget.nextMonoMs('read', 1_000, URGENT))
    answer(budget, asked, 7_000, told([10, 100], [9, 50]))
    expect(budget.available('read', 8_000, URGENT)).toBeGreaterThan(5)
  })

  it('believes of two answers the one to the newer request, whichever comes first', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    const [older, newer] = [take(budget, 0), take(budget, 500)]
    answer(budget, newer, 600, told([10, 100], [8, 38]))
    answer(budget, older, 700, told([10, 100], [9, 99]))
    expect(budget.perMinute('read')).toBe(40)
  })

  it('asks again soon where a socket is back, whatever was lost before', () => {
    const lost = (health: 'live' | 'stale' | undefined) => {
      const budget = budgetOf({ perSecond: 10, perMinute: 300 })
      let now = 0
      for (let round = 0; round < 7; round++) {
        const at = budget.nextMonoMs('read', now)
        now = at + 3000
        budget.hear({ kind: 'answered', permit: take(budget, at) }, now)
      }
      if (health) budget.hear({ kind: 'feed', conditionId: A, health, reason: '' }, now)
      return [1000, 2000].map((ms) => budget.available('read', now + ms))
    }
    expect([lost(undefined), lost('stale'), lost('live')]).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ])
  })

  it('is silent after a 429 until the venue has had its silence', () => {
    const budget = budgetOf(SMALL)
    block(budget, 1_000, { waitMs: 60_000, window: 'medium' })
    expect(budget.available('read', 61_049, URGENT)).toBe(0)
    expect(budget.nextMonoMs('read', 2_000)).toBe(61_050)
    expect(budget.take('write', 1, 2_000)).toHaveLength(1)
    expect(budget.take('read', 1, 61_050)).toHaveLength(1)
  })

  it('doubles its silence when a 429 says nothing, and halves the limit that nobody has told', () => {
    const budget = budgetOf({ perSecond: 100, perMinute: 1000 })
    const silences: number[] = []
    let now = 0
    const refuse = (block: Told['block']) => {
      const permit = budget.take('read', 1, now)[0]!
      answer(budget, permit, now, { block: block! })
      silences.push(budget.nextMonoMs('read', now) - now)
      now = budget.nextMonoMs('read', now)
    }
    for (let i = 0; i < 8; i++) refuse({})
    expect(silences).toEqual([1_050, 2_050, 4_050, 8_050, 16_050, 32_050, 60_050, 60_050])
    expect(budget.perMinute('read')).toBe(1_000)
    refuse({ window: 'medium' })
    expect(budget.perMinute('read')).toBe(500)
  })

  it('sends one request alone until the first answer, also when that is lost or was never sent', () => {
    const budget = budgetOf({ ...SMALL, learnFirst: true })
    const first = take(budget, 0)
    expect(budget.take('read', 1, 1)).toEqual([])
    budget.hear({ kind: 'answered', permit: first }, 100)
    budget.hear({ kind: 'permit-unused', permit: take(budget, 101) }, 101)
    const second = take(budget, 101)
    expect(budget.take('read', 1, 102)).toEqual([])
    answer(budget, second, 110)
    expect(budget.take('read', 1, 111)).toHaveLength(1)
  })

  it('counts a request without an answer from later on: it may still arrive', () => {
    const budget = budgetOf({ perSecond: 1, perMinute: 100 })
    budget.hear({ kind: 'answered', permit: take(budget, 0) }, 3_000)
    expect(budget.available('read', 10_999)).toBe(0)
    // for good, and its second is counted from then
    expect(budget.available('read', 12_010)).toBe(1)
  })

  it('counts it as long as nothing is answered; whatever is, the venue goes on', () => {
    const budget = budgetOf({ perSecond: 2, perMinute: 100 })
    budget.hear({ kind: 'budget', routeClass: 'account', perSecond: 2, perMinute: 100 }, 0)
    const [first, second] = budget.take('read', 2, 0)
    const [other] = budget.take('account', 1, 0)
    for (const permit of [first!, second!]) budget.hear({ kind: 'answered', permit }, 3_000)
    answer(budget, other!, 3_500)
    // half a second from then, and two from the loss, for it to be counted; and the second of the window
    expect(budget.available('read', 6_009)).toBe(0)
    expect(budget.available('read', 6_010, URGENT)).toBe(2)
  })

  it('leaves half a second of reads to the emergency while answers are outstanding', () => {
    const budget = budgetOf({ perSecond: 10, perMinute: 100 })
    for (let i = 0; i < 5; i++) take(budget, 0)
    expect(budget.available('read', 0)).toBe(0)
    expect(budget.available('read', 0, URGENT)).toBe(5)
  })

  it('counts one that never reached the venue for its second alone', () => {
    const budget = budgetOf({ perSecond: 1, perMinute: 100 })
    budget.hear({ kind: 'answered', permit: take(budget, 0), told: { unsent: true } }, 3_000)
    expect(budget.available('read', 4_009)).toBe(0)
    expect(budget.available('read', 4_010)).toBe(1)
    expect(budget.trouble('read')?.code).toBe('unreachable')
  })
})

describe('a permit', () => {
  it('is worth as much as before when it comes back unused, and that once', () => {
    const budget = budgetOf(SMALL)
    const permit = take(budget, 0)
    expect(budget.available('read', 0, URGENT)).toBe(2)
    for (let i = 0; i < 3; i++) budget.hear({ kind: 'permit-unused', permit }, 0)
    answer(budget, permit, 0)
    expect(budget.available('read', 0, URGENT)).toBe(3)
  })

  it('is not lost for ever with whoever should have told of it', () => {
    const budget = budgetOf({ perSecond: 1, perMinute: 1 })
    const { untilMonoMs } = take(budget, 0)
    // counted as if its request had been given up at its end
    expect(budget.available('read', untilMonoMs + 62_059)).toBe(0)
    expect(budget.available('read', untilMonoMs + 62_060)).toBe(1)
  })

  it('that was taken for lost still brings what its answer tells', () => {
    const budget = budgetOf(SMALL)
    const permit = take(budget, 0)
    answer(budget, permit, 40_000, { ...told([3, 20], [2, 19]), block: { waitMs: 1_000 } })
    expect(budget.perMinute('read')).toBe(20)
    expect(budget.available('read', 41_000)).toBe(0)
  })
})

describe('who waits for a permit', () => {
  const want = (wantId: number, priority: 'urgent' | 'routine' = 'urgent') =>
    ({ kind: 'permit-wanted', wantId, routeClass: 'read', priority }) as const

  it('is served in the order of asking, the urgent first, and once', () => {
    const budget = budgetOf({ perSecond: 2, perMinute: 100 })
    for (const input of [want(1, 'routine'), want(2), want(3), want(2)]) budget.hear(input, 0)
    const given = budget.serve(0)
    expect(given.map(({ wantId }) => wantId)).toEqual([2, 3])
    expect(budget.nextServeMonoMs(0)).toBe(50)
    for (const { permit } of given) answer(budget, permit, 100)
    expect(budget.nextServeMonoMs(100)).toBe(1_110)
    expect(budget.serve(1_110).map(({ wantId }) => wantId)).toEqual([1])
    expect(budget.nextServeMonoMs(1_110)).toBe(Number.POSITIVE_INFINITY)
  })

  it('waits out a block, however pressing', () => {
    const budget = budgetOf(SMALL)
    block(budget, 0, { waitMs: 5_000 })
    budget.hear(want(1), 0)
    expect(budget.serve(5_049)).toEqual([])
    expect(budget.nextServeMonoMs(0)).toBe(5_050)
    expect(budget.serve(5_050)).toHaveLength(1)
  })
})

describe('a stock of permits drawn ahead', () => {
  const stocked = () => budgetOf({ perSecond: 3, perMinute: 8, stocked: true })

  it('is asked for every permit: there is none without one', () => {
    const budget = stocked()
    expect(budget.take('read', 1, 0)).toEqual([])
    expect(budget.nextMonoMs('read', 0)).toBeGreaterThan(0)
    budget.hear({ kind: 'permits-drawn', routeClass: 'read', count: 2 }, 0)
    expect(budget.take('read', 5, 0)).toHaveLength(2)
    expect(budget.take('read', 1, 0)).toEqual([])
  })

  it('gets back what was spent, when its windows end, and what comes back unused at once', () => {
    const budget = stocked()
    budget.hear({ kind: 'permits-drawn', routeClass: 'read', count: 3 }, 0)
    const [first, second, third] = budget.take('read', 3, 0)
    answer(budget, first!, 5)
    budget.hear({ kind: 'answered', permit: second! }, 5)
    budget.hear({ kind: 'permit-unused', permit: third! }, 5)
    const read = { kind: 'return-permits', routeClass: 'read', count: 1 }
    expect(budget.takeStockOrders(5)).toEqual([{ ...read, shortMs: 1_010, mediumMs: 60_060 }])
    expect(budget.takeStockOrders(5)).toEqual([])
    const [fourth] = budget.take('read', 5, 1_100)
    answer(budget, fourth!, 1_105)
    // what was lost is counted by now, or soon
    expect(budget.takeStockOrders(1_105)).toEqual([
      { ...read, shortMs: 1_010, mediumMs: 60_060 },
      { ...read, shortMs: 1_910, mediumMs: 60_960 },
    ])
  })

  it('follows the limits, and takes back what was drawn beyond them', () => {
    const budget = stocked()
    budget.hear({ kind: 'permits-drawn', routeClass: 'read', count: 3 }, 0)
    answer(budget, take(budget, 0), 0, told([1, 8], [0, 7]))
    const [, resize] = budget.takeStockOrders(0)
    expect(resize).toEqual({ kind: 'resize-stock', routeClass: 'read', perSecond: 1, perMinute: 8, back: 1 })
  })

  it('has no orders where there is none', () => {
    const budget = budgetOf(SMALL)
    answer(budget, take(budget, 0), 0, told([1, 8], [0, 7]))
    expect(budget.takeStockOrders(0)).toEqual([])
  })
})

describe('a key that several bots share', () => {
  const LIMITS = { perSecond: 10, perMinute: 30 }
  const shared = (bots: number) => {
    const budget = budgetOf(LIMITS)
    budget.hear({ kind: 'budget-shared', bots }, 0)
    return budget
  }
  const most = (budget: Budget) => budget.available('read', 0, EMERGENCY)

  it('leaves each its part of both windows, rounded down, and one request at least', () => {
    expect([1, 3, 4, 20].map((bots) => most(shared(bots)))).toEqual([10, 3, 2, 1])
    expect(shared(4).perMinute('read')).toBe(7)
  })

  it('counts the others against nothing of ours while they keep to their parts, and beyond that', () => {
    const budget = shared(3)
    const first = take(budget, 0)
    // nineteen of the others: within their parts of the minute
    answer(budget, first, 0, told([10, 30], [9, 10]))
    expect(budget.perMinute('read')).toBe(10)
    const second = take(budget, 2000)
    answer(budget, second, 2000, told([10, 30], [9, 3]))
    expect(budget.perMinute('read')).toBe(5)
  })

  it('grows again when others leave', () => {
    const budget = shared(3)
    budget.hear({ kind: 'budget-shared', bots: 1 }, 0)
    expect(most(budget)).toBe(10)
  })

  const partOf = (perSecond: number, perMinute: number, untilMonoMs: number): KeyPart => ({
    limits: all({ perSecond, perMinute }),
    untilMonoMs,
    afterwards: all({ perSecond: 1, perMinute: 2 }),
  })

  it('keeps to the part that was divided, and to the least of it when that is over', () => {
    const budget = shared(3)
    budget.hear({ kind: 'budget-shared', bots: 3, part: partOf(4, 20, 5000) }, 0)
    expect([most(budget), budget.perMinute('read')]).toEqual([4, 20])
    expect(budget.available('read', 5000, EMERGENCY)).toBe(1)
    expect(budget.uses(5000).read).toEqual({
      limit: LIMITS,
      learned: { perSecond: 0, perMinute: 0 },
      used: { perSecond: 0, perMinute: 0 },
      ending: [],
      part: { perSecond: 1, perMinute: 2 },
    })
  })

  it('has its least besides what it used of its part while that was its own, as long as both stay within it', () => {
    const usedOf = (count: number) => {
      const budget = shared(3)
      budget.hear({ kind: 'budget-shared', bots: 3, part: partOf(10, 20, 5000) }, 0)
      for (let second = 0; second < 4; second++)
        for (const permit of budget.take('read', count / 4, second * 1000)) answer(budget, permit, second * 1000)
      return budget
    }
    expect(usedOf(12).available('read', 10_000, EMERGENCY)).toBe(1)
    const two = usedOf(12)
    answer(two, take(two, 10_000), 10_000)
    expect(two.available('read', 12_000, EMERGENCY)).toBe(1)
    answer(two, take(two, 12_000), 12_000)
    expect(two.available('read', 14_000, EMERGENCY)).toBe(0)
    // what is gone from the window makes no room beyond the least
    expect(two.available('read', 63_500, EMERGENCY)).toBe(0)
    expect(two.available('read', 70_100, EMERGENCY)).toBe(1)
    // it leaves a tenth, and one, to what is urgent
    const full = usedOf(20)
    expect(full.uses(4000).read.used.perMinute).toBe(20)
    expect(full.available('read', 10_000, EMERGENCY)).toBe(0)
  })

  it('leaves two of its least to the emergency, whatever else is asked', () => {
    const budget = shared(3)
    const least = all({ perSecond: 10, perMinute: 18 })
    budget.hear({ kind: 'budget-shared', bots: 3, part: { limits: least, untilMonoMs: 0, afterwards: least } }, 0)
    for (let second = 0; second < 4; second++)
      for (const permit of budget.take('read', 10, second * 1100)) answer(budget, permit, second * 1100)
    expect(budget.take('read', 1, 10_000)).toEqual([])
    expect(budget.available('read', 10_000, EMERGENCY)).toBe(2)
  })

  it('tells the second keeper of its least besides what it used of its part: he takes off whatever is used', () => {
    const budget = budgetOf({ ...LIMITS, stocked: true })
    budget.hear({ kind: 'permits-drawn', routeClass: 'read', count: 10 }, 0)
    budget.hear({ kind: 'budget-shared', bots: 3, part: partOf(10, 20, 5000) }, 0)
    for (const permit of budget.take('read', 9, 1000)) answer(budget, permit, 1000)
    const told = (atMs: number) =>
      budget
        .takeStockOrders(atMs)
        .flatMap((order) => (order.kind === 'resize-stock' && order.routeClass === 'read' ? [order] : []))
    expect(told(1000)).toMatchObject([{ perSecond: 10, perMinute: 20 }])
    expect(told(6000)).toMatchObject([{ perSecond: 1, perMinute: 2 + 9 }])
    expect(told(62_000)).toMatchObject([{ perSecond: 1, perMinute: 2 }])
  })

  it('sends nothing where nothing is left for it, and tells what it has used', () => {
    const budget = shared(3)
    answer(budget, take(budget, 0), 0, told([10, 30], [9, 29]))
    budget.hear({ kind: 'budget-shared', bots: 3, part: partOf(0, 0, 5000) }, 10)
    expect(budget.available('read', 10, EMERGENCY)).toBe(0)
    expect(budget.uses(10).read).toMatchObject({ learned: LIMITS, used: { perSecond: 1, perMinute: 1 } })
    // in its 31st step of two seconds
    expect(budget.uses(10).read.ending).toEqual([...Array(30).fill(0), 1])
    expect(budget.uses(59_000).read.ending).toEqual([1])
  })

  it('tells of no end where a request is not answered', () => {
    const budget = shared(3)
    take(budget, 0)
    expect(budget.uses(0).read).toMatchObject({ used: { perMinute: 1 }, ending: [] })
  })

  it('takes nobody for a stranger who had our part before it was ours', () => {
    const budget = shared(3)
    budget.hear({ kind: 'budget-shared', bots: 2, part: partOf(5, 10, 90_000) }, 0)
    const sent = take(budget, 0)
    budget.hear({ kind: 'budget-shared', bots: 2, part: partOf(5, 20, 90_000) }, 1)
    // twenty of the other, when ten were its own
    answer(budget, sent, 2, told([10, 30], [9, 9]))
    expect(budget.perMinute('read')).toBe(20)
  })
})
