// Orders: submit, read, list, cancel.

import type { Hex } from '../../../domain/market.js'
import {
  cancelManyBody,
  orderSubmission,
  type WireCancelManyResult,
  type WireOrderRecord,
} from '../../../venue/wire/order-schema.js'
import { ApiError, toApiError } from '../error-table.js'
import { accountOf } from '../order-intake.js'
import { listOrders, wireRecord } from '../order-lists.js'
import type { Call, LaterAnswer, Route } from '../route.js'
import { validBody } from '../validation.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

export function orderRoutes(parts: VenueParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/markets/{id}/orders',
      routeClass: 'write',
      access: 'key',
      answer: (call) => submit(call, parts),
    },
    {
      method: 'POST',
      path: '/markets/{id}/orders/cancel-all',
      routeClass: 'cancel',
      access: 'bearer',
      answer: (call) => {
        const { conditionId } = parts.markets.find(call.params.id ?? '')
        parts.exchange.cancelAll(ownAccount(call), conditionId, call.nowMs)
        return { body: {} }
      },
    },
    {
      method: 'POST',
      path: '/orders/cancel-many',
      routeClass: 'cancel',
      access: 'bearer',
      answer: (call) => ({ body: cancelMany(call, parts) }),
    },
    {
      method: 'GET',
      path: '/orders/{hash}',
      routeClass: 'read',
      access: 'key',
      answer: (call) => ({ body: readOrder(call, parts) }),
    },
    {
      method: 'GET',
      path: '/orders',
      routeClass: 'read',
      access: 'optional-bearer',
      answer: (call) => ({ body: listOrders(call, parts) }),
    },
  ]
}

function submit({ params, body, nowMs }: Call, { markets, intake }: VenueParts): LaterAnswer {
  const market = markets.find(params.id ?? '')
  const submission = { market, body: validBody(orderSubmission, body), nowMs }
  return {
    later: (done) => intake.submit(submission, (result) => done(() => ({ status: 201, body: result() }))),
  }
}

function readOrder({ params }: Call, parts: VenueParts): WireOrderRecord {
  const text = params.hash ?? ''
  const found = /^0x[0-9a-fA-F]{64}$/.test(text) ? parts.exchange.order(hashOf(text)) : undefined
  const record = found && wireRecord(found, parts)
  if (record === undefined) throw new ApiError('not_found', `orderHash: no order ${text.slice(0, 100)}`)
  return record
}

/** Each hash on its own: a refusal is listed and takes nothing back. Throws `forbidden` for a foreign `account`. */
function cancelMany(call: Call, { exchange }: VenueParts): WireCancelManyResult {
  const own = ownAccount(call)
  const { orderHashes, account } = validBody(cancelManyBody, call.body)
  if (account !== undefined && accountOf(account, 'account') !== own) {
    throw new ApiError('forbidden', `account: expected the wallet of the token ${own}, got ${account}`)
  }
  const cancelled: string[] = []
  const failed: WireCancelManyResult['failed'] = []
  for (const orderHash of new Set(orderHashes.map(hashOf))) {
    const refusal = refusalOf(() => exchange.cancel(orderHash, own, call.nowMs))
    if (refusal === undefined) cancelled.push(orderHash)
    else failed.push({ orderHash, error: textOf(refusal), code: refusal.code })
  }
  return { cancelled: cancelled.length, orderHashes: cancelled, failed }
}

function textOf({ code, message }: ApiError): string {
  return code === 'not_cancellable' ? `cannot be cancelled: ${message}` : message
}

function refusalOf(act: () => unknown): ApiError | undefined {
  try {
    act()
    return undefined
  } catch (thrown) {
    return toApiError(thrown)
  }
}

function hashOf(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
