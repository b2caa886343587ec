import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { EMPTY_BOOK, type LevelChange } from '../../src/domain/market/book.js'
import type { PublicTrade } from '../../src/domain/orders/fill.js'
import { type FeedEvent, MarketFeed } from '../../src/feed/market-feed.js'
import { A } from '../risk/builders.js'

const change: LevelChange = { outcome: 0, side: 'BUY', price: ticks(40), size: lots(1) }
const snapshot = (seq?: number): FeedEvent => ({
  kind: 'snapshot',
  conditionId: A,
  book: EMPTY_BOOK,
  ...(seq === undefined ? {} : { seq }),
})
const level = (seq?: number): FeedEvent => ({
  kind: 'change',
  conditionId: A,
  change,
  ...(seq === undefined ? {} : { seq }),
})

/** What comes of the events: L level, B book, + live, - stale, R resync; one word an event. */
function run(...events: readonly FeedEvent[]): string[] {
  const feed = new MarketFeed(A)
  return events.map((event) => {
    const { inputs, resync } = feed.accept(event)
    const letters = inputs.map((input) => {
      if (input.kind === 'feed') return input.health === 'live' ? '+' : '-'
      return { level: 'L', book: 'B' }[input.kind as 'level' | 'book'] ?? input.kind
    })
    return letters.join('') + (resync ? 'R' : '')
  })
}

describe('in order', () => {
  it('a snapshot gives the book before anybody may believe it, then changes follow', () => {
    expect(run(snapshot(5), level(6), level(7))).toEqual(['B+', 'L', 'L'])
  })

  it('a snapshot is handed on with the stamp of the venue, where it has one', () => {
    const told = [snapshot(5), { ...snapshot(6), venueMs: 77 } as const]
    const feed = new MarketFeed(A)
    const [without, stamped] = told.map((event) => feed.accept(event).inputs[0])
    const book = { kind: 'book', conditionId: A, book: EMPTY_BOOK, via: 'socket' }
    expect([without, stamped]).toEqual([book, { ...book, venueMs: 77 }])
  })

  it('changes before a snapshot are nothing', () => {
    expect(run(level(5), snapshot(5), level(6))).toEqual(['', 'B+', 'L'])
  })

  it('works without any sequence numbers, and with some', () => {
    expect(run(snapshot(), level(), level())).toEqual(['B+', 'L', 'L'])
    expect(run(snapshot(), level(9), level(10), level(12))).toEqual(['B+', 'L', 'L', '-R'])
  })
})

describe('out of order', () => {
  it('duplicates and old numbers are dropped', () => {
    expect(run(snapshot(5), level(6), level(6), level(4), level(7))).toEqual(['B+', 'L', '', '', 'L'])
  })

  it('a gap makes the market stale until the next snapshot, and asks for one', () => {
    expect(run(snapshot(5), level(7), level(8), snapshot(9), level(10))).toEqual(['B+', '-R', '', 'B+', 'L'])
  })

  it('a snapshot always starts anew, whatever its number: the venue may have restarted', () => {
    expect(run(snapshot(500), snapshot(2), level(3))).toEqual(['B+', 'B', 'L'])
  })

  it('a snapshot into a live stream is a book and no news of the feed', () => {
    expect(run(snapshot(5), snapshot(6), { kind: 'link', state: 'down' }, snapshot(7))).toEqual(['B+', 'B', '-', 'B+'])
  })

  it('what could not be processed is missing: nothing follows it until the next snapshot, which says so', () => {
    const feed = new MarketFeed(A)
    feed.accept(snapshot(5))
    expect(feed.failed('out of memory')).toEqual({
      inputs: [{ kind: 'feed', conditionId: A, health: 'stale', reason: 'out of memory' }],
      resync: true,
    })
    expect(feed.accept(level(6)).inputs).toEqual([])
    expect(feed.accept(snapshot(7)).inputs.map(({ kind }) => kind)).toEqual(['book', 'feed'])
  })

  it('never lets a level through that does not follow the one before', () => {
    const events = fc.array(
      fc.oneof(
        fc.nat(12).map(level),
        fc.nat(12).map(snapshot),
        fc.constant<FeedEvent>({ kind: 'link', state: 'down' }),
      ),
    )
    fc.assert(
      fc.property(events, (list) => {
        const feed = new MarketFeed(A)
        let last: number | undefined
        for (const event of list) {
          const { inputs } = feed.accept(event)
          if (event.kind === 'snapshot') last = event.seq
          if (event.kind === 'link') last = undefined
          if (inputs[0]?.kind === 'level' && event.kind === 'change') {
            expect(event.seq).toBe((last ?? Number.NaN) + 1)
            last = event.seq
          }
          if (inputs[0]?.kind === 'feed' && inputs[0].health === 'stale') last = undefined
        }
      }),
    )
  })
})

describe('doubt', () => {
  it.each([
    ['what cannot be read', { kind: 'unreadable', conditionId: A, message: 'x' }, '-R'],
    ['silence', { kind: 'silence' }, '-R'],
    ['a link that is down, without a resync that could not be sent', { kind: 'link', state: 'down' }, '-'],
    ['a refused subscription', { kind: 'subscribed', conditionId: A, accepted: false }, '-'],
  ] as const)('%s', (_name, event, word) => {
    expect(run(snapshot(5), event, level(6), snapshot(6), level(7))).toEqual(['B+', word, '', 'B+', 'L'])
  })

  it('says why', () => {
    const feed = new MarketFeed(A)
    feed.accept(snapshot(5))
    expect(feed.accept(level(9)).inputs).toMatchObject([{ conditionId: A, reason: 'gap: expected 6, got 9' }])
    const refused = feed.accept({ kind: 'subscribed', conditionId: A, accepted: false, reason: 'no such room' })
    expect(refused.inputs).toMatchObject([{ reason: 'not subscribed: no such room' }])
  })

  it('an accepted subscription, a link that is up, or heard, changes nothing', () => {
    expect(
      run(
        snapshot(5),
        { kind: 'subscribed', conditionId: A, accepted: true },
        { kind: 'link', state: 'up' },
        { kind: 'link', state: 'heard' },
        level(6),
      ),
    ).toEqual(['B+', '', '', '', 'L'])
  })
})

it('trades, settlements, status, fees and answers pass at any time', () => {
  const feed = new MarketFeed(A)
  const settled = { kind: 'settlement', conditionId: A, tradeId: 't', status: 'failed' } as const
  expect(feed.accept(settled).inputs).toEqual([settled])
  expect(feed.accept({ kind: 'fee-changed', conditionId: A }).inputs).toEqual([{ kind: 'fee-changed', conditionId: A }])
  const answered = { kind: 'resync-answered', conditionId: A, askedMonoMs: 7 } as const
  expect(feed.accept(answered).inputs).toEqual([answered])
  expect(feed.accept({ kind: 'status', conditionId: A, status: 'RESOLVED', winner: 1 }).inputs).toEqual([
    { kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 1 },
  ])
  const trade: PublicTrade = {
    tradeId: 't',
    conditionId: A,
    matchType: 'mint',
    outcome: 0,
    side: 'BUY',
    price: ticks(4),
    sizeRaw: 1n,
    venueMs: 1,
  }
  expect(feed.accept({ kind: 'trade', conditionId: A, trade }).inputs).toEqual([
    { kind: 'trade', conditionId: A, trade },
  ])
})
