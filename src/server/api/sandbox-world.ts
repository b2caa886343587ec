// The living sandbox on this venue: its markets are listed as they open, its traders act as time goes on.

import type { Random } from '../../domain/random.js'
import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { MarketListing } from '../../venue/simulated/traders/market-draw.js'
import { worldPreset } from '../../venue/simulated/traders/presets.js'
import { World, type WorldObserver } from '../../venue/simulated/traders/world.js'
import type { ServerConfig } from '../schema.js'
import type { Catalogue } from './catalogue.js'

export interface SandboxWorldOptions {
  readonly world: NonNullable<ServerConfig['world']>
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly random: Random
  readonly nowMs: number
  /** Time within the world's own steps. */
  readonly clock: () => number
  readonly observer?: WorldObserver
}

export function startWorld({ world, markets, clock, observer, ...rest }: SandboxWorldOptions): World {
  return new World({
    ...rest,
    config: typeof world === 'string' ? worldPreset(world) : world,
    onMarket: (listing) => markets.add(toListing(listing, clock())),
    ...(observer === undefined ? {} : { observer }),
  })
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
