// What goes wrong around a bot, again and again: answers and requests are lost, sockets cut, the venue fails in every way that it can be
// told to, markets become others for a while, and an operator halts and pauses.

import type { Bot } from '../../../src/bot/bot.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { OperatorAction } from '../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { marketList } from '../../../src/venue/wire/market-schema.js'
import type { FaultyTransport } from '../faults/faulty-transport.js'
import { isCancel, isCreate } from '../faults/survive.js'
import { makeFault } from '../faults/wrong-book-watch.js'
import type { simulate } from '../virtual/simulate.js'
import { again } from './again.js'
import { EarlyTaker } from './early-taker.js'

export interface WeatherParts {
  readonly sim: ReturnType<typeof simulate>
  readonly transport: FaultyTransport
  readonly isRough: boolean
  /** The bot of now. */
  readonly bot: () => Bot
  readonly random: Random
}

/** Chances that the answer to a request is lost, and the request with it. */
function lossesOf(request: HttpRequest): { readonly answer: number; readonly request: number } {
  if (isCreate(request)) return { answer: 0.04, request: 0.04 }
  if (isCancel(request)) return { answer: 0.05, request: 0.02 }
  return { answer: 0.02, request: 0.01 }
}

type MadeFault = (random: Random) => FaultSpecInput

const between = (random: Random, least: number, most: number) => Math.round(least + random.next() * (most - least))

/** Milliseconds on average between two of a kind. */
const EVERY_MS = {
  ...{ fault: 900, cut: 40_000, halt: 40_000, resume: 4000, pause: 4000, pauseAll: 60_000, change: 10_000 },
  unheard: 4000,
}
/** Chances that a list of markets is without one, in which most times something rests, and without those in which a cancel is on its way. */
const UNLISTED = { one: 0.9, cancelling: 0.9 }
const ALL_LISTED: ReadonlySet<string> = new Set()

const UNHEARD_MS = 4000
const TAKE_EVERY_MS = 200
/** A while in which matches are told by lists alone, before the answers to the orders. */
const UNHEARD: readonly MadeFault[] = [
  (r) => ({
    kind: 'answer-delayed',
    delayMs: between(r, 2400, 2900),
    route: 'POST /markets/{id}/orders',
    durationMs: UNHEARD_MS,
  }),
  (r) => ({
    kind: 'answer-delayed',
    delayMs: between(r, 300, 1500),
    route: 'POST /orders/cancel-many',
    durationMs: UNHEARD_MS,
  }),
  () => ({ kind: 'event-lost', event: 'order', durationMs: UNHEARD_MS + 2000 }),
  (r) => ({ kind: 'settlement-late', delayMs: between(r, 200, 500), durationMs: UNHEARD_MS }),
]
/** What is asked of a market that is not listed any more is answered before its cancels. */
const SLOW_CANCELS: FaultSpecInput = {
  kind: 'answer-delayed',
  delayMs: 300,
  route: 'POST /orders/cancel-many',
  durationMs: 200,
}

