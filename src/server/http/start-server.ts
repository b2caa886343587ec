// Starts the bundled server: the venue in wall time behind Fastify and socket.io.

import { seededRandom } from '../../domain/random.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { IssuedApiKey } from '../api/api-key-store.js'
import { createVenueApi } from '../api/create-venue-api.js'
import { type PublishedProfile, publishedProfile } from '../api/published-profile.js'
import type { VenueApi } from '../api/venue-api.js'
import type { ServerConfig } from '../schema.js'
import { httpShell } from './http-shell.js'
import { nodeCrypto } from './node-crypto.js'
import { socketShell } from './socket-shell.js'
import { driveByWall } from './wall-driver.js'

export interface StartServerOptions {
  readonly config: ServerConfig
  /** Hears of faults of the program; clients learn nothing about them. */
  readonly onFault?: (error: unknown) => void
}

export interface RunningServer {
  readonly url: string
  /** Anonymous key. */
  readonly sharedKey: string
  /** Keys of the configuration, with their secrets. */
  readonly keys: readonly IssuedApiKey[]
  /** What a client of this server uses. */
  readonly profile: VenueProfile
  /** The same with types and public routes, as `GET /` tells it. */
  readonly published: PublishedProfile
  readonly api: VenueApi
  /** Drops all connections; safe to call twice. */
  close(): Promise<void>
}

/** Rejects when the address cannot be listened on, or when a configured market cannot be. */
export async function startServer({ config, onFault = () => undefined }: StartServerOptions): Promise<RunningServer> {
  const { api, sharedKey, keys } = createVenueApi({
    config,
    crypto: nodeCrypto,
    random: seededRandom(config.seed),
    nowMs: Date.now(),
    onFault,
  })
  const driver = driveByWall(api, onFault)
  const app = httpShell({
    onFault,
    handle: (request, reply) => {
      api.handle(request, Date.now(), (response) => {
        reply(response)
        driver.wake()
      })
    },
  })
  const io = socketShell({ server: app.server, api, onActivity: () => driver.wake() })
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    driver.stop()
    await io.close()
    throw error
  }
  return {
    url: addressOf(app.server.address(), config),
    sharedKey,
    keys,
    api,
    profile: api.profile,
    published: publishedProfile(api.profile),
    close: async () => {
      driver.stop()
      await io.close()
      await app.close()
    },
  }
}

function addressOf(address: ReturnType<import('node:http').Server['address']>, { host, port }: ServerConfig): string {
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const named = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${named.includes(':') ? `[${named}]` : named}:${bound}`
}
