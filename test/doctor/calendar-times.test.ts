import { expect, it } from 'vitest'
import { calendarTimes } from '../../src/doctor/calendar-times.js'
import { configWith } from '../keys/bot-file.js'
import { A, B, market } from '../risk/builders.js'

const TOLD = market(A, { id: 'm1', tagSlugs: ['football'], matchStartMs: 5 })
const UNTOLD = market(B, { id: 'm2', tagSlugs: ['football'] })
const stop = { beforeSec: 300, afterSec: 9000, action: 'stop' }

const found = (entry: object, markets = [TOLD, UNTOLD]) =>
  calendarTimes(configWith({ risk: { calendar: [{ ...stop, at: 'kick-off', ...entry }] } }), markets)

it('names markets of which the venue does not tell what the calendar goes by', () => {
  expect(found({ tags: ['football'] })).toEqual([
    {
      name: 'kick-offs',
      verdict: 'warning',
      evidence: 'risk.calendar.0.at: kick-off, which the venue does not tell of m2',
      fix: expect.stringContaining('quoted through it'),
    },
  ])
  expect(found({ markets: ['m1', B] })).toMatchObject([{ evidence: expect.stringMatching(/of m2$/) }])
  expect(found({ at: 'match-end', tags: ['football'] })).toMatchObject([{ evidence: expect.stringMatching(/m1, m2$/) }])
})

it('takes an entry for all markets for one about those that are matches, unless none is', () => {
  expect(found({})).toMatchObject([{ verdict: 'ok' }])
  expect(found({}, [UNTOLD])).toMatchObject([{ verdict: 'warning' }])
})

it('has nothing against times that are told, and says nothing where none is gone by', () => {
  expect(found({ markets: ['m1'] })).toMatchObject([{ verdict: 'ok' }])
  expect(found({ at: 'close' })).toEqual([])
  expect(found({ tags: ['tennis'] })).toEqual([])
  expect(found({}, [])).toEqual([])
})
