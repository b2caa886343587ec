// Orders as clients list them: the five rules of GET /orders, and the records themselves.

import type { Address } from '../../../domain/market/market.js'
import { ORDER_STATUSES, type OrderRecord, type OrderStatus } from '../../../domain/orders/order.js'
import type { Exchange, OrderFilter } from '../../../venue/simulated/exchange/exchange.js'
import type { WireOrderRecord } from '../../../venue/wire/order-schema.js'
import type { Pagination } from '../../../venue/wire/primitives.js'
import type { OrdersQuery, OwnOrdersQuery } from '../../../venue/wire/query-schema.js'
import { formatOrderRecord } from '../../../venue/wire/record-codec.js'
import type { Catalogue } from '../markets/catalogue.js'
import { ApiError } from '../requests/error-table.js'
import { type Page, pagination, strictPage } from '../requests/page-query.js'
import type { Call } from '../requests/route.js'
import { accountOf, type OrderIntake } from './order-intake.js'

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

type Asker = Pick<Call, 'account' | 'key'>

/** GET /orders. Throws `validation_failed` or `not_signed_in`. */
export function listOrders(query: OrdersQuery, asker: Asker, parts: OrderListParts): OrderListAnswer {
  const { account: accountText, conditionId } = query
  if (accountText === undefined && conditionId === undefined) {
    throw new ApiError('validation_failed', ['at least one of account or conditionId is required'])
  }
  const hasCredentials = asker.account !== undefined || asker.key?.shared === false
  const account = accountText === undefined ? undefined : accountOf(accountText, 'account')
  if (account !== undefined && !hasCredentials) {
    throw new ApiError('not_signed_in', 'account: listing an account needs a bearer token or a personal API key')
  }
  const asked = statusesOf(query)
  const statuses = hasCredentials ? asked : (asked ?? PUBLIC_STATUSES).filter((s) => PUBLIC_STATUSES.includes(s))
  return find({ account, conditionId, statuses, page: strictPage(query) }, parts)
}

/** GET /me/orders: the token's own, with the same parameters. */
export function listOwnOrders(query: OwnOrdersQuery, account: Address, parts: OrderListParts): OrderListAnswer {
  return find({ account, conditionId: query.conditionId, statuses: statusesOf(query), page: strictPage(query) }, parts)
}

interface Search {
  readonly account: Address | undefined
  readonly conditionId: string | undefined
  readonly statuses: readonly OrderStatus[] | undefined
  readonly page: Page
}

function find({ account, conditionId, statuses, page }: Search, parts: OrderListParts): OrderListAnswer {
  const { exchange, markets } = parts
  const market = conditionId === undefined ? undefined : markets.byCondition(conditionId)
  const isNowhere = (conditionId !== undefined && market === undefined) || statuses?.length === 0
  const filter: OrderFilter = {
    ...(account === undefined ? {} : { account }),
    ...(market === undefined ? {} : { conditionId: market.conditionId }),
    ...(statuses === undefined ? {} : { statuses }),
  }
  const { items, total } = isNowhere ? { items: [], total: 0 } : exchange.orderPage(filter, page)
  const orders = items.flatMap((record) => wireRecord(record, parts) ?? [])
  return { orders, pagination: pagination(total, page) }
}

/** Of a query that its schema has checked. */
function statusesOf({ status }: OwnOrdersQuery): OrderStatus[] | undefined {
  const asked = status?.split(',').map((part) => part.trim())
  return asked && ORDER_STATUSES.filter((known) => asked.includes(known))
}

/** `undefined` for an order of a market that is not listed. */
export function wireRecord(record: OrderRecord, { markets, intake }: OrderListParts): WireOrderRecord | undefined {
  const market = markets.byCondition(record.conditionId)
  if (market === undefined) return undefined
  return { ...intake.signedFields(record.hash), ...formatOrderRecord(record, market.grid) }
}
