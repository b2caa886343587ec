// Starts the bundled server: the venue in wall time behind Fastify and socket.io.

import type { Server as HttpServer } from 'node:http'
import { seededRandom } from '../../domain/random.js'
import { type OpenedSigning, processSigning } from '../../signing/open-signing.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { IssuedApiKey } from '../api/accounts/api-key-store.js'
import { type CreatedVenue, createVenueApi, type VenueApiOptions } from '../api/create-venue-api.js'
import { type PublishedProfile, publishedProfile } from '../api/published-profile.js'
import type { VenueApi } from '../api/venue-api.js'
import type { ServerConfig } from '../schema.js'
import { type Keeping, openKeeping } from '../store/keeping.js'
import { DateHeader } from './date-header.js'
import { httpShell } from './http-shell.js'
import { redirectToHttps } from './https-redirect.js'
import { defaultWorkerCount, signatureWorkers } from './signature-workers.js'
import { socketShell } from './socket-shell.js'
import { SteadyClock } from './steady-clock.js'
import { tlsFiles } from './tls-files.js'
import { driveByWall, type WallDriver } from './wall-driver.js'

export interface StartServerOptions extends Pick<VenueApiOptions, 'observer'> {
  readonly config: ServerConfig
  /** Keeps the venue in this file; without it the venue ends with the server. */
  readonly dataFile?: string
  /** Hears of faults of the program; clients learn nothing about them. */
  readonly onFault?: (error: unknown) => void
  /** Hears of what is set right but should be known, as of a step of the machine's clock. */
  readonly onWarning?: (message: string) => void
}

export interface RunningServer {
  readonly url: string
  /** Where plain HTTP is redirected from. */
  readonly redirectUrl?: string
  /** Certificate of HTTPS, to be trusted by clients. */
  readonly certPem?: string
  /** Anonymous key. */
  readonly sharedKey: string
  /** Keys of the configuration, with their secrets. */
  readonly keys: readonly IssuedApiKey[]
  /** What a client of this server uses. */
  readonly profile: VenueProfile
  /** The same with types and public routes, as `GET /` tells it. */
  readonly published: PublishedProfile
  readonly api: VenueApi
  /** How signatures are checked. */
  readonly signing: OpenedSigning
  /** Drops all connections; safe to call twice. */
  close(): Promise<void>
}

/**
 * Rejects when the address cannot be listened on, when a configured market cannot be, or with `journal-failed` when the
 * data file cannot be used.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { config, dataFile, observer, onFault = () => undefined, onWarning = () => undefined } = options
  const clock = new SteadyClock()
  const [signing, tls] = await Promise.all([processSigning(), tlsFiles(config, clock.nowMs())])
  const signatures = signatureWorkers(signing.signing, config.signatureWorkers ?? defaultWorkerCount())
  let driver: WallDriver | undefined
  const keeping = openKeeping({ dataFile, onFault, onRecovery: () => driver?.wake() })
  const { api, sharedKey, keys, backMs } = await orElse(
    () =>
      beginVenue(
        { config, crypto: signatures.crypto, onFault, nowMs: clock.nowMs(), ...(observer && { observer }) },
        keeping,
      ),
    async () => {
      keeping.close()
      await signatures.close()
    },
  )
  followSteps({ clock, api, backMs, onWarning })
  driver = driveByWall(keeping.driven(api), clock, onFault)
  const { app, io } = openShells({ ...options, onFault, api, clock, keeping, driver, tls })
  let redirect: HttpServer | undefined
  const close = async () => {
    driver.stop()
    redirect?.closeAllConnections()
    redirect?.close()
    // first of all, or an answer that is still awaited would hold up the stop for as long as its client keeps the line
    app.server.close()
    app.server.closeAllConnections()
    await io.close()
    await app.close()
    await signatures.close()
    keeping.close()
  }
  try {
    await app.listen({ host: config.host, port: config.port })
    redirect = await startRedirect(config, portOf(app.server))
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...{ url: addressOf(app.server, config), sharedKey, keys, api, signing },
    ...(redirect === undefined ? {} : { redirectUrl: `http://${hostIn(config)}:${portOf(redirect)}` }),
    ...(tls === undefined ? {} : { certPem: tls.certPem }),
    profile: api.profile,
    published: publishedProfile(api.profile),
    close,
  }
}

interface ShellParts extends Pick<StartServerOptions, 'config'> {
  readonly onFault: (error: unknown) => void
  readonly api: VenueApi
  readonly clock: SteadyClock
  readonly keeping: Keeping
  readonly driver: WallDriver
  readonly tls: Awaited<ReturnType<typeof tlsFiles>>
}

/** HTTP and sockets: what they answer waits until it is kept, and wakes the venue. */
function openShells({ config, onFault, api, clock, keeping, driver, tls }: ShellParts) {
  const date = new DateHeader()
  const app = httpShell({
    onFault,
    cors: config.cors,
    tls,
    limits: config.connections,
    handle: (request, reply) => {
      keeping.request(reply, (answer) =>
        api.handle(request, clock.nowMs(), (response) => {
          answer(date.of(response, api.nowMs))
          driver.wake()
        }),
      )
    },
  })
  const io = socketShell({
    server: app.server,
    api,
    maxSockets: config.maxSockets,
    maxBacklogChars: config.connections.backlogChars,
    handshakeTimeoutMs: config.connections.headTimeoutMs,
    tell: (send) => keeping.tell(send),
    nowMs: () => clock.nowMs(),
    onActivity: () => driver.wake(),
  })
  return { app, io }
}

/** A venue left in the future by less than a second was left a moment ago. */
const TOLD_FROM_MS = 1000

interface Followed extends Pick<CreatedVenue, 'api' | 'backMs'> {
  readonly clock: SteadyClock
  readonly onWarning: (message: string) => void
}

function followSteps({ clock, api, backMs, onWarning }: Followed): void {
  if (backMs < -TOLD_FROM_MS) onWarning(stepped(backMs))
  clock.onStep((byMs) => {
    api.rebase(byMs)
    onWarning(stepped(byMs))
  })
}

function stepped(byMs: number): string {
  const seconds = Math.abs(byMs) / 1000
  return `clock: the machine's clock stepped ${seconds} s ${byMs < 0 ? 'back' : 'ahead'}; the venue follows it, what is under way keeps its time`
}

function beginVenue(options: Omit<VenueApiOptions, 'random' | 'store'>, keeping: Keeping): CreatedVenue {
  const created = createVenueApi({
    ...options,
    random: seededRandom(options.config.seed),
    store: keeping.store,
  })
  keeping.begin()
  return created
}

/** Cleans up when `act` throws. */
async function orElse<T>(act: () => T, cleanUp: () => Promise<void>): Promise<T> {
  try {
    return act()
  } catch (error) {
    await cleanUp()
    throw error
  }
}

function startRedirect(
  { https, host, connections }: ServerConfig,
  securePort: number,
): Promise<HttpServer> | undefined {
  if (https?.redirectPort === undefined) return undefined
  return redirectToHttps({ host, port: https.redirectPort, securePort, limits: connections })
}

function addressOf(server: HttpServer, config: ServerConfig): string {
  return `${config.https === undefined ? 'http' : 'https'}://${hostIn(config)}:${portOf(server)}`
}

function portOf(server: HttpServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function hostIn({ host }: ServerConfig): string {
  const named = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return named.includes(':') ? `[${named}]` : named
}
