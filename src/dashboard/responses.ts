// What the page's server says, in bytes: always with the headers that keep it to itself, never to a browser that does not read.

import type { ServerResponse } from 'node:http'

export interface Reply {
  readonly status: number
  readonly type: string
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
/** Of a socket on which nothing moves. */
const STUCK_MS = 10_000

export const jsonReply = (status: number, value: unknown, headers?: Reply['headers']): Reply => ({
  ...{ status, type: 'application/json; charset=utf-8', body: Buffer.from(`${JSON.stringify(value)}\n`) },
  ...(headers ? { headers } : {}),
})

export function send(response: ServerResponse, { status, type, body, headers }: Reply, isHead = false): void {
  if (response.destroyed) return
  response.setTimeout(STUCK_MS, () => response.socket?.destroy())
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': body.length, ...headers })
  response.end(isHead ? undefined : body)
}
