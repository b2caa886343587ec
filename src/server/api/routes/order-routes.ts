// Orders: submit, read, list, cancel.

import type { Address, Hex } from '../../../domain/market/market.js'
import { MOST_CANCELS } from '../../../domain/orders/order.js'
import { Refusal } from '../../../venue/simulated/exchange/refusal.js'
import {
  cancelManyBody,
  cancelManyResult,
  emptyResult,
  orderList,
  orderRecord,
  orderResult,
  orderSubmission,
  type WireCancelManyResult,
  type WireOrderRecord,
} from '../../../venue/wire/order-schema.js'
import { ordersQuery } from '../../../venue/wire/query-schema.js'
import { signingText } from '../documents/signing-text.js'
import { EXAMPLE_HASH, EXAMPLE_SUBMISSION } from '../documents/worked-order.js'
import { accountOf } from '../orders/order-intake.js'
import { listOrders, wireRecord } from '../orders/order-lists.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError, toApiError } from '../requests/error-table.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { marketOf } from './named-market.js'
import { ownAccount } from './own-account.js'

export function orderRoutes(parts: VenueParts): Route[] {
  return [submitRoute(parts), ...cancelRoutes(parts), ...readRoutes(parts)]
}

function submitRoute(parts: VenueParts): Route {
  return defineRoute({
    method: 'POST',
    path: '/markets/{id}/orders',
    routeClass: 'write',
    access: 'key',
    tag: 'orders',
    summary: 'Submit a signed order',
    details: `The identical body again returns the first answer. A POST_ONLY that would match, a FOK that would not match
in full and a FAK that finds nobody are answered with \`cancelled_local\`.

${signingText(parts.profile.typedData)}`,
    example: { body: EXAMPLE_SUBMISSION, result: { orderHash: EXAMPLE_HASH, status: 'open' } },
    body: orderSubmission,
    result: orderResult,
    status: 201,
    refusals: [
      'bad_signature',
      'bad_nonce',
      'bad_amounts',
      'bad_expiration',
      'fee_changed',
      'insufficient_balance',
      'too_many_orders',
      'market_not_open',
      'conflict',
    ],
    answer: (call) => {
      const submission = { market: marketOf(call, parts), body: call.body, nowMs: call.nowMs }
      return { later: (done) => parts.intake.submit(submission, (result) => done(() => ({ body: result() }))) }
    },
  })
}

function cancelRoutes(parts: VenueParts): Route[] {
  const cancel = { method: 'POST', routeClass: 'cancel', access: 'bearer', tag: 'orders' } as const
  return [
    defineRoute({
      ...cancel,
      path: '/markets/{id}/orders/cancel-all',
      summary: "Cancel the account's open orders in a market",
      result: emptyResult,
      answer: (call) => {
        const own = ownAccount(call)
        const { conditionId } = marketOf(call, parts)
        parts.intake.pending.cancelAll(own, conditionId)
        parts.exchange.cancelAll(own, conditionId, call.nowMs)
        return { body: {} }
      },
    }),
    defineRoute({
      ...cancel,
      path: '/orders/cancel-many',
      summary: `Cancel 1 to ${MOST_CANCELS} orders`,
      details: 'Each hash on its own: a failure is listed and takes nothing back.',
      body: cancelManyBody,
      result: cancelManyResult,
      refusals: ['forbidden'],
      answer: (call) => {
        const own = ownAccount(call)
        const { orderHashes, account } = call.body
        if (account !== undefined && accountOf(account, 'account') !== own) {
          throw new ApiError('forbidden', `account: expected the wallet of the token ${own}, got ${account}`)
        }
        const hashes = new Set(orderHashes.map(hashOf))
        return { body: cancelEach(hashes, { own, nowMs: call.nowMs }, parts) }
      },
    }),
  ]
}

function readRoutes(parts: VenueParts): Route[] {
  const read = { method: 'GET', routeClass: 'read', tag: 'orders' } as const
  return [
    defineRoute({
      ...read,
      path: '/orders/{hash}',
      access: 'key',
      summary: 'One order',
      result: orderRecord,
      answer: ({ params }) => ({ body: readOrder(params.hash ?? '', parts) }),
    }),
    defineRoute({
      ...read,
      path: '/orders',
      access: 'optional-bearer',
      summary: 'Orders of an account or a market, newest first',
      details: `At least one of account and conditionId is needed. Listing an account needs a bearer token or a personal key;
a conditionId feed without them shows filled and partially_filled orders alone.`,
      query: ordersQuery,
      strictQuery: true,
      result: orderList,
      answer: (call) => ({ body: listOrders(call.query, call, parts) }),
    }),
  ]
}

function readOrder(text: string, parts: VenueParts): WireOrderRecord {
  const found = /^0x[0-9a-fA-F]{64}$/.test(text) ? parts.exchange.order(hashOf(text)) : undefined
  const record = found && wireRecord(found, parts)
  if (record === undefined) throw new ApiError('not_found', `orderHash: no order ${text.slice(0, 100)}`)
  return record
}

function cancelEach(
  hashes: ReadonlySet<Hex>,
  { own, nowMs }: { own: Address; nowMs: number },
  { exchange, intake }: VenueParts,
): WireCancelManyResult {
  const cancelled: string[] = []
  const failed: WireCancelManyResult['failed'] = []
  for (const orderHash of hashes) {
    const refusal = refusalOf(() => exchange.tryCancel(orderHash, own, nowMs))
    const isUnderWay = intake.pending.cancel(orderHash, own) && refusal?.code === 'not_found'
    if (refusal === undefined || isUnderWay) cancelled.push(orderHash)
    else failed.push({ orderHash, error: textOf(refusal), code: refusal.code })
  }
  return { cancelled: cancelled.length, orderHashes: cancelled, failed }
}

function textOf({ code, message }: ApiError): string {
  return code === 'not_cancellable' ? `cannot be cancelled: ${message}` : message
}

function refusalOf(act: () => unknown): ApiError | undefined {
  try {
    const answer = act()
    return answer instanceof Refusal ? toApiError(answer.toError()) : undefined
  } catch (thrown) {
    return toApiError(thrown)
  }
}

function hashOf(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
