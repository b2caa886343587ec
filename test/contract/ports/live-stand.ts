// Live: the session as the bot composes it, over HTTP and socket.io on loopback, against the bundled server.

import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connect } from '../../../src/cli/venue/connect.js'
import { startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { Others } from './others.js'
import { Stand } from './stand.js'
import { API_KEY, botConfig, venueSettings } from './venue-settings.js'

export async function openLive(): Promise<Stand> {
  const privateKey = generatePrivateKey()
  const config = serverConfig.parse(venueSettings(privateKeyToAddress(privateKey)))
  const server = await startServer({
    config,
    onFault: (error) => {
      throw error
    },
  })
  const clock = createRealClock()
  const connection = await connect(botConfig(server.profile, server.url), {
    env: { QUOIN_PRIVATE_KEY: privateKey },
    clock,
    wallet: 'needed',
    // a wallet in the environment is worth a warning, which is right here
    warn: () => undefined,
  })
  if (connection.trading === undefined) throw new Error('expected a session that trades')
  // any request lets the server look at what is due next
  let nudges = Promise.resolve()
  const wake = () => {
    nudges = nudges.then(async () => void (await fetch(`${server.url}/health`)).text())
  }
  // the venue's own time: the machine's calendar may be a little ahead of it, and what is made then begins later than the next request
  const others = new Others({ api: server.api, apiKey: API_KEY, nowMs: () => server.api.nowMs, wake })
  return new Stand({
    name: 'live',
    marketData: connection.marketData,
    trading: connection.trading,
    others,
    hit: (market, ours) => others.hit(market, ours),
    monoMs: () => clock.monoMs(),
    venueMs: () => connection.venueClock.venueMs(),
    pass: (ms) => new Promise((done) => void clock.after(ms, done)),
    close: async () => {
      await nudges
      await connection.close()
      await server.close()
    },
  }).start()
}
