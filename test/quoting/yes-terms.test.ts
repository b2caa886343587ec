import { describe, expect, test } from 'vitest'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import { NO, YES } from '../../src/domain/market/side.js'
import { atYesPrice, movedBack, othersTouch, ownTouch } from '../../src/quoting/yes-terms.js'
import { gridQuote, touchBook } from './quoting-fixtures.js'

describe('all in terms of YES', () => {
  test.each([
    [YES, 'BUY', 30],
    [YES, 'SELL', 30],
    [NO, 'BUY', 70],
    [NO, 'SELL', 70],
  ] as const)('outcome %d %s at 30', (outcome, side, price) => {
    const quote = gridQuote(outcome, side, 30)
    expect(atYesPrice(quote, price, 100)).toEqual(quote)
  })

  test("the others' touch takes the better of both books", () => {
    expect(othersTouch(touchBook({ yesBid: 40, noAsk: 55, yesAsk: 52, noBid: 49 }), 100)).toEqual({ bid: 45, ask: 51 })
    expect(othersTouch(touchBook({ yesBid: 46, noAsk: 55, yesAsk: 50, noBid: 49 }), 100)).toEqual({ bid: 46, ask: 50 })
    expect(othersTouch(EMPTY_BOOK, 100)).toEqual({ bid: -Infinity, ask: Infinity })
  })

  test('our own touch', () => {
    const quotes = [
      gridQuote(YES, 'BUY', 40),
      gridQuote(NO, 'SELL', 58),
      gridQuote(NO, 'BUY', 45),
      gridQuote(YES, 'SELL', 56),
    ]
    expect(ownTouch(quotes, 100)).toEqual({ bid: 42, ask: 55 })
    expect(ownTouch([], 100)).toEqual({ bid: -Infinity, ask: Infinity })
  })

  test('quotes move back only', () => {
    const limits = { ceiling: 45, floor: 50 }
    expect(movedBack(gridQuote(YES, 'BUY', 47), limits, 100).price).toBe(45)
    expect(movedBack(gridQuote(YES, 'BUY', 43), limits, 100).price).toBe(43)
    expect(movedBack(gridQuote(NO, 'BUY', 52), limits, 100).price).toBe(50)
    expect(movedBack(gridQuote(NO, 'BUY', 48), limits, 100).price).toBe(48)
  })
})
