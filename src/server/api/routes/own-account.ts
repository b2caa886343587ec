// The wallet behind a bearer route.

import type { Address } from '../../../domain/market/market.js'
import { ApiError } from '../requests/error-table.js'
import type { Call } from '../requests/route.js'

/** Throws `not_signed_in` without a bearer token. */
export function ownAccount({ account }: Pick<Call, 'account'>): Address {
  if (account === undefined) throw new ApiError('not_signed_in', 'Authorization: expected a bearer access token')
  return account
}
