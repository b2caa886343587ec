import { expect, it } from 'vitest'
import { FollowedMarkets } from '../../../src/cli/tape/follow-markets.js'
import { loadConfig } from '../../../src/config/config.js'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import { FakeMarketData } from '../../fake-ports.js'
import { marketOf } from '../../venue/session/fake-venue.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const MARKET = marketOf(1)
const { conditionId } = MARKET

function follow({ hasBook = true } = {}) {
  const clock = new VirtualClock()
  const marketData = new FakeMarketData()
  marketData.markets.set(MARKET.id, MARKET)
  const config = { ...loadConfig('config/example.yaml'), markets: { ids: [MARKET.id] } }
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const parts = { config, marketData, clock, venueMs: () => clock.wallMs(), warn }
  const followed = new FollowedMarkets(parts)
  followed.start()
  const snapshot = () => marketData.emit({ kind: 'snapshot', conditionId, book: EMPTY_BOOK })
  const lost = () => marketData.emit({ kind: 'unreadable', conditionId, message: 'of some kind' })
  const subscribed = (accepted: boolean) => marketData.emit({ kind: 'subscribed', conditionId, accepted })
  const now = (terms: Partial<Market>) => marketData.markets.set(MARKET.id, { ...MARKET, ...terms })
  if (hasBook) snapshot()
  return { clock, followed, lost, marketData, now, resyncs: marketData.resyncs, snapshot, subscribed, warnings }
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

it.each([
  ['refuses the feed of', false],
  ['takes into its room, and whose first book is lost:', true],
])('a market that the venue %s is asked for until its book is there', (_name, accepted) => {
  const { clock, resyncs, snapshot, subscribed, warnings } = follow({ hasBook: false })
  subscribed(accepted)
  clock.advance(5000)
  expect(resyncs).toEqual([conditionId, conditionId])
  expect(warnings.filter((message) => message.includes('refuses its feed'))).toHaveLength(accepted ? 0 : 1)
  snapshot()
  clock.advance(60_000)
  expect(resyncs).toHaveLength(2)
})

it('one that is closed is not asked for, and is again when it is open', () => {
  const { clock, lost, now, resyncs } = follow()
  now({ status: 'CLOSED' })
  clock.advance(60_000)
  lost()
  clock.advance(50_000)
  expect(resyncs).toHaveLength(1)
  now({ status: 'OPEN' })
  clock.advance(15_000)
  expect(resyncs.length).toBeGreaterThan(1)
})

it('a market whose tick has become finer is followed by the new one, as soon as nothing of it can be read', () => {
  const { clock, lost, marketData, now, warnings } = follow()
  now({ ticksPerUnit: 1000 })
  clock.advance(15_000)
  expect(marketData.watched[0]?.ticksPerUnit).toBe(100)
  lost()
  expect(marketData.watched[0]?.ticksPerUnit).toBe(1000)
  expect(warnings.join()).toContain('is recorded by its new terms: tick: expected 1/100, got 1/1000')
})
