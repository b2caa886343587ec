import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { marketBookKey, shortName } from '../../../src/fleet/markets/book-key.js'

it('are short, and of one fleet', () => {
  expect(shortName(`0x${'ab'.repeat(32)}` as ConditionId)).toBe('0xabababababababab')
  expect(marketBookKey('1:live:desk')).toBe('quoin:markets:1:live:desk')
})
