// An HTTP server that is no venue: it refuses every key, and its clock is a minute ahead.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HollowVenue {
  readonly url: string
  readonly port: number
  /** API keys of the requests so far. */
  readonly keys: unknown[]
  /** Paths of the requests so far. */
  readonly paths: string[]
  close(): Promise<void>
}

const AHEAD_MS = 60_000

export async function openHollowVenue(): Promise<HollowVenue> {
  const keys: unknown[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    keys.push(request.headers['x-api-key'])
    const status = request.url === '/' ? 200 : 401
    const date = new Date(Date.now() + AHEAD_MS).toUTCString()
    response.writeHead(status, { date, 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? {} : { statusCode: 401, message: 'unknown API key' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, keys, paths, url: `http://127.0.0.1:${port}` },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
