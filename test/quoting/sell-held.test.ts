import { expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { sellOnlyHeld } from '../../src/quoting/sell-held.js'
import { CONTEXT, collectReasons, gridQuote } from './quoting-fixtures.js'

test('sales are cut to whole lots of the holding, the best price first', () => {
  const { reasons, refuse } = collectReasons()
  // 16.009999 shares: 1600 lots and dust
  const context = { ...CONTEXT, heldRaw: [16_009_999n, 0n] as const }
  const quotes = [
    gridQuote(YES, 'SELL', 60),
    gridQuote(YES, 'SELL', 61),
    gridQuote(YES, 'SELL', 62),
    gridQuote(NO, 'SELL', 30),
    gridQuote(NO, 'BUY', 30),
  ]
  expect(sellOnlyHeld(quotes, context, refuse)).toEqual([
    gridQuote(YES, 'SELL', 60),
    gridQuote(YES, 'SELL', 61, 600),
    gridQuote(NO, 'BUY', 30),
  ])
  expect(reasons).toEqual(['not-held', 'not-held'])
})