/** Weighed by how often they stand here. */
const FAULTS: readonly MadeFault[] = [
  (r) => ({ kind: 'answer-delayed', delayMs: between(r, 100, 4000), route: 'GET /orders/{hash}', durationMs: 3000 }),
  (r) => ({
    kind: 'answer-delayed',
    delayMs: between(r, 100, 2500),
    route: 'POST /orders/cancel-many',
    durationMs: 2000,
  }),
  (r) => ({
    kind: 'answer-delayed',
    delayMs: between(r, 100, 2500),
    route: 'POST /markets/{id}/orders',
    durationMs: 2000,
  }),
  (r) => ({ kind: 'answer-delayed', delayMs: between(r, 100, 4000), rate: 0.3, durationMs: 2000 }),
  () => ({ kind: 'answer-dropped', carriedOut: false, rate: 0.5, durationMs: 500 }),
  () => ({ kind: 'server-error', status: 503, route: 'GET /orders/{hash}', rate: 0.5, durationMs: 3000 }),
  () => ({ kind: 'server-error', status: 502, route: 'POST /orders/cancel-many', rate: 0.5, durationMs: 2000 }),
  () => ({
    kind: 'server-error',
    status: 500,
    route: 'POST /markets/{id}/orders',
    carriedOut: true,
    rate: 0.5,
    durationMs: 1000,
  }),
  () => ({ kind: 'server-error', status: 504, rate: 0.3, durationMs: 700 }),
  () => ({ kind: 'proxy-429', retryAfterSec: 1, rate: 0.3, count: 1 }),
  () => ({ kind: 'stale-book', durationMs: 2000 }),
  () => ({ kind: 'fee-changed', rate: 0.2, count: 4, durationMs: 2000 }),
  () => ({ kind: 'fee-changed', rate: 0.2, count: 4, durationMs: 2000 }),
  () => ({ kind: 'expired-token', count: 1 }),
  () => ({ kind: 'cancel-only', durationMs: 500 }),
  () => ({ kind: 'halted', durationMs: 300 }),
  (r) => ({ kind: 'clock-skew', skewMs: between(r, -45_000, 45_000), durationMs: 1000 }),
  (r) => ({ kind: 'restart', losesOrders: r.next() < 0.5, count: 1, rate: 0.2 }),
  (r) => ({ kind: 'settlement-late', delayMs: between(r, 500, 8000), rate: 0.5, durationMs: 3000 }),
  () => ({ kind: 'settlement-failed', rate: 0.5, durationMs: 3000 }),
  () => ({ kind: 'socket-silent', durationMs: 1500 }),
  () => ({ kind: 'socket-cut', count: 1 }),
  () => ({ kind: 'event-duplicated', rate: 0.5, durationMs: 3000 }),
  () => ({ kind: 'event-duplicated', rate: 0.5, durationMs: 3000 }),
  () => ({ kind: 'event-reordered', rate: 0.2, durationMs: 2000 }),
  () => ({ kind: 'event-lost', rate: 0.1, durationMs: 1000 }),
]

export class Weather {
  readonly #parts: WeatherParts
  readonly #taker: EarlyTaker
  /** Listed with another question now. */
  #changed: ConditionId | undefined
  /** How often each fault of the venue was made. */
  readonly made = new Map<string, number>()

  constructor(parts: WeatherParts) {
    this.#parts = parts
    this.#taker = new EarlyTaker(parts.sim)
  }

