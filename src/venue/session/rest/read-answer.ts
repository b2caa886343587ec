// What came of a request, as a typed `Answer`: no answer at all, a refusal of the venue, a body that is not what was expected, or its value.
// Whether an effect may have happened all the same is said with each failure.

import type { z } from 'zod'
import type { Answer, ErrorCode, Failure } from '../../../domain/error.js'
import { jsonOf } from '../../../domain/json.js'
import { visible } from '../../../domain/visible-text.js'
import { readMessage } from '../../wire/read-message.js'
import type { HttpResult } from '../transport.js'
import { readTold } from './rate-headers.js'
import { ROUTES, type Route, type RouteName } from './routes.js'
import { readRefusal } from './venue-error.js'

const FOREIGN = { isForeign: true } as const

interface Asked<T> {
  readonly route: RouteName
  readonly schema: z.ZodType<T>
  /** Says yes to nothing that the schema refuses, sooner. */
  readonly isPlain?: (json: unknown) => json is T
}

type Answered = Extract<HttpResult, { readonly kind: 'response' }>

interface Reading {
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string
  /** When the answer arrived, monotonic. */
  readonly nowMonoMs: number
}

/** `status` is absent where no answer came. */
export interface Read<T> {
  readonly status?: number
  readonly answer: Answer<T>
  /** Something else answered than the venue, or nothing that says what became of an effect: a proxy's page, a gate's. */
  readonly isForeign?: true
}

export function readAnswer<T>(call: Asked<T>, result: HttpResult, { redact, nowMonoMs }: Reading): Read<T> {
  const route = ROUTES[call.route]
  if (result.kind === 'failed') {
    const extra = route.effect && result.mayHaveArrived ? { mayHaveHappened: true } : {}
    const code = result.isWithheld ? 'withdrawn' : 'unreachable'
    return { answer: refuse(code, redact(`${call.route}: ${result.reason}`), extra) }
  }
  const { status, body } = result
  if (status >= 200 && status < 300) return { status, ...readBody(call, route, result) }
  const refusal = readRefusal(status, body)
  const waitMs = readTold(status, result.headers).block?.waitMs
  const waits = waitMs === undefined ? {} : { notBeforeMonoMs: nowMonoMs + waitMs }
  const extra = route.effect && refusal.unclear ? { mayHaveHappened: true } : {}
  const answer = refuse(refusal.code, redact(`${call.route}: ${refusal.message}`), { ...waits, ...extra })
  return { status, answer, ...(refusal.isForeign ? FOREIGN : {}) }
}

/** `undefined` stands for an empty body. */
function readBody<T>(
  call: Asked<T>,
  route: Route,
  { body, headers }: Pick<Answered, 'body' | 'headers'>,
): Pick<Read<T>, 'answer' | 'isForeign'> {
  // an effect whose answer cannot be read did happen
  const extra = route.effect ? { mayHaveHappened: true } : {}
  const isEmpty = body.trim() === ''
  const json = isEmpty ? undefined : jsonOf(body)
  if (json === undefined && !isEmpty) {
    const message = `${call.route}: ${noJson(body, headers)}`
    return { answer: refuse('venue-failed', message, extra), ...FOREIGN }
  }
  if (call.isPlain?.(json)) return { answer: { ok: true, value: json } }
  const parsed = readMessage(call.schema, json)
  if (parsed.success) return { answer: { ok: true, value: parsed.data } }
  const message = `${call.route}: ${firstIssue(parsed.error)}`
  // one book that cannot be read is that market's; an effect of which nobody knows is repeated, so it must be slow
  return { answer: refuse('bad-payload', message, extra), ...(route.effect || json === undefined ? FOREIGN : {}) }
}

/** Nobody asks for an encoding: one comes from a proxy. */
function noJson(body: string, { 'content-encoding': encoding = '' }: Answered['headers']): string {
  if (encoding !== '' && encoding !== 'identity')
    return `expected JSON, got a body with content-encoding ${visible(encoding)}, which was not asked for`
  return `expected JSON, got ${body.length} characters of something else`
}

/** What is wrong first, and where. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  return visible(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unreadable'}`)
}

function refuse(code: ErrorCode, message: string, extra: Partial<Failure>): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, message, ...extra } }
}
