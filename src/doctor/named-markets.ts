// Names in the calendar, among the priors and of signals that mean no market which is chosen now: one that is misspelt stops, widens and values
// nothing, without a word.

import type { Config } from '../config/config.js'
import { isCalled, type Market } from '../domain/market/market.js'
import { type Finding, ok, warning } from './finding.js'

/** None where the configuration names no market and no tag, or chooses no market at all. */
export function namedMarkets(
  { risk, estimates, signals }: Pick<Config, 'risk' | 'estimates' | 'signals'>,
  markets: readonly Market[],
): readonly Finding[] {
  const isMarket = (name: string) => markets.some((market) => isCalled(name, market))
  const isTag = (slug: string) => markets.some(({ tagSlugs }) => tagSlugs.includes(slug))
  const names = [
    ...(risk.calendar ?? []).flatMap(({ markets: called = [], tags = [] }, i) => [
      ...called.map((name) => ({ place: `risk.calendar.${i}.markets`, name, isMet: isMarket(name) })),
      ...tags.map((name) => ({ place: `risk.calendar.${i}.tags`, name, isMet: isTag(name) })),
    ]),
    ...(signals.http ?? []).flatMap(({ market: name }, i) =>
      name === undefined ? [] : [{ place: `signals.http.${i}.market`, name, isMet: isMarket(name) }],
    ),
    ...Object.keys(estimates.priors).map((name) => ({ place: 'estimates.priors', name, isMet: isMarket(name) })),
  ]
  if (names.length === 0 || markets.length === 0) return []
  const unmet = names.flatMap(({ place, name, isMet }) => (isMet ? [] : [`${place}: ${name}`]))
  if (unmet.length === 0)
    return [ok('names', `each of ${names.length} in calendar, priors and signals means a market chosen now`)]
  return [
    warning('names', {
      evidence: `no market chosen now is meant by ${unmet.join(', ')}`,
      fix: 'look for a typo, beside what quoin markets --json lists; nothing is wrong where such a market is chosen later',
    }),
  ]
}
