// Every refusal of the server: its stable code, its status, and the body `{ statusCode, message, error, code }`.

import { type ErrorCode, QuoinError } from '../../../domain/error.js'
import type { ErrorBody } from '../../../venue/wire/primitives.js'
import type { ApiResponse } from './api-request.js'

/** Stable code -> HTTP status. */
export const WIRE_ERRORS = {
  validation_failed: 400,
  malformed_json: 400,
  bad_request: 400,
  bad_signature: 400,
  bad_nonce: 400,
  bad_amounts: 400,
  bad_expiration: 400,
  fee_changed: 400,
  insufficient_balance: 400,
  too_many_orders: 400,
  market_not_open: 400,
  self_referral: 400,
  invalid_referral_code: 400,
  invalid_api_key: 401,
  not_signed_in: 401,
  sign_in_failed: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  not_cancellable: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  expectation_failed: 417,
  headers_too_large: 431,
  internal: 500,
  cancel_only: 503,
  halted: 503,
  store_unavailable: 503,
} as const
export type WireErrorCode = keyof typeof WIRE_ERRORS

/** The exchange's refusals as codes of the wire; everything else is `internal`. */
const OF_DOMAIN: Partial<Record<ErrorCode, WireErrorCode>> = {
  'bad-argument': 'bad_request',
  'bad-request': 'bad_request',
  'bad-payload': 'bad_request',
  'bad-signature': 'bad_signature',
  'bad-amounts': 'bad_amounts',
  'bad-expiration': 'bad_expiration',
  'fee-changed': 'fee_changed',
  'insufficient-balance': 'insufficient_balance',
  'too-many-orders': 'too_many_orders',
  'market-not-open': 'market_not_open',
  'not-found': 'not_found',
  forbidden: 'forbidden',
  conflict: 'conflict',
  'not-cancellable': 'not_cancellable',
  'cancel-only': 'cancel_only',
  halted: 'halted',
  'journal-failed': 'store_unavailable',
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** A refusal. `messages` is a list when validation found several problems. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: WireErrorCode
  readonly messages: string | readonly string[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: WireErrorCode,
    messages: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof messages === 'string' ? messages : messages.join('; '))
    this.code = code
    this.messages = messages
    this.headers = headers
  }
}

/** Of a store's failure: its own text names the file and the system's reason. */
const STORE_UNAVAILABLE = 'nothing can be kept at present; look up what was sent, and try again later'

/** Any thrown thing as a refusal; a fault of the program tells nothing about itself, nor where it keeps its data. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  const code = thrown instanceof QuoinError ? OF_DOMAIN[thrown.code] : undefined
  if (code === undefined || !(thrown instanceof Error)) return new ApiError('internal', 'Internal server error')
  return new ApiError(code, code === 'store_unavailable' ? STORE_UNAVAILABLE : thrown.message)
}

export function errorResponse({ code, messages, headers }: ApiError): ApiResponse & { readonly body: ErrorBody } {
  const statusCode = WIRE_ERRORS[code]
  const message = typeof messages === 'string' ? messages : [...messages]
  const body: ErrorBody = { statusCode, message, error: REASONS[statusCode] ?? 'Error', code }
  return { status: statusCode, headers, body }
}

export const INVALID_API_KEY = 'Invalid API Key provided'
