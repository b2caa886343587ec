// A whole run in virtual time: the real server API, session, core and pipeline, linked by a seeded network.

import { getAddress } from 'viem'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { Bot } from '../../../src/bot/bot.js'
import type { BotTap } from '../../../src/bot/bot-parts.js'
import type { StandingKeeper } from '../../../src/bot/standing-watch.js'
import { ChainDesk } from '../../../src/chain/chain-desk.js'
import type { ChainPolicy } from '../../../src/chain/policy.js'
import { createSandboxChain } from '../../../src/chain/sandbox-chain.js'
import { settingsOfVenue } from '../../../src/cli/bot/settings/core-settings.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { ChainKeeper } from '../../../src/domain/account/chain-transaction.js'
import type { Address } from '../../../src/domain/market/market.js'
import type { PermitStock } from '../../../src/domain/permit.js'
import { seededRandom } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import type { Journal } from '../../../src/execution/journal/journal.js'
import type { SignedLine } from '../../../src/execution/journal/journal-line.js'
import type { MarketChoice } from '../../../src/feed/schema.js'
import { createVenueApi } from '../../../src/server/api/create-venue-api.js'
import type { VenueStore } from '../../../src/server/api/kept/venue-store.js'
import { type ServerConfigInput, serverConfig } from '../../../src/server/schema.js'
import type { SignalSource } from '../../../src/signals/signal-source.js'
import type { AnyStrategy } from '../../../src/strategy/contract.js'
import { type AnyQuoter, bindStrategy, type GroupQuoter, type Quoter } from '../../../src/strategy/parse-params.js'
import type { MarketData } from '../../../src/venue/market-data.js'
import { createSession } from '../../../src/venue/session/session.js'
import type { Transport } from '../../../src/venue/session/transport.js'
import type { WorldObserver } from '../../../src/venue/simulated/traders/world.js'
import type { VenueProfile } from '../../../src/venue/wire/profile.js'
import { settings as coreSettings } from '../../core/core-driver.js'
import { tagCrypto, tagSigner } from './tag-crypto.js'
import { VirtualNetwork } from './virtual-network.js'
import { WorkingClock, type WorkOptions } from './working-clock.js'

export const ACCOUNT: Address = getAddress('0xb07000000000000000000000000000000000b07a')

export interface SimulationOptions {
  readonly seed: number
  readonly server: ServerConfigInput
  readonly strategy: AnyStrategy
  readonly params?: unknown
  readonly choice?: MarketChoice
  readonly exclusiveGroups?: Readonly<Record<string, number>>
  readonly socket?: boolean
  readonly profile?: (profile: VenueProfile) => VenueProfile
  readonly core?: Partial<Pick<CoreSettings, 'risk' | 'execution' | 'feed'>>
  readonly estimates?: Partial<Pick<CoreSettings, 'fairTauMs' | 'confirmMs' | 'maxFairAgeMs' | 'fairSignal'>>
  readonly tap?: Partial<BotTap>
  readonly tier?: 'DEFAULT' | 'PRO' | 'MM' | 'INTERNAL'
  /** Stands between the session and the network. */
  readonly transport?: (network: Transport, clock: Clock) => Transport
  /** Stands between the bot and the session's market data. */
  readonly marketData?: (real: MarketData) => MarketData
  /** The bot's wall clock is this much ahead of the venue's, milliseconds. */
  readonly wallAheadMs?: number
  /** What the bot's work costs; nothing by default. */
  readonly work?: WorkOptions
  /** Longest call of the strategy that is not slow, milliseconds; by default none is slow. */
  readonly slowAfterMs?: number
  /** What a signature takes, milliseconds; nothing by default. */
  readonly signingMs?: () => number
  readonly journal?: Pick<Journal, 'append'>
  /** Where halts, pauses and what was held are kept; by default nowhere. */
  readonly keeper?: StandingKeeper
  /** What is done on the chain, and where it is kept; by default nothing. */
  readonly chain?: { readonly policy: ChainPolicy; readonly keeper: ChainKeeper }
  /** Where values from outside come from. */
  readonly signals?: readonly SignalSource[]
  /** Draws permits ahead of need. */
  readonly stock?: (clock: Clock) => PermitStock
  /** Where the venue keeps what it need not remember; by default it remembers everything. */
  readonly store?: VenueStore
  /** Hears the world's hidden paths. */
  readonly observer?: WorldObserver
}

const START_WALL_MS = 1_790_000_000_000

/** The same, each call told. */
function charged(quoter: AnyQuoter, charge: () => void): AnyQuoter {
  if (quoter.scope === 'group') {
    const { quote } = quoter
    const told: GroupQuoter['quote'] = (view, memory) => {
      charge()
      return quote(view, memory)
    }
    return { ...quoter, quote: told }
  }
  return Object.assign<Quoter, Quoter>((view, memory) => {
    charge()
    return quoter(view, memory)
  }, quoter)
}

