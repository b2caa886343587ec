// One request to the venue and its answer as a typed `Answer`: permit, headers, status, schema, telemetry. Nothing is sent twice.

import type { z } from 'zod'
import type { Answer, ErrorCode, Failure } from '../../../domain/error.js'
import type { Permit, PermitDesk } from '../../../domain/permit.js'
import type { Clock } from '../../../domain/time.js'
import { visible } from '../../../domain/visible-text.js'
import type { RouteClass, VenueProfile } from '../../wire/profile.js'
import type { HttpResult, Transport } from '../transport.js'
import type { VenueClock } from '../venue-clock.js'
import { readTold } from './rate-headers.js'
import { buildPath, pathOf, ROUTES, type Route, type RouteName } from './routes.js'
import { readRefusal } from './venue-error.js'

export interface HttpCall<T> {
  readonly route: RouteName
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** JSON text. */
  readonly body?: string
  readonly bearer?: string
  readonly schema: z.ZodType<T>
  /** What it is paid from; by default the session's desk. */
  readonly paidFrom?: PermitDesk | undefined
}

/** A value with when its answer arrived, monotonic, and when its request left. */
export interface Received<T> {
  readonly value: T
  readonly sentMonoMs: number
  readonly receivedMonoMs: number
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

type Outcome<T> = { readonly status?: number; readonly answer: Answer<T> }

function refuse(code: ErrorCode, message: string, extra: Partial<Failure> = {}): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, message, ...extra } }
}

/** Reads a body against its schema. `undefined` stands for an empty body. */
function readBody<T>(call: HttpCall<T>, route: Route, body: string): Answer<T> {
  // an effect whose answer cannot be read did happen
  const extra = route.effect ? { mayHaveHappened: true } : {}
  let json: unknown
  try {
    json = body.trim() === '' ? undefined : JSON.parse(body)
  } catch {
    return refuse('bad-payload', `${call.route}: expected JSON, got ${body.length} characters of something else`, extra)
  }
  const parsed = call.schema.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || 'body'
  return refuse('bad-payload', visible(`${call.route}: ${where}: ${issue?.message ?? 'unreadable'}`), extra)
}

/** A client over `transport`; every request waits for its permit. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { profile, transport, clock, venueClock, desk, redact } = options

  function headers(call: HttpCall<unknown>): Record<string, string> {
    return {
      accept: 'application/json',
      'x-api-key': options.apiKey,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
    }
  }

  function read<T>(call: HttpCall<T>, route: Route, result: HttpResult): Outcome<T> {
    if (result.kind === 'failed') {
      const extra = route.effect && result.mayHaveArrived ? { mayHaveHappened: true } : {}
      return { answer: refuse('unreachable', redact(`${call.route}: ${result.reason}`), extra) }
    }
    const { status, body } = result
    if (status >= 200 && status < 300) return { status, answer: readBody(call, route, body) }
    const refusal = readRefusal(status, body)
    const waitMs = readTold(status, result.headers).block?.waitMs
    const waits = waitMs === undefined ? {} : { notBeforeMonoMs: clock.monoMs() + waitMs }
    const extra = route.effect && refusal.unclear ? { mayHaveHappened: true } : {}
    return { status, answer: refuse(refusal.code, redact(`${call.route}: ${refusal.message}`), { ...waits, ...extra }) }
  }

  function settle(permit: Permit, result: HttpResult, sentMonoMs: number): void {
    if (result.kind === 'failed') {
      desk.answered(permit, result.mayHaveArrived ? undefined : { unsent: true })
      return
    }
    desk.answered(permit, readTold(result.status, result.headers))
    venueClock.onDate(result.headers['date'], sentMonoMs, clock.monoMs())
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
      settle(permit, result, sentMonoMs)
      const { status, answer } = read(call, route, result)
      options.onRequest({
        ...{ route: call.route, routeClass: route.cls },
        ...(status === undefined ? {} : { status }),
        ...(answer.ok ? {} : { code: answer.failure.code }),
        latencyMs: receivedMonoMs - sentMonoMs,
      })
      done(answer.ok ? { ok: true, value: { value: answer.value, sentMonoMs, receivedMonoMs } } : answer)
    })
  }

  return {
    call<T>(call: HttpCall<T>, done: (answer: Answer<Received<T>>) => void) {
      const route = ROUTES[call.route]
      pay(route, call.paidFrom ?? desk, (permit) => {
        if (permit) return send(call, permit, done)
        done(
          refuse('rate-limited', `${call.route}: no permit for a ${route.cls} request came in time; nothing was sent`),
        )
      })
    },
  }
}
