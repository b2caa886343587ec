// Finds the route of a request. A known path with another method is told apart from an unknown path.

import { ApiError, toApiError } from './error-table.js'
import type { Route } from './route.js'

interface CompiledRoute {
  readonly route: Route
  /** `undefined` where a parameter stands. */
  readonly segments: readonly (string | undefined)[]
  readonly params: readonly { readonly name: string; readonly at: number }[]
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
      const compiled = compile(route)
      const { length } = compiled.segments
      this.#byLength.set(length, [...(this.#byLength.get(length) ?? []), compiled])
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
    const given = segmentsOf(path)
    const sameLength = this.#byLength.get(given.length) ?? []
    for (const compiled of sameLength) {
      const { route } = compiled
      if (route.method === method && fits(compiled, given))
        return { route, params: paramsOf(compiled, given), isServed: true }
    }
    const fitting = sameLength.filter((compiled) => fits(compiled, given))
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

function compile(route: Route): CompiledRoute {
  const names = route.path.split('/').filter((segment) => segment !== '')
  const isParam = (name: string) => name.startsWith('{')
  return {
    route,
    segments: names.map((name) => (isParam(name) ? undefined : name)),
    params: names.flatMap((name, at) => (isParam(name) ? [{ name: name.slice(1, -1), at }] : [])),
  }
}

/** Decoded, empty ones left out. Throws `bad_request`. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start)
    const end = slash < 0 ? path.length : slash
    if (end > start) segments.push(decoded(path.slice(start, end)))
    start = end + 1
  }
  return segments
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new ApiError('bad_request', 'path: expected valid percent-encoding')
  }
}

function fits({ segments }: CompiledRoute, given: readonly string[]): boolean {
  return segments.every((segment, at) => segment === undefined || segment === given[at])
}

function paramsOf({ params }: CompiledRoute, given: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, at } of params) values[name] = given[at] ?? ''
  return values
}
