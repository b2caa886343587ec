import { beforeEach, describe, expect, it } from 'vitest'
import type { BestBids } from '../../../src/domain/market/book.js'
import { Feeds } from '../../../src/state/market/feeds.js'
import { A, B } from '../../risk/builders.js'

const NONE: BestBids = [undefined, undefined]
let feeds: Feeds
beforeEach(() => {
  feeds = new Feeds({ staleAfterMs: 3000, pollStaleAfterMs: 5000 })
})

/** A first snapshot. */
function live(nowMonoMs = 0): void {
  feeds.snapshot(A, false, nowMonoMs)
  feeds.socket(A, true, 'snapshot', nowMonoMs)
}

it('nothing heard is stale, and there is nothing to quote on', () => {
  expect(feeds.health(A, 10)).toMatchObject({ health: 'stale', reason: 'no data yet' })
  expect(feeds.trustsSocket(A, 10)).toBe(false)
  expect(feeds.polledBids(A)).toBeUndefined()
})

it('what the connection says decides, per market', () => {
  live()
  feeds.socket(B, true, 'snapshot', 0)
  feeds.socket(A, false, 'the connection is down', 900)
  expect(feeds.health(A, 970)).toEqual({ health: 'stale', reason: 'the connection is down', ageMs: 970 })
  expect(feeds.health(B, 900).health).toBe('live')
})

it('without the socket a poll is fresh up to and including its age limit', () => {
  feeds.polled(A, NONE, 1000)
  expect(feeds.health(A, 6000)).toMatchObject({ health: 'polled', ageMs: 5000 })
  expect(feeds.health(A, 6001)).toMatchObject({ health: 'stale', ageMs: 5001 })
  expect(feeds.polledBids(A)).toBe(NONE)
  expect(feeds.polledAt(A)).toBe(1000)
})

it('is as old as what was heard last, over the socket or by a poll', () => {
  live()
  feeds.polled(A, NONE, 10_000)
  feeds.moved(A, 30_000)
  feeds.socket(A, false, 'the connection is down', 33_000)
  expect(feeds.health(A, 33_500)).toEqual({
    ...{ health: 'stale', reason: 'the connection is down; last polled 23500 ms ago', ageMs: 3500 },
  })
  // each attempt to connect that fails says that it is down: the book grows no younger by it
  feeds.socket(A, false, 'the connection is down', 40_000)
  expect(feeds.health(A, 40_000).ageMs).toBe(10_000)
})

it('where answers are behind the stream, what was polled is older by as much', () => {
  feeds.polled(A, NONE, 1000)
  feeds.snapshot(B, false, 1000)
  expect(feeds.answersBehind(4000)).toEqual([A])
  expect(feeds.answersBehind(4000)).toEqual([])
  expect(feeds.health(A, 2000)).toMatchObject({ health: 'polled', ageMs: 5000 })
  expect(feeds.health(A, 2001).health).toBe('stale')
  expect(feeds.health(A, 2001).reason).toBe(
    'no data yet; last polled 1001 ms ago, and answers are 4000 ms behind the stream',
  )
  expect(feeds.answersBehindMs).toBe(4000)
  feeds.polled(A, NONE, 119_000)
  expect(feeds.answersBehind(0)).toEqual([A])
  expect(feeds.health(A, 120_000)).toMatchObject({ health: 'polled', ageMs: 1000 })
})

describe('a proof that is wanted', () => {
  it('charges nothing: the book is told again, believed meanwhile, and held against ours although it has moved', () => {
    live()
    feeds.proofWanted(A, 100)
    feeds.proofWanted(A, 200)
    expect(feeds.snapshotDueMonoMs(A)).toBe(100)
    expect(feeds.trustsSocket(A, 200)).toBe(true)
    feeds.asked(A, 250)
    feeds.moved(A, 260)
    expect(feeds.snapshotDueMonoMs(A)).toBe(1250)
    feeds.snapshot(A, false, 300)
    expect(feeds.health(A, 300)).toMatchObject({ health: 'stale', reason: 'changes of its book were lost' })
  })

  it('is there with a book that is the same, and void with the stream', () => {
    live()
    feeds.proofWanted(A, 100)
    feeds.snapshot(A, true, 300)
    expect(feeds.trustsSocket(A, 300)).toBe(true)
    expect(feeds.snapshotDueMonoMs(A)).toBe(1800)
    feeds.proofWanted(A, 400)
    feeds.socket(A, false, 'the connection is down', 500)
    feeds.snapshot(A, false, 600)
    feeds.socket(A, true, 'snapshot', 600)
    expect(feeds.trustsSocket(A, 600)).toBe(true)
  })

  it('is none of what is not believed', () => {
    feeds.proofWanted(A, 100)
    live(200)
    feeds.convict(A, 'trade', 300)
    feeds.proofWanted(A, 350)
    feeds.snapshot(A, true, 400)
    expect(feeds.snapshotDueMonoMs(A)).toBe(1900)
  })
})

