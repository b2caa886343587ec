import { expect, it } from 'vitest'
import { DateHeader } from '../../../src/server/http/date-header.js'

const NOW_MS = Date.UTC(2026, 10, 25, 12, 0, 0)
const ANSWER = { status: 200, headers: {}, body: {} }

it('follows the venue second by second, either way, and is the same within one', () => {
  const date = new DateHeader()
  const at = (ms: number) => date.of(ANSWER, NOW_MS + ms).headers['date']
  expect([0, 999, 1000, 61_500, -1].map(at)).toEqual([
    'Wed, 25 Nov 2026 12:00:00 GMT',
    'Wed, 25 Nov 2026 12:00:00 GMT',
    'Wed, 25 Nov 2026 12:00:01 GMT',
    'Wed, 25 Nov 2026 12:01:01 GMT',
    'Wed, 25 Nov 2026 11:59:59 GMT',
  ])
})

it('leaves an answer the date that it brings', () => {
  const headers = { date: 'Thu, 01 Jan 1970 00:00:00 GMT' }
  expect(new DateHeader().of({ ...ANSWER, headers }, NOW_MS).headers).toEqual(headers)
})
