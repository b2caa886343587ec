import { expect, it } from 'vitest'
import { LinkWatch } from '../../src/feed/stale.js'

it('says nothing of a link that was never heard', () => {
  const watch = new LinkWatch(3000)
  expect(watch.isSilent(1e9)).toBe(false)
  expect(watch.ageMs(1e9)).toBeUndefined()
})

it('says nothing of a link that is known to be down', () => {
  const watch = new LinkWatch(3000)
  watch.heard(1000)
  watch.down()
  expect(watch.isSilent(9000)).toBe(false)
  watch.heard(9000)
  expect(watch.isSilent(12_001)).toBe(true)
})

it('tells of a silence once, when it is longer than the limit, and again after the link was heard', () => {
  const watch = new LinkWatch(3000)
  watch.heard(1000)
  expect(watch.ageMs(1500)).toBe(500)
  expect(watch.isSilent(4000)).toBe(false)
  expect(watch.isSilent(4001)).toBe(true)
  expect(watch.isSilent(9000)).toBe(false)
  watch.heard(9000)
  expect(watch.isSilent(12_000)).toBe(false)
  expect(watch.isSilent(12_001)).toBe(true)
})
