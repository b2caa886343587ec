// Checks a request's query and body by their schemas; the refusal lists every problem.

import type { z } from 'zod'
import type { ApiRequest } from './api-request.js'
import { ApiError } from './error-table.js'
import { param } from './page-query.js'

/** Problems told at once. */
const MAX_MESSAGES = 20

/** Throws `validation_failed` with one message per problem, each beginning with the field. */
export function validBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return checked(schema, body, 'body')
}

/**
 * The same for the schema's own parameters; others are ignored. Of a repeated one the first value counts and an empty one is absent,
 * unless the query is strict: then the one is refused and the other is checked as given.
 */
export function validQuery<S extends z.ZodType>(
  schema: S & z.ZodObject,
  query: ApiRequest['query'],
  strict = false,
): z.output<S> {
  if (strict) return checked<S>(schema, givenOnce(schema, query), 'query')
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = param(query, name)
    if (value !== undefined) given[name] = value
  }
  return checked<S>(schema, given, 'query')
}

function givenOnce(schema: z.ZodObject, query: ApiRequest['query']): Record<string, unknown> {
  const own = Object.keys(schema.shape).flatMap((name) =>
    Object.hasOwn(query, name) ? [{ name, values: [query[name] ?? []].flat() }] : [],
  )
  const repeated = own.filter(({ values }) => values.length !== 1)
  if (repeated.length > 0) {
    throw new ApiError(
      'validation_failed',
      repeated.map(({ name }) => `${name} must be given once`),
    )
  }
  return Object.fromEntries(own.map(({ name, values }) => [name, values[0]]))
}

function checked<S extends z.ZodType>(schema: S, value: unknown, whole: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('validation_failed', result.error.issues.slice(0, MAX_MESSAGES).map(textOf(whole)))
}

/** "limit must be ..." reads as a sentence, "order.salt: expected ..." as a label. */
function textOf(whole: string): (issue: z.core.$ZodIssue) => string {
  return ({ path, message }) => {
    const field = path.length === 0 ? whole : path.map(String).join('.')
    return message.startsWith('must ') ? `${field} ${message}` : `${field}: ${message}`
  }
}
