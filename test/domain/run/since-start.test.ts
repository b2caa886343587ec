import { expect, it } from 'vitest'
import { SinceStart } from '../../../src/domain/run/since-start.js'

it('is the first moment by what is known of the clock later', () => {
  const since = new SinceStart()
  expect(since.startVenueMs({ monoMs: 500, wallMs: 0, venueMs: 10_000 })).toBe(10_000)
  // meanwhile the venue's clock turned out to be 200 ms behind
  expect(since.startVenueMs({ monoMs: 2500, wallMs: 0, venueMs: 11_800 })).toBe(9800)
})
