// How many markets a request budget carries, before anything runs. All figures are per minute.
//
//   renewals   2 quotes per market, each placed anew when `renewBeforeFraction` of the life in which it is matched is left
//   reprices   what the write budget leaves: seconds between two reprices of both quotes of a market
//   reads      best bids per market every `checkBestEverySec`, its book every `compareBookEverySec`; at every look each market that is
//              named, or a page of the list (of a long one they are more)

import type { Config } from '../config/config.js'
import { marketsThatFit, matchedMs, orderLifetimeSec } from '../execution/planning/lifetime.js'
import { lookEveryMs } from '../feed/select-markets.js'

/** Renewal may take this part of the write budget. */
const RENEWAL_SHARE = 0.2
const QUOTES_PER_MARKET = 2

export interface BudgetPlan {
  readonly markets: number
  readonly writesPerMinute: number
  readonly renewalsPerMinute: number
  /** `undefined` when renewals alone use the budget up. */
  readonly secondsBetweenReprices?: number
  readonly routineReadsPerMinute: number
  readonly readsPerMinute: number
  /** Markets whose renewals fit into a fifth of the write budget. */
  readonly marketsThatFit: number
}

export function budgetPlan(config: Config): BudgetPlan {
  const { markets: choice, execution, feed, venue } = config
  const markets = choice.ids?.length ?? choice.select?.max ?? 0
  const { read, write } = venue.profile.limits
  const configured = execution.orderLifetimeSec
  const { stopMatchingBeforeSec } = venue.profile.orders
  const lifetimeSec = orderLifetimeSec({
    configured,
    quotes: QUOTES_PER_MARKET * markets,
    writesPerMinute: write.perMinute,
    ...venue.profile.orders,
  })
  const looksPerMinute = (60_000 / lookEveryMs(choice)) * (choice.ids?.length ?? 1)
  const renewalsOfOne =
    (QUOTES_PER_MARKET * 60_000) /
    (matchedMs({ lifetimeSec, stopMatchingBeforeSec }) * (1 - execution.renewBeforeFraction))
  const renewalsPerMinute = renewalsOfOne * markets
  const left = write.perMinute - renewalsPerMinute
  return {
    markets,
    writesPerMinute: write.perMinute,
    renewalsPerMinute,
    ...(left > 0 ? { secondsBetweenReprices: (60 * QUOTES_PER_MARKET * markets) / left } : {}),
    routineReadsPerMinute: looksPerMinute + markets * (60 / feed.checkBestEverySec + 60 / feed.compareBookEverySec),
    readsPerMinute: read.perMinute,
    marketsThatFit:
      configured === 'auto'
        ? marketsThatFit(write.perMinute, stopMatchingBeforeSec)
        : Math.floor((write.perMinute * RENEWAL_SHARE) / renewalsOfOne),
  }
}

export function describePlan(plan: BudgetPlan): string[] {
  const reprice =
    plan.secondsBetweenReprices === undefined
      ? 'no write is left for repricing'
      : `a two-sided reprice per market about every ${plan.secondsBetweenReprices.toFixed(1)} s`
  return [
    `budget for ${plan.markets} markets, per minute:`,
    `  writes: ${plan.renewalsPerMinute.toFixed(0)} of ${plan.writesPerMinute} renew; ${reprice}`,
    `  reads: ${plan.routineReadsPerMinute.toFixed(0)} of ${plan.readsPerMinute} are routine; the rest is for fees and look-ups`,
    ...(plan.markets > plan.marketsThatFit
      ? [`  too many: renewals of ${plan.marketsThatFit} markets fit into a fifth of the write budget`]
      : []),
  ]
}
