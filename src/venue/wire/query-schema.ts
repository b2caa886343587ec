// Query parameters. All are texts; an empty one counts as absent (order lists refuse it), an unknown one is ignored.
//
//   paging          what cannot be used is clamped, nothing is refused
//   strict paging   what cannot be used is refused (order lists)

import { z } from 'zod'
import { ORDER_STATUSES } from '../../domain/orders/order.js'
import { clobMarketStatus, marketStatus } from './market-schema.js'
import { address } from './primitives.js'
import { CANDLE_SECONDS, MATCH_STATUSES } from './statistics-schema.js'

export const DEFAULT_PAGE_SIZE = 60
export const MAX_PAGE_SIZE = 250

const text = (description: string) => z.string().optional().meta({ description })
const flag = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description: `'true' or '1': ${description}`, examples: ['true'] })
const clamped = (description: string, range: { minimum: number; maximum?: number; default: number }) =>
  z
    .string()
    .optional()
    .meta({ type: 'integer', description: `${description}; clamped, never refused`, ...range })

function choice<const T extends readonly [string, ...string[]]>(values: T, description: string) {
  return z
    .enum(values, { error: `must be one of the following values: ${values.join(', ')}` })
    .optional()
    .meta({ description })
}

const size = { minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }
export const paging = z.object({
  page: clamped('Page number, used with pageSize; alternative to offset', { minimum: 1, default: 1 }),
  pageSize: clamped('Items per page; alias of limit', size),
  limit: clamped('Page size', size),
  offset: clamped('Items to skip', { minimum: 0, default: 0 }),
})
export type PagingQuery = z.output<typeof paging>

const isWhole = (value: string) => /^\d{1,15}$/.test(value)
export const strictPaging = z.object({
  limit: z
    .string()
    .refine((value) => isWhole(value) && Number(value) >= 1 && Number(value) <= MAX_PAGE_SIZE, {
      error: `must be an integer from 1 to ${MAX_PAGE_SIZE}`,
    })
    .optional()
    .meta({ type: 'integer', description: 'Page size', ...size }),
  offset: z
    .string()
    .refine(isWhole, { error: 'must be an integer of at least 0' })
    .optional()
    .meta({ type: 'integer', description: 'Items to skip', minimum: 0, default: 0 }),
})
export type StrictPagingQuery = z.output<typeof strictPaging>

const marketFilter = paging.extend({
  search: text('Matches question, description, ids, mirror slug or group title'),
  category: text('Category'),
  tagSlug: text('Tag slug'),
  subTagSlug: text('Sub-tag slug'),
  groupId: text('Group id'),
  groupSlug: text('Exact group slug'),
  groupSlugPrefix: text('Group slug prefix'),
  ungrouped: flag('only markets without groupId'),
  betTypeName: text('Sports bet type name'),
  status: choice(marketStatus.options as ['OPEN', 'CLOSED', 'RESOLVED', 'CANCELLED'], 'Lifecycle status'),
  clobMarketStatus: choice(clobMarketStatus.options as ['PENDING', 'REGISTERED', 'FAILED'], 'On-chain registration'),
  excludeBetTypeFilters: flag('exclude bet types hidden from sports event lists'),
  includeIncomplete: flag('include markets missing outcome token ids'),
  includeArchivedTags: flag('include markets whose tag is archived'),
})
export type MarketFilterQuery = z.output<typeof marketFilter>

export const SORT_VALUES = [
  'volume',
  'liquidity',
  'createdAt',
  'endTimestamp',
  '-volume',
  '-liquidity',
  '-createdAt',
  '-endTimestamp',
] as const
export const marketsQuery = marketFilter.extend({ sortBy: choice(SORT_VALUES, 'Order; `-` for descending') })
export type SortValue = (typeof SORT_VALUES)[number]
export const groupedQuery = marketFilter.extend({ groupType: text('Restricts to groups of this type') })
export const groupsQuery = paging.extend({
  search: text('Matches the title or the slug'),
  groupType: text('Kind of group'),
  tagSlug: text('Tag of the group'),
})

export const bestBidsQuery = z.object({
  excludeMaker: address
    .optional()
    .meta({ description: "Wallet whose own quotes are ignored: the best other bid's view" }),
})

export const historyQuery = z.object({
  interval: choice(
    Object.keys(CANDLE_SECONDS) as ['10s', '1m', '5m', '15m', '1h', '6h', '1d'],
    'Length of a candle; 1h',
  ),
  outcomeId: text('Outcome whose prices are shown; the first one by default'),
  from: moment('Candles that begin at or after this moment'),
  to: moment('Candles that begin before this moment'),
  limit: clamped('At most so many candles, the newest', { minimum: 1, maximum: 1000, default: 250 }),
})
export type HistoryQuery = z.output<typeof historyQuery>

/** `Date.parse` alone takes 'x 5' for the fifth month of 2001. */
function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) && !Number.isNaN(Date.parse(value))
}

function moment(description: string) {
  return z
    .string()
    .refine((value) => isWhole(value) || isDate(value), {
      error: 'must be a date-time or unix milliseconds',
    })
    .optional()
    .meta({ description: `${description}; a date-time or unix milliseconds` })
}

const statusList = z
  .string()
  .refine((value) => value.split(',').every((part) => ORDER_STATUSES.some((status) => status === part.trim())), {
    error: `must be a comma-separated list of the following values: ${ORDER_STATUSES.join(', ')}`,
  })
  .optional()
  .meta({ description: `One or a comma-separated list of ${ORDER_STATUSES.join(', ')}`, examples: ['open'] })
export const ownOrdersQuery = strictPaging.extend({
  conditionId: z.string().min(1, { error: 'must not be empty' }).optional().meta({ description: 'Condition id' }),
  status: statusList,
})
export type OwnOrdersQuery = z.output<typeof ownOrdersQuery>
export const ordersQuery = ownOrdersQuery.extend({
  account: address.optional().meta({ description: 'Wallet; listing one needs credentials' }),
})
export type OrdersQuery = z.output<typeof ordersQuery>

export const ownTradesQuery = paging.extend({ conditionId: text('Condition id') })
export const usersQuery = paging.extend({ search: text('Part of a username, or the beginning of an address') })
export const leaderboardQuery = paging.extend({ sortBy: choice(['pnl', 'volume'], 'Order, highest first; pnl') })
export const scoresQuery = paging.extend({
  league: text('League'),
  status: choice(MATCH_STATUSES, 'State of the match'),
})
