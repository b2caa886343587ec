// Market data that is written down: what the port tells and answers, before whoever asked hears of it.

import type { Answer } from '../../domain/error.js'
import type { MarketData } from '../../venue/market-data.js'
import type { MarketRecorder } from './market-recorder.js'

type MarketEars = Pick<MarketRecorder, 'told' | 'watch' | 'market' | 'fee' | 'bestBids' | 'book'>

/** Failed reads leave no line: the venue has told nothing. */
export function recordedMarketData(real: MarketData, ears: MarketEars): MarketData {
  const heard =
    <T>(note: (value: T) => void, done: (answer: Answer<T>) => void) =>
    (answer: Answer<T>) => {
      if (answer.ok) note(answer.value)
      done(answer)
    }
  return {
    listen: (listener) =>
      real.listen((event) => {
        ears.told(event)
        listener(event)
      }),
    start: () => real.start(),
    stop: () => real.stop(),
    watch(markets) {
      ears.watch(markets)
      real.watch(markets)
    },
    resync: (conditionId) => real.resync(conditionId),
    readMarket: (id, done) =>
      real.readMarket(
        id,
        heard((market) => ears.market(market, 'read'), done),
      ),
    listMarkets: (query, done) =>
      real.listMarkets(
        query,
        heard(({ markets }) => {
          for (const market of markets) ears.market(market, 'list')
        }, done),
      ),
    readFee: (market, done, paidFrom) =>
      real.readFee(
        market,
        heard((fee) => ears.fee(market, fee), done),
        paidFrom,
      ),
    readBestBids: (market, done, paidFrom) =>
      real.readBestBids(
        market,
        heard((bids) => ears.bestBids(market, bids), done),
        paidFrom,
      ),
    readBook: (market, done, paidFrom) =>
      real.readBook(
        market,
        heard((reading) => ears.book(market, reading), done),
        paidFrom,
      ),
  }
}
