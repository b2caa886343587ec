// The books of the rooms as the socket tells them, held against the hash that the venue's REST book carries at the same number.
//
//   our book at that number, another hash   the stream told something wrong, or less than happened
//   the venue's book is ahead of ours       looked at when our stream is there
//   the venue's book is behind ours         nothing to compare

import type { Level, LevelChange, MarketBook, OutcomeBook } from '../../../domain/market/book.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
import type { Side } from '../../../domain/market/side.js'
import { bookHash, formatBook } from '../../wire/book-codec.js'

interface Room {
  book: readonly [OutcomeBook, OutcomeBook]
  /** Changes of it up to `seq` that are not in it yet: it is needed once in many, and never before what an event has us send. */
  changes: LevelChange[]
  seq: number
  /** What the venue says of a number that the stream has not reached. */
  due?: { readonly seq: number; readonly hash: string }
}

const MOST_CHANGES = 256

type Grid = Parameters<typeof formatBook>[1]

export class RoomBooks {
  readonly #rooms = new Map<ConditionId, Room>()

  /** Only those of these markets are kept. */
  keep(markets: ReadonlyMap<string, Market>): void {
    for (const conditionId of this.#rooms.keys()) if (!markets.has(conditionId)) this.#rooms.delete(conditionId)
  }

  snapshot(conditionId: ConditionId, book: MarketBook, seq: number): void {
    this.#rooms.set(conditionId, { book, changes: [], seq })
  }

  /** Returns whether the book, with this change in it, differs from what the venue said of it. */
  change(market: Grid & Pick<Market, 'conditionId'>, change: LevelChange, seq: number): boolean {
    const room = this.#rooms.get(market.conditionId)
    if (room === undefined || seq <= room.seq) return false
    if (seq > room.seq + 1) {
      // a gap: the feed asks for another snapshot
      this.#rooms.delete(market.conditionId)
      return false
    }
    room.changes.push(change)
    room.seq = seq
    if (room.changes.length === MOST_CHANGES) catchUp(room)
    return room.due !== undefined && this.#judge(market, room, room.due)
  }

  /** The venue's word on its book. Returns whether ours differs from it. */
  told(market: Grid & Pick<Market, 'conditionId'>, seq: number, hash: string): boolean {
    const room = this.#rooms.get(market.conditionId)
    return room !== undefined && this.#judge(market, room, { seq, hash })
  }

  #judge(market: Grid & Pick<Market, 'conditionId'>, room: Room, due: NonNullable<Room['due']>): boolean {
    if (due.seq > room.seq) {
      room.due = due
      return false
    }
    delete room.due
    catchUp(room)
    if (due.seq < room.seq || bookHash(formatBook(room.book, market)) === due.hash) return false
    this.#rooms.delete(market.conditionId)
    return true
  }
}

function catchUp(room: Room): void {
  const { book, changes } = room
  if (changes.length === 0) return
  room.changes = []
  const [yes, no] = book
  const of = (outcome: 0 | 1) => changes.filter((change) => change.outcome === outcome)
  room.book = [changed(yes, of(0)), changed(no, of(1))]
}

function changed({ bids, asks }: OutcomeBook, changes: readonly LevelChange[]): OutcomeBook {
  const of = (side: Side) => changes.filter((change) => change.side === side)
  return { bids: replaced(bids, of('BUY'), -1), asks: replaced(asks, of('SELL'), 1) }
}

/** `sign`: which way prices run. */
function replaced(levels: readonly Level[], changes: readonly LevelChange[], sign: 1 | -1): readonly Level[] {
  if (changes.length === 0) return levels
  const sizes = new Map(levels.map(({ price, size }) => [price, size]))
  for (const { price, size } of changes) sizes.set(price, size)
  return [...sizes]
    .filter(([, size]) => size !== 0)
    .map(([price, size]) => ({ price, size }))
    .sort((a, b) => sign * (a.price - b.price))
}
