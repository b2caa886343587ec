import { expect, it } from 'vitest'
import { EMPTY_BOOK } from '../../../../src/domain/book.js'
import type { MarketData, MarketDataEvent } from '../../../../src/venue/market-data.js'
import { tapMarketData } from '../../../../src/venue/simulated/fills/tapped-market-data.js'
import { CONDITION, MARKET } from './scenario.js'

function scene() {
  const heard: string[] = []
  let emit: (event: MarketDataEvent) => void = () => {}
  const nothing = () => {}
  const real: MarketData = {
    listen: (listener) => {
      emit = listener
    },
    start: () => heard.push('start'),
    stop: () => heard.push('stop'),
    watch: (markets) => heard.push(`watch ${markets.length}`),
    resync: (id) => heard.push(`resync ${id}`),
    readMarket: (_id, done) => done({ ok: true, value: MARKET }),
    listMarkets: nothing,
    readFee: nothing,
    readBestBids: nothing,
    readBook: (_market, done) => done({ ok: true, value: { book: EMPTY_BOOK } }),
  }
  const tapped = tapMarketData(real, {
    onMarketData: ({ kind }) => heard.push(`paper ${kind}`),
    setMarket: ({ id }) => heard.push(`market ${id}`),
  })
  tapped.listen(({ kind }) => heard.push(`bot ${kind}`))
  return { heard, tapped, emit: (event: MarketDataEvent) => emit(event) }
}

it('paper trading hears every event before the bot', () => {
  const { heard, emit } = scene()
  emit({ kind: 'snapshot', conditionId: CONDITION, book: EMPTY_BOOK })
  expect(heard).toEqual(['paper snapshot', 'bot snapshot'])
})

it('markets that are watched or read can be traded', () => {
  const { heard, tapped } = scene()
  tapped.watch([MARKET])
  tapped.readMarket('m1', () => heard.push('bot read'))
  expect(heard).toEqual(['market m1', 'watch 1', 'market m1', 'bot read'])
})

it('a polled book counts only while the socket is down', () => {
  const { heard, tapped, emit } = scene()
  const read = () => tapped.readBook(MARKET, () => heard.push('bot book'))
  read()
  emit({ kind: 'link', state: 'up' })
  read()
  emit({ kind: 'link', state: 'down' })
  read()
  const books = ['paper snapshot', 'bot book']
  expect(heard).toEqual([...books, 'paper link', 'bot link', 'bot book', 'paper link', 'bot link', ...books])
})

it('passes on what does not concern paper trading', () => {
  const { heard, tapped } = scene()
  tapped.start()
  tapped.resync(CONDITION)
  tapped.stop()
  expect(heard).toEqual(['start', `resync ${CONDITION}`, 'stop'])
})
