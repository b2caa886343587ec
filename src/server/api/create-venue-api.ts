// Puts a venue together from its configuration: exchange, keys, sign-in, markets, rooms, and the world if there is one.

import type { Random } from '../../domain/random.js'
import { Exchange, type ExchangeEvent } from '../../venue/simulated/exchange/exchange.js'
import type { World, WorldObserver } from '../../venue/simulated/traders/world.js'
import type { ServerConfig } from '../schema.js'
import type { ApiCrypto } from './api-crypto.js'
import { ApiKeyStore, type IssuedApiKey } from './api-key-store.js'
import { Catalogue } from './catalogue.js'
import { listConfigured } from './configured-markets.js'
import { EventPublisher } from './event-publisher.js'
import { accountOf, OrderIntake } from './order-intake.js'
import { PrivateRooms } from './private-rooms.js'
import { profileOf } from './published-profile.js'
import { Rooms } from './rooms.js'
import { startWorld } from './sandbox-world.js'
import { SignIn } from './sign-in.js'
import { SocketHub } from './socket-hub.js'
import { TokenStore } from './token-store.js'
import { VenueApi } from './venue-api.js'

export interface VenueApiOptions {
  readonly config: ServerConfig
  readonly crypto: ApiCrypto
  /** Decides failures and drives the world; never a secret. */
  readonly random: Random
  /** Time of the beginning, unix milliseconds. */
  readonly nowMs: number
  readonly onFault?: (error: unknown) => void
  /** For tests that judge the world. */
  readonly observer?: WorldObserver
  /** Hears every exchange event, after the rooms. */
  readonly onEvent?: (event: ExchangeEvent) => void
}

export interface CreatedVenue {
  readonly api: VenueApi
  readonly sharedKey: string
  /** Keys of the configuration, with their secrets. */
  readonly keys: readonly IssuedApiKey[]
  readonly world: World | undefined
}

/** Throws `bad-argument` or `conflict` for markets that cannot be. */
export function createVenueApi(options: VenueApiOptions): CreatedVenue {
  const { config, crypto, random, nowMs } = options
  const clock = { nowMs }
  let publisher: EventPublisher | undefined
  const exchange = new Exchange({
    ...exchangeSettings(config, random),
    emit: (event) => {
      publisher?.publish(event)
      options.onEvent?.(event)
    },
  })
  exchange.advance(nowMs)
  const markets = new Catalogue({
    exchange,
    globalFeeRateBps: config.globalFeeRateBps,
    onRegistration: (market) => publisher?.publishStatus(market),
  })
  const profile = profileOf(config)
  const { switches, siwe } = config
  const rooms = new Rooms(switches)
  const privateRooms = new PrivateRooms(switches)
  const intake = new OrderIntake({ exchange, profile, crypto })
  publisher = new EventPublisher({
    exchange,
    markets,
    intake,
    rooms,
    privateRooms,
    switches,
    nowMs: () => clock.nowMs,
  })
  const keys = new ApiKeyStore(crypto)
  const tokens = new TokenStore({
    accessTtlMs: siwe.accessTtlSec * 1000,
    refreshTtlMs: siwe.refreshTtlSec * 1000,
    crypto,
  })
  const signIn = new SignIn({
    siwe: profile.siwe,
    nonceTtlMs: siwe.nonceTtlSec * 1000,
    maxSkewMs: siwe.maxSkewSec * 1000,
    crypto,
  })
  const hub = new SocketHub({ keys, tokens, markets, rooms, privateRooms, publisher })
  const onFault = options.onFault ?? (() => undefined)
  const parts = { config, profile, exchange, markets, keys, signIn, tokens, intake, rooms, hub, clock, onFault }
  const api = new VenueApi(parts)
  listConfigured(config, { exchange, markets, nowMs })
  fundAccounts(config, exchange)
  return { api, ...issueKeys(config, keys, nowMs), world: attachWorld(options, api, clock) }
}

function exchangeSettings({ settlement, fees, stopMatchingBeforeSec }: ServerConfig, random: Random) {
  const { delayMs, failureRate } = settlement
  const failures = random.fork('settlement')
  return {
    settlement: { delayMs, fails: () => failures.next() < failureRate },
    fees: { takerPays: true, makerPays: fees.makerPays },
    stopMatchingBeforeMs: stopMatchingBeforeSec * 1000,
  }
}

function fundAccounts({ accounts, collateral }: ServerConfig, exchange: Exchange): void {
  const unitRaw = 10n ** BigInt(collateral.decimals)
  for (const account of accounts) {
    exchange.deposit(accountOf(account.address, 'accounts.address'), BigInt(account.collateral) * unitRaw)
  }
}

function issueKeys(config: ServerConfig, keys: ApiKeyStore, nowMs: number) {
  const given = (key: string | undefined) => (key === undefined ? {} : { key })
  const shared = keys.create({ name: 'shared', tier: 'ANONYMOUS', shared: true, nowMs, ...given(config.sharedKey) })
  const personal = config.keys.map(({ name, tier, key }) => keys.create({ name, tier, nowMs, ...given(key) }))
  return { sharedKey: shared.key, keys: personal }
}

function attachWorld(
  { config, random, nowMs, observer }: VenueApiOptions,
  api: VenueApi,
  clock: { readonly nowMs: number },
): World | undefined {
  if (config.world === undefined) return undefined
  const world = startWorld({
    world: config.world,
    exchange: api.exchange,
    markets: api.markets,
    random: random.fork('world'),
    nowMs,
    clock: () => clock.nowMs,
    ...(observer === undefined ? {} : { observer }),
  })
  api.attach(world)
  return world
}
