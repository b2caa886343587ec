// A made tape may be of any length: what is over in its world is let go of.

import { expect, it } from 'vitest'
import { usedBytes } from '../used-bytes.js'
import { longTape } from './made-markets.js'

it('takes no more memory the longer it is', () => {
  let told = 0
  let before: number | undefined
  for (const batch of longTape()) {
    told += batch.length
    // past the life of the first markets, all that lives has come and gone
    if (told > 40_000) before ??= usedBytes()
  }
  expect(told).toBeGreaterThan(100_000)
  // twenty bytes for each more; with all of its orders, matches and markets kept it was ten times that
  expect(usedBytes() - (before ?? 0)).toBeLessThan(20 * 60_000)
})
