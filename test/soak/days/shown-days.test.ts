import { expect, it } from 'vitest'
import { shownDays } from './shown-days.js'

it('has a row for each day, and what went wrong', () => {
  const day = { day: 1, orders: 11_000, fills: 20, over: 2, heapMb: 50.04, journalMb: 1.2344, stepUs: 99.96 }
  const text = shownDays({ days: [day, { ...day, day: 2 }], faults: ['the disk is full'], wallSeconds: 3.4 })
  expect(text.split('\n')).toEqual([
    'DAY  ORDERS  FILLS  MARKETS OVER  HEAP MB  JOURNAL MB  STEP US',
    '  1   11000     20             2     50.0       1.234    100.0',
    '  2   11000     20             2     50.0       1.234    100.0',
    '3 s',
    'the disk is full',
    '',
  ])
})