describe('a quiet book', () => {
  it('is asked for a snapshot after half of `staleAfterMs`, and one that comes is news', () => {
    live()
    expect(feeds.snapshotDueMonoMs(A)).toBe(1500)
    feeds.asked(A, 1500)
    expect(feeds.nextTickMonoMs()).toBe(3000)
    feeds.snapshot(A, true, 1520)
    expect(feeds.nextTickMonoMs()).toBe(Infinity)
    expect(feeds.tick(1e6)).toEqual([])
    expect(feeds.health(A, 1620)).toEqual({ health: 'live', reason: 'snapshot', ageMs: 100 })
    expect(feeds.snapshotDueMonoMs(A)).toBe(3020)
  })

  it('that does not answer either is not believed, however often it is asked', () => {
    live()
    feeds.asked(A, 1500)
    feeds.asked(A, 2500)
    expect(feeds.tick(2999)).toEqual([])
    expect(feeds.tick(3000)).toEqual([])
    expect(feeds.trustsSocket(A, 3000)).toBe(true)
    expect(feeds.tick(3200)).toEqual([A])
    expect(feeds.health(A, 3200)).toEqual({ health: 'stale', reason: expect.stringContaining('nothing'), ageMs: 3200 })
  })

  it('whose answer waited while our own process slept loses nothing', () => {
    live()
    feeds.asked(A, 1500)
    // a timer comes first after a pause, the socket right after it
    expect(feeds.tick(9000)).toEqual([])
    feeds.snapshot(A, true, 9001)
    expect(feeds.tick(20_000)).toEqual([])
    expect(feeds.trustsSocket(A, 20_000)).toBe(true)
  })

  it('that moves meanwhile has answered', () => {
    live()
    feeds.asked(A, 1500)
    feeds.moved(A, 1600)
    expect(feeds.tick(9000)).toEqual([])
    expect(feeds.snapshotDueMonoMs(A)).toBe(3100)
  })
})

describe('a contradiction', () => {
  it('by a trade ends belief at once; a snapshot that agrees acquits', () => {
    live()
    feeds.convict(A, 'trade', 10)
    expect(feeds.trustsSocket(A, 10)).toBe(false)
    expect(feeds.snapshotDueMonoMs(A)).toBe(10)
    feeds.snapshot(A, true, 20)
    expect(feeds.trustsSocket(A, 20)).toBe(true)
  })

  it('is never quoted on polls: the market waits for its stream', () => {
    live()
    feeds.convict(A, 'trade', 10)
    feeds.polled(A, NONE, 20)
    expect(feeds.health(A, 21)).toMatchObject({ health: 'stale', reason: expect.stringContaining('trade') })
  })

  it('a snapshot that differs is not enough: the stream must move, or the next one agree', () => {
    for (const proof of [() => feeds.moved(A, 1200), () => feeds.snapshot(A, true, 1200)]) {
      feeds = new Feeds({ staleAfterMs: 3000, pollStaleAfterMs: 5000 })
      live()
      feeds.convict(A, 'trade', 10)
      feeds.snapshot(A, false, 20)
      expect(feeds.trustsSocket(A, 1000)).toBe(false)
      expect(feeds.snapshotDueMonoMs(A)).toBe(1020)
      proof()
      expect(feeds.trustsSocket(A, 1200)).toBe(true)
    }
  })

  it('a move from before the new snapshot proves nothing', () => {
    live()
    feeds.convict(A, 'trade', 10)
    feeds.moved(A, 15)
    expect(feeds.trustsSocket(A, 15)).toBe(false)
  })

  it('a snapshot on request that shows what a whole stream never told convicts it; one by itself is movement', () => {
    live()
    feeds.snapshot(A, false, 1000)
    expect(feeds.trustsSocket(A, 1000)).toBe(true)
    feeds.asked(A, 1400)
    feeds.snapshot(A, false, 1500)
    expect(feeds.trustsSocket(A, 1500)).toBe(false)
    feeds.moved(A, 1600)
    expect(feeds.trustsSocket(A, 1600)).toBe(true)
  })

  it('by a poll is not taken back by the same snapshot once more, only by a poll or a movement', () => {
    live()
    feeds.convict(A, 'poll', 10)
    feeds.snapshot(A, true, 20)
    feeds.snapshot(A, true, 1020)
    expect(feeds.trustsSocket(A, 1020)).toBe(false)
    feeds.agreed(A, 1030)
    expect(feeds.trustsSocket(A, 1030)).toBe(true)
  })
})

