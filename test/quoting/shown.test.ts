import { expect, test } from 'vitest'
import { NO } from '../../src/domain/market/side.js'
import { asShown } from '../../src/quoting/shown.js'
import { gridQuote, MARKET, wish } from './quoting-fixtures.js'

test('ticks and lots in a person’s units', () => {
  expect(asShown(gridQuote(NO, 'BUY', 37, 1250), MARKET)).toEqual(wish(NO, 'BUY', 0.37, 12.5))
})