  begin(): void {
    const { sim, random } = this.#parts
    const losses = random.fork('losses')
    sim.network.fault = (request) => {
      const { answer, request: all } = lossesOf(request)
      const drawn = losses.next()
      return drawn < answer ? 'lose-answer' : drawn < answer + all ? 'lose-request' : undefined
    }
    this.#again('fault', (r) => this.#fail(r))
    this.#again('cut', () => sim.network.cutSockets())
    this.#again('halt', () => this.#forAWhile('halt', 'resume', 2000))
    // whatever has halted it
    this.#again('resume', () => this.#parts.bot().operate('resume', { actor: 'test', reason: 'go on' }))
    this.#again('pause', (r) => this.#forAWhile('pause', 'unpause', 3000, this.#someMarket(r)))
    this.#again('pauseAll', () => this.#forAWhile('pause', 'unpause', 1000))
    this.#again('change', (r) => this.#change(r))
    if (this.#parts.isRough) this.#again('unheard', (r) => this.#beUnheard(r))
    const listed = random.fork('listed')
    this.#parts.transport.fault = {
      matches: ({ path }) => path.includes('/markets?'),
      edit: (request) => {
        if (this.#parts.isRough) this.#pauseOne(listed)
        return request
      },
      after: (result) => edited(result, { changed: this.#changed, unlisted: this.#unlisted(listed) }),
    }
  }

  #again(kind: keyof typeof EVERY_MS, run: (random: Random) => void): void {
    const { sim, random } = this.#parts
    const own = random.fork(kind)
    again(sim.clock, { everyMs: EVERY_MS[kind], random: own }, () => run(own))
  }

  #fail(random: Random): void {
    const made = FAULTS[random.below(FAULTS.length)]?.(random)
    if (made === undefined) return
    makeFault(this.#parts, { durationMs: 10_000, ...made })
    this.made.set(made.kind, (this.made.get(made.kind) ?? 0) + 1)
  }

  #forAWhile(first: OperatorAction, then: OperatorAction, forMs: number, market?: ConditionId): void {
    const { sim, bot } = this.#parts
    const which = market === undefined ? {} : { conditionId: market }
    bot().operate(first, { actor: 'test', reason: 'for a while', ...which })
    sim.clock.after(forMs, () => bot().operate(then, { actor: 'test', reason: 'over', ...which }))
  }

  #someMarket(random: Random): ConditionId | undefined {
    const known = [...this.#parts.bot().core.beliefs.markets.values()].filter(({ status }) => status === 'OPEN')
    return known[random.below(Math.max(1, known.length))]?.conditionId
  }

  /** Answers to orders are late, the private stream is mute, and somebody takes from what nobody has answered. */
  #beUnheard(random: Random): void {
    const { sim, bot } = this.#parts
    for (const made of UNHEARD) makeFault(this.#parts, made(random))
    for (let ms = TAKE_EVERY_MS; ms < UNHEARD_MS; ms += TAKE_EVERY_MS)
      sim.clock.after(ms, () => {
        const { markets, orders } = bot().core.beliefs
        for (const order of orders.living()) {
          const market = markets.get(order.draft.conditionId)
          if (order.phase === 'sent' && market !== undefined) this.#taker.take(order, market)
        }
      })
  }

  /** Some market is listed with another question for a while. */
  #change(random: Random): void {
    this.#changed = this.#someMarket(random)
    this.#parts.sim.clock.after(6000, () => {
      this.#changed = undefined
    })
  }

  /** While the list is read, so that the cancels are on their way when it comes. */
  #pauseOne(random: Random): void {
    const market = this.#quoted(random)
    if (market === undefined) return
    makeFault(this.#parts, SLOW_CANCELS)
    this.#parts.sim.clock.after(1, () => this.#forAWhile('pause', 'unpause', 1000, market))
  }

  /** Markets that are missing in a list: those in which a cancel is on its way, and one more. */
  #unlisted(random: Random): ReadonlySet<string> {
    if (!this.#parts.isRough) return ALL_LISTED
    const { orders } = this.#parts.bot().core.beliefs
    const one = random.next() < UNLISTED.one ? (this.#quoted(random) ?? this.#someMarket(random)) : undefined
    const unlisted = new Set<string>(one === undefined ? [] : [one])
    if (random.next() < UNLISTED.cancelling)
      for (const { phase, draft } of orders.living()) if (phase === 'cancelling') unlisted.add(draft.conditionId)
    if (unlisted.size > 0) makeFault(this.#parts, SLOW_CANCELS)
    return unlisted
  }

  /** Some market in which an order rests. */
  #quoted(random: Random): ConditionId | undefined {
    const open = [...this.#parts.bot().core.beliefs.orders.living()].filter(({ phase }) => phase === 'open')
    return open[random.below(Math.max(1, open.length))]?.draft.conditionId
  }
}

interface Edit {
  readonly changed: string | undefined
  readonly unlisted: ReadonlySet<string>
}

function edited(result: HttpResult, { changed, unlisted }: Edit): HttpResult {
  if (result.kind !== 'response' || result.status !== 200) return result
  const { data, pagination } = marketList.parse(JSON.parse(result.body))
  const listed = data.filter(({ conditionId }) => !unlisted.has(conditionId))
  const total = pagination.total - (data.length - listed.length)
  const body = {
    pagination: { ...pagination, total },
    data: listed.map((market) =>
      market.conditionId === changed ? { ...market, question: 'Will it be something else?' } : market,
    ),
  }
  return { ...result, body: JSON.stringify(body) }
}
