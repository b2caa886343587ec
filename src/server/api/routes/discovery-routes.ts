// Market lists, groups, tags and categories.

import { z } from 'zod'
import {
  groupedList,
  marketGroup,
  marketGroupList,
  marketList,
  tag,
  type WireGroupedEntry,
  type WireMarketGroup,
} from '../../../venue/wire/market-schema.js'
import { groupedQuery, groupsQuery, marketsQuery } from '../../../venue/wire/query-schema.js'
import { category } from '../../../venue/wire/statistics-schema.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { wireMarket } from '../markets/listed-market-view.js'
import { filterMarkets, sortMarkets } from '../markets/market-filter.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError } from '../requests/error-table.js'
import { clampedPage, listAnswer } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'

const read = { method: 'GET', routeClass: 'read', access: 'key', tag: 'markets' } as const

export function discoveryRoutes(parts: VenueParts): Route[] {
  return [
    defineRoute({
      ...read,
      path: '/markets/grouped',
      summary: 'Homepage-style listing',
      details: 'Pagination counts events, not markets: a group with its markets, or a market without a group.',
      query: groupedQuery,
      result: groupedList,
      answer: ({ query }) => {
        const entries = entriesOf(filterMarkets(query, parts), parts)
        const { groupType } = query
        const found = entries.filter(({ group }) => groupType === undefined || group?.groupType === groupType)
        return { body: listAnswer(found, clampedPage(query), (entry) => wireEntry(entry, parts)) }
      },
    }),
    defineRoute({
      ...read,
      path: '/markets',
      summary: 'Markets',
      query: marketsQuery,
      result: marketList,
      answer: ({ query }) => {
        const found = sortMarkets(filterMarkets(query, parts), query.sortBy, parts)
        return { body: listAnswer(found, clampedPage(query), (market) => wireMarket(market, parts)) }
      },
    }),
    ...groupRoutes(parts),
    defineRoute({
      ...read,
      path: '/tags',
      summary: 'Public tags',
      details: 'A bare array; archived tags are hidden.',
      result: z.array(tag),
      answer: () => {
        const shown = parts.markets.tags().filter(({ archived }) => !archived)
        return { body: shown.map(({ id, slug, name }) => ({ id, slug, name })) }
      },
    }),
    defineRoute({
      ...read,
      path: '/categories',
      summary: 'Categories with the number of their markets',
      details: 'A bare array.',
      result: z.array(category),
      answer: () => ({ body: categoriesOf(parts) }),
    }),
  ]
}

function groupRoutes({ markets }: VenueParts): Route[] {
  return [
    defineRoute({
      ...read,
      path: '/market-groups',
      summary: 'Market groups',
      query: groupsQuery,
      result: marketGroupList,
      answer: ({ query }) => {
        const { groupType, tagSlug } = query
        const search = query.search?.toLowerCase()
        const found = markets
          .groups()
          .filter(({ title, slug }) => search === undefined || `${title} ${slug}`.toLowerCase().includes(search))
          .filter((group) => groupType === undefined || group.groupType === groupType)
          .filter((group) => tagSlug === undefined || group.tagSlug === tagSlug)
        return { body: listAnswer(found, clampedPage(query), (group) => group) }
      },
    }),
    defineRoute({
      ...read,
      path: '/market-groups/{slug}',
      summary: 'One market group',
      result: marketGroup,
      answer: ({ params }) => {
        const slug = params.slug ?? ''
        const group = markets.groupBySlug(slug)
        if (group === undefined) throw new ApiError('not_found', `slug: no market group ${slug.slice(0, 100)}`)
        return { body: group }
      },
    }),
  ]
}

interface Entry {
  readonly group: WireMarketGroup | undefined
  readonly markets: ListedMarket[]
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

function wireEntry({ group, markets }: Entry, parts: VenueParts): WireGroupedEntry {
  const shown = markets.map((market) => wireMarket(market, parts))
  const [first] = shown
  if (group === undefined && first !== undefined) return { kind: 'single', market: first }
  if (group === undefined) throw new RangeError('entry: expected a market')
  return { kind: 'group', groupId: group.id, group, markets: shown }
}

/** In the order of their first market. */
function categoriesOf(parts: VenueParts): { name: string; marketCount: number }[] {
  const counts = new Map<string, number>()
  for (const { category: name } of filterMarkets({}, parts)) {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, marketCount]) => ({ name, marketCount }))
}
