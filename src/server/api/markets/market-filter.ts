// The filters and the order of the market lists.

import type { MarketFilterQuery, SortValue } from '../../../venue/wire/query-schema.js'
import { isSet } from '../requests/page-query.js'
import type { ListedMarket } from './listed-market.js'
import { liquidityRaw, type MarketViewParts, statusOf } from './listed-market-view.js'

type Test = (market: ListedMarket) => boolean

/** Markets that pass every filter of the query, in the order of listing. */
export function filterMarkets(query: MarketFilterQuery, parts: MarketViewParts): ListedMarket[] {
  const tests = [...textTests(query, parts), ...groupTests(query, parts), ...stateTests(query, parts)]
  return parts.markets.all().filter((market) => tests.every((test) => test(market)))
}

function textTests(query: MarketFilterQuery, { markets }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const { category, tagSlug, subTagSlug, betTypeName } = query
  const search = query.search?.toLowerCase()
  if (search !== undefined) {
    tests.push((market) => {
      const { question, description, id, conditionId, mirrorSlug } = market
      const texts = [question, description, id, conditionId, mirrorSlug, markets.groupOf(market)?.title]
      return texts.some((text) => text?.toLowerCase().includes(search))
    })
  }
  if (category !== undefined) tests.push((market) => market.category === category)
  if (tagSlug !== undefined) tests.push((market) => market.tagSlugs.includes(tagSlug))
  if (subTagSlug !== undefined) {
    const isSubTag = markets.tag(subTagSlug)?.parentSlug !== undefined
    tests.push((market) => isSubTag && market.tagSlugs.includes(subTagSlug))
  }
  if (betTypeName !== undefined) tests.push((market) => market.betTypeName === betTypeName)
  return tests
}

function groupTests(query: MarketFilterQuery, { markets }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const { groupId, groupSlug, groupSlugPrefix: prefix } = query
  if (groupId !== undefined) tests.push((market) => market.groupId === groupId)
  if (groupSlug !== undefined) tests.push((market) => markets.groupOf(market)?.slug === groupSlug)
  if (prefix !== undefined) tests.push((market) => markets.groupOf(market)?.slug.startsWith(prefix) ?? false)
  if (isSet(query.ungrouped)) tests.push((market) => market.groupId === undefined)
  return tests
}

function stateTests(query: MarketFilterQuery, { markets, exchange, config }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const { status, clobMarketStatus: registration } = query
  const hidden = new Set(config.hiddenBetTypes)
  if (status !== undefined) tests.push((market) => statusOf(market, exchange) === status)
  if (registration !== undefined) tests.push((market) => market.registration === registration)
  if (isSet(query.excludeBetTypeFilters)) {
    tests.push(({ betTypeName }) => betTypeName === undefined || !hidden.has(betTypeName))
  }
  if (!isSet(query.includeIncomplete)) tests.push((market) => !market.incomplete)
  if (!isSet(query.includeArchivedTags)) {
    tests.push((market) => !market.tagSlugs.some((slug) => markets.tag(slug)?.archived))
  }
  return tests
}

/** Sorted by `sortBy`, `-` for descending; unsorted without it. */
export function sortMarkets(
  found: ListedMarket[],
  sortBy: SortValue | undefined,
  { exchange }: MarketViewParts,
): ListedMarket[] {
  if (sortBy === undefined) return found
  const descending = sortBy.startsWith('-')
  const field = descending ? sortBy.slice(1) : sortBy
  const rankOf = (market: ListedMarket): bigint => {
    if (field === 'volume') return market.volumeRaw
    if (field === 'liquidity') return liquidityRaw(market, exchange)
    return BigInt(Math.round(field === 'createdAt' ? market.createdMs : market.spec.endMs))
  }
  const keyed = found.map((market) => ({ market, value: rankOf(market) }))
  const sign = descending ? -1 : 1
  keyed.sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : 0))
  return keyed.map(({ market }) => market)
}
