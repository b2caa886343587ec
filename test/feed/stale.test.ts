import { expect, it } from 'vitest'
import { LinkWatch } from '../../src/feed/stale.js'

it('says nothing of a link that never had news', () => {
  const watch = new LinkWatch({ staleAfterMs: 3000 })
  expect([watch.isSilent(1e9), watch.isSilent(1e9 + 250)]).toEqual([false, false])
})

it('says nothing of a link that is known to be down', () => {
  const watch = new LinkWatch({ staleAfterMs: 3000 })
  watch.news(1000)
  watch.down()
  expect([watch.isSilent(9000), watch.isSilent(9250)]).toEqual([false, false])
  watch.news(9000)
  expect([watch.isSilent(12_001), watch.isSilent(12_251)]).toEqual([false, true])
})

it('tells of a silence once, at the second look after the limit, and again after news', () => {
  const watch = new LinkWatch({ staleAfterMs: 3000 })
  watch.news(1000)
  expect([4000, 4001, 4251, 9000].map((ms) => watch.isSilent(ms))).toEqual([false, false, true, false])
  watch.news(9000)
  expect([12_000, 12_001, 12_251].map((ms) => watch.isSilent(ms))).toEqual([false, false, true])
})

it('what waited while our own process slept is read before anything is said', () => {
  const watch = new LinkWatch({ staleAfterMs: 3000 })
  watch.news(1000)
  expect(watch.isSilent(60_000)).toBe(false)
  watch.news(60_001)
  expect(watch.isSilent(60_250)).toBe(false)
})
