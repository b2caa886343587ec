import { expect, it } from 'vitest'
import { spanOfSeconds } from '../../../src/telemetry/terminal/span-of-seconds.js'

it('says seconds, and minutes where they are many', () => {
  expect([0, 4200, 99_900, 100_000, 3_600_000].map(spanOfSeconds)).toEqual(['0.0s', '4.2s', '99.9s', '2m', '60m'])
})
