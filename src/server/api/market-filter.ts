// The filters and the order of the market lists.

import { clobMarketStatus, marketStatus } from '../../venue/wire/market-schema.js'
import type { ApiRequest } from './api-request.js'
import type { ListedMarket } from './listed-market.js'
import { liquidityRaw, type MarketViewParts, statusOf } from './market-view.js'
import { flag, oneOf, param } from './query.js'

type Query = ApiRequest['query']
type Test = (market: ListedMarket) => boolean

const SORT_FIELDS = ['volume', 'liquidity', 'createdAt', 'endTimestamp'] as const
const SORT_VALUES = [...SORT_FIELDS, ...SORT_FIELDS.map((field) => `-${field}` as const)]

/** Markets that pass every filter of the query, in the order of listing. Throws `validation_failed` for an unknown status. */
export function filterMarkets(query: Query, parts: MarketViewParts): ListedMarket[] {
  const tests = [...textTests(query, parts), ...groupTests(query, parts), ...stateTests(query, parts)]
  return parts.markets.all().filter((market) => tests.every((test) => test(market)))
}

function textTests(query: Query, { markets }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const search = param(query, 'search')?.toLowerCase()
  const category = param(query, 'category')
  const tagSlug = param(query, 'tagSlug')
  const subTagSlug = param(query, 'subTagSlug')
  const betTypeName = param(query, 'betTypeName')
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

function groupTests(query: Query, { markets }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const groupId = param(query, 'groupId')
  const groupSlug = param(query, 'groupSlug')
  const prefix = param(query, 'groupSlugPrefix')
  if (groupId !== undefined) tests.push((market) => market.groupId === groupId)
  if (groupSlug !== undefined) tests.push((market) => markets.groupOf(market)?.slug === groupSlug)
  if (prefix !== undefined) tests.push((market) => markets.groupOf(market)?.slug.startsWith(prefix) ?? false)
  if (flag(query, 'ungrouped')) tests.push((market) => market.groupId === undefined)
  return tests
}

function stateTests(query: Query, { markets, exchange, config }: MarketViewParts): Test[] {
  const tests: Test[] = []
  const status = oneOf(query, 'status', marketStatus.options)
  const registration = oneOf(query, 'clobMarketStatus', clobMarketStatus.options)
  const hidden = new Set(config.hiddenBetTypes)
  if (status !== undefined) tests.push((market) => statusOf(market, exchange) === status)
  if (registration !== undefined) tests.push((market) => market.registration === registration)
  if (flag(query, 'excludeBetTypeFilters')) {
    tests.push(({ betTypeName }) => betTypeName === undefined || !hidden.has(betTypeName))
  }
  if (!flag(query, 'includeIncomplete')) tests.push((market) => !market.incomplete)
  if (!flag(query, 'includeArchivedTags')) {
    tests.push((market) => !market.tagSlugs.some((slug) => markets.tag(slug)?.archived))
  }
  return tests
}

/** Sorted by `sortBy`, `-` for descending; unsorted without it. Throws `validation_failed` for an unknown value. */
export function sortMarkets(found: ListedMarket[], query: Query, { exchange }: MarketViewParts): ListedMarket[] {
  const sortBy = oneOf(query, 'sortBy', SORT_VALUES)
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
