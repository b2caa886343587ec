import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { FeedTelling, TOLD_WITHIN_MS } from '../../../../src/venue/simulated/fills/feed-telling.js'
import { QUEUE_MODELS, type QueueModel } from '../../../../src/venue/simulated/fills/queue-models.js'
import { type EarlierShrink, QueuePlace } from '../../../../src/venue/simulated/fills/queue-place.js'

const PLACE = { on: 'bid', price: ticks(48) } as const

function queued(model: QueueModel, ahead: number, earlier?: EarlierShrink, telling = new FeedTelling()) {
  const joined = { hash: '0x1', place: PLACE, arrival: 1, model, telling, ahead } as const
  const own = new QueuePlace({ ...joined, ...(earlier ? { earlier } : {}) })
  return {
    own,
    /** Returns what reached us; we are large enough to take all of it. */
    trade: (lots: number, atMs: number) => {
      const reached = own.reachedBy(lots, atMs)
      own.traded(lots, reached, atMs)
      return reached
    },
  }
}

describe('a trade and the level that it took from', () => {
  it.each(QUEUE_MODELS)(
    '%s: one shrink of 40 and one trade of 40 leave 60 of 100 ahead, whichever comes first',
    (model) => {
      const first = queued(model, 100)
      first.trade(40, 0)
      first.own.shrank({ before: 100, after: 60 }, 1)
      const second = queued(model, 100)
      second.own.shrank({ before: 100, after: 60 }, 0)
      second.trade(40, 1)
      expect([first.own.ahead, second.own.ahead]).toEqual([60, 60])
    },
  )

  it('what trade and level say together is the same in any order of telling', () => {
    const flow = fc.record({
      ahead: fc.integer({ min: 0, max: 100 }),
      behind: fc.integer({ min: 0, max: 100 }),
      traded: fc.integer({ min: 1, max: 150 }),
      cancelled: fc.integer({ min: 0, max: 60 }),
      model: fc.constantFrom(...QUEUE_MODELS),
    })
    fc.assert(
      fc.property(flow, ({ ahead, behind, traded, cancelled, model }) => {
        const before = ahead + behind
        // a level cannot shrink by more than is there
        const after = Math.max(0, before - traded - cancelled)
        const told = (tradeFirst: boolean) => {
          const { own, trade } = queued(model, ahead)
          if (tradeFirst) {
            const reached = trade(traded, 0)
            own.shrank({ before: before, after: after }, 1)
            return { reached, ahead: own.ahead }
          }
          own.shrank({ before: before, after: after }, 0)
          return { reached: trade(traded, 1), ahead: own.ahead }
        }
        expect(told(false)).toEqual(told(true))
      }),
      { numRuns: 500 },
    )
  })

  it('a shrink that no trade explains in time was a cancel', () => {
    const { own, trade } = queued('optimistic', 100)
    own.shrank({ before: 100, after: 60 }, 0)
    expect(own.ahead).toBe(60)
    trade(40, TOLD_WITHIN_MS + 1)
    expect(own.ahead).toBe(20)
  })

  it('a shrink from before we joined is explained by a trade that did not meet us', () => {
    const { trade, own } = queued('risk-averse', 10, { lots: 90, atMs: 0 })
    expect(trade(95, 1)).toBe(0)
    expect(own.ahead).toBe(5)
    expect(trade(7, 2)).toBe(2)
  })
})

describe('on a feed that tells trades first', () => {
  const tradesFirst = () => {
    const telling = new FeedTelling()
    for (let i = 0; i < 3; i++) telling.saw('trade')
    return telling
  }

  it('no trade explains what left before it: who stood there had gone', () => {
    const known = queued('optimistic', 60, undefined, tradesFirst())
    known.own.shrank({ before: 60, after: 0 }, 0)
    expect(known.trade(20, 8)).toBe(20)
    // where nobody knows the way, the trade may have been what took the 60
    const unknown = queued('optimistic', 60)
    unknown.own.shrank({ before: 60, after: 0 }, 0)
    expect(unknown.trade(20, 8)).toBe(0)
  })

  it('what left a level before we joined it does not meet a trade either', () => {
    const { trade } = queued('risk-averse', 10, { lots: 90, atMs: 0 }, tradesFirst())
    expect(trade(15, 1)).toBe(5)
  })

  it('the level that follows its trade says nothing new', () => {
    const { own, trade } = queued('optimistic', 100, undefined, tradesFirst())
    trade(40, 0)
    own.shrank({ before: 130, after: 90 }, 1)
    expect(own.ahead).toBe(60)
  })
})

