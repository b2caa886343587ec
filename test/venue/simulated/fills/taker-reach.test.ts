// A taker took an order of the bot that recorded the tape. It is not there in the run that is tried now: what becomes of that taker.

import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { seededRandom } from '../../../../src/domain/random.js'
import type { QueueModel } from '../../../../src/venue/simulated/fills/queue-models.js'
import { paper, type Row } from './scenario.js'

const MOMENT = 10
const SHARES = 100
const WIDE: readonly Row[] = [
  ['YES bid', 45, 100],
  ['YES ask', 55, 100],
]

/** The recording bot bids 20 shares of YES at 49, and `next` behind it. */
function recorded(queue: QueueModel, { unseenTakers = false, next }: { unseenTakers?: boolean; next?: number } = {}) {
  let isFilled = false
  const estimates: boolean[] = []
  const best = () => {
    if (!isFilled) return ticks(49)
    return next === undefined ? undefined : ticks(next)
  }
  const sim = paper({
    fillModel: {
      ...{ queue, unseenTakers },
      ...(queue === 'risk-averse' ? {} : { insideRandom: seededRandom(5) }),
      recordedBot: {
        recordedBest: () => ({ bid: best(), ask: undefined }),
        shownAt: (_id, { on, price }) => (on === 'bid' && price === 49 ? 20 * SHARES : 0),
      },
    },
    onMatch: (_trade, isEstimate) => estimates.push(isEstimate),
  })
  const takes = (shares: number) => {
    sim.trade('SELL YES', 49, shares)
    isFilled = shares >= 20
    sim.clock.advance(MOMENT)
    isFilled = false
  }
  return { ...sim, estimates, takes }
}

/** Six takers a minute while the spread is narrow, one while it is wide: about half of those who go to 49 go to 48 too, and next to nobody to 20. */
function watched({ show, trade, clock }: ReturnType<typeof paper>) {
  const narrow: readonly Row[] = [
    ['YES bid', 50, 100],
    ['YES ask', 52, 100],
  ]
  for (let minute = 0; minute < 20; minute++) {
    for (let taker = 0; taker < 6; taker++) {
      show(narrow)
      clock.advance(10_000)
      trade('SELL YES', 50, 10)
    }
    show(WIDE)
    clock.advance(60_000)
    trade('SELL YES', 45, 10)
  }
}

/** How many of forty takers of `shares` an order at `price` is filled by, and how much of it the most. */
function rounds(sim: ReturnType<typeof recorded>, { price, shares }: { price: number; shares: number }) {
  watched(sim)
  const found: number[] = []
  for (let round = 0; round < 40; round++) {
    sim.show(WIDE)
    const { hash } = sim.place('BUY YES', price, 10)
    sim.clock.advance(1000)
    sim.takes(shares)
    found.push(sim.filled(hash))
    sim.trading.cancelMany([hash], () => undefined)
    sim.clock.advance(1000)
  }
  return { times: found.filter((filled) => filled > 0).length, most: Math.max(...found) }
}

describe('a taker of an order that is not there now', () => {
  it('goes on to ours behind it as often as takers went so far, for no more than it took, and nothing proves it', () => {
    const sim = recorded('power-3')
    const { times, most } = rounds(sim, { price: 48, shares: 8 })
    expect(times).toBeGreaterThan(10)
    expect(times).toBeLessThan(35)
    expect(most).toBe(8)
    expect(new Set(sim.estimates)).toEqual(new Set([true]))
  })

  it('does so with takers estimated of whom there is no trace, too', () => {
    expect(rounds(recorded('power-3', { unseenTakers: true }), { price: 48, shares: 8 }).times).toBeGreaterThan(10)
  })

  it('does not go far', () => {
    expect(rounds(recorded('power-3'), { price: 20, shares: 8 }).times).toBe(0)
  })

  it('has gone no further than the next order that it left alone', () => {
    expect(rounds(recorded('power-3', { next: 48 }), { price: 48, shares: 20 }).times).toBe(0)
    expect(rounds(recorded('power-3'), { price: 48, shares: 20 }).times).toBeGreaterThan(10)
  })

  it('is no fill of the lower bound, and always one of the upper', () => {
    expect(rounds(recorded('risk-averse'), { price: 48, shares: 8 }).times).toBe(0)
    expect(rounds(recorded('optimistic'), { price: 48, shares: 8 }).times).toBe(40)
  })

  it('takes from others on its way first', () => {
    const { show, place, takes, filled, clock } = recorded('optimistic')
    show([['YES bid', 48, 5], ...WIDE])
    const [among, behind] = [place('BUY YES', 48, 5), place('BUY YES', 47, 10)]
    clock.advance(1000)
    takes(12)
    expect([among, behind].map(({ hash }) => filled(hash))).toEqual([5, 2])
  })

  it('is served by others at its price', () => {
    const { show, place, takes, filled, clock } = recorded('optimistic')
    show([['YES bid', 49, 10], ...WIDE])
    const { hash } = place('BUY YES', 48, 10)
    clock.advance(1000)
    takes(10)
    expect(filled(hash)).toBe(0)
  })

  it('is served by ours before', () => {
    const { show, place, takes, filled, clock } = recorded('optimistic')
    show(WIDE)
    const [first, behind] = [place('BUY YES', 50, 8), place('BUY YES', 48, 10)]
    clock.advance(1000)
    takes(12)
    expect([first, behind].map(({ hash }) => filled(hash))).toEqual([8, 4])
  })
})
