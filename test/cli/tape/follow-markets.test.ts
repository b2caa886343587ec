import { expect, it } from 'vitest'
import { FollowedMarkets } from '../../../src/cli/tape/follow-markets.js'
import { loadConfig } from '../../../src/config/config.js'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import { FakeMarketData } from '../../fake-ports.js'
import { marketOf } from '../../venue/session/fake-venue.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const MARKET = marketOf(1)
const { conditionId } = MARKET

function follow() {
  const clock = new VirtualClock()
  const marketData = new FakeMarketData()
  marketData.markets.set(MARKET.id, MARKET)
  const config = { ...loadConfig('config/example.yaml'), markets: { ids: [MARKET.id] } }
  const parts = { config, marketData, clock, venueMs: () => clock.wallMs(), warn: () => undefined }
  const followed = new FollowedMarkets(parts)
  followed.start()
  const snapshot = () => marketData.emit({ kind: 'snapshot', conditionId, book: EMPTY_BOOK })
  const lost = () => marketData.emit({ kind: 'unreadable', conditionId, message: 'of some kind' })
  snapshot()
  return { clock, followed, lost, resyncs: marketData.resyncs, snapshot }
}

it('a book that is lost is asked for until it is there', () => {
  const { clock, lost, resyncs, snapshot } = follow()
  lost()
  expect(resyncs).toEqual([conditionId])
  clock.advance(5000)
  expect(resyncs).toHaveLength(3)
  snapshot()
  clock.advance(60_000)
  expect(resyncs).toHaveLength(3)
})

it('one that is lost as soon as it is there is not asked for each time', () => {
  const { clock, lost, resyncs, snapshot } = follow()
  for (let i = 0; i < 50; i++) {
    lost()
    snapshot()
    clock.advance(10)
  }
  expect(resyncs).toHaveLength(1)
})

it('nothing is asked for once it stops', () => {
  const { clock, followed, lost, resyncs } = follow()
  lost()
  followed.stop()
  clock.advance(60_000)
  expect(resyncs).toHaveLength(1)
})
