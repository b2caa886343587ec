import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../src/risk/caution/calendar.js'
import { calendar } from '../../../src/risk/caution/calendar-schema.js'
import { market } from '../builders.js'

const KICK_OFF = Date.parse('2026-11-03T18:00:00Z')
const SEC = 1000
const match = market(undefined, {
  matchStartMs: KICK_OFF,
  matchEndMs: KICK_OFF + 9000 * SEC,
  endMs: KICK_OFF + 10_000 * SEC,
})

type Entry = Parameters<typeof calendar.parse>[0]
const at = (entries: Entry, ms: number, of = match) => new Calendar(calendar.parse(entries)).at(of, ms)

const STOP = { at: 'kick-off', beforeSec: 60, afterSec: 30, action: 'stop' }

describe('the calendar', () => {
  it.each([
    ['long before', -61, undefined],
    ['from the first moment', -60, 'calendar'],
    ['at the time itself', 0, 'calendar'],
    ['to the last', 29.999, 'calendar'],
    ['not after it', 30, undefined],
  ])('stops %s', (_, sec, reason) => {
    expect(at([STOP], KICK_OFF + sec * SEC)?.stop?.reason).toBe(reason)
  })

  it.each([
    ['kick-off', KICK_OFF],
    ['match-end', KICK_OFF + 9000 * SEC],
    ['close', KICK_OFF + 10_000 * SEC],
    ['2026-11-03T20:00:00+01:00', KICK_OFF + 3600 * SEC],
  ])('knows %s', (word, ms) => {
    const entries = [{ ...STOP, at: word }]
    expect(at(entries, ms)?.stop).toBeDefined()
    expect(at(entries, ms - 61 * SEC)?.stop).toBeUndefined()
  })

  it('says nothing of a kick-off that the venue does not tell', () => {
    expect(at([STOP], KICK_OFF, market())).toMatchObject({ stop: undefined, untilMs: Number.POSITIVE_INFINITY })
  })

  it('takes the widest of those that widen, and says until when', () => {
    const entries = [
      { ...STOP, action: 'widen', factor: 3 },
      { ...STOP, action: 'widen', beforeSec: 30, factor: 5 },
    ]
    expect(at(entries, KICK_OFF - 50 * SEC)).toMatchObject({ widen: 3, untilMs: KICK_OFF - 30 * SEC })
    expect(at(entries, KICK_OFF - 30 * SEC)).toMatchObject({ widen: 5, untilMs: KICK_OFF + 30 * SEC })
  })

  it.each([
    ['a market id', { markets: [match.id] }, true],
    ['a condition id', { markets: [match.conditionId] }, true],
    ['a condition id in capitals', { markets: [match.conditionId.replace(/[a-f]/g, (c) => c.toUpperCase())] }, true],
    ['another market', { markets: ['m-other'] }, false],
    ['one of its tags', { tags: ['rugby', 'soccer'] }, true],
    ['another tag', { tags: ['rugby'] }, false],
    ['both, of which one is another', { markets: [match.id], tags: ['rugby'] }, false],
  ])('concerns whom it names: %s', (_, who, isStopped) => {
    const found = at([{ ...STOP, ...who }], KICK_OFF, { ...match, tagSlugs: ['soccer'] })?.stop
    expect(found !== undefined).toBe(isStopped)
  })

  it('gives the same object while nothing changes, and another when the kick-off moves', () => {
    const of = new Calendar(calendar.parse([STOP]))
    const first = of.at(match, KICK_OFF)
    expect(of.at(match, KICK_OFF + SEC)).toBe(first)
    const moved = { ...match, matchStartMs: KICK_OFF + 3600 * SEC }
    expect(of.at(moved, KICK_OFF)?.stop).toBeUndefined()
    expect(of.at(moved, KICK_OFF + 3600 * SEC)?.stop).toBeDefined()
  })

  it('is nothing without entries', () => {
    expect(new Calendar([]).at(match, KICK_OFF)).toBeUndefined()
  })

  it.each([
    ['no time at all', { ...STOP, beforeSec: 0, afterSec: 0 }, /seconds before it or after it/],
    ['a day without a zone', { ...STOP, at: '2026-11-03T18:00:00' }, /at/],
    ['a word it does not know', { ...STOP, at: 'half-time' }, /at/],
    ['an action it does not know', { ...STOP, action: 'panic' }, /action/],
  ])('refuses %s', (_, entry, words) => {
    expect(() => calendar.parse([entry])).toThrow(words)
  })
})
