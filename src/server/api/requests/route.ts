// What a route is: how it is reached, who may use it, what answers, and what the published documents say about it.

import type { z } from 'zod'
import type { Address } from '../../../domain/market/market.js'
import type { RouteClass } from '../../../venue/wire/profile.js'
import type { ApiKeyRecord } from '../accounts/api-key-store.js'
import type { ApiRequest, ApiResponse } from './api-request.js'
import type { WireErrorCode } from './error-table.js'

/**
 * public            no key needed
 * key               an API key; a bearer token is not looked at
 * optional-bearer   a key; a bearer token counts, and a bad one is refused
 * bearer            a key and a bearer token
 */
export type Access = 'public' | 'key' | 'optional-bearer' | 'bearer'

export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: ApiRequest['query']
  readonly body: unknown
  readonly nowMs: number
  /** `undefined` only on public routes. */
  readonly key: ApiKeyRecord | undefined
  /** The wallet of the bearer token. */
  readonly account: Address | undefined
}

export interface RouteAnswer<T = unknown> {
  /** The route's own by default, 200 where it has none. */
  readonly status?: number
  readonly body: T
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: NonNullable<ApiResponse['text']>
}

/** An answer that waits for a signature check; `done` takes a function that may throw a refusal. */
export interface LaterAnswer<T = unknown> {
  readonly later: (done: (answer: () => RouteAnswer<T>) => void) => void
}

/** Sections of the published documents. */
export const ROUTE_TAGS = {
  markets: 'Markets, what rests in them and what was traded',
  orders: 'Signed orders: submit, read, list, cancel',
  account: 'What the signed-in wallet owns and did',
  users: 'Public profiles, comments, ranks',
  keys: 'Personal API keys',
  referral: 'Referral programme',
  auth: 'Sign-in with a wallet (EIP-4361)',
  service: 'The service about itself',
  sandbox: 'What stands for the chain and the operator; no live venue has these',
} as const
export type RouteTag = keyof typeof ROUTE_TAGS

/** What is published about a route: the same schemas that check its input. */
export interface RouteDoc {
  readonly summary: string
  readonly details?: string
  readonly tag: RouteTag
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Of the answer when all goes well. */
  readonly result: z.ZodType
  /** Of that answer; 200 by default. */
  readonly status?: 200 | 201
  /** Where that answer is no JSON. */
  readonly contentType?: string
  /** Where the named values of the fields do not make a good one: a whole body, and fields of the result. */
  readonly example?: { readonly body?: unknown; readonly result?: unknown }
  /** Refusals beyond those that follow from access, parameters, query and body. */
  readonly refusals?: readonly WireErrorCode[]
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `{name}` stands for one segment. */
  readonly path: string
  readonly routeClass: RouteClass
  readonly access: Access
  readonly answer: (call: Call) => RouteAnswer | LaterAnswer
  /** Missing only on routes that are not published. */
  readonly doc?: RouteDoc
}
