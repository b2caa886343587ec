// Puts a venue together from its configuration: exchange, keys, sign-in, markets, rooms, and the world if there is one.

import type { Random } from '../../domain/random.js'
import { Exchange, type ExchangeEvent, type ExchangeOptions } from '../../venue/simulated/exchange/exchange.js'
import type { World, WorldObserver } from '../../venue/simulated/traders/world.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { ServerConfig } from '../schema.js'
import type { ApiCrypto } from './accounts/api-crypto.js'
import { ApiKeyStore, type IssuedApiKey } from './accounts/api-key-store.js'
import { SignIn } from './accounts/sign-in-check.js'
import { TokenStore } from './accounts/token-store.js'
import { createVenueFaults, SettlementFaults } from './faults/venue-faults.js'
import { type DurableValues, NOT_DURABLE } from './kept/durable-values.js'
import { checkIdentity, countStart, openSaved } from './kept/saved-venue.js'
import { VenueRecords } from './kept/venue-records.js'
import type { VenueStore } from './kept/venue-store.js'
import { Catalogue } from './markets/catalogue.js'
import { listConfigured } from './markets/configured-markets.js'
import { MarketSchedule, type MarketScheduleOptions } from './markets/market-schedule.js'
import { matchesOf } from './markets/match-scores.js'
import { startWorld } from './markets/sandbox-world.js'
import { accountOf, OrderIntake } from './orders/order-intake.js'
import { profileOf } from './published-profile.js'
import { EventPublisher } from './socket/event-publisher.js'
import { PrivateRooms } from './socket/private-rooms.js'
import { Rooms } from './socket/rooms.js'
import { SocketHub } from './socket/socket-hub.js'
import { VenueApi } from './venue-api.js'
import { VenueListener } from './venue-listener.js'

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
  /** Where the venue outlives the process; in memory without it. */
  readonly store?: VenueStore
}

export interface CreatedVenue {
  readonly api: VenueApi
  readonly sharedKey: string
  /** Keys of the configuration, with their secrets. */
  readonly keys: readonly IssuedApiKey[]
  readonly world: World | undefined
  /** By how many milliseconds the calendar has gone back since the store was left: 0, or less. */
  readonly backMs: number
}

/** Throws `bad-argument` or `conflict` for markets that cannot be. */
export function createVenueApi(options: VenueApiOptions): CreatedVenue {
  const { config, crypto, nowMs, store } = options
  const values = store?.values ?? NOT_DURABLE
  checkIdentity(config, values)
  const starts = countStart(values)
  // another start draws other chances, or it would repeat the markets and failures of the last one
  const random = starts === 0 ? options.random : options.random.fork(`start-${starts}`)
  const clock = { nowMs }
  const settlementFaults = new SettlementFaults(random.fork('faults'), () => clock.nowMs)
  let publisher: EventPublisher | undefined
  const records: VenueRecords = new VenueRecords(() => exchange, values)
  const exchange: Exchange = new Exchange({
    ...exchangeSettings(config, random, settlementFaults),
    ...(store === undefined ? {} : { archive: store.archive }),
    listener: new VenueListener({ records, publisher: () => publisher, clock, onEvent: options.onEvent }),
  })
  const backMs = store === undefined ? 0 : openSaved(exchange, store, options)
  exchange.advance(nowMs)
  const schedule = marketSchedule({ config, random }, values, { exchange, markets: () => markets })
  if (backMs < 0) schedule.rebase(backMs, nowMs)
  const markets: Catalogue = new Catalogue({
    exchange,
    globalFeeRateBps: config.globalFeeRateBps,
    firstRegistration: (listing) => schedule.firstRegistration(listing),
    onRegistration: (market) => publisher?.publishStatus(market),
    values,
  })
  const profile = profileOf(config)
  const { switches } = config
  const rooms = new Rooms(switches)
  const privateRooms = new PrivateRooms(switches)
  const intake = new OrderIntake({ exchange, profile, crypto, values, nowMs: () => clock.nowMs })
  const heard = { exchange, markets, intake, rooms, privateRooms, switches }
  publisher = new EventPublisher({ ...heard, nowMs: () => clock.nowMs })
  const keys = new ApiKeyStore(crypto, values)
  const tokens = tokenStore(config, crypto, values)
  tokens.capAt(nowMs)
  const signIn = signInOf(config, profile, crypto)
  const hub = new SocketHub({ keys, tokens, markets, rooms, privateRooms, publisher, nowMs: () => clock.nowMs })
  const onFault = options.onFault ?? (() => undefined)
  const matches = matchesOf(config.matches, nowMs, values)
  listConfigured(config, { exchange, markets, schedule, matches, nowMs })
  const parts = { config, profile, exchange, markets, keys, signIn, tokens, intake, rooms, records, matches }
  const faults = createVenueFaults(settlementFaults.plan, { ...parts, privateRooms }, () => clock.nowMs)
  const api = new VenueApi({ ...parts, hub, clock, faults, onFault })
  api.attach(schedule)
  api.attach(privateRooms)
  fundAccounts(config, exchange, values)
  const issued = issueKeys({ config, keys, nowMs, values })
  return { api, ...issued, world: attachWorld({ ...options, random }, { api, clock, starts, values }), backMs }
}

