// Sections 2, 4 and 8 of the venue's specification: the pagination object, page and offset, clamping.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Loose, VenueDriver } from '../api/venue-driver.js'
import { entryIds, listedVenue, marketIds } from './listed-venue.js'

const venue = listedVenue()
// seven markets in six events
const MARKETS = ['a', 'b', 'c', 'd', 'e', 'snow-1', 'i']
const EVENTS = ['a+c', 'b', 'd', 'e', 'snow-1', 'i']
const LISTS = ['/markets', '/markets/grouped', '/market-groups', '/users', '/leaderboard']

/** A venue of 300 markets: more than any page holds. */
const large = new VenueDriver({ markets: Array.from({ length: 300 }, (_, i) => ({ id: `m-${i}`, question: '?' })) })

function lists(query: string): { markets: Loose; grouped: Loose } {
  const markets = venue.get(`/markets?${query}`)
  const grouped = venue.get(`/markets/grouped?${query}`)
  expect([markets.status, grouped.status]).toEqual([200, 200])
  return { markets: markets.body, grouped: grouped.body }
}

describe('section 2, Pagination', () => {
  it('"`page` integer, `pageSize` integer, `total` integer, `totalPages` integer, `hasNext` boolean, `hasPrev` boolean."', () => {
    const all = { page: 1, pageSize: 60, total: 7, totalPages: 1, hasNext: false, hasPrev: false }
    expect(venue.get('/markets').body.pagination).toEqual(all)
    const middle = { page: 2, pageSize: 2, total: 7, totalPages: 4, hasNext: true, hasPrev: true }
    expect(venue.get('/markets?page=2&pageSize=2').body.pagination).toEqual(middle)
    const none = { page: 1, pageSize: 60, total: 0, totalPages: 0, hasNext: false, hasPrev: false }
    expect(venue.get('/markets?search=nothing-of-that-name').body.pagination).toEqual(none)
  })

  it('walking page by page shows every item once, and hasNext ends with the last page', () => {
    const size = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(size, fc.constantFrom('/markets', '/markets/grouped'), (pageSize, path) => {
        const seen: string[] = []
        for (let page = 1; ; page++) {
          const { data, pagination } = venue.get(`${path}?page=${page}&pageSize=${pageSize}`).body
          seen.push(...(path === '/markets' ? marketIds({ data }) : entryIds({ data })))
          expect(pagination).toMatchObject({ page, pageSize, hasPrev: page > 1 })
          if (!pagination.hasNext) {
            expect(page).toBe(pagination.totalPages)
            break
          }
        }
        expect(seen).toEqual(path === '/markets' ? MARKETS : EVENTS)
      }),
      { numRuns: 40 },
    )
  })
})

describe('section 4, GET /markets/grouped, pagination', () => {
  it('"Pagination counts events, not markets.": a group is one', () => {
    const { data, pagination } = venue.get('/markets/grouped?pageSize=3').body
    expect(entryIds({ data })).toEqual(['a+c', 'b', 'd'])
    expect(pagination).toEqual({ page: 1, pageSize: 3, total: 6, totalPages: 2, hasNext: true, hasPrev: false })
    expect(venue.get('/markets?pageSize=3').body.pagination.total).toBe(7)
  })

  it('page "page number, used with pageSize; alternative to offset", "default 1"', () => {
    const { markets, grouped } = lists('page=2&pageSize=2')
    expect(marketIds(markets)).toEqual(['c', 'd'])
    expect(entryIds(grouped)).toEqual(['d', 'e'])
    expect(lists('pageSize=2').grouped).toEqual(lists('page=1&pageSize=2').grouped)
    expect(marketIds(lists('page=9&pageSize=2').markets)).toEqual([])
    // the page counts where an offset is sent too
    expect(lists('page=2&pageSize=2&offset=1').markets).toEqual(markets)
  })

  it('page "integer >= 1, default 1": anything else is the first page', () => {
    const first = lists('pageSize=2')
    for (const page of ['0', '-3', 'x', '']) expect(lists(`pageSize=2&page=${page}`)).toEqual(first)
  })

  it('pageSize "items per page; alias of limit when page and pageSize are omitted"', () => {
    expect(lists('limit=2')).toEqual(lists('pageSize=2'))
    expect(lists('limit=2').markets.pagination.pageSize).toBe(2)
    expect(lists('limit=4&pageSize=2')).toEqual(lists('pageSize=2'))
    expect(marketIds(lists('page=2&limit=3').markets)).toEqual(['d', 'e', 'snow-1'])
  })

  it('offset "items to skip", "integer >= 0, default 0"', () => {
    const { markets, grouped } = lists('offset=5')
    expect(marketIds(markets)).toEqual(['snow-1', 'i'])
    expect(entryIds(grouped)).toEqual(['i'])
    expect(markets.pagination).toMatchObject({ hasPrev: true, hasNext: false })
    expect(marketIds(lists('limit=2&offset=3').markets)).toEqual(['d', 'e'])
    const all = lists('')
    for (const offset of ['0', '-1', 'many']) expect(lists(`offset=${offset}`)).toEqual(all)
    expect(marketIds(lists('offset=7').markets)).toEqual([])
  })
})

describe('section 4, clamping rules for market and similar list endpoints', () => {
  it.each([
    ['"`limit` default 60"', '', 60],
    ['"maximum 250"', '250', 250],
    ['"maximum 250"', '251', 250],
    ['"maximum 250"', '9999999999', 250],
    ['"a non-numeric value becomes 60"', 'many', 60],
    ['"a non-numeric value becomes 60"', 'NaN', 60],
    ['"a non-numeric value becomes 60"', '10abc', 60],
    ['"a value below 1 becomes 1"', '0', 1],
    ['"a value below 1 becomes 1"', '-7', 1],
    ['a value in between stays', '17', 17],
  ])('%s: limit or pageSize %j', (_sentence, text, pageSize) => {
    for (const path of LISTS) {
      for (const name of ['limit', 'pageSize']) {
        const query = text === '' ? '' : `${name}=${text}`
        // "No 400 is returned for these."
        const { status, body } = large.get(`${path}?${query}`)
        expect({ path, status, pageSize: body.pagination.pageSize }).toEqual({ path, status: 200, pageSize })
      }
    }
  })

  it('"Page size (limit / pageSize): default 60, maximum 250, minimum 1" items are in the answer', () => {
    for (const path of ['/markets', '/markets/grouped']) {
      const lengths = ['', 'limit=250', 'limit=999', 'limit=0', 'limit=x'].map(
        (query) => large.get(`${path}?${query}`).body.data.length,
      )
      expect(lengths).toEqual([60, 250, 250, 1, 60])
    }
  })

  it('"The response `pagination` object uses `page` and `pageSize`."', () => {
    for (const path of LISTS) {
      const { pagination } = large.get(`${path}?limit=5&offset=5`).body
      expect(pagination).toMatchObject({ page: 2, pageSize: 5 })
      expect(pagination).not.toHaveProperty('limit')
      expect(pagination).not.toHaveProperty('offset')
    }
  })
})
