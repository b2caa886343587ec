// Market data for a bot on paper: the real port, and everything that passes through it is heard by paper trading first.

import type { Answer } from '../../../domain/error.js'
import type { BookReading, MarketData } from '../../market-data.js'
import type { PaperTrading } from './paper-trading.js'

/** Books read over REST count only while the socket is down: beside it they may be older than what it told. */
export function tapMarketData(real: MarketData, paper: Pick<PaperTrading, 'onMarketData' | 'setMarket'>): MarketData {
  let isSocketUp = false
  return {
    listen: (listener) =>
      real.listen((event) => {
        if (event.kind === 'link') isSocketUp = event.state !== 'down'
        paper.onMarketData(event)
        listener(event)
      }),
    start: () => real.start(),
    stop: () => real.stop(),
    watch: (markets) => {
      for (const market of markets) paper.setMarket(market)
      real.watch(markets)
    },
    resync: (conditionId) => real.resync(conditionId),
    readMarket: (id, done) =>
      real.readMarket(id, (answer) => {
        if (answer.ok) paper.setMarket(answer.value)
        done(answer)
      }),
    listMarkets: (query, done) => real.listMarkets(query, done),
    readFee: (market, done, paidFrom) => real.readFee(market, done, paidFrom),
    readBestBids: (market, done, paidFrom) => real.readBestBids(market, done, paidFrom),
    readBook: (market, done, paidFrom) => {
      const answered = (answer: Answer<BookReading>) => {
        if (answer.ok && !isSocketUp) {
          paper.onMarketData({ kind: 'snapshot', conditionId: market.conditionId, book: answer.value.book })
        }
        done(answer)
      }
      real.readBook(market, answered, paidFrom)
    },
  }
}
