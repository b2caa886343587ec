// Order books between wire and domain, and the hash both sides compute.

import { keccak256, stringToBytes } from 'viem/utils'
import type { Ticks } from '../../domain/amounts/price.js'
import { lots, lotsToRaw, rawToLots } from '../../domain/amounts/size.js'
import { QuoinError } from '../../domain/error.js'
import type { BestBids, Level, LevelChange, MarketBook, OutcomeBook } from '../../domain/market/book.js'
import type { Market } from '../../domain/market/market.js'
import type { Outcome, Side } from '../../domain/market/side.js'
import { formatPrice, parsePrice } from './decimal.js'
import type { ServerEvent } from './event-schema.js'
import type { WireBestBids, WireLevel, WireOutcomeBook } from './market-schema.js'

type Grid = Pick<Market, 'ticksPerUnit' | 'lotRaw' | 'outcomes'>

/** Index of a token in its market. Throws `bad-payload` for a foreign token. */
export function outcomeOfToken(tokenId: string, market: Pick<Market, 'outcomes'>): Outcome {
  if (tokenId === market.outcomes[0].tokenId) return 0
  if (tokenId === market.outcomes[1].tokenId) return 1
  throw new QuoinError('bad-payload', `tokenId: expected one of the market's two, got ${tokenId}`)
}

export function parseLevel(level: WireLevel, grid: Grid): Level {
  return { price: parsePrice(level.price, grid.ticksPerUnit), size: rawToLots(BigInt(level.size), grid.lotRaw) }
}

export function formatLevel(level: Level, grid: Grid): WireLevel {
  return { price: formatPrice(level.price, grid.ticksPerUnit), size: lotsToRaw(level.size, grid.lotRaw).toString() }
}

/** Best level first, and one for each price that has lots: in which order a venue tells them, and whether together, the specification does not show. */
function ladder(told: readonly WireLevel[], grid: Grid, side: Side): readonly Level[] {
  const levels = told.map((level) => parseLevel(level, grid))
  const sign = side === 'BUY' ? -1 : 1
  if (levels.every(({ price, size }, i) => size > 0 && isBefore(levels[i - 1], price, sign))) return levels
  const sizes = new Map<Ticks, number>()
  for (const { price, size } of levels) sizes.set(price, (sizes.get(price) ?? 0) + size)
  return [...sizes]
    .filter(([, size]) => size > 0)
    .map(([price, size]) => ({ price, size: lots(size) }))
    .sort((a, b) => sign * (a.price - b.price))
}

const isBefore = (level: Level | undefined, price: Ticks, sign: 1 | -1) =>
  level === undefined || sign * (price - level.price) > 0

/** Both outcomes' books. Throws `bad-payload` when one of them is missing. */
export function parseBook(books: readonly WireOutcomeBook[], grid: Grid): MarketBook {
  const read = (outcome: Outcome): OutcomeBook => {
    const found = books.find((b) => b.tokenId === grid.outcomes[outcome].tokenId)
    if (!found) throw new QuoinError('bad-payload', `books: expected outcome ${outcome} of the market, got none`)
    return { bids: ladder(found.bids, grid, 'BUY'), asks: ladder(found.asks, grid, 'SELL') }
  }
  return [read(0), read(1)]
}

export function formatBook(book: MarketBook, grid: Grid): WireOutcomeBook[] {
  return ([0, 1] as const).map((outcome) => ({
    outcomeId: grid.outcomes[outcome].outcomeId,
    tokenId: grid.outcomes[outcome].tokenId,
    bids: book[outcome].bids.map((l) => formatLevel(l, grid)),
    asks: book[outcome].asks.map((l) => formatLevel(l, grid)),
  }))
}

/** First 16 hex digits of keccak256 over `tokenId|b|price:size,...|a|price:size,...` of both outcomes, joined by a line feed. */
export function bookHash(books: readonly WireOutcomeBook[]): string {
  const side = (levels: readonly WireLevel[]) => levels.map((l) => `${l.price}:${l.size}`).join(',')
  const text = books.map((b) => `${b.tokenId}|b|${side(b.bids)}|a|${side(b.asks)}`).join('\n')
  return keccak256(stringToBytes(text)).slice(2, 18)
}

/** Throws `bad-payload` for books that are not those their hash was made of. */
export function checkBookHash(books: readonly WireOutcomeBook[], hash: string): void {
  const made = bookHash(books)
  if (made !== hash)
    throw new QuoinError('bad-payload', `hash: expected ${made} for these books, got ${hash.slice(0, 40)}`)
}

export function parseChange(data: ServerEvent<'orderbook.update'>['data'], grid: Grid): LevelChange {
  return { outcome: outcomeOfToken(data.tokenId, grid), side: data.side, ...parseLevel(data, grid) }
}

/** Best bids by outcome; null, absent or a zero size mean none. */
export function parseBestBids(bids: WireBestBids['bestBids'], grid: Grid): BestBids {
  const read = (outcome: Outcome): Level | undefined => {
    const bid = bids.find((b) => b.tokenId === grid.outcomes[outcome].tokenId)?.bestBid
    return bid && BigInt(bid.size) > 0n ? parseLevel(bid, grid) : undefined
  }
  return [read(0), read(1)]
}

export function formatBestBids(bids: BestBids, grid: Grid): WireBestBids['bestBids'] {
  return ([0, 1] as const).map((outcome) => {
    const level = bids[outcome]
    const { outcomeId, tokenId } = grid.outcomes[outcome]
    return { outcomeId, tokenId, bestBid: level ? formatLevel(level, grid) : null }
  })
}
