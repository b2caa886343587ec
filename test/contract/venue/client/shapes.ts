// The resources of the venue's specification (section 2), as types written by hand and checks of what arrives.

import {
  address,
  bool,
  type Check,
  dateTime,
  decimal,
  form,
  hash,
  integer,
  list,
  nullable,
  object,
  oneOf,
  raw,
  record,
  text,
} from './checks.js'

export interface Outcome {
  outcomeId: string
  tokenId: string | null
  name: string
  index: number
  complementTokenId: string | null
}

export const outcome: Check<Outcome> = object<Outcome>({
  outcomeId: text,
  tokenId: nullable(form(/^\d+$/)),
  name: text,
  index: integer,
  complementTokenId: nullable(form(/^\d+$/)),
})

export const marketStatus = oneOf('OPEN', 'CLOSED', 'RESOLVED', 'CANCELLED')
export const registration = oneOf('PENDING', 'REGISTERED', 'FAILED')

export interface Market {
  id: string
  conditionId: string
  question: string
  mirrorSlug: string | null
  status: ReturnType<typeof marketStatus>
  clobMarketStatus: ReturnType<typeof registration>
  feeRateBps: number
  feeRateBpsOverride: number | null
  startTimestamp: string | null
  matchStartTime: string | null
  matchEndTime: string | null
  endTimestamp: string
  outcomes: Outcome[]
  category: string | null
  groupId: string | null
  tickSize: string
  minOrderSize: bigint
  sizeStep: bigint
  winningOutcomeId: string | null
}

export const market: Check<Market> = object<Market>({
  id: text,
  conditionId: text,
  question: text,
  mirrorSlug: nullable(text),
  status: marketStatus,
  clobMarketStatus: registration,
  feeRateBps: integer,
  feeRateBpsOverride: nullable(integer),
  startTimestamp: nullable(dateTime),
  matchStartTime: nullable(dateTime),
  matchEndTime: nullable(dateTime),
  endTimestamp: dateTime,
  outcomes: list(outcome),
  category: nullable(text),
  groupId: nullable(text),
  tickSize: decimal,
  minOrderSize: raw,
  sizeStep: raw,
  winningOutcomeId: nullable(text),
})

export interface Group {
  id: string
  slug: string
  title: string
}

export const group: Check<Group> = object<Group>({ id: text, slug: text, title: text })

export interface Pagination {
  page: number
  pageSize: number
  total: number
  totalPages: number
  hasNext: boolean
  hasPrev: boolean
}

export const pagination: Check<Pagination> = object<Pagination>({
  page: integer,
  pageSize: integer,
  total: integer,
  totalPages: integer,
  hasNext: bool,
  hasPrev: bool,
})

export interface Page<T> {
  data: T[]
  pagination: Pagination
}

export function pageOf<T>(check: Check<T>): Check<Page<T>> {
  return object<Page<T>>({ data: list(check), pagination })
}

/** An event of the homepage: a market alone, or a group with its markets. */
export type Grouped =
  | { kind: 'single'; market: Market }
  | { kind: 'group'; groupId: string; group: Group; markets: Market[] }

export const grouped: Check<Grouped> = (value, path) =>
  record(value, path)['kind'] === 'single'
    ? object<Extract<Grouped, { kind: 'single' }>>({ kind: oneOf('single'), market })(value, path)
    : object<Extract<Grouped, { kind: 'group' }>>({
        kind: oneOf('group'),
        groupId: text,
        group,
        markets: list(market),
      })(value, path)

export interface Fee {
  feeRateBps: number
  feeRateBpsOverride: number | null
}

export const fee: Check<Fee> = object<Fee>({ feeRateBps: integer, feeRateBpsOverride: nullable(integer) })

export interface Tag {
  id: string
  slug: string
  name: string
}

export const tag: Check<Tag> = object<Tag>({ id: text, slug: text, name: text })

export interface User {
  id: string
  address: string
  username: string | null
}

export const user: Check<User> = object<User>({ id: text, address, username: nullable(text) })

export const orderStatus = oneOf(
  'open',
  'partially_filled',
  'filled',
  'pending_settlement',
  'cancelled_local',
  'cancelled_onchain',
  'expired',
)

export interface OrderResult {
  orderHash: string
  status: ReturnType<typeof orderStatus>
}

export const orderResult: Check<OrderResult> = object<OrderResult>({ orderHash: hash, status: orderStatus })
