import { beforeEach, describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { LivingOrder } from '../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import type { Command } from '../../../src/domain/run/command.js'
import type { Budget } from '../../../src/execution/budget/budget.js'
import { FeeBook } from '../../../src/execution/fees/fee-book.js'
import { legKey } from '../../../src/execution/planning/leg-back-off.js'
import type { PlanMarket } from '../../../src/execution/planning/market-plan.js'
import { OrderPlanner } from '../../../src/execution/planning/order-planner.js'
import type { PlaceGate } from '../../../src/execution/planning/place-gate.js'
import type { OrderPlan } from '../../../src/execution/planning/plan-draft.js'
import { A, B, market, quote } from '../../risk/builders.js'
import { all, budgetOf, limit } from '../budget/builders.js'
import { at, EPOCH_MS, hashOf, orderIn, restingOrder } from '../builders.js'

const SETTINGS = {
  repriceTicks: 1,
  resizeFraction: 0.5,
  renewBeforeFraction: 0.3,
  lifetimeSec: 120,
  stopMatchingBeforeSec: 0,
  minRepriceMs: 500,
}
const BID = quote('BUY YES', 50, 10)
const NO_BID = quote('BUY NO', 45, 10)
const OPEN_GATE: PlaceGate = {
  refuses: () => undefined,
  isShut: () => undefined,
  sent: () => undefined,
  leaves: () => undefined,
}
const CLASSES = ['read', 'write', 'cancel', 'account'] as const

let budget: Budget
let fees: FeeBook
let planner: OrderPlanner
let intent: number
let mayResend: boolean

beforeEach(() => {
  budget = budgetOf(all({ perSecond: 50, perMinute: 1000 }))
  fees = new FeeBook(1000)
  mayResend = false
  planner = new OrderPlanner(budget, fees, SETTINGS, () => mayResend)
  intent = 100
})

interface MarketWords extends Partial<PlanMarket> {
  readonly approved?: readonly Quote[]
  readonly orders?: readonly LivingOrder[]
  /** When the fee was read, monotonic; just now by default, 'unread' leaves the book as it is. */
  readonly feeReadAt?: number | 'unread'
}

const readFee = (conditionId: ConditionId, readAtMonoMs: number) =>
  fees.hear({ kind: 'fee', conditionId, feeRateBps: 7, readAtMonoMs, seq: 1, at: at(readAtMonoMs) })

function plan(markets: readonly MarketWords[], monoMs = 10_000, gate: PlaceGate = OPEN_GATE): OrderPlan {
  const full = markets.map(({ feeReadAt = monoMs, ...words }, i): PlanMarket => {
    if (feeReadAt !== 'unread') readFee(i === 0 ? A : B, feeReadAt)
    return { market: market(i === 0 ? A : B), approved: [], orders: [], closedFor: undefined, ...words }
  })
  const quotes = full.reduce((sum, m) => sum + m.approved.length, 0)
  return planner.plan({ markets: full, quotes, now: at(monoMs), gate, nextIntentId: () => ++intent })
}

const kinds = (commands: readonly Command[]) => commands.map((c) => c.kind)
const placed = ({ commands }: OrderPlan) => commands.flatMap((c) => (c.kind === 'place' ? c.intents : []))
const cancelled = ({ commands }: OrderPlan) => commands.flatMap((c) => (c.kind === 'cancel' ? c.hashes : []))
const waiting = (p: OrderPlan, id = A) => p.waiting.get(id) ?? []

/** Uses up a class but for `left` requests of the second. */
function exhaust(routeClass: (typeof CLASSES)[number], left = 0): void {
  budget.take(routeClass, budget.available(routeClass, 10_000, { priority: 'urgent' }) - left, 10_000)
}

describe('placing', () => {
  it('sends POST_ONLY orders of the signed fee with an end', () => {
    const result = plan([{ approved: [BID, NO_BID] }])
    expect(placed(result).map((i) => i.intentId)).toEqual([101, 102])
    expect(placed(result)[0]!.draft).toEqual({
      ...{ conditionId: A, outcome: 0, side: 'BUY', price: 50, size: 1000 },
      type: 'POST_ONLY',
      expirationSec: EPOCH_MS / 1000 + 10 + 120,
      feeRateBps: 7,
    })
    expect(result.commands[0]).toMatchObject({ kind: 'place', feeReadAtMonoMs: 10_000 })
  })

  it('gives the learned lifetime', () => {
    planner.setLifetime(300)
    expect(placed(plan([{ approved: [BID] }]))[0]!.draft.expirationSec).toBe(EPOCH_MS / 1000 + 310)
  })

  it('reads the fee first, once, and places nothing without a fresh one', () => {
    const first = plan([{ approved: [BID], feeReadAt: 'unread' }])
    expect(kinds(first.commands)).toEqual(['read-fee'])
    expect(plan([{ approved: [BID], feeReadAt: 'unread' }], 10_100).commands).toEqual([])
    readFee(A, 10_000)
    expect(kinds(plan([{ approved: [BID], feeReadAt: 'unread' }], 10_501).commands)).toEqual(['read-fee'])
    readFee(A, 10_000)
    expect(kinds(plan([{ approved: [BID], feeReadAt: 'unread' }], 10_500).commands)).toEqual(['place'])
  })

  it('asks for the fee beside the cancels, which do not wait', () => {
    const stray = restingOrder(quote('BUY NO', 30, 10), 1)
    expect(kinds(plan([{ approved: [BID], orders: [stray], feeReadAt: 'unread' }]).commands)).toEqual([
      'cancel',
      'read-fee',
    ])
  })

  it('wants nothing while nothing is approved', () => {
    expect(plan([{ feeReadAt: 'unread' }]).commands).toEqual([])
  })

  it('plans anew each time: what was planned and not sent is forgotten', () => {
    plan([{ approved: [BID], feeReadAt: 'unread' }])
    const newer = quote('BUY YES', 44, 10)
    expect(placed(plan([{ approved: [newer] }], 10_200)).map((i) => i.draft.price)).toEqual([44])
    expect(plan([{}], 10_300).commands).toEqual([])
  })

  it('asks the gate before each order, and counts what it has let through', () => {
    const sent: Quote[] = []
    const full = { waitsFor: 'room: full' }
    const gate: PlaceGate = {
      ...OPEN_GATE,
      refuses: (q) => (sent.length > 0 && q !== sent[0] ? full : undefined),
      sent: (q) => sent.push(q),
    }
    expect(placed(plan([{ approved: [BID, NO_BID] }], 10_000, gate))).toHaveLength(1)
    expect(sent).toEqual([BID])
    const closed: PlaceGate = { ...OPEN_GATE, refuses: () => full }
    const result = plan([{ approved: [BID], feeReadAt: 'unread' }], 10_000, closed)
    expect(result.commands).toEqual([])
    expect(waiting(result)).toEqual(['room: full'])
  })

  it('leaves a refused leg alone until it has cooled down', () => {
    planner.backOff.refused(legKey(BID), 10_000)
    const result = plan([{ approved: [BID, NO_BID] }])
    expect(placed(result).map((i) => i.draft.outcome)).toEqual([1])
    expect(waiting(result)).toContain('a refusal to cool down')
    expect(result.due.get(A)).toBeLessThanOrEqual(10_500)
    expect(placed(plan([{ approved: [BID] }], 10_500))).toHaveLength(1)
  })

  it('places sales and the better edge first when writes are short', () => {
    exhaust('write', 1)
    const better = quote('BUY YES', 50, 10, { conditionId: B, edge: 0.05 })
    const result = plan([{ approved: [BID] }, { approved: [better] }])
    expect(placed(result).map((i) => i.draft.conditionId)).toEqual([B])
    expect(waiting(result)).toContain('write budget')
  })

  it('places what was never quoted before what is quoted again, whatever the edge', () => {
    const better = quote('BUY YES', 50, 10, { conditionId: B, edge: 0.05 })
    plan([{}, { approved: [better] }])
    exhaust('write', 1)
    const result = plan([{ approved: [BID] }, { approved: [better] }])
    expect(placed(result).map((i) => i.draft.conditionId)).toEqual([A])
    expect(waiting(result, B)).toContain('write budget')
  })

  it('leaves the reserve of the writes alone only while an order may have to be sent again', () => {
    const some = [BID, NO_BID]
    mayResend = true
    budget.take('write', budget.available('write', 10_000, { priority: 'routine' }), 10_000)
    expect(placed(plan([{ approved: some }]))).toEqual([])
    mayResend = false
    expect(placed(plan([{ approved: some }]))).toHaveLength(2)
  })

  it('keeps the writes promised to a market whose fee is on its way', () => {
    plan([{ approved: [BID, NO_BID], feeReadAt: 'unread' }])
    exhaust('write', 3)
    const elsewhere = [quote('BUY YES', 50, 10, { conditionId: B }), quote('BUY NO', 45, 10, { conditionId: B })]
    const result = plan([{ approved: [BID, NO_BID], feeReadAt: 'unread' }, { approved: elsewhere }], 10_010)
    expect(placed(result)).toHaveLength(1)
  })
})

describe('a closed market', () => {
  it('may cancel and may not place', () => {
    const unknown = orderIn('unknown', BID, 1)
    const stray = restingOrder(quote('BUY NO', 30, 10), 2)
    const closed = { approved: [BID, NO_BID], orders: [unknown, stray], closedFor: 'an order of unknown outcome' }
    const result = plan([closed, { approved: [quote('BUY YES', 50, 10, { conditionId: B })] }])
    // the stray order stands for the bid on NO: a replacement, which waits; nothing is placed
    expect(placed(result).map((i) => i.draft.conditionId)).toEqual([B])
    expect(waiting(result)).toContain('an order of unknown outcome')
    const bare = plan([{ orders: [unknown, stray], closedFor: 'an order of unknown outcome' }])
    expect(cancelled(bare)).toEqual([stray.hash])
  })

  it('does not read a fee it cannot use', () => {
    expect(plan([{ approved: [BID], feeReadAt: 'unread', closedFor: 'the sign-in' }]).commands).toEqual([])
  })
})

describe('cancels', () => {
  const two = [restingOrder(BID, 1), restingOrder(NO_BID, 2)]

  it('go out in one call before anything else', () => {
    const result = plan([{ approved: [quote('SELL YES', 60, 10)], orders: two }])
    expect(kinds(result.commands)).toEqual(['cancel', 'place'])
    expect(cancelled(result)).toEqual([hashOf(1), hashOf(2)])
    expect(result.cancelled).toEqual(two)
  })

  it('go out without reads and writes', () => {
    exhaust('read')
    exhaust('write')
    expect(cancelled(plan([{ approved: [], orders: two }]))).toHaveLength(2)
  })

  it('wait for the answer of an order on its way', () => {
    const sent = orderIn('sent', BID, 1)
    const result = plan([{ orders: [sent] }])
    expect(result.commands).toEqual([])
    expect(waiting(result)).toContain('the answer to an order')
  })

  it('of an order whose cancel just failed are not repeated in a loop', () => {
    expect(cancelled(plan([{ orders: two }]))).toHaveLength(2)
    const again = plan([{ orders: two }], 10_010)
    expect(again.commands).toEqual([])
    expect(again.due.get(A)).toBeLessThanOrEqual(10_250)
    expect(cancelled(plan([{ orders: two }], 10_250))).toHaveLength(2)
  })

  it('that the budget holds back keep their successors back', () => {
    exhaust('cancel')
    const result = plan([{ approved: [quote('BUY YES', 53, 10)], orders: [restingOrder(BID, 1)] }])
    expect(result.commands).toEqual([])
    expect(result.cancelled).toEqual([])
    expect(result.due.get(A)).toBeLessThanOrEqual(11_250)
  })
})

describe('replacing', () => {
  const wanted = quote('BUY YES', 53, 10)

  it('cancels and places in one step', () => {
    const result = plan([{ approved: [wanted], orders: [restingOrder(BID, 1)] }])
    expect(cancelled(result)).toEqual([hashOf(1)])
    expect(placed(result).map((i) => i.draft.price)).toEqual([53])
  })

  it('leaves a young order alone, unless it is dangerous', () => {
    const young = restingOrder(BID, 1, { sinceMonoMs: 9600 })
    expect(plan([{ approved: [wanted], orders: [young] }]).commands).toEqual([])
    const below = quote('BUY YES', 45, 10, { edge: 0.02 })
    expect(cancelled(plan([{ approved: [below], orders: [young] }]))).toEqual([hashOf(1)])
  })

  it('takes the most pressing first, as far as the writes go', () => {
    exhaust('write', 1)
    const far = quote('BUY NO', 55, 10)
    const result = plan([{ approved: [wanted, far], orders: [restingOrder(BID, 1), restingOrder(NO_BID, 2)] }])
    expect(cancelled(result)).toEqual([hashOf(2)])
    expect(placed(result).map((i) => i.draft.price)).toEqual([55])
  })

  it('has its write before what is missing, here or in another market: nothing is cancelled for want of a successor', () => {
    const elsewhere = quote('BUY YES', 50, 10, { conditionId: B, edge: 0.1 })
    for (const [own, other] of [
      [[wanted], [elsewhere]],
      [[NO_BID, wanted], []],
    ] as const) {
      exhaust('write', 1)
      const result = plan([{ approved: own, orders: [restingOrder(BID, 1)] }, { approved: other }])
      expect(cancelled(result)).toEqual([hashOf(1)])
      expect(placed(result).map(({ draft }) => draft.price)).toEqual([53])
      budget = budgetOf(all({ perSecond: 50, perMinute: 1000 }))
      planner = new OrderPlanner(budget, fees, SETTINGS, () => mayResend)
    }
  })

  it('waits where the writes are promised to a market whose fee is on its way', () => {
    exhaust('write', 1)
    plan([{}, { approved: [quote('BUY YES', 50, 10, { conditionId: B })], feeReadAt: 'unread' }])
    const result = plan([{ approved: [wanted], orders: [restingOrder(BID, 1)] }])
    expect(result.commands).toEqual([])
    expect([...result.starved.keys()]).toEqual([A])
  })

  it('is paced, but an order about to die is renewed whatever the pace says', () => {
    limit(budget, all({ perSecond: 50, perMinute: 100 }))
    let replaced = 0
    for (let i = 1; i <= 20; i++) {
      const orders = [restingOrder(BID, i, { lifeSec: 1000 })]
      replaced += cancelled(plan([{ approved: [wanted], orders }], 10_000 + i)).length
    }
    expect(replaced).toBeGreaterThan(3)
    expect(replaced).toBeLessThan(15)
    // further off in price, yet without pace; the renewal behind it must not starve
    const moved = quote('BUY YES', 70, 10)
    const dying = restingOrder(NO_BID, 50, { lifeSec: 20 })
    const orders = [restingOrder(BID, 49, { lifeSec: 1000 }), dying]
    expect(cancelled(plan([{ approved: [moved, NO_BID], orders }], 10_030))).toEqual([dying.hash])
  })

  it('holds a third order back while two of the leg may live', () => {
    const unconfirmed = orderIn('cancelling', quote('BUY YES', 47, 10), 1)
    const result = plan([{ approved: [wanted], orders: [unconfirmed, restingOrder(BID, 2)] }])
    expect(result.commands).toEqual([])
    expect(waiting(result)).toContain('a cancel to be confirmed')
  })

  describe('where few orders may leave', () => {
    const far = quote('BUY NO', 55, 10)
    const resting = [restingOrder(BID, 1), restingOrder(NO_BID, 2)]
    const elsewhere = quote('BUY YES', 50, 10, { conditionId: B, edge: 0.1 })
    /** What is sent counts, in this plan and those behind it. */
    function rate(most: number): PlaceGate {
      let left = most
      return {
        ...OPEN_GATE,
        isShut: (beside) => (beside < left ? undefined : { waitsFor: 'the order rate' }),
        sent: () => void left--,
      }
    }

    it('cancels as many as may be placed again, the most pressing first', () => {
      const result = plan([{ approved: [wanted, far], orders: resting }], 10_000, rate(1))
      expect(cancelled(result)).toEqual([hashOf(2)])
      expect(placed(result).map(({ draft }) => draft.price)).toEqual([55])
      expect(waiting(result)).toEqual(['the order rate'])
    })

    it('keeps the place of a successor whose fee is on its way, and cancels no other for it', () => {
      const gate = rate(1)
      const first = plan([{ approved: [wanted], orders: [restingOrder(BID, 1)], feeReadAt: 'unread' }], 10_000, gate)
      expect(kinds(first.commands)).toEqual(['cancel', 'read-fee'])
      const cancelling = orderIn('cancelling', BID, 1)
      const waits = { approved: [wanted, far], orders: [cancelling, restingOrder(NO_BID, 2)] }
      const between = plan([{ ...waits, feeReadAt: 'unread' }, { approved: [elsewhere] }], 10_100, gate)
      expect(between.commands).toEqual([])
      expect(waiting(between, B)).toEqual(['the order rate'])
      const last = plan([waits, { approved: [elsewhere] }], 10_200, gate)
      expect(placed(last).map(({ draft }) => draft.price)).toEqual([53])
    })

    it('leaves what rests until nothing that is missing waits for its place', () => {
      const [none, one] = [rate(0), rate(1)]
      expect(waiting(plan([{}, { approved: [elsewhere] }], 10_000, none), B)).toEqual(['the order rate'])
      const rests = { approved: [wanted], orders: [restingOrder(BID, 1)] }
      expect(plan([rests], 10_000, one).commands).toEqual([])
      const both = plan([rests, { approved: [elsewhere] }], 10_100, one)
      expect([cancelled(both), placed(both).map(({ draft }) => draft.conditionId)]).toEqual([[], [B]])
      expect(cancelled(plan([rests], 11_100, rate(1)))).toEqual([hashOf(1)])
    })

    it('asks no fee for more than may leave', () => {
      expect(plan([{ approved: [BID], feeReadAt: 'unread' }], 10_000, rate(0)).commands).toEqual([])
    })
  })

  it('is not begun for a leg that must cool down', () => {
    planner.backOff.refused(legKey(wanted), 10_000)
    expect(plan([{ approved: [wanted], orders: [restingOrder(BID, 1)] }]).commands).toEqual([])
  })
})

it('wakes for the next renewal', () => {
  const { commands, due } = plan([{ approved: [BID], orders: [restingOrder(BID, 1)] }])
  expect(commands).toEqual([])
  // the earliest share of life at which an order is renewed: 0.45 of 120 s before its end
  expect(due.get(A)).toBe(120_000 - 54_000)
})
