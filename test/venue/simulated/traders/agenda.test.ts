import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agenda } from '../../../../src/venue/simulated/traders/agenda.js'

describe('Agenda', () => {
  it('runs by time, and at one moment in the order of planning', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const agenda = new Agenda()
        const done: { time: number; index: number }[] = []
        times.forEach((time, index) => {
          agenda.plan(time, () => done.push({ time, index }))
        })
        agenda.runUntil(20)
        const expected = times
          .map((time, index) => ({ time, index }))
          .sort((a, b) => a.time - b.time || a.index - b.index)
        expect(done).toEqual(expected)
      }),
    )
  })

  it('runs errands planned on the way and leaves later ones', () => {
    const agenda = new Agenda()
    const done: number[] = []
    agenda.plan(1.25, (nowMs) => {
      done.push(nowMs)
      agenda.plan(2, (atMs) => done.push(atMs))
      agenda.plan(9, (atMs) => done.push(atMs))
    })
    expect(agenda.nextDueMs()).toBe(2)
    agenda.runUntil(5)
    expect(done).toEqual([1.25, 2])
    expect(agenda.nextDueMs()).toBe(9)
    agenda.runUntil(9)
    expect(agenda.nextDueMs()).toBeUndefined()
  })
})
