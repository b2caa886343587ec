// Books that stand still: each address answers again what it answered first under the fault.

import type { ApiRequest, ApiResponse } from '../requests/api-request.js'
import type { Route } from '../requests/route.js'

const BOOK_ROUTES = ['/markets/{id}/orderbook', '/markets/{id}/best-bids']
/** Addresses remembered for one fault; further ones answer the truth. */
const MAX_ADDRESSES = 1000

export class StaleBooks {
  readonly #bodies = new Map<string, Map<string, unknown>>()

  static isBook({ method, path }: Route): boolean {
    return method === 'GET' && BOOK_ROUTES.includes(path)
  }

  answer(faultId: string, { path, query }: ApiRequest, response: ApiResponse): ApiResponse {
    const bodies = this.#bodies.get(faultId) ?? new Map<string, unknown>()
    this.#bodies.set(faultId, bodies)
    const address = `${path}?${JSON.stringify(query)}`
    if (bodies.has(address)) return { ...response, body: bodies.get(address) }
    if (bodies.size < MAX_ADDRESSES) bodies.set(address, response.body)
    return response
  }

  /** No fault is left. */
  forget(): void {
    // clearing a map makes a new table, even of an empty one
    if (this.#bodies.size > 0) this.#bodies.clear()
  }
}
