// Market data for a bot on paper: the real port, everything that passes through it heard by paper trading first, and our orders in its books.

import type { Answer } from '../../../domain/error.js'
import type { LevelChange } from '../../../domain/market/book.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
import { isSameGrid } from '../../../domain/market/market-terms.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { BookReading, MarketData, MarketDataEvent } from '../../market-data.js'
import { BookWithUs } from './book-with-us.js'
import type { PaperTrading } from './paper-trading.js'

type TappingPaper = Pick<PaperTrading, 'onMarketData' | 'setMarket' | 'tellOn' | 'onOrderTold'> &
  Partial<Pick<PaperTrading, 'setGrid'>>

/** The markets as the bot counts them, their books with our orders in them, and paper trading told of both. */
class MarketsOnPaper {
  readonly books = new BookWithUs()
  readonly #paper: TappingPaper
  readonly #markets = new Map<ConditionId, Market>()

  constructor(paper: TappingPaper) {
    this.#paper = paper
  }

  /** As the venue has it; what the bot has taken up counts on by its own tick and size step. */
  read(market: Market): void {
    if (!this.#markets.has(market.conditionId)) this.#markets.set(market.conditionId, market)
    this.#paper.setMarket(market)
  }

  /** With the tick and size step by which the bot counts from now on. */
  takenUp(market: Market): void {
    const known = this.#markets.get(market.conditionId)
    this.#markets.set(market.conditionId, market)
    this.#paper.setMarket(market)
    if (known === undefined || isSameGrid(known, market)) return
    this.books.forget(market.conditionId)
    this.#paper.setGrid?.(market)
    this.#paper.tellOn(market)
  }

  /** What of its market's book changes by news of an order of ours. */
  orderTold(record: OrderRecord): LevelChange | undefined {
    const market = this.#markets.get(record.conditionId)
    return market && this.books.orderTold(record, market)
  }
}

/**
 * Without `setGrid` somebody else says when the venue goes by another tick; with it, it does when the bot has taken the market up by that.
 *
 * Books read over REST count only while the socket is down: beside it they may be older than what it told.
 */
export function tapMarketData(real: MarketData, paper: TappingPaper): MarketData {
  let isSocketUp = false
  let listener: (event: MarketDataEvent) => void = () => undefined
  const markets = new MarketsOnPaper(paper)
  const { books } = markets
  paper.onOrderTold((record) => {
    const change = markets.orderTold(record)
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
      for (const market of watched) markets.takenUp(market)
      real.watch(watched)
    },
    resync: (conditionId) => real.resync(conditionId),
    readMarket: (id, done) =>
      real.readMarket(id, (answer) => {
        if (answer.ok) markets.read(answer.value)
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
