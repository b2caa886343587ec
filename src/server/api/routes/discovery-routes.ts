// Market lists, groups and tags.

import type { WireMarketGroup } from '../../../venue/wire/market-schema.js'
import { ApiError } from '../error-table.js'
import type { ListedMarket } from '../listed-market.js'
import { filterMarkets, sortMarkets } from '../market-filter.js'
import { wireMarket } from '../market-view.js'
import { clampedPage, pageOf, pagination, param } from '../query.js'
import type { Call, Route, RouteAnswer } from '../route.js'
import type { VenueParts } from '../venue-parts.js'

export function discoveryRoutes(parts: VenueParts): Route[] {
  const read = { method: 'GET', routeClass: 'read', access: 'key' } as const
  return [
    { ...read, path: '/markets/grouped', answer: (call) => listGrouped(call, parts) },
    { ...read, path: '/markets', answer: (call) => listMarkets(call, parts) },
    { ...read, path: '/market-groups', answer: (call) => listGroups(call, parts) },
    { ...read, path: '/market-groups/{slug}', answer: (call) => ({ body: groupBySlug(call, parts) }) },
    { ...read, path: '/tags', answer: () => ({ body: publicTags(parts) }) },
  ]
}

function listMarkets({ query }: Call, parts: VenueParts): RouteAnswer {
  const page = clampedPage(query)
  const found = sortMarkets(filterMarkets(query, parts), query, parts)
  const data = pageOf(found, page).map((market) => wireMarket(market, parts))
  return { body: { data, pagination: pagination(found.length, page) } }
}

interface Entry {
  readonly group: WireMarketGroup | undefined
  readonly markets: ListedMarket[]
}

/** Pagination counts events: a group with its markets, or a market without one. */
function listGrouped({ query }: Call, parts: VenueParts): RouteAnswer {
  const page = clampedPage(query)
  const groupType = param(query, 'groupType')
  const found = sortMarkets(filterMarkets(query, parts), query, parts)
  const entries = entriesOf(found, parts).filter(
    ({ group }) => groupType === undefined || group?.groupType === groupType,
  )
  const data = pageOf(entries, page).map(({ group, markets }) => {
    const shown = markets.map((market) => wireMarket(market, parts))
    if (group === undefined) return { kind: 'single', market: shown[0] }
    return { kind: 'group', groupId: group.id, group, markets: shown }
  })
  return { body: { data, pagination: pagination(entries.length, page) } }
}

/** In the order of each entry's first market. */
function entriesOf(found: readonly ListedMarket[], { markets }: VenueParts): Entry[] {
  const entries: Entry[] = []
  const byGroup = new Map<string, Entry>()
  for (const market of found) {
    const group = markets.groupOf(market)
    const known = group && byGroup.get(group.id)
    if (known !== undefined) {
      known.markets.push(market)
      continue
    }
    const entry = { group, markets: [market] }
    entries.push(entry)
    if (group !== undefined) byGroup.set(group.id, entry)
  }
  return entries
}

function listGroups({ query }: Call, { markets }: VenueParts): RouteAnswer {
  const page = clampedPage(query)
  const search = param(query, 'search')?.toLowerCase()
  const groupType = param(query, 'groupType')
  const tagSlug = param(query, 'tagSlug')
  const found = markets
    .groups()
    .filter((group) => search === undefined || group.title.toLowerCase().includes(search))
    .filter((group) => groupType === undefined || group.groupType === groupType)
    .filter((group) => tagSlug === undefined || group.tagSlug === tagSlug)
  return { body: { data: pageOf(found, page), pagination: pagination(found.length, page) } }
}

function groupBySlug({ params }: Call, { markets }: VenueParts): WireMarketGroup {
  const slug = params.slug ?? ''
  const group = markets.groupBySlug(slug)
  if (group === undefined) throw new ApiError('not_found', `slug: no market group ${slug.slice(0, 100)}`)
  return group
}

function publicTags({ markets }: VenueParts) {
  const shown = markets.tags().filter(({ archived }) => !archived)
  return shown.map(({ id, slug, name }) => ({ id, slug, name }))
}
