// Section 4 of the venue's specification, markets and discovery: listings with every filter, groups, tags, fees, profiles.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { list } from './client/checks.js'
import { fee, type Grouped, group, grouped, type Market, market, pageOf, tag } from './client/shapes.js'
import type { Trader } from './client/trader.js'
import { discoveryConfig } from './discovery-config.js'
import { Venue } from './venue.js'

let venue: Venue
let anyone: Trader

beforeAll(async () => {
  venue = await Venue.start(discoveryConfig)
  anyone = await venue.trader()
})

afterAll(async () => {
  expect(await venue.stop()).toBe(0)
})

type Query = Record<string, string | number>

async function ids(query: Query): Promise<string[]> {
  return (await anyone.get('/markets', pageOf(market), query)).data.map((m) => m.id).sort()
}

async function events(query: Query): Promise<Grouped[]> {
  return (await anyone.get('/markets/grouped', pageOf(grouped), query)).data
}

async function groupedIds(query: Query): Promise<string[]> {
  return (await events(query)).flatMap((e) => (e.kind === 'single' ? [e.market.id] : e.markets.map((m) => m.id))).sort()
}

/** Query, and the ids of the markets that it leaves. */
const filters: [string, Query, string[]][] = [
  ['search: the question', { search: 'umbrella' }, ['rain']],
  ['search: the description', { search: 'gauge' }, ['rain']],
  ['search: an id', { search: 'coin-50' }, ['coin-50k']],
  ['search: the mirror slug', { search: 'will-it-rain' }, ['rain']],
  ['search: the group title', { search: 'Grand Cup' }, ['cup-total', 'cup-winner']],
  ['category: filter by category', { category: 'Crypto' }, ['coin-50k', 'coin-60k']],
  ['tagSlug: filter by tag slug', { tagSlug: 'showers' }, ['rain']],
  ['groupSlug: exact group slug', { groupSlug: 'coin-price' }, ['coin-50k', 'coin-60k']],
  ['groupSlug: no prefix', { groupSlug: 'coin' }, []],
  ['groupSlugPrefix: group slug prefix', { groupSlugPrefix: 'coin' }, ['coin-50k', 'coin-60k']],
  ["ungrouped 'true'", { ungrouped: 'true' }, ['done', 'rain', 'waits']],
  ["ungrouped '1'", { ungrouped: '1' }, ['done', 'rain', 'waits']],
  ['betTypeName: sports bet type name', { betTypeName: 'total' }, ['cup-total']],
  ['status: market lifecycle status', { status: 'CLOSED' }, ['done']],
  ['clobMarketStatus: on-chain registration status', { clobMarketStatus: 'PENDING' }, ['waits']],
  ['two filters narrow together', { category: 'Crypto', search: 'Above 60k' }, ['coin-60k']],
]

const all = ['coin-50k', 'coin-60k', 'cup-total', 'cup-winner', 'done', 'rain', 'waits']

for (const [path, read] of [
  ['/markets', ids],
  ['/markets/grouped', groupedIds],
] as const) {
  describe(`§4 GET ${path}`, () => {
    test('without a filter: every complete market of a tag that is not archived', async () => {
      expect(await read({})).toEqual(all)
    })

    for (const [name, query, expected] of filters) {
      test(name, async () => {
        expect(await read(query)).toEqual(expected)
      })
    }

    test('the parameter is `search`, not `q`', async () => {
      expect(await read({ q: 'umbrella' })).toEqual(all)
    })

    test('groupId: filter by group id', async () => {
      const page = await anyone.get('/market-groups', pageOf(group), { search: 'coin' })
      expect(await read({ groupId: page.data[0]?.id ?? '' })).toEqual(['coin-50k', 'coin-60k'])
    })

    test('subTagSlug: filter by sub-tag slug', async () => {
      expect(await read({ subTagSlug: 'showers' })).toEqual(['rain'])
      expect(await read({ subTagSlug: 'weather' })).toEqual([])
    })

    for (const yes of ['true', '1']) {
      test(`excludeBetTypeFilters '${yes}': exclude bet types hidden from sports event lists`, async () => {
        expect(await read({ excludeBetTypeFilters: yes })).toEqual(all.filter((id) => id !== 'cup-total'))
      })

      test(`includeIncomplete '${yes}': include markets missing outcome token ids`, async () => {
        expect(await read({ includeIncomplete: yes })).toEqual([...all, 'unminted'].sort())
      })

      test(`includeArchivedTags '${yes}': include markets whose tag is ARCHIVED (hidden by default)`, async () => {
        expect(await read({ includeArchivedTags: yes })).toEqual([...all, 'old-times'].sort())
      })
    }
  })
}

