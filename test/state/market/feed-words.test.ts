import { expect, it } from 'vitest'
import { feedReason, pollAge } from '../../../src/state/market/feed-words.js'

const WELL = { socketLive: true, reason: 'live', trial: undefined, distrustedUntilMonoMs: 0 }

it('says what speaks against a stream, else what the feed says', () => {
  expect(feedReason(WELL, 1000)).toBe('live')
  expect(feedReason({ ...WELL, distrustedUntilMonoMs: 1001 }, 1000)).toBe('its book was wrong more than once')
  expect(feedReason({ ...WELL, distrustedUntilMonoMs: 1000 }, 1000)).toBe('live')
  const trial = { charge: 'poll' } as const
  expect(feedReason({ ...WELL, trial, distrustedUntilMonoMs: 1001 }, 1000)).toBe('book differs from the venue')
  expect(feedReason({ ...WELL, trial, socketLive: false, reason: 'cut off' }, 1000)).toBe('cut off')
})

it('tells the age of a poll, and what answers are known to be behind by', () => {
  expect(pollAge(5001.4, 0)).toBe('last polled 5001 ms ago')
  expect(pollAge(700, 14_999.6)).toBe('last polled 700 ms ago, and answers are 15000 ms behind the stream')
})
