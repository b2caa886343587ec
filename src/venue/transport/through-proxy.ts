// A venue behind a proxy: one tunnel for each connection, which the proxy opens (CONNECT) and cannot look into.

import type { Agent } from 'node:http'
import { HttpsProxyAgent } from 'https-proxy-agent'
import type { Pool, ProxyAgent } from 'undici'
import { loginOf } from './proxy.js'
import { CONNECT_TIMEOUT_MS, type UndiciHttpOptions } from './undici-http.js'

export interface ThroughProxy extends Required<Pick<UndiciHttpOptions, 'openLines'>> {
  /** For the socket. */
  readonly agent: Agent
}

const NO_TUNNEL = new Map<unknown, string>([
  ['UND_ERR_SOCKET', 'closed without an answer'],
  ['UND_ERR_HEADERS_TIMEOUT', `no tunnel within ${CONNECT_TIMEOUT_MS} ms`],
])

export async function throughProxy(proxy: URL): Promise<ThroughProxy> {
  // most venues are reached straight; the default, as the bundled package, of CommonJS, exports nothing else
  const { default: undici } = await import('undici')
  return {
    agent: new SocketTunnels(proxy),
    openLines(origin, options) {
      let pool: Pool | undefined
      const agent = new undici.ProxyAgent({
        ...options,
        ...tunnelOptions(undici, proxy),
        factory: (to, own) => {
          pool = new undici.Pool(to, own)
          return pool
        },
      })
      const underWay = () => pool?.stats.size ?? 0
      return Object.assign(agent, { origin, underWay, through: ` (through the proxy ${proxy.host})` })
    },
  }
}

/** How undici opens tunnels, whoever asks for them. */
export function tunnelOptions(
  undici: Pick<typeof import('undici'), 'Pool'>,
  proxy: URL,
): Pick<ProxyAgent.Options, 'uri' | 'token' | 'requestTls' | 'proxyTls' | 'clientFactory'> {
  const connect = { timeout: CONNECT_TIMEOUT_MS }
  const login = loginOf(proxy)
  return {
    uri: proxy.href,
    ...(login === undefined ? {} : { token: login }),
    ...{ requestTls: connect, proxyTls: connect },
    clientFactory(to, own) {
      const pool = new undici.Pool(to, { ...own, headersTimeout: CONNECT_TIMEOUT_MS })
      const open = pool.connect.bind(pool)
      return Object.assign(pool, {
        connect: (asked: Parameters<typeof open>[0]) =>
          open(asked).catch((cause: unknown) => Promise.reject(noTunnel(cause))),
      })
    },
  }
}

/**
 * A proxy that closes in the place of an answer: undici takes it for a connection that was lost, and asks for another at once, for
 * ever. One that is silent has the code of a venue that is.
 */
function noTunnel(cause: unknown): unknown {
  const told = cause instanceof Error && 'code' in cause ? NO_TUNNEL.get(cause.code) : undefined
  return told === undefined ? cause : Object.assign(new Error('no tunnel', { cause }), { code: told })
}

/** A proxy that says nothing would keep each tunnel half open, for whoever asked for it ends without a word to us. */
class SocketTunnels extends HttpsProxyAgent<string> {
  override async connect(...asked: Parameters<HttpsProxyAgent<string>['connect']>) {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), CONNECT_TIMEOUT_MS)
    // read before anything is waited for
    this.connectOpts = { ...this.connectOpts, signal: late.signal }
    try {
      return await super.connect(...asked)
    } finally {
      clearTimeout(timer)
    }
  }
}
