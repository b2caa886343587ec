import { expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { boundLevels } from '../../src/quoting/levels.js'
import { CONTEXT, collectReasons, gridQuote } from './quoting-fixtures.js'

test('one quote per price, best first, no more than allowed', () => {
  const { reasons, refuse } = collectReasons()
  const quotes = [
    gridQuote(NO, 'BUY', 30),
    gridQuote(YES, 'SELL', 60),
    gridQuote(YES, 'BUY', 41),
    gridQuote(YES, 'BUY', 43, 600),
    gridQuote(YES, 'BUY', 42),
    gridQuote(YES, 'BUY', 43, 700),
    gridQuote(YES, 'SELL', 55),
  ]
  expect(boundLevels(quotes, { ...CONTEXT, maxLevels: 2 }, refuse)).toEqual([
    gridQuote(YES, 'BUY', 43, 1300),
    gridQuote(YES, 'BUY', 42),
    gridQuote(YES, 'SELL', 55),
    gridQuote(YES, 'SELL', 60),
    gridQuote(NO, 'BUY', 30),
  ])
  expect(reasons).toEqual(['too-many-levels'])
})