describe('a second contradiction', () => {
  const twice = () => {
    live()
    feeds.convict(A, 'poll', 1)
    feeds.snapshot(A, false, 2)
    feeds.agreed(A, 3)
    feeds.convict(A, 'trade', 1000)
    feeds.snapshot(A, false, 1001)
  }

  it('of a stream that has not moved: for two minutes only a movement brings it back, and then by polls', () => {
    twice()
    feeds.snapshot(A, true, 2000)
    feeds.agreed(A, 2001)
    feeds.polled(A, NONE, 2002)
    expect(feeds.health(A, 2002).health).toBe('stale')
    feeds.moved(A, 3000)
    expect(feeds.health(A, 3000).health).toBe('polled')
    expect(feeds.trustsSocket(A, 120_999)).toBe(false)
    expect(feeds.trustsSocket(A, 121_000)).toBe(true)
  })

  it('a quiet market is not pulled for good: after that time an agreeing snapshot is enough again', () => {
    twice()
    feeds.snapshot(A, true, 121_000)
    expect(feeds.trustsSocket(A, 121_000)).toBe(true)
  })

  it('while the stream is on trial is no second one', () => {
    live()
    feeds.convict(A, 'trade', 1)
    feeds.snapshot(A, false, 2)
    feeds.convict(A, 'poll', 3)
    feeds.snapshot(A, false, 4)
    feeds.moved(A, 5)
    expect(feeds.trustsSocket(A, 5)).toBe(true)
  })

  it('after a movement and an agreeing poll counts as a first one', () => {
    live()
    feeds.convict(A, 'poll', 1)
    feeds.snapshot(A, false, 2)
    feeds.moved(A, 3)
    feeds.agreed(A, 4)
    feeds.convict(A, 'trade', 5)
    feeds.snapshot(A, true, 6)
    expect(feeds.trustsSocket(A, 6)).toBe(true)
  })
})

it('a book that is lost and not heard of again is asked for from time to time', () => {
  live()
  feeds.socket(A, false, 'gap', 100)
  expect(feeds.snapshotDueMonoMs(A)).toBe(3100)
  feeds.asked(A, 3100)
  expect(feeds.snapshotDueMonoMs(A)).toBe(6100)
  expect(feeds.tick(1e6)).toEqual([])
})

it('begun anew, it has nothing until it is told again, and what it did wrong is not forgotten', () => {
  live()
  feeds.restart(B, 0)
  feeds.moved(A, 10)
  feeds.convict(A, 'trade', 20)
  feeds.moved(A, 30)
  feeds.polled(A, NONE, 40)
  feeds.restart(A, 50)
  expect(feeds.health(A, 60)).toMatchObject({ health: 'stale', reason: 'no data yet' })
  expect(feeds.polledBids(A)).toBeUndefined()
  // a snapshot that the feed asks for by itself may be lost
  expect(feeds.snapshotDueMonoMs(A)).toBe(3050)
  live(100)
  expect(feeds.trustsSocket(A, 100)).toBe(false)
  feeds.moved(A, 110)
  expect(feeds.trustsSocket(A, 110)).toBe(true)
  feeds.convict(A, 'trade', 120)
  live(130)
  feeds.moved(A, 140)
  expect(feeds.health(A, 150).reason).toBe('its book was wrong more than once')
})
