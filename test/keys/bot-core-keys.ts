// Keys of the bot that the core reads: risk, execution, feed and estimates.

import type { Config } from '../../src/config/config.js'
import { CoreDriver } from '../core/core-driver.js'
import { A } from '../risk/builders.js'
import { seenBy } from './bot-file.js'
import { calendarRun, coreRun, estimatesRun, holdingRun, toxicRun } from './core-run.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'

/** A short memory and short lives: everything comes about within the script. */
export const BRISK = { 'estimates.fairTauSec': 1, 'execution.orderLifetimeSec': 20 }

const inCore = (changes: Changes): Probe => seenBy(coreRun, changes, BRISK)

/** One entry: stops from 10 s before to 10 s after the market's kick-off. */
const entry = (change: Record<string, unknown> = {}): Changes => ({
  'risk.calendar': [{ at: 'kick-off', beforeSec: 10, afterSec: 10, action: 'stop', ...change }],
})

/** Fills that go bad by two and a half cents, then by five. */
const toxic = (change: Record<string, unknown> = {}): Changes => ({
  'risk.toxicity': { horizonSec: 2, priorFills: 1, widenAbove: 0.01, pullAbove: 0.02, forSec: 10, ...change },
})

/** A ramp that is judged by every fill. */
const ramped = (change: Record<string, unknown> = {}): Changes => ({
  'risk.ramp': { startAt: 0.5, step: 0.25, periodSec: 5, minFills: 1, ...change },
})

/** Seconds from the sign-in after a lost one until the bot waits no more. */
function backAfter(config: Config): number {
  const driver = new CoreDriver({ risk: config.risk })
  driver.start()
  driver.push({ kind: 'session', signedIn: false, detail: 'lost' })
  driver.push({ kind: 'session', signedIn: true, detail: 'signed in' })
  let seconds = 0
  for (; driver.core.standing.waiting !== undefined && seconds < 100; seconds++) driver.wake(1000)
  return seconds
}

export const riskKeys: KeyRows = {
  'risk.maxMarketShares': inCore({ 'risk.maxMarketShares': 15 }),
  'risk.maxMarketCollateral': inCore({ 'risk.maxMarketCollateral': 6 }),
  'risk.maxMarketLoss': inCore({ 'risk.maxMarketLoss': 6 }),
  'risk.maxTotalShares': inCore({ 'risk.maxTotalShares': 15 }),
  'risk.maxTotalCollateral': inCore({ 'risk.maxTotalCollateral': 6 }),
  'risk.maxTotalLoss': inCore({ 'risk.maxTotalLoss': 6 }),
  'risk.maxGroupLoss': { coveredBy: 'test/core/limit-rows.ts' },
  'risk.maxOrderShares': inCore({ 'risk.maxOrderShares': 9 }),
  'risk.maxOrderCollateral': inCore({ 'risk.maxOrderCollateral': 4 }),
  'risk.maxFairDistance': inCore({ 'risk.maxFairDistance': 0.04 }),
  'risk.maxFeeRateBps': { coveredBy: 'test/core/limit-rows.ts' },
  'risk.orderRate.perSecond': inCore({ 'risk.orderRate.perSecond': 1 }),
  'risk.orderRate.perMinute': inCore({ 'risk.orderRate.perMinute': 2 }),
  'risk.calendar[].name': { coveredBy: 'test/core/calendar.test.ts' },
  'risk.calendar[].at': seenBy(calendarRun, entry({ at: 'close' }), entry()),
  'risk.calendar[].beforeSec': seenBy(calendarRun, entry({ beforeSec: 5 }), entry()),
  'risk.calendar[].afterSec': seenBy(calendarRun, entry({ afterSec: 25 }), entry()),
  'risk.calendar[].action': seenBy(calendarRun, entry({ action: 'widen' }), entry()),
  'risk.calendar[].factor': seenBy(calendarRun, entry({ action: 'widen', factor: 3 }), entry({ action: 'widen' })),
  'risk.calendar[].markets': seenBy(calendarRun, entry({ markets: ['another'] }), entry()),
  'risk.calendar[].tags': seenBy(calendarRun, entry({ tags: ['another'] }), entry()),
  'risk.toxicity.horizonSec': seenBy(toxicRun, toxic({ horizonSec: 5 }), toxic()),
  'risk.toxicity.memorySec': seenBy(toxicRun, toxic({ memorySec: 3, pullAbove: 0.0242 }), toxic({ pullAbove: 0.0242 })),
  'risk.toxicity.priorFills': seenBy(toxicRun, toxic({ priorFills: 4 }), toxic()),
  'risk.toxicity.widenAbove': seenBy(toxicRun, toxic({ widenAbove: 0.019 }), toxic()),
  'risk.toxicity.factor': seenBy(toxicRun, toxic({ factor: 3 }), toxic()),
  'risk.toxicity.pullAbove': seenBy(toxicRun, toxic({ pullAbove: 0.5 }), toxic()),
  'risk.toxicity.forSec': seenBy(toxicRun, toxic({ forSec: 4 }), toxic()),
  'risk.ramp.startAt': seenBy(toxicRun, ramped({ startAt: 0.6 }), ramped()),
  'risk.ramp.step': seenBy(toxicRun, ramped({ step: 0.5, maxMarkout: 1 }), ramped({ maxMarkout: 1 })),
  'risk.ramp.periodSec': seenBy(toxicRun, ramped({ periodSec: 1000, maxMarkout: 1 }), ramped({ maxMarkout: 1 })),
  'risk.ramp.minFills': seenBy(toxicRun, ramped({ minFills: 9, maxMarkout: 1 }), ramped({ maxMarkout: 1 })),
  'risk.ramp.maxMarkout': seenBy(toxicRun, ramped({ maxMarkout: -1 }), ramped({ maxMarkout: 1 })),
  'risk.ramp.minFillRatio': { coveredBy: 'test/risk/caution/ramp.test.ts' },
  'risk.ramp.maxFillRatio': { coveredBy: 'test/risk/caution/ramp.test.ts' },
  'risk.ramp.shrinkTo': { coveredBy: 'test/risk/caution/ramp.test.ts' },
  'risk.priceBand.min': inCore({ 'risk.priceBand.min': 0.5 }),
  'risk.priceBand.max': inCore({ 'risk.priceBand.max': 0.5 }),
  'risk.killSwitch.maxLoss': inCore({ 'risk.killSwitch.maxLoss': 0.1 }),
  'risk.killSwitch.maxDrawdown': inCore({ 'risk.killSwitch.maxDrawdown': 0.1 }),
  'risk.killSwitch.maxDailyLoss': inCore({ 'risk.killSwitch.maxDailyLoss': 0.1 }),
  'risk.quoteAgainAfterSec': seenBy(backAfter, { 'risk.quoteAgainAfterSec': 8 }),
  'risk.maxClockErrorMs': inCore({ 'risk.maxClockErrorMs': 10 }),
}

