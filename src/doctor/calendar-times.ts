// Kick-offs and ends of matches that the calendar goes by and the venue does not tell: such a market is quoted through them as if nothing
// began, without a word.

import type { Config } from '../config/config.js'
import { isCalled, type Market } from '../domain/market/market.js'
import { type Finding, ok, warning } from './finding.js'

const NAME = 'kick-offs'

/** None where the calendar goes by neither, or concerns no market that is chosen. */
export function calendarTimes({ risk }: Pick<Config, 'risk'>, markets: readonly Market[]): readonly Finding[] {
  const looked = (risk.calendar ?? []).flatMap(({ at, markets: called, tags }, i) => {
    if (at !== 'kick-off' && at !== 'match-end') return []
    const isMeant = (market: Market) => called?.some((name) => isCalled(name, market)) ?? true
    const isTagged = ({ tagSlugs }: Market) => tags?.some((tag) => tagSlugs.includes(tag)) ?? true
    const concerned = markets.filter((market) => isMeant(market) && isTagged(market))
    const untold = concerned.filter(
      ({ matchStartMs, matchEndMs }) => (at === 'kick-off' ? matchStartMs : matchEndMs) === undefined,
    )
    // of all markets some are no matches
    const isOfAll = called === undefined && tags === undefined
    const amiss = isOfAll && untold.length < concerned.length ? [] : untold
    return concerned.length === 0 ? [] : { place: `risk.calendar.${i}.at: ${at}`, amiss }
  })
  if (looked.length === 0) return []
  const untold = looked.filter(({ amiss }) => amiss.length > 0)
  if (untold.length === 0) return [ok(NAME, 'the venue tells those that the calendar goes by')]
  return [
    warning(NAME, {
      evidence: untold
        .map(({ place, amiss }) => `${place}, which the venue does not tell of ${amiss.map(({ id }) => id).join(', ')}`)
        .join('; '),
      fix: 'they are quoted through it: name the moment itself (at: 2026-11-03T18:00:00Z, with markets), or leave them',
    }),
  ]
}
