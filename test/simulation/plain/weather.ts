// What goes wrong around a bot, again and again: answers and requests are lost, sockets cut, the venue fails in every way that it can be
// told to, markets become others for a while, and an operator halts and pauses.

import type { Bot } from '../../../src/bot/bot.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { OperatorAction } from '../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import type { FaultyTransport } from '../faults/faulty-transport.js'
import { isCancel, isCreate } from '../faults/survive.js'
import { makeFault } from '../faults/wrong-book-watch.js'
import type { simulate } from '../virtual/simulate.js'
import { again } from './again.js'

export interface WeatherParts {
  readonly sim: ReturnType<typeof simulate>
  readonly transport: FaultyTransport
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

/** Milliseconds on average between two of a kind. */
const EVERY_MS = { fault: 900, cut: 40_000, halt: 40_000, resume: 4000, pause: 4000, pauseAll: 60_000, change: 10_000 }

type MadeFault = (random: Random) => FaultSpecInput

const between = (random: Random, least: number, most: number) => Math.round(least + random.next() * (most - least))

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
  /** How often each fault of the venue was made. */
  readonly made = new Map<string, number>()

  constructor(parts: WeatherParts) {
    this.#parts = parts
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

  /** Some market is listed with another question for a while. */
  #change(random: Random): void {
    const { transport, sim } = this.#parts
    const changed = this.#someMarket(random)
    const after = (result: HttpResult) => edited(result, changed)
    transport.fault = { matches: ({ path }) => path.includes('/markets?'), after }
    sim.clock.after(6000, () => {
      transport.fault = undefined
    })
  }
}

function edited(result: HttpResult, conditionId: string | undefined): HttpResult {
  if (result.kind !== 'response' || result.status !== 200) return result
  const body: unknown = JSON.parse(result.body, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && Reflect.get(value, 'conditionId') === conditionId
      ? { ...value, question: 'Will it be something else?' }
      : value,
  )
  return { ...result, body: JSON.stringify(body) }
}
