// The configuration as the core reads it.

import type { Config } from '../../../config/config.js'
import type { CoreSettings } from '../../../core/settings.js'
import type { AnyQuoter } from '../../../strategy/parse-params.js'
import type { VenueProfile } from '../../../venue/wire/profile.js'
import { chainPolicy } from '../../venue/chain-worker.js'

export function coreSettings(
  { markets, risk, execution, feed, chain, estimates, strategy, venue }: Config,
  quoter: AnyQuoter,
): CoreSettings {
  const { profile } = venue
  const { signal, prior } = estimates
  const policy = chainPolicy({ chain, venue })
  return {
    quoter,
    ...(markets.exclusiveGroups ? { exclusiveGroups: markets.exclusiveGroups } : {}),
    risk,
    execution,
    feed,
    ...(policy ? { chain: policy } : {}),
    fairTauMs: estimates.fairTauSec * 1000,
    volatilityTauMs: estimates.volatilityTauSec * 1000,
    maxFairAgeMs: estimates.maxFairAgeMs,
    confirmMs: estimates.confirmMs,
    priors: estimates.priors,
    ...(prior ? { prior } : {}),
    ...(signal ? { fairSignal: signal } : {}),
    maxLevels: strategy.maxLevels,
    ...settingsOfVenue(profile),
  }
}

/** What the venue's profile says of them. */
export function settingsOfVenue({ makerPaysFee, holdingsLagSec, bestBids, orders, socket }: VenueProfile) {
  return {
    ...{ makerPaysFee, holdingsLagMs: holdingsLagSec * 1000, mergedBestBids: bestBids.counts === 'merged' },
    stopMatchingBeforeSec: orders.stopMatchingBeforeSec,
    minLifetimeSec: orders.minLifetimeSec,
    privateEvents: socket.privateEvents,
    termRefusals: new Set(orders.termRefusals),
  } satisfies Partial<CoreSettings>
}
