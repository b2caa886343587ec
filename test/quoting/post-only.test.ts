import { describe, expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { keepPostOnly } from '../../src/quoting/post-only.js'
import { CONTEXT, collectReasons, gridQuote, touchBook } from './quoting-fixtures.js'

function guarded(quote: ReturnType<typeof gridQuote>, touch: Parameters<typeof touchBook>[0]) {
  const { reasons, refuse } = collectReasons()
  const [kept] = keepPostOnly([quote], { ...CONTEXT, others: touchBook(touch) }, refuse)
  return kept?.price ?? reasons[0]
}

describe('a resting quote meets nobody', () => {
  test('a bid on YES stays a tick under the ask, direct or implied by the bid on NO', () => {
    expect(guarded(gridQuote(YES, 'BUY', 55), { yesAsk: 52 })).toBe(51)
    expect(guarded(gridQuote(YES, 'BUY', 55), { noBid: 50 })).toBe(49)
    expect(guarded(gridQuote(YES, 'BUY', 55), { yesAsk: 52, noBid: 50 })).toBe(49)
    expect(guarded(gridQuote(YES, 'BUY', 48), { yesAsk: 52, noBid: 50 })).toBe(48)
  })

  test('a bid on NO likewise', () => {
    expect(guarded(gridQuote(NO, 'BUY', 55), { noAsk: 52 })).toBe(51)
    expect(guarded(gridQuote(NO, 'BUY', 55), { yesBid: 47 })).toBe(52)
  })

  test('a sale of YES stays a tick over the bid, direct or implied by the ask on NO', () => {
    expect(guarded(gridQuote(YES, 'SELL', 40), { yesBid: 45 })).toBe(46)
    expect(guarded(gridQuote(YES, 'SELL', 40), { noAsk: 52 })).toBe(49)
    expect(guarded(gridQuote(NO, 'SELL', 40), { noBid: 45 })).toBe(46)
  })

  test('without room there is no quote', () => {
    expect(guarded(gridQuote(YES, 'BUY', 3), { yesAsk: 1 })).toBe('would-cross')
    expect(guarded(gridQuote(NO, 'BUY', 3), { yesBid: 99 })).toBe('would-cross')
    expect(guarded(gridQuote(YES, 'SELL', 98), { yesBid: 99 })).toBe('would-cross')
  })
})
