// The requests of a session: how each is sent, which budget it uses, and what depends on its answer.

import type { Priority } from '../../../domain/permit.js'
import type { RouteClass, VenueProfile } from '../../wire/profile.js'
import type { HttpRequest } from '../transport.js'

/** What stands for the chain on the bundled server alone: no profile names these, and no other venue has them. */
const SANDBOX_PATHS = {
  sendTransaction: '/sandbox/transactions',
  ownTransactions: '/sandbox/transactions',
  transaction: '/sandbox/transactions/{hash}',
} as const

export type RouteName = Exclude<keyof VenueProfile['paths'], 'root'> | keyof typeof SANDBOX_PATHS

export interface Route {
  readonly method: HttpRequest['method']
  readonly cls: RouteClass
  readonly priority: Priority
  /** Needs the wallet's access token. */
  readonly bearer: boolean
  /** Changes something at the venue: a lost answer leaves the outcome unknown. */
  readonly effect: boolean
}

const poll = { method: 'GET', cls: 'read', priority: 'routine', bearer: false, effect: false } as const
const lookUp = { ...poll, priority: 'urgent' } as const
const own = { ...lookUp, bearer: true } as const
const cancel = { method: 'POST', cls: 'cancel', priority: 'urgent', bearer: true, effect: true } as const
const auth = { method: 'POST', cls: 'account', priority: 'urgent', bearer: false, effect: true } as const

export const ROUTES: Readonly<Record<RouteName, Route>> = {
  markets: poll,
  market: poll,
  orderbook: poll,
  bestBids: poll,
  fee: lookUp,
  order: lookUp,
  orders: own,
  ownTrades: own,
  me: own,
  balances: own,
  positions: own,
  // the order's own signature is its authority; a bearer could only go stale
  submit: { method: 'POST', cls: 'write', priority: 'routine', bearer: false, effect: true },
  cancelMany: cancel,
  cancelAll: cancel,
  nonce: { ...auth, method: 'GET', effect: false },
  verify: auth,
  refresh: auth,
  apiKeys: { ...own, cls: 'account' },
  createKey: { ...auth, bearer: true },
  rotateKey: { ...auth, bearer: true },
  revokeKey: { ...auth, method: 'DELETE', bearer: true },
  referral: own,
  attribution: { ...auth, bearer: true },
  sendTransaction: { ...auth, bearer: true },
  ownTransactions: { ...own, cls: 'account' },
  transaction: { ...own, cls: 'account' },
}

/** The template of a request's path. */
export function pathOf(route: RouteName, paths: VenueProfile['paths']): string {
  return route in SANDBOX_PATHS
    ? SANDBOX_PATHS[route as keyof typeof SANDBOX_PATHS]
    : paths[route as keyof typeof paths]
}

/** A path template with its parameters, and a query string without absent values. */
export function buildPath(
  template: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}
