import { describe, expect, it } from 'vitest'
import { feedSettings, marketChoice } from '../../src/feed/schema.js'

describe('feedSettings', () => {
  it('has defaults', () => {
    expect(feedSettings.parse({})).toMatchObject({ staleAfterMs: 3000, pollStaleAfterMs: 5000 })
  })

  it.each([
    { staleAfterMs: 499 },
    { staleAfterMs: 60_001 },
    { pollStaleAfterMs: 1.5 },
    { checkBestEverySec: 0 },
    { x: 1 },
  ])('refuses %j', (wrong) => {
    expect(feedSettings.safeParse(wrong).success).toBe(false)
  })
})

describe('marketChoice', () => {
  it('is ids or a selection, exactly one', () => {
    expect(marketChoice.parse({ ids: ['m1'] })).toEqual({ ids: ['m1'] })
    expect(marketChoice.parse({ select: {} })).toMatchObject({ select: { max: 5, minTimeLeftSec: 60, refreshSec: 60 } })
    for (const wrong of [
      {},
      { ids: [] },
      { ids: ['a'], select: {} },
      { select: { max: 0 } },
      { select: { tags: 'x' } },
    ]) {
      expect(marketChoice.safeParse(wrong).success).toBe(false)
    }
  })
})
