// The book of one market as its events tell it: the last snapshot and every change since.

import type { Level, MarketBook } from '../../../src/domain/market/book.js'
import type { BookReading, MarketDataEvent } from '../../../src/venue/market-data.js'

type Levels = readonly Level[]
type BookEvent = Extract<MarketDataEvent, { kind: 'snapshot' | 'change' }>

/** `events` of one market, in order; `undefined` before a snapshot. */
export function heardBook(events: readonly MarketDataEvent[]): BookReading | undefined {
  const told = events.filter((e): e is BookEvent => e.kind === 'snapshot' || e.kind === 'change')
  const last = told.findLastIndex((e) => e.kind === 'snapshot')
  const snapshot = told[last]
  if (snapshot?.kind !== 'snapshot') return undefined
  let { book, seq } = snapshot
  for (const event of told.slice(last + 1)) {
    if (event.kind !== 'change') continue
    book = withChange(book, event.change)
    seq = event.seq
  }
  return { book, ...(seq === undefined ? {} : { seq }) }
}

function withChange(
  book: MarketBook,
  { outcome, side, price, size }: Extract<BookEvent, { kind: 'change' }>['change'],
) {
  const falling = side === 'BUY'
  const replaced = (levels: Levels): Levels =>
    [...levels.filter((level) => level.price !== price), ...(size === 0 ? [] : [{ price, size }])].sort((a, b) =>
      falling ? b.price - a.price : a.price - b.price,
    )
  const { bids, asks } = book[outcome]
  const changed = falling ? { bids: replaced(bids), asks } : { bids, asks: replaced(asks) }
  const next: MarketBook = outcome === 0 ? [changed, book[1]] : [book[0], changed]
  return next
}
