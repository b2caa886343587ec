// A venue behind a proxy: one tunnel for each connection, which the proxy opens (CONNECT) and cannot look into.

import type { Agent } from 'node:http'
import { HttpsProxyAgent } from 'https-proxy-agent'
import type { Pool } from 'undici'
import { CONNECT_TIMEOUT_MS, type UndiciHttpOptions } from './undici-http.js'

export interface ThroughProxy extends Required<Pick<UndiciHttpOptions, 'openLines'>> {
  /** For the socket. */
  readonly agent: Agent
}

export async function throughProxy(proxy: URL): Promise<ThroughProxy> {
  // most venues are reached straight; the default, as the bundled package, of CommonJS, exports nothing else
  const { default: undici } = await import('undici')
  const connect = { timeout: CONNECT_TIMEOUT_MS }
  return {
    agent: new HttpsProxyAgent(proxy),
    openLines(origin, options) {
      let pool: Pool | undefined
      const agent = new undici.ProxyAgent({
        ...options,
        uri: proxy.href,
        ...{ requestTls: connect, proxyTls: connect },
        clientFactory: (to, own) => new undici.Pool(to, { ...own, headersTimeout: CONNECT_TIMEOUT_MS }),
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
