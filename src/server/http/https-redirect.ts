// Plain HTTP beside HTTPS: every request is sent on to the secure address, method and body kept (308).

import { createServer, type Server } from 'node:http'

export interface RedirectOptions {
  readonly host: string
  readonly port: number
  /** Port of HTTPS. */
  readonly securePort: number
}

/** Resolves once it listens; rejects when it cannot. */
export async function redirectToHttps({ host, port, securePort }: RedirectOptions): Promise<Server> {
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000 }, (request, response) => {
    const name = hostName(request.headers.host) ?? 'localhost'
    const path = request.url?.startsWith('/') ? request.url : '/'
    response.writeHead(308, {
      location: `https://${name}${securePort === 443 ? '' : `:${securePort}`}${path}`,
      'content-length': 0,
      connection: 'close',
    })
    response.end()
  })
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
