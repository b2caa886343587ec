import { describe, expect, it } from 'vitest'
import type { Halt } from '../../../src/domain/run/standing.js'
import { HaltNotes } from '../../../src/report/run/halt-notes.js'

const START_MS = Date.UTC(2026, 0, 31, 12)
const halt = (minute: number, reason: string, actor = 'kill switch'): Halt => ({
  ...{ cause: 'drawdown', reason, actor, atMs: START_MS + minute * 60_000 },
})

describe('halts of a run', () => {
  it('are all told with their times, the resumed ones too', () => {
    const notes = new HaltNotes()
    notes.look(undefined)
    for (let look = 0; look < 3; look++) notes.look(halt(1, 'drawdown: 30.00 from the peak, allowed 25'))
    notes.look(undefined)
    const second = halt(9, 'to see', 'anna')
    notes.look(second)
    expect(notes.words(second)).toBe(
      'drawdown: 30.00 from the peak, allowed 25 (kill switch, 2026-01-31 12:01:00 UTC, resumed); to see (anna, 2026-01-31 12:09:00 UTC)',
    )
    expect(notes.words(undefined)).toMatch(/12:09:00 UTC, resumed\)$/)
  })

  it('are none, or one that came after the last look, or too many to tell', () => {
    expect(new HaltNotes().words(undefined)).toBeUndefined()
    expect(new HaltNotes().words(halt(1, 'late'))).toBe('late (kill switch, 2026-01-31 12:01:00 UTC)')
    const many = new HaltNotes()
    for (let minute = 0; minute < 8; minute++) many.look(halt(minute, 'again'))
    expect(many.words(undefined)).toMatch(/; and 3 more$/)
  })
})
