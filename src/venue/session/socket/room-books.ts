// The books of the rooms as the socket tells them, held against the hash that the venue's REST book carries at the same number.
//
//   our book at that number, another hash   the stream told something wrong, or less than happened
//   the venue's book is ahead of ours       looked at when our stream is there
//   the venue's book is behind ours         nothing to compare

import type { Level, LevelChange, MarketBook, OutcomeBook } from '../../../domain/market/book.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
import { bookHash, formatBook } from '../../wire/book-codec.js'

interface Room {
  book: readonly [OutcomeBook, OutcomeBook]
  seq: number
  /** What the venue says of a number that the stream has not reached. */
  due?: { readonly seq: number; readonly hash: string }
}

type Grid = Parameters<typeof formatBook>[1]

export class RoomBooks {
  readonly #rooms = new Map<ConditionId, Room>()

  /** Only those of these markets are kept. */
  keep(markets: ReadonlyMap<string, Market>): void {
    for (const conditionId of this.#rooms.keys()) if (!markets.has(conditionId)) this.#rooms.delete(conditionId)
  }

  snapshot(conditionId: ConditionId, book: MarketBook, seq: number): void {
    this.#rooms.set(conditionId, { book, seq })
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
    const [yes, no] = room.book
    room.book = change.outcome === 0 ? [changed(yes, change), no] : [yes, changed(no, change)]
    room.seq = seq
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
    if (due.seq < room.seq || bookHash(formatBook(room.book, market)) === due.hash) return false
    this.#rooms.delete(market.conditionId)
    return true
  }
}

function changed(book: OutcomeBook, { side, price, size }: LevelChange): OutcomeBook {
  const replaced = (levels: readonly Level[], sign: 1 | -1) => {
    const others = levels.filter((level) => level.price !== price)
    return size === 0 ? others : [...others, { price, size }].sort((a, b) => sign * (a.price - b.price))
  }
  return side === 'BUY' ? { ...book, bids: replaced(book.bids, -1) } : { ...book, asks: replaced(book.asks, 1) }
}
