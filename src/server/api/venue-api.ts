// The whole venue as a function of requests, socket messages and time: pure, so that it runs in virtual time too.
//
//   request -> route -> API key -> rate limit -> bearer token -> handler -> exchange -> events -> rooms

import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { ClassLimits, RouteClass, VenueProfile } from '../../venue/wire/profile.js'
import type { ApiKeyRecord } from './accounts/api-key-store.js'
import { advanceTogether, earliestDue, type SteadyDriver } from './driver.js'
import type { MetFaults } from './faults/request-faults.js'
import type { VenueFaults } from './faults/venue-faults.js'
import type { VenueRecords } from './kept/venue-records.js'
import type { Catalogue } from './markets/catalogue.js'
import { definedOf } from './published-profile.js'
import type { ApiRequest, ApiResponse } from './requests/api-request.js'
import { ApiError, errorResponse, INVALID_API_KEY, toApiError } from './requests/error-table.js'
import type { Call, LaterAnswer, Route, RouteAnswer } from './requests/route.js'
import { Router } from './requests/router.js'
import { type HitResult, Throttler, TOO_MANY_REQUESTS } from './requests/throttler.js'
import { TIER_LIMITS, type Tier } from './requests/tier-limits.js'
import { allRoutes } from './routes/all-routes.js'
import type { SocketAuth, SocketConn, SocketMessage } from './socket/socket-conn.js'
import { notAccepted, type SocketHub } from './socket/socket-hub.js'
import { SocketThrottle } from './socket/socket-throttle.js'
import type { VenueParts } from './venue-parts.js'

export interface VenueApiParts extends VenueParts {
  readonly hub: SocketHub
  readonly clock: VenueClock
  readonly faults: VenueFaults
  /** Hears of faults of the program; clients learn nothing about them. */
  readonly onFault: (error: unknown) => void
}

interface Knock {
  readonly key: ApiKeyRecord | undefined
  readonly ip: string
  /** A good key was asked for, and there was none: counted apart, so that it blocks no sign-in of the same address. */
  readonly isGuess: boolean
  readonly routeClass: RouteClass
  readonly nowMs: number
}

/** The moment that is being carried out. */
export interface VenueClock {
  nowMs: number
}

export class VenueApi {
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly records: VenueRecords
  readonly profile: VenueProfile
  /** May be changed while running. */
  readonly switches: VenueParts['config']['switches']
  readonly #parts: VenueApiParts
  readonly #router: Router
  readonly #throttler = new Throttler()
  readonly #socketThrottle: SocketThrottle
  readonly #drivers: SteadyDriver[]
  /** Of each tier that was seen, as configured. */
  readonly #limits = new Map<Tier, ClassLimits>()

  constructor(parts: VenueApiParts) {
    this.#parts = parts
    this.exchange = parts.exchange
    this.markets = parts.markets
    this.records = parts.records
    this.profile = parts.profile
    this.switches = parts.config.switches
    this.#drivers = [parts.exchange, parts.faults.starts]
    this.#socketThrottle = new SocketThrottle(parts.config.socketLimits)
    this.#router = new Router(allRoutes(parts, parts.faults.routes))
  }

