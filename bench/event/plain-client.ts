// Requests as most clients send them: undici, a key, a token, and nothing else.

import { Pool } from 'undici'
import type { Ask } from './signed-order.js'

interface PlainAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export class PlainClient {
  readonly #pool: Pool
  readonly #apiKey: string
  /** Of the signed-in wallet; empty before. */
  token = ''

  constructor({ url, apiKey }: { readonly url: string; readonly apiKey: string }) {
    this.#pool = new Pool(url, { connections: 32, pipelining: 1, keepAliveTimeout: 60_000 })
    this.#apiKey = apiKey
  }

  async request(...[method, path, body]: Parameters<Ask>): Promise<PlainAnswer> {
    const {
      statusCode,
      headers,
      body: answer,
    } = await this.#pool.request({
      method,
      path,
      headers: {
        'x-api-key': this.#apiKey,
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: statusCode, headers, text: await answer.text() }
  }
}
