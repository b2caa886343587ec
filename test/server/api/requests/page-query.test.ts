import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampedPage, pageOf, pagination, param, strictPage } from '../../../../src/server/api/requests/page-query.js'
import { validQuery } from '../../../../src/server/api/requests/validation.js'
import { strictPaging } from '../../../../src/venue/wire/query-schema.js'

describe('clampedPage', () => {
  it.each([
    [{}, { size: 60, offset: 0 }],
    [{ limit: 'abc' }, { size: 60, offset: 0 }],
    [{ limit: '' }, { size: 60, offset: 0 }],
    [{ limit: '0' }, { size: 1, offset: 0 }],
    [{ limit: '-5' }, { size: 1, offset: 0 }],
    [{ limit: '1000' }, { size: 250, offset: 0 }],
    [
      { limit: '10', offset: '20' },
      { size: 10, offset: 20 },
    ],
    [{ offset: '-1' }, { size: 60, offset: 0 }],
    [{ pageSize: '7' }, { size: 7, offset: 0 }],
    [
      { page: '3', pageSize: '20' },
      { size: 20, offset: 40 },
    ],
    [
      { page: '2', limit: '20' },
      { size: 20, offset: 20 },
    ],
    [{ limit: '1e400' }, { size: 60, offset: 0 }],
    [{ limit: '0x10' }, { size: 60, offset: 0 }],
    [
      { limit: '1e2', offset: '0b11' },
      { size: 60, offset: 0 },
    ],
    [{ limit: '9'.repeat(400) }, { size: 250, offset: 0 }],
    [
      { limit: '2.7', offset: '+5' },
      { size: 2, offset: 5 },
    ],
    [{ page: '0' }, { size: 60, offset: 0 }],
    [
      { page: 'x', pageSize: '5' },
      { size: 5, offset: 0 },
    ],
  ])('%j -> %j', (query, expected) => {
    expect(clampedPage(query)).toEqual(expected)
  })
})

describe('strictPage', () => {
  const checked = (query: Record<string, string>) => strictPage(validQuery(strictPaging, query))

  it.each([['0'], ['251'], ['abc'], ['1.5'], ['-1'], ['1e2'], [' 5']])('refuses limit %j', (limit) => {
    expect(() => checked({ limit })).toThrow(/limit must be an integer from 1 to 250/)
  })

  it.each([['-1'], ['x']])('refuses offset %j', (offset) => {
    expect(() => checked({ offset })).toThrow(/offset must be an integer of at least 0/)
  })

  it('takes the whole range', () => {
    expect(checked({ limit: '250', offset: '0' })).toEqual({ size: 250, offset: 0 })
    expect(checked({})).toEqual({ size: 60, offset: 0 })
  })
})

describe('pagination', () => {
  it('covers every item exactly once over all pages, with consistent flags', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 20 }), (total, size) => {
        const items = Array.from({ length: total }, (_, i) => i)
        const seen: number[] = []
        for (let page = 1, more = true; more; page++) {
          const at = clampedPage({ page: String(page), pageSize: String(size) })
          seen.push(...pageOf(items, at))
          const info = pagination(total, at)
          expect(info).toMatchObject({ page, pageSize: size, total, hasPrev: page > 1 })
          expect(info.totalPages).toBe(Math.ceil(total / size))
          more = info.hasNext
        }
        expect(seen).toEqual(items)
      }),
      { numRuns: 50 },
    )
  })
})

describe('param', () => {
  it('takes the first of repeated values and nothing inherited', () => {
    expect(param({ a: ['1', '2'] }, 'a')).toBe('1')
    expect(param({}, 'constructor')).toBeUndefined()
  })
})
