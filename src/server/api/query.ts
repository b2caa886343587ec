// Reads query parameters. Market lists clamp what they cannot use; order lists refuse it.

import type { Pagination } from '../../venue/wire/primitives.js'
import type { ApiRequest } from './api-request.js'
import { ApiError } from './error-table.js'

type Query = ApiRequest['query']

/** One page of a list: `offset` items are skipped. */
export interface Page {
  readonly size: number
  readonly offset: number
}

const DEFAULT_SIZE = 60
const MAX_SIZE = 250

/** The first value of a parameter; an empty one counts as absent. */
export function param(query: Query, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  const first = typeof value === 'string' ? value : value?.[0]
  return first === '' ? undefined : first
}

/** 'true' or '1'. */
export function flag(query: Query, name: string): boolean {
  const value = param(query, name)
  return value === 'true' || value === '1'
}

/** Throws `validation_failed` naming the allowed values. */
export function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const value = param(query, name)
  if (value === undefined) return undefined
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) {
    throw new ApiError('validation_failed', [`${name} must be one of the following values: ${allowed.join(', ')}`])
  }
  return found
}

/** `page` with `pageSize`, or `offset` with `limit`; each size stands in for the other. Nothing is refused. */
export function clampedPage(query: Query): Page {
  const sizeText = param(query, 'pageSize') ?? param(query, 'limit')
  const size = clamp(numeric(sizeText) ?? DEFAULT_SIZE, 1, MAX_SIZE)
  const page = param(query, 'page')
  if (page !== undefined) return { size, offset: (clamp(numeric(page) ?? 1, 1, 1e12) - 1) * size }
  return { size, offset: clamp(numeric(param(query, 'offset')) ?? 0, 0, 1e15) }
}

/** `limit` 1 to 250 and `offset` at least 0. Throws `validation_failed` with every problem. */
export function strictPage(query: Query): Page {
  const limit = param(query, 'limit')
  const offset = param(query, 'offset')
  const problems: string[] = []
  const size = limit === undefined ? DEFAULT_SIZE : whole(limit)
  const skipped = offset === undefined ? 0 : whole(offset)
  if (size === undefined || size < 1 || size > MAX_SIZE) problems.push(`limit must be an integer from 1 to ${MAX_SIZE}`)
  if (skipped === undefined) problems.push('offset must be an integer of at least 0')
  if (size === undefined || skipped === undefined || problems.length > 0) {
    throw new ApiError('validation_failed', problems)
  }
  return { size, offset: skipped }
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

function numeric(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? Math.floor(value) : undefined
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
