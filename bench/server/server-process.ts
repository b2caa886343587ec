// The server of the benchmark in a process of its own; talks to the benchmark over IPC.

import { startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'

const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }
const limits = { read: generous, write: generous, cancel: generous, account: generous }

const server = await startServer({
  config: serverConfig.parse({
    port: 0,
    keys: [{ name: 'bench', tier: 'INTERNAL', key: 'bench-key-of-the-server' }],
    tiers: { INTERNAL: limits },
    accounts: JSON.parse(process.argv[2] ?? '[]'),
    markets: Array.from({ length: 20 }, (_, n) => ({ question: `Market ${n}?`, id: `m${n}`, endsInSec: 86_400 })),
    ...(process.argv[3] === undefined ? {} : { signatureWorkers: Number(process.argv[3]) }),
  }),
  onFault: (error) => process.send?.({ fault: String(error) }),
})

process.on('message', (message) => {
  if (message === 'memory') {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    process.send?.({ memory: { rss, heapUsed } })
  }
})
process.on('disconnect', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url, profile: server.published })
