// A quiet venue with one two-sided market, somebody else's quotes in it, and what a trial there gets; requests may be changed on their way.

import { connect } from '../../../src/cli/venue/connect.js'
import type { OwnConnection } from '../../../src/cli/venue/with-connection.js'
import { loadConfig } from '../../../src/config/config.js'
import type { Lesson } from '../../../src/doctor/place/lesson.js'
import { type PlacePlan, placePlan } from '../../../src/doctor/place/place-plan.js'
import { type Trial, tried } from '../../../src/doctor/place/trial.js'
import { TrialOrders } from '../../../src/doctor/place/trial-orders.js'
import { TrialWatch } from '../../../src/doctor/place/trial-watch.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import type { Hex, Market } from '../../../src/domain/market/market.js'
import type { ApiRequest } from '../../../src/server/api/requests/api-request.js'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { awaitAnswer } from '../../../src/venue/await-answer.js'
import type { BookReading } from '../../../src/venue/market-data.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import type { VenueProfile } from '../../../src/venue/wire/profile.js'
import { type LoopbackVenue, openVenue } from '../../loopback/loopback-venue.js'

export const OTHER = '0x00000000000000000000000000000000000000a1'
export const MARKETS = '{ ids: [kettle] }'

export interface TrialVenue {
  readonly venue: LoopbackVenue
  /** Sees and may replace each request. */
  change: (request: ApiRequest) => ApiRequest
  /** Somebody else bids. */
  bid(outcome: 0 | 1, price: number, size?: number): void
  close(): Promise<void>
}

export async function openTrialVenue(settings: ServerConfigInput = {}): Promise<TrialVenue> {
  const venue = await openVenue({
    world: undefined,
    markets: [{ question: 'Will the kettle boil?', id: 'kettle', endsInSec: 7200 }],
    stopMatchingBeforeSec: 0,
    ...settings,
  })
  const { api } = venue.server
  api.exchange.ledger.deposit(OTHER, 1_000_000_000n)
  const opened: TrialVenue = {
    venue,
    change: (request) => request,
    bid(outcome, price, size = 500) {
      const conditionId = api.markets.all()[0]?.conditionId
      if (conditionId === undefined) throw new Error('expected a market')
      const hash = `0x${process.hrtime.bigint().toString(16).padStart(64, '0')}` as Hex
      const terms = { conditionId, outcome, side: 'BUY', price: ticks(price), size, type: 'GTC' } as const
      const more = { account: OTHER, hash, expirationSec: 0, feeRateBps: 0 } as const
      api.exchange.submit({ ...terms, size: size as never, ...more }, Date.now())
    },
    close: () => venue.close(),
  }
  const handle = api.handle.bind(api)
  api.handle = (request, nowMs, reply) => handle(opened.change(request), nowMs, reply)
  opened.bid(0, 40)
  opened.bid(1, 50)
  return opened
}

export interface Tried {
  readonly lessons: readonly Lesson[]
  readonly plan: PlacePlan
  /** Everything that was placed is cancelled. */
  clear: TrialOrders['clear']
  close(): Promise<void>
}

export interface TryOptions {
  /** What the profile says otherwise than the venue. */
  readonly profile?: (profile: VenueProfile) => VenueProfile
  readonly stopped?: AbortSignal
  readonly clearWithinMs?: number
  readonly withinMs?: number
}

/** One trial with a connection of its own, as `doctor --place` has it. */
export async function tryOne({ venue }: TrialVenue, trial: Trial, options: TryOptions = {}): Promise<Tried> {
  const { profile = (same: VenueProfile) => same, stopped = new AbortController().signal } = options
  const loaded = loadConfig(venue.config('', MARKETS))
  const config = { ...loaded, venue: { ...loaded.venue, profile: profile(loaded.venue.profile) } }
  const clock = createRealClock()
  const watch = new TrialWatch(clock, () => stopped.aborted)
  const socket = { ...config.venue.profile.socket, privateEvents: true, sequenced: true }
  const seeing = { ...config, venue: { ...config.venue, profile: { ...config.venue.profile, socket } } }
  const connected = await connect(seeing, {
    ...{ env: {}, clock, wallet: 'needed', warn: () => undefined, wrapTransport: watch.wrap.bind(watch) },
  })
  const connection = connected as OwnConnection
  const { marketData, trading, venueClock } = connection
  trading.listen((event) => watch.ofAccount(event))
  marketData.listen((event) => watch.ofMarket(event))
  trading.start()
  const market = await awaitAnswer<Market>((done) => marketData.readMarket('kettle', done))
  const { book } = await awaitAnswer<BookReading>((done) => marketData.readBook(market, done))
  const plan = placePlan(market, { book, venueMs: venueClock.venueMs(), ...config.venue.profile.orders })
  if (typeof plan === 'string') throw new Error(plan)
  for (const terms of [plan.resting, plan.expiring]) watch.follow(terms)
  marketData.watch([market])
  marketData.start()
  await watch.until(() => (watch.hasBook ? true : undefined), 10_000)
  const { clearWithinMs = 20_000 } = options
  const orders = new TrialOrders({ ...{ connection, plan, feeRateBps: 0, clock }, arrivesWithinMs: 500, clearWithinMs })
  const parts = { ...{ config, connection, plan, feeRateBps: 0, watch, clock, orders } }
  const { withinMs = trial.withinMs } = options
  const lessons = await tried({ ...trial, withinMs }, parts, stopped)
  return { lessons, plan, clear: () => orders.clear(), close: () => connection.close() }
}

/** Verdicts by name, for a look at all of them. */
export const verdicts = (lessons: readonly Lesson[]) =>
  Object.fromEntries(lessons.map(({ finding }) => [finding.name, finding.verdict]))

export const findingOf = (lessons: readonly Lesson[], name: string) =>
  lessons.find(({ finding }) => finding.name === name)?.finding
