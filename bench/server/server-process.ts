// The bundled server in a process of its own. Asked anything, it says what processor time it has taken.
//
//   argv: accounts as JSON, data file ('' for none)

import { startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { KEY } from './bench-client.js'

const generous = { perSecond: 1_000_000, perMinute: 50_000_000 }
const limits = { read: generous, write: generous, cancel: generous, account: generous }

const [accounts = '[]', dataFile = ''] = process.argv.slice(2)
const server = await startServer({
  config: serverConfig.parse({
    port: 0,
    keys: [{ name: 'bench', tier: 'INTERNAL', key: KEY }],
    tiers: { INTERNAL: limits },
    accounts: JSON.parse(accounts),
    markets: Array.from({ length: 20 }, (_, n) => ({ question: `Market ${n}?`, id: `m${n}`, endsInSec: 86_400 })),
  }),
  ...(dataFile === '' ? {} : { dataFile }),
  onFault: (error) => {
    throw error
  },
})

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system })
})
process.on('disconnect', () => void server.close().then(() => process.exit(0)))
process.send?.({ url: server.url, profile: server.published })
