// Section 4 of the venue's specification: the query parameters of GET /markets/grouped and GET /markets.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'
import { entryIds, listedVenue, marketIds } from './listed-venue.js'

const venue = listedVenue()
const grouped = (query: string) => venue.get(`/markets/grouped?${query}`)
const markets = (query: string) => venue.get(`/markets?${query}`)
const ALL = ['a+c', 'b', 'd', 'e', 'snow-1', 'i']

type Row = readonly [sentence: string, query: string, expected: readonly string[]]

const TEXT_ROWS: readonly Row[] = [
  ['"matches market question"', 'search=tomorrow', ['b']],
  ['"description"', 'search=zorkmid', ['e']],
  ['"ids"', 'search=snow-1', ['snow-1']],
  ['"mirror slug"', 'search=umbrella', ['b']],
  ['"or group title"', 'search=semi-final', ['d']],
  ['"or group title"', 'search=the%20final', ['a+c']],
  ['search in any case', 'search=RAIN', ['b']],
  ['nothing else is searched', 'search=corners', []],
  ['nothing else is searched', 'search=crypto', []],
  ['"the parameter is `search`, not `q`"', 'q=rain', ALL],
  ['"filter by category"', 'category=weather', ['b', 'snow-1']],
  ['"filter by category"', 'category=none', []],
  ['"filter by tag slug"', 'tagSlug=sports', ['a+c']],
  ['"filter by tag slug"', 'tagSlug=none', []],
  ['"filter by sub-tag slug"', 'subTagSlug=football', ['a']],
  ['"filter by sub-tag slug": a tag of its own is none', 'subTagSlug=sports', []],
  ['"sports bet type name"', 'betTypeName=Corners', ['c']],
  ['"sports bet type name"', 'betTypeName=Winner', ['i']],
  ['"sports bet type name"', 'betTypeName=Cards', []],
]

const GROUP_ROWS: readonly Row[] = [
  ['"filter by group id"', 'groupId=group_2', ['d']],
  ['"filter by group id": a slug is none', 'groupId=cup-semi', []],
  ['"exact group slug"', 'groupSlug=cup-final', ['a+c']],
  ['"exact group slug"', 'groupSlug=cup', []],
  ['"group slug prefix"', 'groupSlugPrefix=cup-', ['a+c', 'd']],
  ['"group slug prefix"', 'groupSlugPrefix=final', []],
  ['ungrouped "\'true\' or \'1\'" "only markets without groupId"', 'ungrouped=true', ['b', 'snow-1', 'i']],
  ['ungrouped "\'true\' or \'1\'" "only markets without groupId"', 'ungrouped=1', ['b', 'snow-1', 'i']],
  ...['false', '0', 'yes', 'TRUE'].map((text): Row => ['any other text is off', `ungrouped=${text}`, ALL]),
]

const STATE_ROWS: readonly Row[] = [
  ['status "market lifecycle status"', 'status=OPEN', ['a+c', 'b', 'e']],
  ['status "market lifecycle status"', 'status=CLOSED', ['d']],
  ['status "market lifecycle status"', 'status=RESOLVED', ['snow-1']],
  ['status "market lifecycle status"', 'status=CANCELLED', ['i']],
  ['clobMarketStatus "on-chain registration status"', 'clobMarketStatus=PENDING', ['e']],
  ['clobMarketStatus "on-chain registration status"', 'clobMarketStatus=REGISTERED', ['a+c', 'b', 'd', 'snow-1']],
  ['clobMarketStatus "on-chain registration status"', 'clobMarketStatus=FAILED', ['i']],
  ...['true', '1'].flatMap((on): Row[] => [
    ['"exclude bet types hidden from sports event lists"', `excludeBetTypeFilters=${on}`, ['a', ...ALL.slice(1)]],
    [
      '"include markets missing outcome token ids (admin tooling)"',
      `includeIncomplete=${on}`,
      ['a+c', 'b', 'd', 'e', 'g', 'snow-1', 'i'],
    ],
    [
      '"include markets whose tag is ARCHIVED (admin tooling; hidden by default)"',
      `includeArchivedTags=${on}`,
      ['a+c', 'b', 'd', 'e', 'f', 'snow-1', 'i'],
    ],
  ]),
  ...['excludeBetTypeFilters', 'includeIncomplete', 'includeArchivedTags'].flatMap((name): Row[] => [
    ['any other text is off', `${name}=false`, ALL],
    ['any other text is off', `${name}=0`, ALL],
  ]),
]

const COMBINED_ROWS: readonly Row[] = [
  ['"(all optional)"', '', ALL],
  ['several filters narrow each other', 'category=weather&status=OPEN', ['b']],
  ['several filters narrow each other', 'search=win&betTypeName=Corners', ['c']],
  ['an empty value counts as absent', 'search=&category=&status=', ALL],
  ['a parameter nobody knows is ignored', 'colour=red', ALL],
]

