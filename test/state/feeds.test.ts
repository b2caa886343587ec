import { beforeEach, describe, expect, it } from 'vitest'
import type { BestBids } from '../../src/domain/book.js'
import { Feeds } from '../../src/state/feeds.js'
import { A, B } from '../risk/builders.js'

const NONE: BestBids = [undefined, undefined]
let feeds: Feeds
beforeEach(() => {
  feeds = new Feeds(5000)
})

it('nothing heard is stale, and there is nothing to quote on', () => {
  expect(feeds.health(A, 10)).toMatchObject({ health: 'stale', reason: 'no data yet' })
  expect(feeds.trustsSocket(A, 10)).toBe(false)
  expect(feeds.polledBids(A)).toBeUndefined()
})

it('a quiet socket stays live; what the connection says decides, per market', () => {
  feeds.socket(A, true, 'snapshot', 0)
  feeds.socket(B, true, 'snapshot', 0)
  expect(feeds.health(A, 1e9)).toMatchObject({ health: 'live', ageMs: 1e9 })
  feeds.socket(A, false, 'the connection is down', 1e9)
  expect(feeds.health(A, 1e9 + 70)).toEqual({ health: 'stale', reason: 'the connection is down', ageMs: 70 })
  expect(feeds.health(B, 1e9).health).toBe('live')
})

it('without the socket a poll is fresh up to and including its age limit', () => {
  feeds.polled(A, NONE, 1000)
  expect(feeds.health(A, 6000)).toMatchObject({ health: 'polled', ageMs: 5000 })
  expect(feeds.health(A, 6001)).toMatchObject({ health: 'stale', ageMs: 5001 })
  expect(feeds.polledBids(A)).toBe(NONE)
  expect(feeds.polledAt(A)).toBe(1000)
})

describe('distrust', () => {
  it('a mismatch ends belief and asks for a resync; a snapshot brings it back', () => {
    feeds.socket(A, true, 'snapshot', 0)
    expect(feeds.compared(A, true, 1)).toBe(false)
    expect(feeds.compared(A, false, 2)).toBe(true)
    expect(feeds.health(A, 2)).toMatchObject({ health: 'stale', reason: 'book differs from the venue' })
    feeds.socket(A, true, 'snapshot', 3)
    expect(feeds.trustsSocket(A, 3)).toBe(true)
  })

  it('two in a row and the market is polled for two minutes, whatever snapshots say', () => {
    feeds.socket(A, true, 'snapshot', 0)
    feeds.compared(A, false, 1)
    feeds.socket(A, true, 'snapshot', 2)
    feeds.compared(A, false, 1000)
    feeds.socket(A, true, 'snapshot', 1001)
    expect(feeds.trustsSocket(A, 120_999)).toBe(false)
    feeds.polled(A, NONE, 120_999)
    expect(feeds.health(A, 120_999).health).toBe('polled')
    expect(feeds.trustsSocket(A, 121_000)).toBe(true)
  })

  it('agreement in between starts the count anew', () => {
    feeds.socket(A, true, 'snapshot', 0)
    feeds.compared(A, false, 1)
    feeds.socket(A, true, 'snapshot', 2)
    feeds.compared(A, true, 3)
    feeds.compared(A, false, 4)
    feeds.socket(A, true, 'snapshot', 5)
    expect(feeds.trustsSocket(A, 5)).toBe(true)
  })
})