describe('§4 GET /markets/grouped', () => {
  test('pagination counts events, not markets', async () => {
    const page = await anyone.get('/markets/grouped', pageOf(grouped))
    // two groups and three markets alone
    expect(page.pagination.total).toBe(5)
    expect(page.data).toHaveLength(5)
    const second = await anyone.get('/markets/grouped', pageOf(grouped), { page: 2, pageSize: 2 })
    expect(second.pagination).toEqual({ page: 2, pageSize: 2, total: 5, totalPages: 3, hasNext: true, hasPrev: true })
    expect(second.data).toHaveLength(2)
  })

  test('§2 kind group: groupId, group, markets', async () => {
    const [entry] = await events({ groupSlug: 'grand-cup' })
    expect(entry).toMatchObject({ kind: 'group', group: { slug: 'grand-cup', title: 'The Grand Cup' } })
    expect(entry?.kind === 'group' ? entry.groupId : '').toBe(entry?.kind === 'group' ? entry.group.id : undefined)
  })

  test('groupType: restrict to groups of this type', async () => {
    expect(await groupedIds({ groupType: 'sports' })).toEqual(['cup-total', 'cup-winner'])
    expect(await groupedIds({ groupType: 'crypto' })).toEqual(['coin-50k', 'coin-60k'])
  })
})

describe('§4 GET /markets', () => {
  test('same filters except groupType', async () => {
    expect(await ids({ groupType: 'sports' })).toEqual(all)
  })

  test('takes sortBy: endTimestamp, and with - the other way round', async () => {
    const ends = async (sortBy: string) =>
      (await anyone.get('/markets', pageOf(market), { sortBy })).data.map((m) => Date.parse(m.endTimestamp))
    const up = await ends('endTimestamp')
    expect(up).toEqual([...up].sort((a, b) => a - b))
    expect(await ends('-endTimestamp')).toEqual([...up].sort((a, b) => b - a))
    expect(new Set(up).size).toBeGreaterThan(1)
  })

  test('a value that no sortBy or status has is refused with an array of validation strings (§7.1)', async () => {
    for (const query of [{ sortBy: 'luck' }, { status: 'ASLEEP' }, { clobMarketStatus: 'ASLEEP' }]) {
      const answer = await anyone.raw('GET', '/markets', { query })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ statusCode: 400, error: 'Bad Request', message: [expect.any(String)] })
    }
  })
})

describe('§4 clamping rules for market and similar list endpoints', () => {
  const sizes: [string, Query, number][] = [
    ['limit default 60', {}, 60],
    ['maximum 250', { limit: 1000 }, 250],
    ['a non-numeric value becomes 60', { limit: 'many' }, 60],
    ['a value below 1 becomes 1', { limit: 0 }, 1],
    ['a negative value becomes 1', { limit: -7 }, 1],
    ['pageSize is an alias of limit', { pageSize: 3 }, 3],
    ['pageSize is clamped too', { page: 1, pageSize: 9999 }, 250],
  ]
  for (const path of ['/markets', '/markets/grouped', '/market-groups']) {
    for (const [name, query, pageSize] of sizes) {
      test(`${path}: ${name}; the pagination object uses page and pageSize`, async () => {
        const page = await anyone.get(
          path,
          pageOf((value) => value),
          query,
        )
        expect(page.pagination.pageSize).toBe(pageSize)
        expect(page.pagination.page).toBe(1)
      })
    }
  }

  test('offset: items to skip; page is used with pageSize as an alternative', async () => {
    const order = async (query: Query) => (await anyone.get('/markets', pageOf(market), query)).data.map((m) => m.id)
    const everything = await order({})
    expect(await order({ limit: 2, offset: 2 })).toEqual(everything.slice(2, 4))
    expect(await order({ pageSize: 2, page: 2 })).toEqual(everything.slice(2, 4))
    expect(await order({ offset: -5, limit: 1 })).toEqual(everything.slice(0, 1))
  })
})