  /** Calls `reply` exactly once: now, or after a signature check. Never throws. */
  handle(request: ApiRequest, nowMs: number, reply: (response: ApiResponse) => void): void {
    let limits: ApiResponse['headers'] = {}
    let met: MetFaults | undefined
    const send = (response: ApiResponse) => reply(met?.onAnswer(response) ?? response)
    const settle = (answer: () => RouteAnswer) => send(this.#response(answer, limits))
    try {
      this.advance(nowMs)
      const { route, params, isServed } = this.#router.match(request.method, request.path)
      if (isServed) met = this.#parts.faults.requests.meet({ request, route, params }, nowMs)
      if (met?.instead !== undefined) {
        reply(met.instead)
        return
      }
      const key = this.#keyOf(request)
      // the budget of orders is one a second without a key: a wrong one would be answered 401 only once
      const isGuess = key === undefined && route.access !== 'public'
      const routeClass = isGuess ? 'account' : route.routeClass
      const hit = this.#hit({ key, ip: request.ip, isGuess, routeClass, nowMs })
      limits = hit.headers
      if (hit.blocked) {
        send({ status: 429, headers: limits, body: TOO_MANY_REQUESTS })
        return
      }
      if (isGuess) throw new ApiError('invalid_api_key', INVALID_API_KEY)
      met?.beforeHandler()
      const answer = route.answer(this.#call({ request, route, params, key, nowMs }))
      if (isLater(answer)) answer.later(settle)
      else settle(() => answer)
    } catch (thrown) {
      settle(() => {
        throw thrown
      })
    }
  }

  /** Why a socket client with these credentials may not connect; `undefined` when it may. Refusals count per address. */
  refusesSocket(auth: SocketAuth, ip: string, nowMs: number): string | undefined {
    if (this.#parts.faults.starts.isDown(nowMs)) return 'Server restarting'
    const admission = this.#parts.hub.admit(auth, nowMs)
    if (!('refusal' in admission)) return undefined
    return this.#hit({ key: undefined, ip, isGuess: true, routeClass: 'account', nowMs }).blocked
      ? TOO_MANY_REQUESTS.message
      : admission.refusal
  }

  /** Disconnects at once a client whose credentials are not good. */
  connect(conn: SocketConn, nowMs: number): void {
    this.advance(nowMs)
    const { hub, faults } = this.#parts
    hub.connect(faults.sockets.enter(conn), nowMs)
    faults.sockets.cutNewcomer(conn)
  }

  /** Never throws, whatever the payload is. */
  message(conn: SocketConn, message: SocketMessage, nowMs: number): void {
    const { sockets } = this.#parts.faults
    try {
      this.advance(nowMs)
      const verdict = this.#socketThrottle.message(conn.id, nowMs)
      if (verdict === 'cut-off') conn.disconnect('too many messages')
      else if (verdict === 'refuse') message.acknowledge?.(notAccepted(message.event, 'too many messages'))
      else this.#heard(conn, sockets.message(conn, message), nowMs)
    } catch (thrown) {
      this.#parts.onFault(thrown)
    }
  }

  #heard(conn: SocketConn, message: SocketMessage | undefined, nowMs: number): void {
    const { hub, faults } = this.#parts
    if (message !== undefined) hub.message(faults.sockets.of(conn), message, nowMs)
  }

  disconnect(conn: SocketConn): void {
    const { hub, faults } = this.#parts
    hub.disconnect(faults.sockets.of(conn))
    faults.sockets.leave(conn)
    this.#socketThrottle.forget(conn.id)
  }

  /** From now on time moves this too. */
  attach(driver: SteadyDriver): void {
    this.#drivers.push(driver)
  }

  /** Lets everything due by `nowMs` happen, in time order. */
  advance(nowMs: number): void {
    const { clock } = this.#parts
    if (nowMs < clock.nowMs) return
    advanceTogether(this.#drivers, nowMs, (atMs) => {
      clock.nowMs = Math.max(clock.nowMs, atMs)
    })
  }

  /**
   * The calendar moved by so many milliseconds, either way: dates, such as expirations and ends of markets, stay where they
   * are in it; settlements, windows and everything else that takes a length of time keeps the rest of it.
   */
  rebase(byMs: number): void {
    const { clock, tokens, signIn } = this.#parts
    clock.nowMs += byMs
    for (const timed of [...this.#drivers, this.#throttler, this.#socketThrottle, signIn])
      timed.rebase(byMs, clock.nowMs)
    tokens.capAt(clock.nowMs)
  }

  /** The moment that was carried out last, unix milliseconds. */
  get nowMs(): number {
    return this.#parts.clock.nowMs
  }

  /** When `advance` is needed next. */
  nextDueMs(): number | undefined {
    return earliestDue(this.#drivers)
  }

  #keyOf({ headers }: ApiRequest): ApiKeyRecord | undefined {
    const text = headers['x-api-key']
    return text === undefined ? undefined : this.#parts.keys.find(text)
  }

  /** Whoever shows no good key is counted by address. */
  #hit({ key, ip, isGuess, routeClass, nowMs }: Knock): HitResult {
    const tracker = key === undefined ? `${isGuess ? 'guess' : 'ip'}:${ip}` : `key:${key.id}`
    return this.#throttler.hit({ tracker, routeClass, limits: this.#limitsOf(key)[routeClass], nowMs })
  }

  #limitsOf(key: ApiKeyRecord | undefined): ClassLimits {
    const tier: Tier = key?.tier ?? 'ANONYMOUS'
    let limits = this.#limits.get(tier)
    if (limits === undefined) {
      limits = { ...TIER_LIMITS[tier], ...definedOf(this.#parts.config.tiers[tier] ?? {}) }
      this.#limits.set(tier, limits)
    }
    return limits
  }

  #call(input: {
    request: ApiRequest
    route: Route
    params: Call['params']
    key: ApiKeyRecord | undefined
    nowMs: number
  }): Call {
    const { request, route, params, key, nowMs } = input
    const { query, body } = request
    const looksAtBearer = route.access === 'bearer' || route.access === 'optional-bearer'
    const account = looksAtBearer ? this.#accountOf(request, nowMs) : undefined
    if (route.access === 'bearer' && account === undefined) {
      throw new ApiError('not_signed_in', 'Authorization: expected a bearer access token')
    }
    return { params, query, body, nowMs, key, account }
  }

  /** A token that is not good is refused, never ignored: its owner would read a stranger's view as its own. */
  #accountOf({ headers }: ApiRequest, nowMs: number): Call['account'] {
    const text = headers.authorization
    if (text === undefined) return undefined
    const token = /^Bearer ([\w.~+/=-]{1,1024})$/i.exec(text)?.[1]
    const family = token === undefined ? undefined : this.#parts.tokens.find(token, nowMs)
    if (family === undefined) throw new ApiError('not_signed_in', 'Authorization: access token unknown or expired')
    return family.account
  }

  #response(answer: () => RouteAnswer, limits: ApiResponse['headers']): ApiResponse {
    try {
      const { status = 200, body, headers, text } = answer()
      const all = headers === undefined ? limits : { ...limits, ...headers }
      return text === undefined ? { status, body, headers: all } : { status, body, headers: all, text }
    } catch (thrown) {
      const error = toApiError(thrown)
      // what their answers do not say is for the operator
      if (error.code === 'internal' || error.code === 'store_unavailable') this.#parts.onFault(thrown)
      const response = errorResponse(error)
      return { ...response, headers: { ...limits, ...response.headers } }
    }
  }
}

function isLater(answer: RouteAnswer | LaterAnswer): answer is LaterAnswer {
  return 'later' in answer
}
