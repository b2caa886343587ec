import { expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/side.js'
import { netDirection } from '../../src/domain/wish.js'

test('what a fill does to the net position in YES', () => {
  expect(netDirection({ outcome: YES, side: 'BUY' })).toBe(1)
  expect(netDirection({ outcome: YES, side: 'SELL' })).toBe(-1)
  expect(netDirection({ outcome: NO, side: 'BUY' })).toBe(-1)
  expect(netDirection({ outcome: NO, side: 'SELL' })).toBe(1)
})
