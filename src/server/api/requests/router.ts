// Finds the route of a request. A known path with another method is told apart from an unknown path.

import { ApiError, toApiError } from './error-table.js'
import type { Route } from './route.js'

interface CompiledRoute {
  readonly route: Route
  readonly segments: readonly string[]
}

export interface RouteMatch {
  readonly route: Route
  readonly params: Record<string, string>
  readonly isServed: boolean
}

export class Router {
  readonly #byLength = new Map<number, CompiledRoute[]>()

  /** Of two routes that fit, the earlier one wins. */
  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const segments = segmentsOf(route.path)
      const same = this.#byLength.get(segments.length) ?? []
      this.#byLength.set(segments.length, [...same, { route, segments }])
    }
  }

  /** A path or a method that nobody serves leads to a route that refuses it: whoever asks meets the key and the limits first. */
  match(method: string, path: string): RouteMatch {
    try {
      return this.#served(method, path)
    } catch (thrown) {
      return { route: refusingRoute(toApiError(thrown)), params: {}, isServed: false }
    }
  }

  /** Throws `not_found`, `method_not_allowed` or `bad_request`. */
  #served(method: string, path: string): RouteMatch {
    const given = segmentsOf(path).map(decoded)
    const sameLength = this.#byLength.get(given.length) ?? []
    const found = sameLength.find(({ route, segments }) => route.method === method && fits(segments, given))
    if (found !== undefined) return { route: found.route, params: paramsOf(found.segments, given), isServed: true }
    const fitting = sameLength.filter(({ segments }) => fits(segments, given))
    const shown = `${method.slice(0, 20)} ${path.slice(0, 100)}`
    if (fitting.length === 0) throw new ApiError('not_found', `Cannot ${shown}`)
    const allowed = [...new Set(fitting.map(({ route }) => route.method))].join(', ')
    throw new ApiError('method_not_allowed', `Cannot ${shown}; allowed: ${allowed}`, { allow: allowed })
  }
}

function refusingRoute(refusal: ApiError): Route {
  return {
    method: 'GET',
    path: '',
    routeClass: 'read',
    access: 'key',
    answer: () => {
      throw refusal
    },
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ApiError('bad_request', 'path: expected valid percent-encoding')
  }
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  return segments.every((segment, i) => segment.startsWith('{') || segment === given[i])
}

function paramsOf(segments: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = given[i] ?? ''
  }
  return params
}