export function simulate(options: SimulationOptions) {
  const clock = new VirtualClock(START_WALL_MS)
  const random = seededRandom(options.seed)
  const faults: unknown[] = []
  const config = serverConfig.parse({
    seed: options.seed,
    keys: [{ name: 'bot', tier: options.tier ?? 'DEFAULT' }],
    accounts: [{ address: ACCOUNT, collateral: 10_000 }],
    ...options.server,
  })
  const venue = createVenueApi({
    config,
    crypto: tagCrypto,
    random,
    nowMs: clock.wallMs(),
    onFault: (error) => faults.push(error),
    ...(options.observer === undefined ? {} : { observer: options.observer }),
    ...(options.store === undefined ? {} : { store: options.store }),
  })
  const { api } = venue
  const drive = () => {
    const due = api.nextDueMs()
    const delay = due === undefined ? 50 : Math.min(50, Math.max(0, due - clock.wallMs()))
    clock.after(Math.max(1, delay), () => {
      api.advance(clock.wallMs())
      drive()
    })
  }
  drive()
  const profile = options.profile?.(api.profile) ?? api.profile
  const network = new VirtualNetwork({
    ...{ venue: () => api, clock },
    random: random.fork('network'),
    settings: { latency: { leastMs: 5, meanMs: 10 }, socket: options.socket ?? true },
  })
  const ahead = options.wallAheadMs ?? 0
  const working = options.work && new WorkingClock(clock, ahead, options.work)
  const ownClock: Clock = working ?? {
    monoMs: () => clock.monoMs(),
    wallMs: () => clock.wallMs() + ahead,
    after: (delayMs, run) => clock.after(delayMs, run),
    soon: (run) => clock.soon(run),
  }
  const reached = options.transport?.(network, clock) ?? network
  const signer = tagSigner(ACCOUNT, profile.typedData, random.fork('salt'))
  const logs: { level: string; message: string; details?: unknown }[] = []
  const quoter = bindStrategy(options.strategy, options.params ?? {})
  const exclusive = options.exclusiveGroups === undefined ? {} : { exclusiveGroups: options.exclusiveGroups }
  const settings = coreSettings({
    quoter: charged(quoter, () => working?.charge('strategy')),
    ...exclusive,
    ...settingsOfVenue(profile),
    ...(options.chain === undefined ? {} : { chain: options.chain.policy }),
    ...options.estimates,
    ...options.core,
  })
  const connect = () => {
    const desk = new Desk()
    const session = createSession({
      ...{ profile, desk },
      clock: ownClock,
      transport: working?.listening(reached) ?? reached,
      apiKey: venue.keys[0]!.key,
      signer: {
        ...signer,
        signOrder: (message, context, done) => {
          working?.charge('signature')
          const sign = () => signer.signOrder(message, context, done)
          if (options.signingMs) ownClock.after(options.signingMs(), sign)
          else sign()
        },
      },
    })
    return { desk, session }
  }
  /** A bot of the same wallet; `recovered`: from the journal of the one before. */
  const begin = (recovered: readonly SignedLine[]) => {
    const { desk, session } = connect()
    const stock = options.stock?.(ownClock)
    const bot = new Bot({
      settings,
      ...(options.slowAfterMs === undefined ? {} : { slowAfterMs: options.slowAfterMs }),
      choice: options.choice ?? { select: { max: 50, minTimeLeftSec: 0, refreshSec: 5 }, ...exclusive },
      marketData: options.marketData?.(session.marketData) ?? session.marketData,
      trading: session.trading!,
      journal: options.journal ?? { append: (_lines, done) => done() },
      ...(options.keeper === undefined ? {} : { keeper: options.keeper }),
      ...(options.chain === undefined
        ? {}
        : {
            chain: new ChainDesk({
              chain: createSandboxChain({ account: ACCOUNT, own: session.own! }),
              ...{ keeper: options.chain.keeper, clock: ownClock },
            }),
          }),
      recovered,
      clock: ownClock,
      venueClock: session.venueClock,
      budget: { limits: profile.limits, desk, ...(stock === undefined ? {} : { stock }) },
      ...(options.signals === undefined ? {} : { signals: options.signals }),
      tap: {
        ...options.tap,
        event: (e) => {
          working?.charge('step')
          options.tap?.event?.(e)
        },
        step: (d, ms) => {
          working?.charge('marked', d.markets.length)
          options.tap?.step?.(d, ms)
        },
        log: (level, message, details) => logs.push({ level, message, ...(details ? { details } : {}) }),
      },
    })
    return { desk, session, bot }
  }
  return { clock, working, api, venue, network, settings, logs, faults, begin, ...begin([]) }
}
