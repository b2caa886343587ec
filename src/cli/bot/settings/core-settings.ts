// The configuration as the core reads it.

import type { Config } from '../../../config/config.js'
import type { CoreSettings } from '../../../core/settings.js'
import type { AnyQuoter } from '../../../strategy/parse-params.js'
import { chainPolicy } from '../chain-worker.js'

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
    makerPaysFee: profile.makerPaysFee,
    holdingsLagMs: profile.holdingsLagSec * 1000,
    mergedBestBids: profile.bestBids.counts === 'merged',
    stopMatchingBeforeSec: profile.orders.stopMatchingBeforeSec,
    minLifetimeSec: profile.orders.minLifetimeSec,
    privateEvents: profile.socket.privateEvents,
    termRefusals: new Set(profile.orders.termRefusals),
  }
}