describe('an order that is known to have left', () => {
  const left = (stood: 'ahead' | 'behind' | undefined) => {
    const { own } = queued('power-3', 50)
    own.shrank({ before: 100, after: 80 }, 0, stood)
    return own.ahead
  }

  it('stood before us, or behind us: no model is asked', () => {
    expect([left('ahead'), left('behind'), left(undefined)]).toEqual([30, 50, 40])
  })

  it('never leaves more ahead than are there', () => {
    const { own } = queued('power-3', 50)
    own.shrank({ before: 60, after: 30 }, 0, 'behind')
    expect(own.ahead).toBe(30)
  })
})

describe('models', () => {
  const moves = fc.array(
    fc.oneof(
      fc.record({ trade: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ leave: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ join: fc.integer({ min: 1, max: 30 }) }),
    ),
    { maxLength: 30 },
  )
  type Move = { readonly trade: number } | { readonly leave: number } | { readonly join: number }

  /** The venue's level and our place in it; moves are far enough apart for each to be what it seems. */
  function play(model: QueueModel, ahead: number, steps: readonly Move[]) {
    const { own, trade } = queued(model, ahead)
    let level = ahead
    let reached = 0
    steps.forEach((move, i) => {
      const atMs = i * 2 * TOLD_WITHIN_MS
      if ('join' in move) level += move.join
      else if ('leave' in move) {
        const after = Math.max(0, level - move.leave)
        own.shrank({ before: level, after: after }, atMs)
        level = after
      } else {
        reached += trade(move.trade, atMs)
        const after = Math.max(0, level - move.trade)
        own.shrank({ before: level, after: after }, atMs)
        level = after
      }
    })
    return { reached, ahead: own.ahead, level }
  }

  it('risk-averse fills least and optimistic most, whatever happens', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), moves, (ahead, steps) => {
        const [least, most] = [play('risk-averse', ahead, steps), play('optimistic', ahead, steps)]
        for (const model of QUEUE_MODELS) {
          const { reached } = play(model, ahead, steps)
          expect(reached).toBeGreaterThanOrEqual(least.reached)
          expect(reached).toBeLessThanOrEqual(most.reached)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('nobody is ahead who is not there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), moves, fc.constantFrom(...QUEUE_MODELS), (ahead, steps, model) => {
        const end = play(model, ahead, steps)
        expect(end.ahead).toBeGreaterThanOrEqual(0)
        expect(end.ahead).toBeLessThanOrEqual(end.level)
      }),
      { numRuns: 300 },
    )
  })

  it('the power models stand between: half of 100 ahead, 20 go', () => {
    const left = (model: QueueModel) => {
      const { own } = queued(model, 50)
      own.shrank({ before: 100, after: 80 }, 0)
      return own.ahead
    }
    expect([left('risk-averse'), left('power-2'), left('power-3'), left('pro-rata'), left('optimistic')]).toEqual([
      50, 40, 40, 40, 30,
    ])
    // a short front loses less than its share
    const front = queued('power-2', 20)
    front.own.shrank({ before: 100, after: 80 }, 0)
    expect(front.own.ahead).toBe(Math.ceil(20 - 20 * (0.04 / (0.04 + 0.64))))
  })

  it('before the first book nobody knows the queue', () => {
    const { own, trade } = queued('optimistic', Number.POSITIVE_INFINITY)
    expect(trade(1000, 0)).toBe(0)
    own.learn(30)
    expect(own.ahead).toBe(30)
  })
})
