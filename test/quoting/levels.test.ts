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

test('sizes that are together more than any order can be are refused later, as one of them is', () => {
  const { reasons, refuse } = collectReasons()
  const much = gridQuote(YES, 'BUY', 40, 6e15)
  const [merged] = boundLevels([much, much], { ...CONTEXT, maxLevels: 2 }, refuse)
  expect(merged?.size).toBe(Number.MAX_SAFE_INTEGER)
  expect(reasons).toEqual([])
})
