import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AHEAD_MS, createVenueClock } from '../../../src/venue/session/venue-clock.js'
import { VirtualClock } from './virtual-clock.js'

const dateText = (ms: number) => new Date(ms).toUTCString()

describe('venue clock', () => {
  it('is the wall clock, without an error bound, until a response was seen', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    expect(venue.venueMs()).toBe(clock.wallMs())
    expect(venue.errorMs()).toBeUndefined()
    venue.onDate('nonsense', 0, 10)
    venue.onDate(undefined, 0, 10)
    expect(venue.errorMs()).toBeUndefined()
  })

  it('keeps the true venue time inside its bounds, for any skew and latency', () => {
    const sample = fc.record({
      pause: fc.integer({ min: 0, max: 3_000 }),
      out: fc.integer({ min: 0, max: 300 }),
      back: fc.integer({ min: 0, max: 300 }),
      event: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: -90_000, max: 90_000 }),
        fc.array(sample, { minLength: 1, maxLength: 40 }),
        (skew, samples) => {
          const clock = new VirtualClock()
          const venue = createVenueClock(clock)
          for (const { pause, out, back, event } of samples) {
            clock.advance(pause)
            const sent = clock.monoMs()
            clock.advance(out)
            const stamped = clock.wallMs() + skew
            clock.advance(back)
            if (event) venue.onEvent(stamped, clock.monoMs())
            else venue.onDate(dateText(stamped), sent, clock.monoMs())
            const error = venue.errorMs()
            if (error !== undefined)
              expect(Math.abs(venue.venueMs() - clock.wallMs() - skew)).toBeLessThanOrEqual(error + 0.01)
          }
          expect(venue.jumps()).toBe(0)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('is ahead of a venue whose texts are never late by half of what it allows them to be', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    for (let i = 0; i < 1000; i++) {
      clock.advance(137)
      venue.onDate(dateText(clock.wallMs()), clock.monoMs(), clock.monoMs())
      venue.onEvent(clock.wallMs(), clock.monoMs())
    }
    expect(Math.abs(venue.venueMs() - clock.wallMs() - AHEAD_MS)).toBeLessThan(3)
  })

  it('narrows to well under the one-second resolution with many responses', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    for (let i = 0; i < 50; i++) {
      clock.advance(137)
      const sent = clock.monoMs()
      clock.advance(10)
      venue.onDate(dateText(clock.wallMs() + 5_250), sent, clock.monoMs())
    }
    expect(venue.errorMs()).toBeLessThan(120)
    expect(Math.abs(venue.venueMs() - clock.wallMs() - 5_250)).toBeLessThan(120)
  })

  it('asks again before it believes a jump, and follows it then', () => {
    const clock = new VirtualClock()
    let asked = 0
    const venue = createVenueClock(clock, { onDoubt: () => asked++ })
    venue.onDate(dateText(clock.wallMs()), 0, 0)
    clock.advance(1_000)
    venue.onDate(dateText(clock.wallMs() + 20_000), 1_000, 1_000)
    expect(venue.jumps()).toBe(0)
    expect(Math.abs(venue.venueMs() - clock.wallMs())).toBeLessThanOrEqual(1_100)
    clock.advance(200)
    expect(asked).toBe(1)
    venue.onDate(dateText(clock.wallMs() + 20_000), 1_200, 1_200)
    expect(venue.jumps()).toBe(1)
    expect(Math.abs(venue.venueMs() - clock.wallMs() - 20_000)).toBeLessThanOrEqual(1_100)
  })

  it('forgets a single wrong date', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    for (const offMs of [0, 20_000, 0, -20_000, 20_000, 0]) {
      venue.onDate(dateText(clock.wallMs() + offMs), clock.monoMs(), clock.monoMs())
      clock.advance(1_000)
    }
    expect(venue.jumps()).toBe(0)
    expect(Math.abs(venue.venueMs() - clock.wallMs())).toBeLessThanOrEqual(1_100)
  })

  it('never follows further than allowed from the local clock, and says how far it is until it is back', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock, { maxOffsetMs: 30_000 })
    const date = (offMs: number) => {
      clock.advance(1_000)
      venue.onDate(dateText(clock.wallMs() + offMs), clock.monoMs(), clock.monoMs())
    }
    date(0)
    date(600_000)
    expect(venue.beyondMs()).toBeUndefined()
    date(600_000)
    expect(Math.abs((venue.beyondMs() ?? 0) - 600_000)).toBeLessThan(1_100)
    expect(Math.abs(venue.venueMs() - clock.wallMs())).toBeLessThanOrEqual(1_100)
    date(0)
    expect(venue.beyondMs()).toBeUndefined()
    expect(venue.jumps()).toBe(0)
  })

  it('knows nothing when the first dates are too far off', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    for (let i = 0; i < 3; i++) venue.onDate(dateText(clock.wallMs() - 3_600_000), 0, 0)
    expect(venue.errorMs()).toBeUndefined()
    expect(venue.beyondMs()).toBeLessThan(-3_598_000)
    expect(venue.venueMs()).toBe(clock.wallMs())
  })

  it('tells how long ago a stamp was at least, which is nothing until a response has been seen', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    expect(venue.lagMs(clock.wallMs() - 60_000)).toBe(0)
    venue.onDate(dateText(clock.wallMs()), 0, 0)
    clock.advance(10_000)
    // a date is of a whole second: up to one of the ten is the error
    expect(venue.lagMs(clock.wallMs() - 10_000)).toBeGreaterThan(9_990)
    expect(venue.lagMs(clock.wallMs() - 10_000)).toBeLessThanOrEqual(10_000)
    venue.onEvent(clock.wallMs() + 500, clock.monoMs())
    expect(venue.lagMs(clock.wallMs() - 10_000)).toBeCloseTo(10_500, -1)
    expect(venue.lagMs(clock.wallMs() + 60_000)).toBe(0)
  })

  it('ignores an event stamped outside the bounds of the responses', () => {
    const clock = new VirtualClock()
    const venue = createVenueClock(clock)
    venue.onDate(dateText(clock.wallMs()), 0, 0)
    const before = venue.venueMs()
    venue.onEvent(clock.wallMs() + 3_600_000, 0)
    expect(venue.venueMs()).toBe(before)
  })
})
