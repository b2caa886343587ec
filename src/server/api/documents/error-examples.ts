// What refusals look like in the published documents: the texts that the venue answers.

import { ApiError, errorResponse, INVALID_API_KEY, type WireErrorCode } from '../requests/error-table.js'
import { EXAMPLE_HASH, EXAMPLE_TOKENS, EXAMPLE_WALLET } from './worked-order.js'

export const ERROR = { $ref: '#/components/schemas/Error' }

/** One example per code. */
export function errorContent(codes: readonly WireErrorCode[]) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }]))
  return { 'application/json': { schema: ERROR, examples } }
}

function errorExample(code: WireErrorCode) {
  return errorResponse(new ApiError(code, MESSAGES[code])).body
}

const MESSAGES: Readonly<Record<WireErrorCode, string | readonly string[]>> = {
  validation_failed: ['expiration: expected a whole number'],
  malformed_json: 'body: expected JSON',
  bad_request: `order.tokenId: expected a token of market market-1, got ${EXAMPLE_TOKENS[1]}`,
  bad_signature: `signature: expected one by ${EXAMPLE_WALLET} over ${EXAMPLE_HASH}; 65 bytes, s in the lower half, v 27 or 28`,
  bad_nonce: 'order.nonce: expected "1", got "0"',
  bad_amounts: 'price: expected a multiple of 1/100, got 47500000/100000000',
  bad_expiration: 'expiration: a GTD order needs one, got 0',
  fee_changed: 'feeRateBps: expected 20, got 0',
  insufficient_balance: 'collateral: needs 47000000 raw units, available 20000000',
  too_many_orders: 'orders: expected at most 5000 open orders of an account, got 5001',
  market_not_open: 'market market-1: expected REGISTERED, it is PENDING',
  self_referral: 'code: expected the code of somebody else',
  invalid_referral_code: 'code: nobody has the code QUOIN7',
  invalid_api_key: INVALID_API_KEY,
  not_signed_in: 'Authorization: access token unknown or expired',
  sign_in_failed: 'nonce: expected an unused one of this server',
  forbidden: `account: expected the wallet of the token ${EXAMPLE_WALLET}, got another`,
  not_found: `orderHash: no order ${EXAMPLE_HASH}`,
  method_not_allowed: 'Cannot PUT /tags',
  request_timeout: 'request: took too long to arrive',
  conflict: `orderHash: ${EXAMPLE_HASH} was submitted with another body`,
  not_cancellable: `orderHash: ${EXAMPLE_HASH} is filled`,
  payload_too_large: 'Request body is too large',
  uri_too_long: 'URL: expected at most 8192 characters',
  unsupported_media_type: 'Content-Type: expected application/json',
  expectation_failed: 'Expect: expected 100-continue or none',
  headers_too_large: 'headers: expected at most 16 KiB with the URL',
  internal: 'Internal server error',
  cancel_only: 'only cancels are accepted now',
  halted: 'trading is halted',
  store_unavailable: 'nothing can be kept at present; look up what was sent, and try again later',
}
