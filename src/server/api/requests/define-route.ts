// Makes a route from one description: its schemas check what comes in, type what goes out, and are published.

import type { z } from 'zod'
import type { Call, LaterAnswer, Route, RouteAnswer, RouteDoc } from './route.js'
import { validBody, validQuery } from './validation.js'

type NoSchema = z.ZodUndefined

interface CheckedCall<Q extends z.ZodType, B extends z.ZodType> extends Omit<Call, 'query' | 'body'> {
  readonly query: z.output<Q>
  readonly body: z.output<B>
}

interface RouteSpec<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>
  extends Omit<Route, 'answer' | 'doc'>,
    Omit<RouteDoc, 'query' | 'body' | 'result'> {
  /** Without it the query is not looked at. */
  readonly query?: Q & z.ZodObject
  /** Empty and repeated parameters are refused instead of overlooked. */
  readonly strictQuery?: true
  /** Without it the body is not looked at. */
  readonly body?: B
  readonly result: R
  readonly answer: (call: CheckedCall<Q, B>) => RouteAnswer<z.input<R>> | LaterAnswer<z.input<R>>
}

/** The answer throws `validation_failed` for a query or a body that does not fit its schema. */
export function defineRoute<R extends z.ZodType, Q extends z.ZodType = NoSchema, B extends z.ZodType = NoSchema>(
  spec: RouteSpec<Q, B, R>,
): Route {
  const { method, path, routeClass, access, answer, strictQuery, ...doc } = spec
  return {
    method,
    path,
    routeClass,
    access,
    doc,
    answer: (call) => {
      const query = (
        spec.query === undefined ? undefined : validQuery(spec.query, call.query, strictQuery)
      ) as z.output<Q>
      const body = (spec.body === undefined ? undefined : validBody(spec.body, call.body)) as z.output<B>
      return withStatus(answer({ ...call, query, body }), doc.status ?? 200)
    },
  }
}

function withStatus(answer: RouteAnswer | LaterAnswer, status: number): RouteAnswer | LaterAnswer {
  if (!('later' in answer)) return { status, ...answer }
  return { later: (done) => answer.later((result) => done(() => ({ status, ...result() }))) }
}