describe('§2 Market', () => {
  let rain: Market
  beforeAll(async () => {
    rain = await venue.market('rain')
  })

  test('Markets have no `slug` field; mirrorSlug is that of the source event', async () => {
    const answer = await anyone.raw('GET', '/markets/rain')
    expect(answer.body).not.toHaveProperty('slug')
    expect(rain.mirrorSlug).toBe('will-it-rain')
  })

  test('a market is also found by its conditionId', async () => {
    expect((await venue.market(rain.conditionId)).id).toBe('rain')
  })

  test('§4 an unknown market is 404', async () => {
    expect((await anyone.raw('GET', '/markets/nothing')).status).toBe(404)
  })

  test('each outcome has a token id, and each is the complement of the other', () => {
    const [first, second] = rain.outcomes
    expect(first?.tokenId).not.toBe(second?.tokenId)
    expect([first?.complementTokenId, second?.complementTokenId]).toEqual([second?.tokenId, first?.tokenId])
    expect(rain.outcomes.map((o) => o.index)).toEqual([0, 1])
  })

  test('matchEndTime defaults to kickoff plus 150 minutes', async () => {
    const { matchStartTime, matchEndTime } = await venue.market('cup-winner')
    expect(Date.parse(matchEndTime ?? '') - Date.parse(matchStartTime ?? '')).toBe(150 * 60_000)
  })

  test('startTimestamp: recorded and displayed', async () => {
    expect(Date.parse((await venue.market('coin-60k')).startTimestamp ?? '')).toBeGreaterThan(Date.now())
  })
})

describe('§4 market groups, tags, categories, scores', () => {
  test('GET /market-groups returns { data, pagination }', async () => {
    const page = await anyone.get('/market-groups', pageOf(group))
    expect(page.data.map((g) => g.slug).sort()).toEqual(['coin-price', 'grand-cup'])
    expect(page.pagination.total).toBe(2)
  })

  test('GET /market-groups/{slug}: returns one MarketGroup by slug; 404 for an unknown one', async () => {
    expect(await anyone.get('/market-groups/grand-cup', group)).toMatchObject({
      slug: 'grand-cup',
      title: 'The Grand Cup',
    })
    expect((await anyone.raw('GET', '/market-groups/none')).status).toBe(404)
  })

  test('GET /tags: returns a bare JSON array of Tag (public tags)', async () => {
    const tags = await anyone.get('/tags', list(tag))
    expect(tags.map((t) => t.slug).sort()).toEqual(['money', 'showers', 'weather'])
  })

  test('GET /categories: a bare array with the number of markets', async () => {
    const categories = await anyone.get(
      '/categories',
      list((value) => value),
    )
    expect(categories).toContainEqual({ name: 'Crypto', marketCount: 2 })
  })

  test('live sports scores', async () => {
    const page = await anyone.get(
      '/sports/scores',
      pageOf((value) => value),
    )
    expect(page.data).toMatchObject([
      {
        matchId: 'final',
        home: 'Reds',
        away: 'Blues',
        status: 'LIVE',
        score: { home: 1, away: 0 },
        marketIds: ['cup-winner'],
      },
    ])
  })
})

describe('§4 GET /markets/{id}/fee', () => {
  const rate = (id: string) => anyone.get(`/markets/${id}/fee`, fee)

  test('the most specific override first: per-market, then per-tag, then the global default', async () => {
    expect(await rate('coin-50k')).toEqual({ feeRateBps: 70, feeRateBpsOverride: 70 })
    expect(await rate('coin-60k')).toEqual({ feeRateBps: 30, feeRateBpsOverride: null })
    expect(await rate('done')).toEqual({ feeRateBps: 20, feeRateBpsOverride: null })
  })

  test('rates can change: market, tag and global, each seen at once, in the market too', async () => {
    await venue.sandbox('fees', { scope: 'tag', tagSlug: 'money', feeRateBps: 35 })
    expect((await rate('coin-60k')).feeRateBps).toBe(35)
    expect((await rate('coin-50k')).feeRateBps).toBe(70)
    await venue.sandbox('fees', { scope: 'market', marketId: 'coin-50k', feeRateBps: null })
    expect(await rate('coin-50k')).toEqual({ feeRateBps: 35, feeRateBpsOverride: null })
    await venue.sandbox('fees', { scope: 'global', feeRateBps: 5 })
    expect((await rate('done')).feeRateBps).toBe(5)
    expect((await rate('coin-50k')).feeRateBps).toBe(35)
    await venue.sandbox('fees', { scope: 'tag', tagSlug: 'money', feeRateBps: null })
    expect((await rate('coin-50k')).feeRateBps).toBe(5)
    expect(await venue.market('coin-50k')).toMatchObject({ feeRateBps: 5, feeRateBpsOverride: null })
  })

  test('an override of 0 counts: it is not "inherits" (null)', async () => {
    await venue.sandbox('fees', { scope: 'market', marketId: 'waits', feeRateBps: 0 })
    expect(await rate('waits')).toEqual({ feeRateBps: 0, feeRateBpsOverride: 0 })
  })
})