describe.each([
  ['text', TEXT_ROWS],
  ['group', GROUP_ROWS],
  ['state', STATE_ROWS],
  ['all', COMBINED_ROWS],
])('section 4, GET /markets/grouped and GET /markets, %s parameters', (_group, rows) => {
  it.each(rows)('%s: %s', (_sentence, query, expected) => {
    const { status, body } = grouped(query)
    expect(status).toBe(200)
    expect(entryIds(body)).toEqual(expected)
    expect(body.pagination.total).toBe(expected.length)
    // "Same filters as the grouped listing": the same markets, one by one
    const { data } = markets(query).body
    const byListing = expected.flatMap((entry) => entry.split('+'))
    expect(marketIds({ data }).sort()).toEqual(byListing.sort())
  })
})

describe('section 4, GET /markets/grouped', () => {
  it('"matches market question, description, ids": the condition id too', () => {
    const { conditionId } = venue.api.markets.find('b')
    expect(entryIds(grouped(`search=${conditionId}`).body)).toEqual(['b'])
  })

  it('groupType "restrict to groups of this type (a kind of group, for example sports or crypto)"', () => {
    expect(entryIds(grouped('groupType=crypto').body)).toEqual(['e'])
    expect(entryIds(grouped('groupType=sports').body)).toEqual(['a+c', 'd'])
    expect(grouped('groupType=none').body).toMatchObject({ data: [], pagination: { total: 0 } })
  })

  it('status and clobMarketStatus allow their values alone', () => {
    for (const query of ['status=open', 'status=DONE', 'clobMarketStatus=OPEN', 'clobMarketStatus=registered']) {
      for (const list of [grouped, markets]) {
        const { status, body } = list(query)
        expect(status).toBe(400)
        expect(body.message[0]).toContain(query.slice(0, query.indexOf('=')))
      }
    }
  })

  it('shows of a group the markets that pass', () => {
    const [entry] = grouped('subTagSlug=football').body.data
    expect(entry).toMatchObject({ kind: 'group', group: { slug: 'cup-final' }, markets: [{ id: 'a' }] })
    expect(entry.markets).toHaveLength(1)
  })
})

describe('section 4, GET /markets', () => {
  it('"Same filters as the grouped listing except `groupType`, and it also takes `sortBy`"', () => {
    expect(marketIds(markets('groupType=crypto').body)).toEqual(['a', 'b', 'c', 'd', 'e', 'snow-1', 'i'])
    expect(entryIds(grouped('sortBy=-endTimestamp').body)).toEqual(ALL)
    const { paths } = venue.get('/openapi.json').body
    const names = (path: string) => paths[path].get.parameters.map((p: Loose) => p.name)
    const shared = names('/markets/grouped').filter((name: string) => name !== 'groupType')
    expect(shared).toHaveLength(18)
    expect(names('/markets')).toEqual([...shared, 'sortBy'])
  })

  it('sortBy: `volume`, `liquidity`, `createdAt`, `endTimestamp`, optional `-` prefix; nothing else', () => {
    const sorted = new VenueDriver({
      markets: [
        { id: 'x', question: '?', endsInSec: 300 },
        { id: 'y', question: '?', endsInSec: 100 },
        { id: 'z', question: '?', endsInSec: 200 },
      ],
    })
    const [x, y, z] = sorted.api.markets.all()
    sorted.api.markets.add({
      spec: { ...x!.spec, id: 'w', conditionId: `0x${'1'.repeat(64)}` as Loose, tokenIds: ['1', '2'] },
      question: 'Later?',
      outcomeNames: ['Yes', 'No'],
      createdMs: sorted.nowMs + 5,
    })
    const send = (market: typeof x, maker: typeof ALICE, outcome: 0 | 1, size: number) =>
      sorted.post(
        `/markets/${market!.id}/orders`,
        sorted.order({ maker, side: 'BUY', outcome, price: 50, size }, market!),
      )
    // volume: y 2, z 1; liquidity: x 4, z 3
    for (const [market, size] of [
      [y, 400],
      [z, 200],
    ] as const) {
      send(market, ALICE, 0, size)
      send(market, BOB, 1, size)
    }
    send(x, ALICE, 0, 800)
    send(z, ALICE, 0, 600)
    const ids = (sortBy: string) => marketIds(sorted.get(`/markets?sortBy=${sortBy}`).body)
    expect(ids('-volume')).toEqual(['y', 'z', 'x', 'w'])
    expect(ids('volume')).toEqual(['x', 'w', 'z', 'y'])
    expect(ids('-liquidity')).toEqual(['x', 'z', 'y', 'w'])
    expect(ids('-createdAt')[0]).toBe('w')
    expect(ids('createdAt').at(-1)).toBe('w')
    expect(ids('endTimestamp').slice(0, 2)).toEqual(['y', 'z'])
    for (const bad of ['id', '+volume', 'Volume', '--volume']) {
      expect(sorted.get(`/markets?sortBy=${encodeURIComponent(bad)}`).status).toBe(400)
    }
  })
})
