// What a route is: how it is reached, who may use it, and what answers.

import type { Address } from '../../domain/market.js'
import type { RouteClass } from '../../venue/wire/profile.js'
import type { ApiKeyRecord } from './api-key-store.js'
import type { ApiRequest } from './api-request.js'

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

export interface RouteAnswer {
  /** 200 by default. */
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer that waits for a signature check; `done` takes a function that may throw a refusal. */
export interface LaterAnswer {
  readonly later: (done: (answer: () => RouteAnswer) => void) => void
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** `{name}` stands for one segment. */
  readonly path: string
  readonly routeClass: RouteClass
  readonly access: Access
  readonly answer: (call: Call) => RouteAnswer | LaterAnswer
}
