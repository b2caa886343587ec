// A session over the fake venue, with everything it says collected.

import type { MarketDataEvent } from '../../../src/venue/market-data.js'
import type { RequestNote } from '../../../src/venue/session/rest/http-client.js'
import { createSession, type Session, type SessionOptions } from '../../../src/venue/session/session.js'
import type { Trading, TradingEvent } from '../../../src/venue/trading.js'
import { countingDesk } from '../../execution/budget/builders.js'
import { API_KEY, FakeVenue, fakeSigner, profileOf } from './fake-venue.js'
import { VirtualClock } from './virtual-clock.js'

export interface Bench {
  readonly clock: VirtualClock
  readonly venue: FakeVenue
  readonly session: Session
  readonly trading: Trading
  readonly market: MarketDataEvent[]
  readonly account: TradingEvent[]
  readonly notes: RequestNote[]
}

export function startBench(overrides: Partial<SessionOptions> = {}): Bench {
  const clock = overrides.clock instanceof VirtualClock ? overrides.clock : new VirtualClock()
  const venue = new FakeVenue(clock)
  const profile = overrides.profile ?? profileOf()
  const notes: RequestNote[] = []
  const session = createSession({
    profile,
    transport: venue,
    clock,
    apiKey: API_KEY,
    desk: countingDesk(profile.limits, clock),
    signer: fakeSigner,
    onRequest: (note) => notes.push(note),
    ...overrides,
  })
  const market: MarketDataEvent[] = []
  const account: TradingEvent[] = []
  session.marketData.listen((event) => market.push(event))
  session.trading?.listen((event) => account.push(event))
  if (!session.trading) throw new Error('a signer was given')
  return { clock, venue, session, trading: session.trading, market, account, notes }
}

/** Runs a callback request to its answer. */
export function answerOf<T>(clock: VirtualClock, run: (done: (answer: T) => void) => void, withinMs = 20_000): T {
  const answers: T[] = []
  run((answer) => answers.push(answer))
  for (let waited = 0; answers.length === 0 && waited < withinMs; waited += 5) clock.advance(5)
  if (answers.length !== 1) throw new Error(`expected one answer, got ${answers.length}`)
  const [answer] = answers
  return answer as T
}