export const executionKeys: KeyRows = {
  'execution.feeMaxAgeMs': inCore({ 'execution.feeMaxAgeMs': 50 }),
  'execution.orderLifetimeSec': inCore({ 'execution.orderLifetimeSec': 'auto' }),
  'execution.repriceTicks': inCore({ 'execution.repriceTicks': 5 }),
  'execution.resizeFraction': inCore({ 'execution.resizeFraction': 0.1 }),
  'execution.renewBeforeFraction': inCore({ 'execution.renewBeforeFraction': 0.6 }),
  'execution.raisedNonce': { coveredBy: 'test/simulation/raised-nonce.test.ts' },
  'execution.minRepriceMs': inCore({ 'execution.minRepriceMs': 5000 }),
  'execution.unknownGraceSec': inCore({ 'execution.unknownGraceSec': 2 }),
  'execution.submitInFlightSec': inCore({ 'execution.submitInFlightSec': 3 }),
  'execution.reconcile.orphans': { coveredBy: 'test/execution/planning/diff.test.ts' },
  'execution.reconcile.positions': { coveredBy: 'test/core/standing/start-check.test.ts' },
  'execution.useHeldTokens': seenBy(holdingRun, { 'execution.useHeldTokens': false }),
}

export const feedKeys: KeyRows = {
  'feed.acceptMarketChanges': { coveredBy: 'test/simulation/changed-market.test.ts' },
  'feed.staleAfterMs': inCore({ 'feed.staleAfterMs': 20_000 }),
  'feed.pollStaleAfterMs': inCore({ 'feed.pollStaleAfterMs': 500 }),
  'feed.checkBestEverySec': inCore({ 'feed.checkBestEverySec': 5 }),
  'feed.compareBookEverySec': inCore({ 'feed.compareBookEverySec': 5 }),
  'estimates.fairTauSec': inCore({ 'estimates.fairTauSec': 20 }),
  'estimates.volatilityTauSec': inCore({ 'estimates.volatilityTauSec': 20 }),
  'strategy.slowAfterMs': { coveredBy: 'test/ci/strategy-faults.test.ts' },
  'estimates.confirmMs': seenBy(estimatesRun, { 'estimates.confirmMs': 9000 }),
  'estimates.maxFairAgeMs': seenBy(estimatesRun, { 'estimates.maxFairAgeMs': 5000 }),
  'estimates.prior.p': seenBy(estimatesRun, { 'estimates.prior.p': 0.3 }, { 'estimates.prior.p': 0.6 }),
  'estimates.prior.untilSec': seenBy(
    estimatesRun,
    { 'estimates.prior.p': 0.3, 'estimates.prior.untilSec': 1 },
    { 'estimates.prior.p': 0.3 },
  ),
  'estimates.priors': seenBy(estimatesRun, { 'estimates.priors': { [A]: { p: 0.3 } } }),
  'estimates.signal.name': seenBy(estimatesRun, { 'estimates.signal.name': 'model' }),
  'estimates.signal.maxAgeMs': seenBy(
    estimatesRun,
    { 'estimates.signal.name': 'model', 'estimates.signal.maxAgeMs': 5000 },
    { 'estimates.signal.name': 'model' },
  ),
  'estimates.signal.maxJump': seenBy(
    estimatesRun,
    { 'estimates.signal.name': 'model', 'estimates.signal.maxJump': 0.9 },
    { 'estimates.signal.name': 'model' },
  ),
  'strategy.maxLevels': inCore({ 'strategy.maxLevels': 1 }),
}
