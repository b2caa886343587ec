// Pages of lists, and the raw query parameters behind them. Market lists clamp what they cannot use; order lists refuse it.

import type { Pagination } from '../../../venue/wire/primitives.js'
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type PagingQuery,
  type StrictPagingQuery,
} from '../../../venue/wire/query-schema.js'
import type { ApiRequest } from './api-request.js'

/** One page of a list: `offset` items are skipped. */
export interface Page {
  readonly size: number
  readonly offset: number
}

/** The first value of a parameter; an empty one counts as absent. */
export function param(query: ApiRequest['query'], name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  const first = typeof value === 'string' ? value : value?.[0]
  return first === '' ? undefined : first
}

/** 'true' or '1'. */
export function isSet(value: string | undefined): boolean {
  return value === 'true' || value === '1'
}

/** `page` with `pageSize`, or `offset` with `limit`; each size stands in for the other. Nothing is refused. */
export function clampedPage(query: PagingQuery): Page {
  const size = clampedNumber(query.pageSize ?? query.limit, {
    low: 1,
    high: MAX_PAGE_SIZE,
    fallback: DEFAULT_PAGE_SIZE,
  })
  if (query.page !== undefined) {
    return { size, offset: (clampedNumber(query.page, { low: 1, high: 1e12, fallback: 1 }) - 1) * size }
  }
  return { size, offset: clampedNumber(query.offset, { low: 0, high: 1e15, fallback: 0 }) }
}

/** Of a query that its schema has checked. */
export function strictPage({ limit, offset }: StrictPagingQuery): Page {
  return { size: limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit), offset: Number(offset ?? 0) }
}

/** A page of the items with its `pagination`, each item as `view` shows it. */
export function listAnswer<T, V>(items: readonly T[], page: Page, view: (item: T) => V) {
  return { data: pageOf(items, page).map(view), pagination: pagination(items.length, page) }
}

export function pageOf<T>(items: readonly T[], page: Page): readonly T[] {
  return items.slice(page.offset, page.offset + page.size)
}

export function pagination(total: number, { size, offset }: Page): Pagination {
  return {
    page: Math.floor(offset / size) + 1,
    pageSize: size,
    total,
    totalPages: Math.ceil(total / size),
    hasNext: offset + size < total,
    hasPrev: offset > 0,
  }
}

/** What is no decimal number becomes the fallback (hexadecimal and exponents too); what is outside the range its nearest end. */
export function clampedNumber(
  text: string | undefined,
  { low, high, fallback }: { low: number; high: number; fallback: number },
): number {
  if (text === undefined || !/^\s*[+-]?\d+(\.\d*)?\s*$/.test(text)) return fallback
  return Math.min(high, Math.max(low, Math.floor(Number(text))))
}
