// Section 6 of the venue's specification: real-time subscriptions.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, VenueDriver } from '../api/venue-driver.js'

const CHANNELS = ['orderbook', 'bestBids', 'trades', 'market']

describe('section 6, events', () => {
  it('"Real-time subscriptions exist; rooms and events are keyed by `conditionId`."', () => {
    const venue = new VenueDriver()
    const [first, second] = venue.api.markets.all()
    const ofFirst = venue.socket()
    const ofSecond = venue.socket()
    const none = venue.socket()
    ofFirst.send('subscribe', { conditionIds: [first!.conditionId], channels: CHANNELS })
    ofSecond.send('subscribe', { conditionIds: [second!.conditionId], channels: CHANNELS })
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 })
    venue.pass(2000)
    venue.post('/sandbox/fees', { scope: 'market', marketId: first!.id, feeRateBps: 5 })
    venue.post(`/sandbox/markets/${first!.id}/close`)
    const events = new Set(ofFirst.heard.map(({ event }) => event))
    for (const event of ['orderbook.update', 'bestBids', 'trade', 'trade.settlement', 'market.fee', 'market.status']) {
      expect(events).toContain(event)
    }
    for (const { payload } of ofFirst.heard) expect(payload.conditionId).toBe(first!.conditionId)
    // the snapshot of its own room alone
    expect(ofSecond.heard.map(({ event, payload }) => [event, payload.conditionId])).toEqual([
      ['orderbook.snapshot', second!.conditionId],
    ])
    expect(none.heard).toEqual([])
  })
})
