// Plain HTTP beside HTTPS: every request is sent on to the secure address, method and body kept (308).

import type { Server } from 'node:http'
import { type ConnectionLimits, nodeServer } from './node-server.js'
import { answerParserError } from './parser-errors.js'

export interface RedirectOptions {
  readonly host: string
  readonly port: number
  /** Port of HTTPS. */
  readonly securePort: number
  readonly limits: ConnectionLimits
}

/** Resolves once it listens; rejects when it cannot. */
export async function redirectToHttps({ host, port, securePort, limits }: RedirectOptions): Promise<Server> {
  const server = nodeServer({ limits }, (request, response) => {
    const name = hostName(request.headers.host) ?? 'localhost'
    const path = request.url?.startsWith('/') ? request.url : '/'
    response.writeHead(308, {
      location: `https://${name}${securePort === 443 ? '' : `:${securePort}`}${path}`,
      'content-length': 0,
      connection: 'close',
    })
    response.end()
  })
  server.on('clientError', answerParserError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

/** Without the port; `undefined` when it is no host name. */
function hostName(header: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1]
}
