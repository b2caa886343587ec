// The server of the benchmark in a process of its own; talks to the benchmark over IPC.
//
//   argv: accounts as JSON, data file ('' for none), signature threads ('' for the default)

import { startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { KEY } from './bench-client.js'

const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }
const limits = { read: generous, write: generous, cancel: generous, account: generous }

const [accounts = '[]', dataFile = '', workers = ''] = process.argv.slice(2)
const server = await startServer({
  config: serverConfig.parse({
    port: 0,
    keys: [{ name: 'bench', tier: 'INTERNAL', key: KEY }],
    tiers: { INTERNAL: limits },
    accounts: JSON.parse(accounts),
    markets: Array.from({ length: 20 }, (_, n) => ({ question: `Market ${n}?`, id: `m${n}`, endsInSec: 86_400 })),
    ...(workers === '' ? {} : { signatureWorkers: Number(workers) }),
  }),
  ...(dataFile === '' ? {} : { dataFile }),
  onFault: (error) => process.send?.({ fault: String(error) }),
})

process.on('disconnect', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url, profile: server.published })
