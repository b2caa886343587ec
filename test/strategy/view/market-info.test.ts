import { expect, it } from 'vitest'
import { isSameInfo, marketInfo } from '../../../src/strategy/view/market-info.js'
import { market } from '../../risk/builders.js'

it('shows the market in the units of strategies', () => {
  expect(marketInfo(market(undefined, { endMs: 10_000 }))).toMatchObject({
    ...{ tickSize: 0.01, minSize: 5, endMs: 10_000, tagSlugs: [] },
  })
  const grouped = marketInfo(market(undefined, { groupId: 'g', category: 'Sport' }))
  expect(grouped).toMatchObject({ groupId: 'g', category: 'Sport' })
})

it('shows the times of the event that the venue tells, and no others', () => {
  const times = { startMs: 1000, matchStartMs: 2000, matchEndMs: 9000 }
  expect(marketInfo(market(undefined, times))).toMatchObject(times)
  expect(Object.keys(marketInfo(market()))).not.toContain('startMs')
})

it('cannot be changed, and is the same when it says the same', () => {
  const info = marketInfo(market())
  expect(() => Object.assign(info, { endMs: 1 })).toThrow(TypeError)
  expect(isSameInfo(info, marketInfo(market()))).toBe(true)
  expect(isSameInfo(info, marketInfo(market(undefined, { endMs: 1 })))).toBe(false)
})
