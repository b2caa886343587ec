// The living sandbox on this venue: its markets are listed as they open, its traders act as time goes on.

import { type ConditionId, isFinal } from '../../../domain/market/market.js'
import { yesTicks } from '../../../domain/market/yes-view.js'
import type { Random } from '../../../domain/random.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { MarketListing } from '../../../venue/simulated/traders/market-draw.js'
import { worldPreset } from '../../../venue/simulated/traders/presets.js'
import { type InheritedMarket, World, type WorldObserver } from '../../../venue/simulated/traders/world.js'
import type { ServerConfig } from '../../schema.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'
import type { Catalogue } from './catalogue.js'
import { isTraderHash, traderHashes } from './trader-hash.js'

const PER_START = 1_000_000

export interface SandboxWorldOptions {
  readonly world: NonNullable<ServerConfig['world']>
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly random: Random
  /** Raw units of a share and of a unit of collateral. */
  readonly unitRaw: bigint
  readonly nowMs: number
  /** Starts of the venue before this one: its worlds' markets go on, their traders are gone. */
  readonly starts: number
  /** Where it is kept which markets are the world's. */
  readonly values: DurableValues
  /** Time within the world's own steps. */
  readonly clock: () => number
  readonly observer?: WorldObserver
}

export function startWorld(options: SandboxWorldOptions): World {
  const { world, markets, clock, starts, values, observer, ...rest } = options
  const { exchange, nowMs } = rest
  const own = new DurableMap<ConditionId>(values, 'world-market')
  const left = [...own.values()]
  for (const conditionId of left) cancelOldTraders(exchange, conditionId, nowMs)
  return new World({
    ...rest,
    ...generationOf(starts),
    inherited: left.flatMap((conditionId) => inheritedMarket(exchange, conditionId) ?? []),
    config: typeof world === 'string' ? worldPreset(world) : world,
    takesOrders: (conditionId) => markets.byCondition(conditionId)?.registration === 'REGISTERED',
    onMarket: (listing) => {
      own.set(listing.spec.id, markets.add(toListing(listing, clock())).conditionId)
    },
    ...(observer === undefined ? {} : { observer }),
  })
}

/** A number per start keeps its traders' hashes, accounts and market ids apart from those of the starts before. */
function generationOf(starts: number) {
  return { makeHash: traderHashes(starts), firstSerial: starts * PER_START, firstTrader: starts * PER_START }
}

/** The quotes of makers that nobody runs any more would be a gift. */
function cancelOldTraders(exchange: Exchange, conditionId: ConditionId, nowMs: number): void {
  const live = exchange.orders({ conditionId, statuses: ['open', 'partially_filled'] })
  for (const { hash, account } of live) if (isTraderHash(hash)) exchange.cancel(hash, account, nowMs)
}

/** A market that is not over goes on from its last price: what is known of its probability. */
function inheritedMarket(exchange: Exchange, conditionId: ConditionId): InheritedMarket | undefined {
  const market = exchange.market(conditionId)
  if (market === undefined || isFinal(market)) return undefined
  const { ticksPerUnit } = market.spec
  const [last] = exchange.trades(conditionId)
  if (last === undefined) return { conditionId, start: 0.5 }
  const ticks = yesTicks(last.outcome, last.price, ticksPerUnit)
  return { conditionId, start: ticks / ticksPerUnit }
}

function toListing(listing: MarketListing, nowMs: number) {
  const { spec } = listing
  return {
    ...listing,
    createdMs: nowMs,
    // a world without fees leaves its markets to the venue's own rates
    ...(spec.feeRateBps === 0 ? {} : { feeRateBpsOverride: spec.feeRateBps }),
  }
}
