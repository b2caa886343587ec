// Orders as clients list them: the five rules of GET /orders, and the records themselves.

import type { Address } from '../../domain/market.js'
import { ORDER_STATUSES, type OrderRecord, type OrderStatus } from '../../domain/order.js'
import type { Exchange, OrderFilter } from '../../venue/simulated/exchange/exchange.js'
import type { WireOrderRecord } from '../../venue/wire/order-schema.js'
import type { Pagination } from '../../venue/wire/primitives.js'
import { formatOrderRecord } from '../../venue/wire/record-codec.js'
import type { Catalogue } from './catalogue.js'
import { ApiError } from './error-table.js'
import { accountOf, type OrderIntake } from './order-intake.js'
import { type Page, pageOf, pagination, param, strictPage } from './query.js'
import type { Call } from './route.js'

export interface OrderListParts {
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly intake: OrderIntake
}

export interface OrderListAnswer {
  readonly orders: WireOrderRecord[]
  readonly pagination: Pagination
}

/** What a feed without credentials shows. */
const PUBLIC_STATUSES: readonly OrderStatus[] = ['filled', 'partially_filled']

/** GET /orders. Throws `validation_failed` or `not_signed_in`. */
export function listOrders(call: Call, parts: OrderListParts): OrderListAnswer {
  const page = strictPage(call.query)
  const statuses = statusesOf(call)
  const accountText = param(call.query, 'account')
  const conditionText = param(call.query, 'conditionId')
  if (accountText === undefined && conditionText === undefined) {
    throw new ApiError('validation_failed', ['at least one of account or conditionId is required'])
  }
  const hasCredentials = call.account !== undefined || call.key?.shared === false
  const account = accountText === undefined ? undefined : accountOf(accountText, 'account')
  if (account !== undefined && !hasCredentials) {
    throw new ApiError('not_signed_in', 'account: listing an account needs a bearer token or a personal API key')
  }
  const seen = hasCredentials ? statuses : (statuses ?? PUBLIC_STATUSES).filter((s) => PUBLIC_STATUSES.includes(s))
  return find({ account, conditionText, statuses: seen, page }, parts)
}

/** GET /me/orders: the token's own, with the same parameters. */
export function listOwnOrders(call: Call, account: Address, parts: OrderListParts): OrderListAnswer {
  const conditionText = param(call.query, 'conditionId')
  return find({ account, conditionText, statuses: statusesOf(call), page: strictPage(call.query) }, parts)
}

interface Search {
  readonly account: Address | undefined
  readonly conditionText: string | undefined
  readonly statuses: readonly OrderStatus[] | undefined
  readonly page: Page
}

function find({ account, conditionText, statuses, page }: Search, parts: OrderListParts): OrderListAnswer {
  const { exchange, markets } = parts
  const market = conditionText === undefined ? undefined : markets.byCondition(conditionText)
  const isNowhere = (conditionText !== undefined && market === undefined) || statuses?.length === 0
  const filter: OrderFilter = {
    ...(account === undefined ? {} : { account }),
    ...(market === undefined ? {} : { conditionId: market.conditionId }),
    ...(statuses === undefined ? {} : { statuses }),
  }
  const found = isNowhere ? [] : exchange.orders(filter)
  const orders = pageOf(found, page).flatMap((record) => wireRecord(record, parts) ?? [])
  return { orders, pagination: pagination(found.length, page) }
}

function statusesOf({ query }: Call): OrderStatus[] | undefined {
  const text = param(query, 'status')
  if (text === undefined) return undefined
  return text.split(',').map((part) => {
    const status = ORDER_STATUSES.find((known) => known === part.trim())
    if (status !== undefined) return status
    throw new ApiError('validation_failed', [
      `each value in status must be one of the following values: ${ORDER_STATUSES.join(', ')}`,
    ])
  })
}

/** `undefined` for an order of a market that is not listed. */
export function wireRecord(record: OrderRecord, { markets, intake }: OrderListParts): WireOrderRecord | undefined {
  const market = markets.byCondition(record.conditionId)
  if (market === undefined) return undefined
  return { ...intake.signedFields(record.hash), ...formatOrderRecord(record, market.grid) }
}
