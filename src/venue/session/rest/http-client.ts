// One request to the venue and its answer as a typed `Answer`: permit, headers, status, schema, telemetry. Nothing is sent twice.

import type { z } from 'zod'
import type { Answer, ErrorCode } from '../../../domain/error.js'
import type { Permit, PermitDesk } from '../../../domain/permit.js'
import type { Clock } from '../../../domain/time.js'
import type { RouteClass, VenueProfile } from '../../wire/profile.js'
import type { HttpResult, Transport } from '../transport.js'
import type { VenueClock } from '../venue-clock.js'
import { readTold } from './rate-headers.js'
import { readAnswer } from './read-answer.js'
import { buildPath, pathOf, ROUTES, type Route, type RouteName } from './routes.js'

export interface HttpCall<T> {
  readonly route: RouteName
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** JSON text. */
  readonly body?: string
  /** Asked right before it leaves: the one of when it began to wait for its permit may be over by then. */
  readonly bearer?: () => string
  readonly schema: z.ZodType<T>
  /** Says yes to nothing that the schema refuses, sooner. */
  readonly isPlain?: (json: unknown) => json is T
  /** What it is paid from; by default the session's desk. */
  readonly paidFrom?: PermitDesk | undefined
}

/** A value with when its request left, monotonic. */
export interface Received<T> {
  readonly value: T
  readonly sentMonoMs: number
}

/** One line of telemetry; `code` is absent when the request succeeded. */
export interface RequestNote {
  readonly route: RouteName
  readonly routeClass: RouteClass
  readonly status?: number
  readonly code?: ErrorCode
  /** Request to answer. */
  readonly latencyMs: number
}

export interface HttpClient {
  call<T>(call: HttpCall<T>, done: (answer: Answer<Received<T>>) => void): void
}

export interface HttpClientOptions {
  readonly profile: VenueProfile
  readonly transport: Transport
  readonly clock: Clock
  readonly venueClock: VenueClock
  readonly desk: PermitDesk
  readonly apiKey: string
  readonly deadlineMs: number
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string
  readonly onRequest: (note: RequestNote) => void
}

interface Settled {
  readonly sentMonoMs: number
  readonly isFailure: boolean
}

/**
 * Counts as a failure of the venue beside 5xx: what answered was something else; it does not take a token that it has given; or a cancel is
 * refused as a whole, while its answer should say what became of each order. Whoever cannot cancel may not go on quoting.
 */
function isFailure({ cls, bearer }: Route, status: number | undefined, isForeign: true | undefined): boolean {
  if (isForeign === true || status === undefined) return isForeign === true
  return (bearer && status === 401) || (cls === 'cancel' && status >= 400 && status !== 429)
}

/** A cache on the way gave it: its headers tell of when it was made, and perhaps of whoever asked then. */
const isKept = ({ age }: Readonly<Record<string, string | undefined>>) => Number(age) > 0

/** A client over `transport`; every request waits for its permit. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { profile, transport, clock, venueClock, desk } = options

  function headers(call: HttpCall<unknown>): Record<string, string> {
    return {
      accept: 'application/json',
      'x-api-key': options.apiKey,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer()}` }),
    }
  }

  function settle(permit: Permit, result: HttpResult, { sentMonoMs, isFailure }: Settled): void {
    if (result.kind === 'failed') {
      // whoever tries again pauses, also after one that our own check kept
      desk.answered(permit, result.mayHaveArrived ? undefined : { unsent: true })
      return
    }
    // what was left, and when it was, is of another moment where a cache has kept the answer, and may be of another key
    const headers = isKept(result.headers) ? {} : result.headers
    const told = readTold(result.status, headers)
    desk.answered(permit, isFailure ? { ...told, failed: true } : told)
    venueClock.onDate(headers['date'], sentMonoMs, clock.monoMs())
  }

  /** A permit that would end before the answer's deadline, as after a wait for the token, goes back, and another is asked for. */
  function pay(route: Route, from: PermitDesk, done: (permit: Permit | undefined) => void): void {
    const want = { routeClass: route.cls, priority: route.priority }
    from.want(want, (permit) => {
      if (permit === undefined || permit.untilMonoMs >= clock.monoMs() + options.deadlineMs) return done(permit)
      desk.unused(permit)
      desk.want(want, done)
    })
  }

  function send<T>(call: HttpCall<T>, permit: Permit, done: (answer: Answer<Received<T>>) => void): void {
    const route = ROUTES[call.route]
    const sentMonoMs = clock.monoMs()
    const request = {
      method: route.method,
      path: buildPath(pathOf(call.route, profile.paths), call.params, call.query),
      headers: headers(call),
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.body === undefined ? {} : { body: call.body }),
      routeClass: route.cls,
      deadlineMs: options.deadlineMs,
    }
    transport.http(request, (result) => {
      const receivedMonoMs = clock.monoMs()
      const read = readAnswer(call, result, { redact: options.redact, nowMonoMs: receivedMonoMs })
      const { status, answer, isForeign } = read
      settle(permit, result, { sentMonoMs, isFailure: isFailure(route, status, isForeign) })
      const note = {
        ...{ route: call.route, routeClass: route.cls },
        ...(status === undefined ? {} : { status }),
        ...(answer.ok ? {} : { code: answer.failure.code }),
        latencyMs: receivedMonoMs - sentMonoMs,
      }
      if (result.kind !== 'failed' || !result.isWithheld) options.onRequest(note)
      done(answer.ok ? { ok: true, value: { value: answer.value, sentMonoMs } } : answer)
    })
  }

  return {
    call<T>(call: HttpCall<T>, done: (answer: Answer<Received<T>>) => void) {
      const route = ROUTES[call.route]
      pay(route, call.paidFrom ?? desk, (permit) => {
        if (permit) return send(call, permit, done)
        const message = `${call.route}: no permit for a ${route.cls} request came in time; nothing was sent`
        done({ ok: false, failure: { code: 'rate-limited', message } })
      })
    },
  }
}