function signInOf({ siwe }: ServerConfig, profile: VenueProfile, crypto: ApiCrypto): SignIn {
  const { nonceTtlSec, maxSkewSec } = siwe
  return new SignIn({ siwe: profile.siwe, nonceTtlMs: nonceTtlSec * 1000, maxSkewMs: maxSkewSec * 1000, crypto })
}

function tokenStore({ siwe }: ServerConfig, crypto: ApiCrypto, values: DurableValues): TokenStore {
  const { accessTtlSec, refreshTtlSec } = siwe
  return new TokenStore({ accessTtlMs: accessTtlSec * 1000, refreshTtlMs: refreshTtlSec * 1000, crypto, values })
}

function exchangeSettings(
  config: ServerConfig,
  random: Random,
  faults: SettlementFaults,
): Omit<ExchangeOptions, 'emit' | 'listener'> {
  const { settlement, fees, stopMatchingBeforeSec, maxOpenOrders } = config
  const { delayMs, failureRate } = settlement
  const failures = random.fork('settlement')
  return {
    settlement: {
      delayMs,
      extraDelayMs: (transaction) => faults.extraDelayMs(transaction),
      fails: (transaction) => failures.next() < failureRate || faults.fails(transaction),
    },
    fees: { takerPays: true, makerPays: fees.makerPays },
    stopMatchingBeforeMs: stopMatchingBeforeSec * 1000,
    maxOpenOrders,
  }
}

function marketSchedule(
  { config, random }: Pick<VenueApiOptions, 'config' | 'random'>,
  values: DurableValues,
  venue: Pick<MarketScheduleOptions, 'exchange' | 'markets'>,
): MarketSchedule {
  const { delaySec, failureRate } = config.registration
  const failures = random.fork('registration')
  const fails = () => failures.next() < failureRate
  return new MarketSchedule({ ...venue, values, registration: { delayMs: delaySec * 1000, fails } })
}

/** Raw units of a share and of a unit of collateral. */
function unitOf({ decimals }: ServerConfig['collateral']): bigint {
  return 10n ** BigInt(decimals)
}

/** Each wallet once, however often the venue is started. */
function fundAccounts({ accounts, collateral }: ServerConfig, exchange: Exchange, values: DurableValues): void {
  const unitRaw = unitOf(collateral)
  for (const { address, collateral: units } of accounts) {
    const account = accountOf(address, 'accounts.address')
    if (values.get('funded', account) !== undefined) continue
    values.put('funded', account, units)
    exchange.deposit(account, BigInt(units) * unitRaw)
  }
}

interface KeyIssue {
  readonly config: ServerConfig
  readonly keys: ApiKeyStore
  readonly nowMs: number
  readonly values: DurableValues
}

function issueKeys({ config, keys, nowMs, values }: KeyIssue) {
  const given = (key: string | undefined) => (key === undefined ? {} : { key })
  // everybody may know the shared key, so its text may be kept: clients go on with it after a restart
  const known = config.sharedKey ?? values.get<string>('venue', 'shared-key')
  const shared = keys.create({ name: 'shared', tier: 'ANONYMOUS', shared: true, nowMs, ...given(known) })
  values.put('venue', 'shared-key', shared.key)
  const personal = config.keys.map(({ name, tier, key }) => keys.create({ name, tier, nowMs, ...given(key) }))
  return { sharedKey: shared.key, keys: personal }
}

interface WorldPlace {
  readonly api: VenueApi
  readonly clock: { readonly nowMs: number }
  readonly starts: number
  readonly values: DurableValues
}

function attachWorld(options: VenueApiOptions, { api, clock, ...place }: WorldPlace): World | undefined {
  const { config, random, nowMs, observer } = options
  if (config.world === undefined) return undefined
  const world = startWorld({
    world: config.world,
    exchange: api.exchange,
    markets: api.markets,
    random: random.fork('world'),
    unitRaw: unitOf(config.collateral),
    nowMs,
    ...place,
    clock: () => clock.nowMs,
    ...(observer === undefined ? {} : { observer }),
  })
  api.attach(world)
  return world
}
