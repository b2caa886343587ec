// The venue's refusals as codes: the one place where its status numbers, codes and texts are understood.
//
//   1. a `code` in the body that is one of ours in snake_case (`fee_changed` -> `fee-changed`)
//   2. else the status, and for 400 the words of the message
//   A body that is not the venue's own (a proxy's HTML page) proves nothing about an order, a key or an account.

import { ERROR_REACTIONS, type ErrorCode } from '../../../domain/error.js'
import { jsonOf } from '../../../domain/json.js'
import { visible } from '../../../domain/visible-text.js'
import { errorBody } from '../../wire/primitives.js'
import { readMessage } from '../../wire/read-message.js'

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  /** The request may have been carried out all the same. */
  readonly unclear: boolean
  /** The body is not the venue's. */
  readonly isForeign?: true
}

/** Codes a venue may name. The others are verdicts about ourselves. */
const VENUE_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'rate-limited',
  'bad-api-key',
  'not-signed-in',
  'forbidden',
  'not-found',
  'conflict',
  'bad-request',
  'bad-signature',
  'bad-amounts',
  'fee-changed',
  'bad-expiration',
  'insufficient-balance',
  'too-many-orders',
  'would-match',
  'market-not-open',
  'cancel-only',
  'halted',
  'not-cancellable',
])

const WORDS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/balance|allowance|insufficient|funds/i, 'insufficient-balance'],
  [/(too many|at most|maximum|limit)\b.*\b(open|active|resting) orders/i, 'too-many-orders'],
  [/duplicate|already (exists|known|placed|submitted)/i, 'conflict'],
  [/post[ _-]?only|would (immediately )?(cross|match|take|trade)|(match|cross|trade).*\bown orders?\b/i, 'would-match'],
  [/signature|signer/i, 'bad-signature'],
  [/\bfee/i, 'fee-changed'],
  [/expir/i, 'bad-expiration'],
  [/(market|trading)\b.*\b(closed|not open|paused|resolved|cancelled|not registered)/i, 'market-not-open'],
  [/not cancel|cannot be cancel|already (filled|cancelled)/i, 'not-cancellable'],
  [/\b(price|tick|size|amounts?|step|minimum)\b|(maker|taker)Amount/i, 'bad-amounts'],
]

function isVenueCode(code: string): code is ErrorCode {
  return code in ERROR_REACTIONS && VENUE_CODES.has(code)
}

function byStatus(status: number, message: string): ErrorCode {
  if (status === 401) return /api.?key/i.test(message) ? 'bad-api-key' : 'not-signed-in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 409) return 'conflict'
  if (status === 429) return 'rate-limited'
  if (status >= 500 || status === 408) return 'venue-failed'
  return WORDS.find(([words]) => words.test(message))?.[1] ?? 'bad-request'
}

/** The two fields that the specification calls stable; a `code` is a hint where it is a text, and any other is none. */
const refusalBody = errorBody
  .pick({ statusCode: true, message: true })
  .extend({ code: errorBody.shape.code.catch(undefined) })

interface Reading {
  readonly text: string
  readonly code: string | undefined
}

/** `undefined` when the body is not the venue's error body. */
function readBody(body: string): Reading | undefined {
  const parsed = readMessage(refusalBody, jsonOf(body))
  if (!parsed.success) return undefined
  const { message, code } = parsed.data
  return { text: Array.isArray(message) ? message.join('; ') : message, code: code?.replaceAll('_', '-').toLowerCase() }
}

const MOST_SHOWN = 300

/** The word at the cut goes as a whole: who takes secrets out of the text later would not know the beginning of one. */
const shortened = (text: string) =>
  text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN).replace(/\S+$/, '')}…`

/** What an answer outside 2xx means. `status` 300 to 599. */
export function readRefusal(status: number, body: string): Refusal {
  const own = readBody(body)
  if (!own) {
    const code: ErrorCode = status === 429 ? 'rate-limited' : 'venue-failed'
    const what = `answered ${status} with a page that is not the venue's`
    return { code, message: what, unclear: status >= 500 || status === 408, isForeign: true }
  }
  const message = visible(shortened(own.text))
  // "Cannot GET /orders/0x..." says that the route is missing, not the order
  if (status === 404 && /^Cannot (GET|POST|PATCH|DELETE)\b/.test(own.text)) {
    return { code: 'venue-failed', message, unclear: false }
  }
  const code = own.code !== undefined && isVenueCode(own.code) ? own.code : byStatus(status, own.text)
  const refusedClearly = code === 'cancel-only' || code === 'halted' || code === 'rate-limited'
  // a conflict says that an order with this hash is there
  const unclear = code === 'conflict' || (!refusedClearly && (status >= 500 || status === 408))
  return { code, message, unclear }
}
