// Markets of the configuration as listings, and their status at the start.

import { rawToLots } from '../../../domain/amounts/size.js'
import { QuoinError } from '../../../domain/error.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import { ticksPerUnitOf } from '../../../venue/wire/decimal.js'
import { type ConfiguredMarket, configuredMarket, type ServerConfig } from '../../schema.js'
import { definedOf } from '../published-profile.js'
import type { Catalogue } from './catalogue.js'
import { derivedIds, type NewListing } from './listed-market.js'
import type { MarketSchedule } from './market-schedule.js'
import type { Match } from './match-scores.js'
import { SAMPLE_MARKETS } from './sample-markets.js'

const WEEK_MS = 7 * 24 * 3600 * 1000

interface Destination {
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly schedule: MarketSchedule
  readonly matches: readonly Match[]
  readonly nowMs: number
}

/** Throws `bad-argument` for a market whose amounts would not be whole raw units. */
export function listConfigured(config: ServerConfig, destination: Destination): void {
  const { markets, exchange, schedule, matches, nowMs } = destination
  const samples = config.world === undefined ? SAMPLE_MARKETS.map((sample) => configuredMarket.parse(sample)) : []
  for (const tag of config.tags) markets.addTag({ ...definedOf(tag), slug: tag.slug, name: tag.name })
  for (const group of config.groups) markets.addGroup(group)
  for (const [i, market] of (config.markets ?? samples).entries()) {
    const id = market.id ?? `market-${i + 1}`
    // kept by the store, with everything that happened to it since
    if (markets.has(id)) continue
    const { conditionId } = markets.add(listingOf(market, { config, nowMs, id, matches }))
    if (market.registersInSec !== undefined) {
      const result = market.registrationFails ? 'FAILED' : 'REGISTERED'
      const atMs = nowMs + market.registersInSec * 1000
      schedule.plan({ kind: 'registration', marketId: id, atMs, result })
    }
    if (market.incomplete) continue
    if (market.resolvesTo !== undefined) {
      const atMs = endOf(market, nowMs) + market.resolvesAfterSec * 1000
      schedule.plan({ kind: 'resolution', conditionId, atMs, result: market.resolvesTo })
    }
    if (market.status === 'CLOSED') exchange.close(conditionId, nowMs)
    if (market.status === 'RESOLVED') exchange.resolve(conditionId, 0, nowMs)
    if (market.status === 'CANCELLED') exchange.cancelMarket(conditionId, nowMs)
  }
}

interface ListingPlace {
  readonly config: ServerConfig
  readonly nowMs: number
  readonly id: string
  readonly matches: readonly Match[]
}

function listingOf(market: ConfiguredMarket, { config, nowMs, id, matches }: ListingPlace): NewListing {
  const unitRaw = 10n ** BigInt(config.collateral.decimals)
  const lotRaw = market.sizeStep === undefined ? unitRaw / 100n : BigInt(market.sizeStep)
  const minRaw = market.minOrderSize === undefined ? unitRaw : BigInt(market.minOrderSize)
  return {
    spec: {
      id,
      ...derivedIds(config.seed, id),
      ticksPerUnit: ticksPerUnitOf(market.tickSize),
      lotRaw,
      unitRaw,
      minLots: rawToLots(minRaw + lotRaw - 1n, lotRaw > 0n ? lotRaw : 1n),
      endMs: endOf(market, nowMs),
      feeRateBps: 0,
    },
    question: market.question,
    outcomeNames: market.outcomes,
    createdMs: nowMs,
    tagSlugs: market.tags,
    incomplete: market.incomplete,
    ...(market.groupSlug === undefined ? {} : { group: { slug: market.groupSlug } }),
    ...(market.feeRateBps === undefined ? {} : { feeRateBpsOverride: market.feeRateBps }),
    ...(market.startsInSec === undefined ? {} : { startMs: nowMs + market.startsInSec * 1000 }),
    ...definedOf({
      description: market.description,
      category: market.category,
      mirrorSlug: market.mirrorSlug,
      betTypeName: market.betTypeName,
      registration: market.clobMarketStatus ?? (market.registersInSec === undefined ? undefined : 'PENDING'),
      match: market.match === undefined ? undefined : matchNamed(market.match, matches),
    }),
  }
}

function matchNamed(id: string, matches: readonly Match[]): Match {
  const match = matches.find((candidate) => candidate.id === id)
  if (match === undefined) throw new QuoinError('bad-argument', `markets.match: expected the id of a match, got ${id}`)
  return match
}

function endOf({ endsInSec, endTimestamp }: ConfiguredMarket, nowMs: number): number {
  if (endTimestamp !== undefined) return Date.parse(endTimestamp)
  return nowMs + (endsInSec === undefined ? WEEK_MS : endsInSec * 1000)
}
