// Market data over REST: markets, fee, best bids, book.

import { type Answer, QuoinError, toFailure } from '../../../domain/error.js'
import type { Address, Market } from '../../../domain/market/market.js'
import type { MarketData, MarketListing, MarketRefusal } from '../../market-data.js'
import { checkBookHash, parseBestBids, parseBook } from '../../wire/book-codec.js'
import { parseMarket } from '../../wire/market-codec.js'
import {
  bestBids,
  feeReading,
  marketEntries,
  marketReading,
  orderbook,
  type WireMarketEntry,
} from '../../wire/market-schema.js'
import { IS_PLAIN } from '../../wire/plain-frames.js'
import type { VenueProfile } from '../../wire/profile.js'
import { readMessage } from '../../wire/read-message.js'
import type { HttpClient, Received } from './http-client.js'
import { PAGE_SIZE, readPages } from './paging.js'
import { firstIssue } from './read-answer.js'

export type MarketRequests = Pick<MarketData, 'readMarket' | 'listMarkets' | 'readFee' | 'readBestBids' | 'readBook'>

export interface MarketRequestsOptions {
  readonly http: HttpClient
  readonly profile: VenueProfile
  /** Our own wallet: its quotes are left out of the best bids. */
  readonly excludeMaker: Address | undefined
  /** A market as it is counted when an answer comes: its tick may have become another since the question. */
  readonly asNow: (market: Market) => Market
}

/** An answer turned by a parser that may throw. */
export function parsed<W, T>(answer: Answer<Received<W>>, parse: (received: Received<W>) => T): Answer<T> {
  if (!answer.ok) return answer
  try {
    return { ok: true, value: parse(answer.value) }
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) }
  }
}

/** The venue takes no order with more: signing it would be refused, and by our own signer too. */
function signableFee(feeRateBps: number, { maxFeeRateBps }: Pick<VenueProfile['orders'], 'maxFeeRateBps'>): number {
  if (feeRateBps <= maxFeeRateBps) return feeRateBps
  const expected = `at most ${maxFeeRateBps}, the most that an order may have here`
  throw new QuoinError('bad-payload', `feeRateBps: expected ${expected}, got ${feeRateBps}`)
}

/** An entry that cannot be read is that market's fault, and costs no other. */
function refusalOf(entry: WireMarketEntry, profile: VenueProfile, everyStatus: boolean): Market | MarketRefusal {
  const { id } = entry
  const words = (name: string) => (typeof entry[name] === 'string' ? entry[name] : '')
  const refuse = (reason: string) => ({ id, conditionId: words('conditionId'), question: words('question'), reason })
  const unreadable = (reason: string) => ({ ...refuse(reason), isUnreadable: true as const })
  const read = readMessage(marketReading, entry)
  if (!read.success) return unreadable(firstIssue(read.error))
  try {
    const found = parseMarket(read.data, profile.marketDefaults)
    if (everyStatus) return found
    if (found.status !== 'OPEN') return refuse(`status is ${found.status}, not OPEN`)
    if (found.registration !== 'REGISTERED') return refuse(`clobMarketStatus is ${found.registration}, not REGISTERED`)
    return found
  } catch (thrown) {
    return unreadable(toFailure(thrown).message)
  }
}

/** Markets that can be quoted, of every status those that can be understood, and the others with the reason. */
function listing(entries: readonly WireMarketEntry[], profile: VenueProfile, everyStatus: boolean): MarketListing {
  const markets: Market[] = []
  const refused: MarketRefusal[] = []
  for (const entry of entries) {
    const verdict = refusalOf(entry, profile, everyStatus)
    if ('reason' in verdict) refused.push(verdict)
    else markets.push(verdict)
  }
  return { markets, refused }
}

/** Reads over `http`; nothing is cached. */
export function createMarketRequests({ http, profile, excludeMaker, asNow }: MarketRequestsOptions): MarketRequests {
  return {
    readMarket(id, done) {
      http.call({ route: 'market', params: { id }, schema: marketReading }, (answer) =>
        done(parsed(answer, ({ value }) => parseMarket(value, profile.marketDefaults))),
      )
    },
    listMarkets({ everyStatus = false, ...query }, done) {
      // `includeIncomplete`: a market without tokens is listed and refused, not silently missing
      const status = everyStatus ? {} : { status: 'OPEN' }
      const filter = { ...query, ...status, includeIncomplete: 'true', limit: PAGE_SIZE }
      readPages<WireMarketEntry>(
        {
          key: (item) => item.id,
          read: (offset, page) =>
            http.call({ route: 'markets', query: { ...filter, offset }, schema: marketEntries }, (answer) =>
              page(parsed(answer, ({ value }) => ({ items: value.data, total: value.pagination.total }))),
            ),
        },
        (answer) => done(answer.ok ? { ok: true, value: listing(answer.value, profile, everyStatus) } : answer),
      )
    },
    readFee({ id }, done, paidFrom) {
      http.call({ route: 'fee', params: { id }, schema: feeReading, paidFrom }, (answer) =>
        done(
          parsed(answer, ({ value, sentMonoMs }) => ({
            feeRateBps: signableFee(value.feeRateBps, profile.orders),
            // an answer may have lain in the socket of a process that was held: no younger than its question is certain
            readAtMonoMs: sentMonoMs,
          })),
        ),
      )
    },
    readBestBids(of, done, paidFrom) {
      const call = { route: 'bestBids', params: { id: of.id }, query: { excludeMaker }, schema: bestBids } as const
      http.call({ ...call, isPlain: IS_PLAIN.bestBids, paidFrom }, (answer) =>
        done(parsed(answer, ({ value }) => parseBestBids(value.bestBids, asNow(of)))),
      )
    },
    readBook(of, done, paidFrom) {
      http.call({ route: 'orderbook', params: { id: of.id }, schema: orderbook, paidFrom }, (answer) =>
        done(
          parsed(answer, ({ value }) => {
            const { books, seq } = value
            const hash = profile.socket.hashed ? value.hash : undefined
            if (hash !== undefined) checkBookHash(books, hash)
            return {
              book: parseBook(books, asNow(of)),
              ...(profile.socket.sequenced && seq !== undefined ? { seq } : {}),
              ...(hash === undefined ? {} : { hash }),
            }
          }),
        ),
      )
    },
  }
}
