import { expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { keepInBand } from '../../src/quoting/price-band.js'
import { CONTEXT, collectReasons, gridQuote } from './quoting-fixtures.js'

test('quotes outside the band are refused; its ends belong to it', () => {
  const { reasons, refuse } = collectReasons()
  const quotes = [5, 7, 8, 93, 94].map((price) => gridQuote(YES, 'BUY', price))
  const kept = keepInBand([...quotes, gridQuote(NO, 'SELL', 4)], { ...CONTEXT, band: { min: 0.07, max: 0.93 } }, refuse)
  expect(kept.map((quote) => quote.price)).toEqual([7, 8, 93])
  expect(reasons).toEqual(['price-band', 'price-band', 'price-band'])
})

test('the band is one of prices of YES', () => {
  const { refuse } = collectReasons()
  const band = { min: 0.05, max: 0.9 }
  const quotes = [8, 12].map((price) => gridQuote(NO, 'BUY', price))
  expect(keepInBand(quotes, { ...CONTEXT, band }, refuse).map(({ price }) => price)).toEqual([12])
})

test('without a band every price is fine', () => {
  const { refuse } = collectReasons()
  expect(keepInBand([gridQuote(YES, 'BUY', 1)], CONTEXT, refuse)).toHaveLength(1)
})
