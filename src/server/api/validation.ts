// Checks a request's body by its schema; the refusal lists every problem.

import type { z } from 'zod'
import { ApiError } from './error-table.js'

/** Throws `validation_failed` with one message per problem, each beginning with the field. */
export function validBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const messages = result.error.issues.slice(0, 20).map((issue) => {
    const field = issue.path.map(String).join('.')
    return `${field === '' ? 'body' : field}: ${issue.message}`
  })
  throw new ApiError('validation_failed', messages)
}
