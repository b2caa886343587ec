// What the bot is told at its start: the configuration that a scenario describes, beside what the venue's profile says.

import type { ChainPolicy } from '../../../src/chain/policy.js'
import { settingsOfVenue } from '../../../src/cli/bot/settings/core-settings.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import { executionSettings } from '../../../src/execution/schema.js'
import { feedSettings, type MarketChoice } from '../../../src/feed/schema.js'
import { type RiskLimits, riskLimits } from '../../../src/risk/schema.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import { withCautions } from './cautions.js'
import type { Setting } from './scenario.js'
import { SIGNAL } from './simulated-signal.js'
import { type Chosen, NO_TERMS, type Terms } from './terms.js'

/** A run is short, and so is the memory. */
const ESTIMATES = { fairTauSec: 3, confirmMs: 3000, maxFairAgeMs: 30_000, volatilityTauSec: 120 }

/** Whatever can be merged is, where nothing else is said. */
export function chainPolicy({ terms = NO_TERMS }: Pick<Setting, 'terms'>): ChainPolicy {
  const { actions, mergeMin, maxCostShare } = terms.chain ?? { actions: 'merge', mergeMin: 1, maxCostShare: 1 }
  return { actions, mergeMin, maxCostShare }
}

export interface Configured extends Required<Pick<CoreSettings, 'quoter' | 'changed'>> {
  readonly setting: Setting
  readonly api: VenueApi
  readonly startWallMs: number
  readonly limits: RiskLimits
  /** Those that the run began with: some keys are not taken up while it goes on. */
  readonly first: CoreSettings | undefined
}

export function configured({ setting, api, startWallMs, limits, first, quoter, changed }: Configured): CoreSettings {
  const { profile } = api
  const { terms = NO_TERMS } = setting
  const { fairTauSec, volatilityTauSec, ...times } = { ...ESTIMATES, ...terms.estimates }
  return {
    ...{ quoter, changed },
    risk: withClosing(withCautions(riskLimits.parse({ ...limits, ...terms.risk }), setting, startWallMs), setting, api),
    execution: executionSettings.parse({
      useHeldTokens: setting.useHeldTokens,
      reconcile: { orphans: setting.orphans, ...(terms.positions ? { positions: terms.positions } : {}) },
      ...terms.execution,
    }),
    feed: feedSettings.parse(terms.feed ?? {}),
    ...{ ...times, fairTauMs: fairTauSec * 1000, volatilityTauMs: volatilityTauSec * 1000, maxLevels: 3 },
    ...(terms.signal ? { fairSignal: { name: SIGNAL, ...carries(terms.signal) } } : {}),
    ...(terms.prior === undefined ? {} : { prior: { p: terms.prior } }),
    ...(terms.priors === undefined ? {} : { priors: priorsOf(terms.priors, { api, startWallMs }) }),
    ...(terms.exclusive ? { exclusiveGroups: first?.exclusiveGroups ?? groupsOf(api.markets.all()) } : {}),
    ...settingsOfVenue(profile),
    ...(terms.minLifetimeSec === undefined ? {} : { minLifetimeSec: terms.minLifetimeSec }),
    ...(setting.chain ? { chain: chainPolicy(setting) } : {}),
  }
}

/** What a session reads of them. */
export const sessionSettings = ({ feed }: Pick<CoreSettings, 'feed'>) => ({
  ...{ maxLagMs: feed.maxLagMs, maxClockOffsetMs: feed.maxClockOffsetSec * 1000 },
})

const carries = ({ maxAgeMs, maxJump }: NonNullable<Terms['signal']>) => ({ maxAgeMs, maxJump })

/** Which markets: these by their ids, or those that the terms choose. */
export function choiceOf(
  { exclusiveGroups }: CoreSettings,
  ids: readonly string[] | undefined,
  { terms, api }: { readonly terms: Terms | undefined; readonly api: VenueApi },
): MarketChoice {
  return {
    ...(ids === undefined ? chosenBy(terms?.chosen, api) : { ids: [...ids] }),
    ...(exclusiveGroups === undefined ? {} : { exclusiveGroups: { ...exclusiveGroups } }),
  }
}

function chosenBy(chosen: Chosen | undefined, { markets }: VenueApi): Pick<MarketChoice, 'ids' | 'select'> {
  if (chosen === undefined) return { select: { max: 50, minTimeLeftSec: 0, refreshSec: 15 } }
  const listed = markets.all()
  if ('ids' in chosen) return { ids: chosen.ids.flatMap((market) => listed[market]?.id ?? []) }
  const { like, ...select } = chosen
  const one = listed[like?.market ?? 0]
  if (like === undefined || one === undefined) return { select }
  // a word of the question, as a person would type it
  const words = {
    tag: one.tagSlugs[0],
    category: one.category,
    groupId: one.groupId,
    search: one.question.split(' ')[1],
  }
  const word = words[like.by]
  return { select: word === undefined ? select : { ...select, [like.by]: word } }
}

/** Those with more than one market, by id: the number of their markets. */
function groupsOf(listed: readonly { readonly groupId: string | undefined }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { groupId } of listed) if (groupId !== undefined) counts[groupId] = (counts[groupId] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 1))
}

function priorsOf(
  priors: NonNullable<Terms['priors']>,
  { api, startWallMs }: Pick<Configured, 'api' | 'startWallMs'>,
): NonNullable<CoreSettings['priors']> {
  const listed = api.markets.all()
  const named = priors.flatMap(({ market, by, p, forSec }) => {
    const { id, conditionId } = listed[market] ?? {}
    if (id === undefined || conditionId === undefined) return []
    const name = { id, condition: conditionId, CONDITION: `0x${conditionId.slice(2).toUpperCase()}` }[by]
    return [[name, { p, ...(forSec === undefined ? {} : { untilSec: startWallMs / 1000 + forSec }) }] as const]
  })
  return Object.fromEntries(named)
}

/** By the ids of those that are listed when it is read: what comes later is in none that names some. */
function withClosing(risk: RiskLimits, { terms = NO_TERMS }: Setting, api: VenueApi): RiskLimits {
  if (terms.calendar === undefined) return risk
  const listed = api.markets.all()
  const closing = terms.calendar.map(({ beforeSec, action, markets }) => {
    const names = markets?.flatMap((market) => listed[market]?.id ?? [])
    return { at: 'close' as const, beforeSec, action, factor: 1, ...(names === undefined ? {} : { markets: names }) }
  })
  return { ...risk, calendar: [...(risk.calendar ?? []), ...closing] }
}
