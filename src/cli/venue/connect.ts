// A live session from a configuration: keys, transport, budget, signer, both ports.

import { resolve } from 'node:path'
import type { BotBudget } from '../../bot/bot-budget.js'
import type { Config } from '../../config/config.js'
import { type Failure, messageOf, QuoinError } from '../../domain/error.js'
import { ROUTE_CLASSES } from '../../domain/permit.js'
import type { Clock } from '../../domain/time.js'
import { Budget } from '../../execution/budget/budget.js'
import { LocalCount } from '../../execution/budget/local-count.js'
import { Desk } from '../../execution/budget/permit-desk.js'
import type { KeySharing } from '../../fleet/budget/key-sharers.js'
import type { RequestNote } from '../../venue/session/rest/http-client.js'
import { createSession, type Session } from '../../venue/session/session.js'
import type { HttpRequest, Transport } from '../../venue/session/transport.js'
import { createBottleneckBudget } from '../../venue/transport/bottleneck-budget.js'
import { findKey, shownName } from '../../venue/transport/key-source.js'
import { createRealTransport } from '../../venue/transport/real-transport.js'
import { Secret } from '../../venue/transport/secret.js'
import { SANDBOX_CHAIN_ID } from '../../venue/wire/profile.js'
import { checkPublishedProfile } from '../../venue/wire/profile-check.js'
import { keyHash, sharedKey } from './key-sharing.js'
import { openWallet, type Wallet } from './open-wallet.js'
import { keyRefusal, publishedRoot } from './venue-probe.js'

/** A command may wait this long for a permit before it gives up. */
const PATIENCE_MS = 10_000
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface ConnectOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Whether orders will be signed; a missing key is an error then, and no key is read otherwise. */
  readonly wallet: 'needed' | 'unused'
  /** Who counts the requests: a bot's core, or nobody but this connection. Default `itself`. */
  readonly count?: 'itself' | 'a bot'
  /** Of each request, right before it leaves: why it must not. */
  readonly lastCheck?: (request: HttpRequest) => string | undefined
  readonly onRequest?: (note: RequestNote) => void
  /** Around the transport, as to record what arrives. */
  readonly wrapTransport?: (real: Transport) => Transport
  readonly warn: (message: string) => void
}

export interface Connection extends Session {
  readonly budget: BotBudget
  /** Names the API key without telling it. */
  readonly keyHash: string
  /** Bots that share the API key, by Redis; absent without one. */
  readonly keySharing?: () => KeySharing
  /** What signs; absent without one. */
  readonly wallet?: Wallet
  /** Throws `profile-mismatch`. Returns false when the venue publishes nothing to compare with. */
  checkProfile(): Promise<boolean>
  /** Why the venue refuses a read with our API key; `undefined` when it does not. */
  keyRefusal(): Promise<Failure | undefined>
  close(): Promise<void>
}

/** Throws `bad-config` for a missing or unusable key, `signer-away` where another process should hold it. Nothing is sent yet. */
export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const { profile, url } = config.venue
  const { clock, warn } = options
  refusePlainHttp(config)
  const apiKey = apiKeyOf(config, options)
  const budget = createBottleneckBudget({
    limits: profile.limits,
    clock,
    onError: (error) => warn(`budget: ${messageOf(error)}`),
  })
  const reading = options.wallet === 'unused'
  const lastCheck = reading ? refuseWrites : options.lastCheck
  const transport = await createRealTransport({ baseUrl: url, profile, ...(lastCheck ? { lastCheck } : {}) })
  const desk = new Desk()
  let session: Session | undefined
  const venueMs = () => session?.venueClock.venueMs() ?? clock.wallMs()
  const wallet = options.wallet === 'needed' ? await openWallet(config, { ...options, venueMs }) : undefined
  session = createSession({
    profile,
    transport: options.wrapTransport?.(transport) ?? transport,
    clock,
    desk,
    apiKey: apiKey.reveal(),
    settings: { maxLagMs: config.feed.maxLagMs, maxClockOffsetMs: config.feed.maxClockOffsetSec * 1000 },
    ...(wallet === undefined ? {} : { signer: wallet.signer }),
    ...(options.onRequest === undefined ? {} : { onRequest: options.onRequest }),
  })
  // the first permits are drawn before anybody asks
  await budget.settledDown()
  const botBudget = { limits: profile.limits, desk, stock: budget }
  const sharers = options.count === 'a bot' ? await sharedKey({ config, apiKey, clock, warn, desk }) : undefined
  const count = options.count === 'a bot' ? undefined : countItself(botBudget, clock)
  return {
    ...session,
    budget: botBudget,
    keyHash: keyHash(config, apiKey),
    ...(sharers === undefined ? {} : { keySharing: () => sharers.sharing }),
    ...(wallet === undefined ? {} : { wallet }),
    checkProfile: async () => checkPublishedProfile(profile, await publishedRoot(config, transport)),
    keyRefusal: () => keyRefusal(config, transport, { key: apiKey, answered: (told) => desk.sent('read', told) }),
    close: async () => {
      count?.stop()
      session?.marketData.stop()
      session?.trading?.stop()
      wallet?.close()
      await sharers?.close()
      await budget.close()
      await transport.close()
    },
  }
}

/** Without a core whoever asks is served here. */
function countItself({ limits, desk, stock }: BotBudget, clock: Clock): LocalCount {
  const budget = new Budget()
  // a person waits for what is asked here
  budget.hurry()
  for (const routeClass of ROUTE_CLASSES) {
    budget.hear({ kind: 'budget', routeClass, ...limits[routeClass], learnFirst: true, stocked: true }, clock.monoMs())
  }
  return new LocalCount({ budget, desk, clock, patienceMs: PATIENCE_MS, ...(stock ? { stock } : {}) })
}

/** Without a wallet nothing is ever sent that could change an account, whatever happens above. */
function refuseWrites({ method, path }: HttpRequest): string | undefined {
  return method === 'GET' ? undefined : `only reading: ${method} ${path} is not sent`
}

function refusePlainHttp({ venue }: Config): void {
  const { protocol, hostname } = new URL(venue.url)
  const harmless = venue.profile.typedData.domain.chainId === SANDBOX_CHAIN_ID || LOOPBACK.has(hostname)
  if (protocol === 'http:' && !harmless) {
    throw new QuoinError('bad-config', `venue.url: expected https, got http to ${hostname}`)
  }
}

/** Throws `bad-config` when there is none. */
export function apiKeyOf({ venue, folder }: Config, { env, warn }: Pick<ConnectOptions, 'env' | 'warn'>): Secret {
  if (venue.apiKey !== undefined) return new Secret(venue.apiKey)
  const found = findKey({
    name: venue.apiKeyEnv ?? 'QUOIN_API_KEY',
    env,
    ...(venue.apiKeyFile === undefined
      ? {}
      : { file: resolve(folder, venue.apiKeyFile), fileFrom: 'venue.apiKeyFile' }),
  })
  if (found === undefined) {
    throw new QuoinError(
      'bad-config',
      `venue.apiKeyEnv: expected ${shownName(venue.apiKeyEnv ?? '')} to be set, got nothing`,
    )
  }
  for (const warning of found.warnings) warn(warning)
  return found.secret
}
