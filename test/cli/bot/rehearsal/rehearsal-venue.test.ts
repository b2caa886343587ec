// The made-up venue says only what a venue may say: a real session reads all of it, and finds its orders again.

import { expect, it } from 'vitest'
import { createRehearsalVenue, REHEARSED_ID } from '../../../../src/cli/bot/rehearsal/rehearsal-venue.js'
import { loadConfig } from '../../../../src/config/config.js'
import type { AccountSnapshot } from '../../../../src/domain/account/account.js'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Answer } from '../../../../src/domain/error.js'
import type { BestBids, MarketBook } from '../../../../src/domain/market/book.js'
import type { Market } from '../../../../src/domain/market/market.js'
import { LIVE_STATUSES, type OrderDraft, type OrderRecord } from '../../../../src/domain/orders/order.js'
import type { FeeReading } from '../../../../src/venue/market-data.js'
import type { CancelResult, SignedOrder, SubmitResult } from '../../../../src/venue/trading.js'
import { countingDesk } from '../../../execution/budget/builders.js'
import { fakeSigner } from '../../../venue/session/fake-venue.js'
import { answerOf, startBench } from '../../../venue/session/start-session.js'
import { VirtualClock } from '../../../venue/session/virtual-clock.js'

const { profile } = loadConfig('config/example.yaml').venue

function started() {
  const clock = new VirtualClock()
  const venue = createRehearsalVenue(profile, clock)
  const desk = countingDesk(profile.limits, clock)
  const bench = startBench({ transport: venue, clock, profile, desk, signer: venue.hearing(fakeSigner) })
  bench.session.marketData.start()
  clock.advance(200)
  const ask = <T>(run: (done: (answer: Answer<T>) => void) => void): T => {
    const answer = answerOf<Answer<T>>(clock, run)
    if (!answer.ok) throw new Error(answer.failure.message)
    return answer.value
  }
  const market = ask<Market>((done) => bench.session.marketData.readMarket(REHEARSED_ID, done))
  return { ...bench, clock, venue, market, ask, heard: bench.market }
}

it('has one market, whose book moves when it is told to', () => {
  const { session, market, clock, venue, ask } = started()
  session.marketData.watch([market])
  clock.advance(50)
  venue.move(300)
  const { book } = ask<{ book: MarketBook }>((done) => session.marketData.readBook(market, done))
  expect(book[0].bids).toEqual([{ price: ticks(44), size: lots(30_000) }])
  const best = ask<BestBids>((done) => session.marketData.readBestBids(market, done))
  expect(best).toEqual([
    { price: ticks(44), size: lots(30_000) },
    { price: ticks(44), size: lots(10_000) },
  ])
  expect(ask<FeeReading>((done) => session.marketData.readFee(market, done)).feeRateBps).toBe(0)
})

it('tells both ports of the move, and of the order in the private room', () => {
  const { session, trading, market, clock, venue, ask, heard, account } = started()
  session.marketData.watch([market])
  clock.advance(50)
  venue.move(300)
  place({ trading, market, ask })
  clock.advance(50)
  const kinds = heard.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'snapshot' || kind === 'change')).toEqual(['snapshot', 'change'])
  expect(kinds).not.toContain('unreadable')
  expect(account.map(({ kind }) => kind)).toEqual(['signed-in', 'order'])
})

it('lists an order until it is cancelled', () => {
  const { trading, market, ask } = started()
  const { hash } = place({ trading, market, ask })
  const listed = () => ask<readonly OrderRecord[]>((done) => trading.listOrders({ statuses: LIVE_STATUSES }, done))
  expect(listed()).toMatchObject([
    { hash, side: 'BUY', outcome: 0, price: 41, remainingRaw: 20_000_000n, status: 'open' },
  ])
  const result = ask<CancelResult>((done) => trading.cancelMany([hash], done))
  expect(result).toEqual({ cancelled: [hash], failed: [] })
  expect(listed()).toEqual([])
})

it('has a rich account that never moves', () => {
  const { trading, ask } = started()
  const { collateral, holdings } = ask<AccountSnapshot>((done) => trading.readAccount(done))
  expect(collateral).toMatchObject({ totalRaw: 1_000_000_000_000n, lockedRaw: 0n })
  expect(holdings).toEqual([])
  expect(ask<readonly unknown[]>((done) => trading.listFills(0, done))).toEqual([])
})

type Started = ReturnType<typeof started>

function place({ trading, market, ask }: Pick<Started, 'trading' | 'market' | 'ask'>): SubmitResult {
  const draft: OrderDraft = {
    ...{ conditionId: market.conditionId, outcome: 0, side: 'BUY', price: ticks(41), size: lots(2000) },
    ...{ type: 'POST_ONLY', expirationSec: 2_000_000_000, feeRateBps: 0 },
  }
  const order = ask<SignedOrder>((done) => trading.sign(draft, market, done))
  return ask<SubmitResult>((done) => trading.submit(order, done))
}
