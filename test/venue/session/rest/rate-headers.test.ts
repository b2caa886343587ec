import { expect, it } from 'vitest'
import { readTold } from '../../../../src/venue/session/rest/rate-headers.js'

const NOW = 'Sun, 01 Mar 2026 11:59:50 GMT'
const blockOf = (headers: Record<string, string>) => readTold(429, headers).block

it('reads limits and what is left, each by itself, and nothing that is no whole number', () => {
  const headers = {
    'x-ratelimit-limit-short': '10',
    'x-ratelimit-remaining-short': '0',
    'x-ratelimit-limit-medium': '0',
    'x-ratelimit-remaining-medium': '-3',
  }
  expect(readTold(200, headers)).toEqual({ short: { limit: 10, remaining: 0 }, medium: {} })
  expect(readTold(503, headers)).toMatchObject({ failed: true, short: { limit: 10 } })
})

it('keeps silent for the longest time that is asked for', () => {
  expect(blockOf({ 'retry-after-short': '1', 'retry-after-medium': '60', 'retry-after': '7' })).toEqual({
    ...{ waitMs: 60_000, window: 'medium' },
  })
  expect(blockOf({ 'retry-after-short': '1', 'retry-after': '7' })).toEqual({ waitMs: 7_000 })
  expect(blockOf({ date: NOW })).toEqual({})
})

it('reads the date that a proxy sends in the place of seconds, by the clock of its own answer', () => {
  const until = (text: string, date?: string) => blockOf({ 'retry-after': text, ...(date ? { date } : {}) })
  expect(until('Sun, 01 Mar 2026 12:00:20 GMT', NOW)).toEqual({ waitMs: 30_000 })
  expect(until('Sun, 01 Mar 2026 11:00:00 GMT', NOW)).toEqual({ waitMs: 0 })
  expect(blockOf({ 'retry-after-medium': '60', 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT', date: NOW })).toEqual({
    ...{ waitMs: 60_000, window: 'medium' },
  })
  // nobody says what time it is there
  expect(until('Sun, 01 Mar 2026 12:00:20 GMT')).toEqual({})
  for (const nonsense of ['1.5', '-3', 'soon', 'tomorrow GMT', '']) expect(until(nonsense, NOW)).toEqual({})
})
