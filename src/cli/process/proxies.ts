// What else goes by this machine's proxies than the venue, whose connections have their own: alerts, signals over HTTP, the node of a chain.

const NAMES = ['https_proxy', 'http_proxy', 'all_proxy']

/** From now on, of all requests that name no dispatcher, those of Node's own `fetch` included. */
export async function useProxies(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (!NAMES.some((name) => env[name] || env[name.toUpperCase()])) return
  // most machines have none
  const { proxyFor } = await import('../../venue/transport/proxy.js')
  const { tunnelOptions } = await import('../../venue/transport/through-proxy.js')
  // the default, as the bundled package, of CommonJS, exports nothing else
  const { default: undici } = await import('undici')
  const { Agent, Pool, ProxyAgent, setGlobalDispatcher } = undici
  const factory = (origin: string | URL, options: object) => {
    const proxy = proxyFor(String(origin))
    return proxy === undefined ? new Pool(origin, options) : new ProxyAgent(tunnelOptions(undici, proxy))
  }
  setGlobalDispatcher(new Agent({ factory }))
}
