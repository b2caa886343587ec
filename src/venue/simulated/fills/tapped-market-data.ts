// Market data for a bot on paper: the real port, everything that passes through it heard by paper trading first, and our orders in its books.

import type { Answer } from '../../../domain/error.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
import { isSameGrid } from '../../../domain/market/market-terms.js'
import type { BookReading, MarketData, MarketDataEvent } from '../../market-data.js'
import { BookWithUs } from './book-with-us.js'
import type { PaperTrading } from './paper-trading.js'

/**
 * Without `setGrid` somebody else says when the venue goes by another tick; with it, it does when the bot has taken the market up by that.
 *
 * Books read over REST count only while the socket is down: beside it they may be older than what it told.
 */
export function tapMarketData(
  real: MarketData,
  paper: Pick<PaperTrading, 'onMarketData' | 'setMarket' | 'tellOn' | 'onOrderTold'> &
    Partial<Pick<PaperTrading, 'setGrid'>>,
): MarketData {
  let isSocketUp = false
  let listener: (event: MarketDataEvent) => void = () => undefined
  const books = new BookWithUs()
  const markets = new Map<ConditionId, Market>()
  const know = (market: Market) => {
    if (!markets.has(market.conditionId)) markets.set(market.conditionId, market)
    paper.setMarket(market)
  }
  /** With the tick and size step by which the bot counts from now on. */
  const count = (market: Market) => {
    const known = markets.get(market.conditionId)
    markets.set(market.conditionId, market)
    paper.setMarket(market)
    if (known === undefined || isSameGrid(known, market)) return
    books.forget(market.conditionId)
    paper.setGrid?.(market)
    paper.tellOn(market)
  }
  paper.onOrderTold((record) => {
    const market = markets.get(record.conditionId)
    const change = market && books.orderTold(record, market)
    if (change !== undefined && isSocketUp) listener({ kind: 'change', conditionId: record.conditionId, change })
  })
  return {
    listen: (told) => {
      listener = told
      real.listen((event) => {
        if (event.kind === 'link') isSocketUp = event.state !== 'down'
        paper.onMarketData(event)
        listener(books.shown(event))
      })
    },
    start: () => real.start(),
    stop: () => real.stop(),
    watch: (watched) => {
      for (const market of watched) count(market)
      real.watch(watched)
    },
    resync: (conditionId) => real.resync(conditionId),
    readMarket: (id, done) =>
      real.readMarket(id, (answer) => {
        if (answer.ok) know(answer.value)
        done(answer)
      }),
    listMarkets: (query, done) => real.listMarkets(query, done),
    readFee: (market, done, paidFrom) => real.readFee(market, done, paidFrom),
    readBestBids: (market, done, paidFrom) => real.readBestBids(market, done, paidFrom),
    readBook: (market, done, paidFrom) => {
      const answered = (answer: Answer<BookReading>) => {
        if (!answer.ok) {
          done(answer)
          return
        }
        const { conditionId } = market
        const { book } = answer.value
        if (!isSocketUp) paper.onMarketData({ kind: 'snapshot', conditionId, book })
        done({ ok: true, value: { ...answer.value, book: books.withUs(conditionId, book) } })
      }
      real.readBook(market, answered, paidFrom)
    },
  }
}
