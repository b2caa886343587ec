import { describe, expect, it } from 'vitest'
import { FeedTelling, TOLD_WITHIN_MS } from '../../../../src/venue/simulated/fills/feed-telling.js'

function told(...ways: readonly ('trade' | 'level')[]) {
  const telling = new FeedTelling()
  for (const way of ways) telling.saw(way)
  return telling.tellsTradesFirst
}

describe('which a feed tells first', () => {
  it('shows itself after three trades beside levels of their size', () => {
    expect(told('trade', 'trade')).toBe(false)
    expect(told('trade', 'trade', 'trade')).toBe(true)
  })

  it('is not known where both ways were seen', () => {
    expect(told('trade', 'trade', 'trade', 'trade', 'level')).toBe(false)
    expect(told('trade', 'trade', 'trade', 'trade', 'trade', 'level')).toBe(true)
    expect(told('level', 'level', 'level', 'level')).toBe(false)
  })
})

it('a trade and its level are told within a time that may change', () => {
  expect(new FeedTelling().withinMs).toBe(TOLD_WITHIN_MS)
  let withinMs = 5
  const telling = new FeedTelling(() => withinMs)
  withinMs = 7
  expect(telling.withinMs).toBe(7)
})
