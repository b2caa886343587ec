import { describe, expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { separateOwn } from '../../src/quoting/own-pair.js'
import { CONTEXT, collectReasons, gridQuote } from './quoting-fixtures.js'

function separated(quotes: ReturnType<typeof gridQuote>[], heldRaw: readonly [bigint, bigint] = [0n, 0n]) {
  const { reasons, refuse } = collectReasons()
  const kept = separateOwn(quotes, { ...CONTEXT, heldRaw }, refuse)
  return { prices: kept.map((quote) => quote.price), reasons }
}

describe('our own quotes do not meet', () => {
  test('bids that sum to 1 less a tick stay', () => {
    expect(separated([gridQuote(YES, 'BUY', 50), gridQuote(NO, 'BUY', 49)]).prices).toEqual([50, 49])
  })

  test('flat: both give way', () => {
    expect(separated([gridQuote(YES, 'BUY', 50), gridQuote(NO, 'BUY', 50)]).prices).toEqual([49, 50])
    expect(separated([gridQuote(YES, 'BUY', 52), gridQuote(NO, 'BUY', 51)]).prices).toEqual([50, 49])
  })

  test('holding one outcome, the bid that adds to it gives way', () => {
    const pair = [gridQuote(YES, 'BUY', 52), gridQuote(NO, 'BUY', 51)]
    expect(separated(pair, [9n, 0n]).prices).toEqual([48, 51])
    expect(separated(pair, [0n, 9n]).prices).toEqual([52, 47])
  })

  test('a sale against a bid on the same outcome, and two sales', () => {
    expect(separated([gridQuote(YES, 'BUY', 50), gridQuote(YES, 'SELL', 50)], [9n, 0n]).prices).toEqual([49, 50])
    expect(separated([gridQuote(YES, 'SELL', 50), gridQuote(NO, 'SELL', 50)], [9n, 9n]).prices).toEqual([50, 51])
  })

  test('levels behind the best stay where they are', () => {
    const quotes = [gridQuote(YES, 'BUY', 52), gridQuote(YES, 'BUY', 40), gridQuote(NO, 'BUY', 50)]
    expect(separated(quotes, [9n, 0n]).prices).toEqual([49, 40, 50])
  })

  test('without room there is no quote', () => {
    const { prices, reasons } = separated([gridQuote(YES, 'BUY', 1), gridQuote(NO, 'BUY', 99)], [9n, 0n])
    expect(prices).toEqual([99])
    expect(reasons).toEqual(['self-cross'])
  })
})
