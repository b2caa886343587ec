// A seeded network between a session and the server's API: latency, loss and cuts, all in virtual time.

import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { Random } from '../../../src/domain/random.js'
import type { ApiResponse } from '../../../src/server/api/requests/api-request.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import type {
  HttpRequest,
  HttpResult,
  SocketHandlers,
  SocketLink,
  Transport,
} from '../../../src/venue/session/transport.js'
import type { Answer, NetworkWeather } from './network-weather.js'
import { lower, queryOf } from './on-the-wire.js'
import { VirtualLink } from './virtual-link.js'

export interface NetworkSettings {
  /** One way, milliseconds: least, and mean of the exponential above it. */
  readonly latency: { readonly leastMs: number; readonly meanMs: number }
  readonly socket: boolean
}

const CLEAR: NetworkWeather = { copies: () => [0] }

export interface NetworkLog {
  requests: number
  readonly statuses: Map<number, number>
  readonly byPath: Map<string, number>
}

interface Arriving {
  readonly request: HttpRequest
  readonly path: string
  readonly search: string
  readonly route: string
  readonly finish: (result: HttpResult) => void
  readonly losesAnswer: boolean
}

export class VirtualNetwork implements Transport {
  readonly log: NetworkLog = { requests: 0, statuses: new Map(), byPath: new Map() }
  readonly #venue: () => VenueApi | undefined
  readonly #dies: (route: string) => 'before' | 'after' | undefined
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #settings: NetworkSettings
  readonly #links = new Set<{ cut(reason: string): void }>()
  readonly #weather: NetworkWeather
  /** Set by a test: what happens to a request. */
  fault: ((request: HttpRequest) => 'lose-request' | 'lose-answer' | undefined) | undefined

  constructor(parts: {
    /** Nothing while it is away. */
    venue: () => VenueApi | undefined
    /** Asked at each request that arrives: whether the venue dies of it, and when. */
    dies?: (route: string) => 'before' | 'after' | undefined
    clock: VirtualClock
    random: Random
    settings: NetworkSettings
    weather?: NetworkWeather
  }) {
    this.#weather = parts.weather ?? CLEAR
    this.#venue = parts.venue
    this.#dies = parts.dies ?? (() => undefined)
    this.#clock = parts.clock
    this.#random = parts.random
    this.#settings = parts.settings
  }

  http(request: HttpRequest, done: (result: HttpResult) => void): void {
    this.log.requests++
    const [path = '/', search = ''] = request.path.split('?')
    const route = `${request.method} ${path.replace(/0x[0-9a-f]{64}/, '{hash}').replace(/\/markets\/[^/]+/, '/markets/{id}')}`
    this.log.byPath.set(route, (this.log.byPath.get(route) ?? 0) + 1)
    let answered = false
    const finish = (result: HttpResult) => {
      if (answered) return
      answered = true
      stopDeadline()
      done(result)
    }
    const stopDeadline = this.#clock.after(request.deadlineMs, () =>
      finish({ kind: 'failed', reason: 'time-out', mayHaveArrived: true }),
    )
    const fault = this.fault?.(request)
    if (fault === 'lose-request') return
    if (this.#venue() === undefined) {
      this.#clock.after(this.#delay(), () => finish({ kind: 'failed', reason: 'ECONNREFUSED', mayHaveArrived: false }))
      return
    }
    const message = { request, path, search, route, finish, losesAnswer: fault === 'lose-answer' }
    for (const lateMs of this.#weather.copies('up', { route }))
      this.#clock.after(this.#delay() + lateMs, () => this.#arrive(message))
  }

  #arrive({ request, path, search, route, finish, losesAnswer }: Arriving): void {
    const api = this.#venue()
    const death = api === undefined ? 'before' : this.#dies(route)
    if (death !== undefined)
      this.#clock.after(this.#delay(), () => finish({ kind: 'failed', reason: 'ECONNRESET', mayHaveArrived: true }))
    if (death === 'before') return
    const { method, body } = request
    const arrived = {
      ...{ method, path, query: queryOf(search), ip: '127.0.0.1' },
      headers: lower(request.headers),
      body: body === undefined ? undefined : JSON.parse(body),
    }
    api?.handle(arrived, this.#clock.wallMs(), (response) => {
      if (losesAnswer || death === 'after') this.#count(response)
      else this.#answer(route, response, finish)
    })
  }

  openSocket(auth: () => { apiKey: string; accessToken?: string }, handlers: SocketHandlers): SocketLink {
    if (!this.#settings.socket)
      return {
        emit: (_n, _p, { done }) => void this.#clock.after(2000, () => done(undefined)),
        reconnect() {},
        close() {},
      }
    const link = new VirtualLink(
      { venue: this.#venue, clock: this.#clock, delay: () => this.#delay(), weather: this.#weather, auth },
      handlers,
    )
    this.#links.add(link)
    link.open()
    return link
  }

  /** Cuts every socket; the clients reconnect by themselves. */
  cutSockets(): void {
    for (const link of this.#links) link.cut('transport close')
  }

  #count({ status }: ApiResponse): void {
    this.log.statuses.set(status, (this.log.statuses.get(status) ?? 0) + 1)
  }

  #answer(route: string, response: ApiResponse, finish: (result: HttpResult) => void): void {
    this.#count(response)
    const { status, body, text, delivery } = response
    const date = new Date(this.#clock.wallMs()).toUTCString()
    const type = text?.contentType ?? 'application/json'
    const answer: Answer = {
      kind: 'response',
      status,
      headers: { date, 'content-type': type, ...lower(response.headers) },
      body: text?.content ?? JSON.stringify(body),
    }
    const result: HttpResult = delivery?.dropped
      ? { kind: 'failed', reason: 'connection lost', mayHaveArrived: true }
      : (this.#weather.garbled?.(answer, route) ?? answer)
    for (const lateMs of this.#weather.copies('down', { route }))
      this.#clock.after(this.#delay() + lateMs + (delivery?.delayMs ?? 0), () => finish(result))
  }

  #delay(): number {
    const { leastMs, meanMs } = this.#settings.latency
    return leastMs + this.#random.exponential(meanMs)
  }
}
