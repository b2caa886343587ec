import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { netDirection, yesTicks } from '../../src/domain/market/yes-view.js'
import { addUnderMid } from '../../src/quoting/add-under-mid.js'
import { applyRules } from '../../src/quoting/apply-rules.js'
import type { GridQuote, QuotingContext } from '../../src/quoting/quoting-context.js'
import { anyContext, anyWishedQuote, CONTEXT, collectReasons, gridQuote as grid, wish } from './quoting-fixtures.js'

const LOT_RAW = CONTEXT.market.lotRaw
const anyWishes = fc.array(anyWishedQuote, { maxLength: 6 })
const run = (quotes: readonly GridQuote[], mid: number | undefined, netLots = 0) => {
  const { refuse, reasons } = collectReasons()
  const context = { ...CONTEXT, netRaw: BigInt(netLots) * LOT_RAW, ...(mid === undefined ? {} : { mid }) }
  const prices = addUnderMid(quotes, context, refuse).map(({ price }) => Number(price))
  return { prices, reasons }
}

describe('a quote that adds', () => {
  it('is moved back to the middle, on either outcome; one below stays', () => {
    expect(run([grid(0, 'BUY', 54), grid(1, 'BUY', 53)], 0.5).prices).toEqual([50, 50])
    expect(run([grid(0, 'BUY', 54), grid(1, 'BUY', 53)], 0.505).prices).toEqual([50, 49])
    expect(run([grid(0, 'BUY', 48), grid(1, 'BUY', 47)], 0.5).prices).toEqual([48, 47])
  })

  it('is refused where no price is left below the middle, and left alone where there was no book', () => {
    expect(run([grid(0, 'BUY', 5)], 0.004)).toEqual({ prices: [], reasons: ['above-mid'] })
    expect(run([grid(0, 'BUY', 54)], undefined).prices).toEqual([54])
  })

  it('is one of which anything is left when the position is flat', () => {
    expect(run([grid(0, 'BUY', 54, 1000)], 0.5, -1000).prices).toEqual([54])
    expect(run([grid(0, 'BUY', 54, 1001)], 0.5, -1000).prices).toEqual([50])
    expect(run([grid(1, 'BUY', 54, 1000)], 0.5, 1000).prices).toEqual([54])
  })

  it('may be a sale out of full sets, on either outcome; one of what is held beyond them reduces', () => {
    expect(run([grid(1, 'SELL', 40), grid(0, 'SELL', 40)], 0.5).prices).toEqual([50, 50])
    expect(run([grid(1, 'SELL', 40, 1000), grid(0, 'SELL', 40, 1000)], 0.5, 1000).prices).toEqual([50, 40])
    expect(run([grid(1, 'SELL', 40, 1000), grid(0, 'SELL', 40, 1000)], 0.5, -1000).prices).toEqual([40, 50])
    expect(run([grid(0, 'SELL', 40, 1001)], 0.5, 1000).prices).toEqual([50])
    expect(run([grid(0, 'SELL', 40)], 0.996)).toEqual({ prices: [], reasons: ['above-mid'] })
  })

  it('and a sale share what there is to reduce, the dearest for us first', () => {
    expect(run([grid(1, 'BUY', 54, 600), grid(0, 'SELL', 45, 600)], 0.5, 1000).prices).toEqual([50, 45])
    expect(run([grid(1, 'BUY', 56, 600), grid(0, 'SELL', 45, 600)], 0.5, 1000).prices).toEqual([56, 50])
  })
})

it('a bid that becomes a sale of what is held in full sets stands no further than the bid would', () => {
  const bid = { quotes: [wish(YES, 'BUY', 0.54), wish(NO, 'BUY', 0.4)] }
  const sets = 100n * CONTEXT.market.unitRaw
  const legal = (context: Partial<QuotingContext>) =>
    applyRules(bid, { ...CONTEXT, mid: 0.5, ...context }).quotes.map(({ outcome, side, price }) => [
      outcome,
      side,
      Number(price),
    ])
  expect(legal({})).toEqual([
    [YES, 'BUY', 50],
    [NO, 'BUY', 40],
  ])
  expect(legal({ useHeld: true, heldRaw: [sets, sets] })).toEqual([
    [YES, 'SELL', 60],
    [NO, 'SELL', 50],
  ])
})

it('after a jump the endangered side is refused and the other stays at the fair value, for every wish', () => {
  fc.assert(
    fc.property(anyContext, anyWishes, fc.constantFrom<-1 | 1>(-1, 1), (context, quotes, jump) => {
      const { ticksPerUnit } = context.market
      const legal = applyRules({ quotes }, { ...context, fair: 0.4, jump })
      for (const { outcome, side, price } of legal.quotes) {
        const bidsForYes = (outcome === 0) === (side === 'BUY')
        expect(bidsForYes).toBe(jump === 1)
        const ofYes = (outcome === 0 ? price : ticksPerUnit - price) / ticksPerUnit
        if (jump === 1) expect(ofYes).toBeLessThanOrEqual(0.4 + 1e-6)
        else expect(ofYes).toBeGreaterThanOrEqual(0.4 - 1e-6)
      }
    }),
  )
})

it('no quote that adds stands beyond the middle, for every wish', () => {
  fc.assert(
    fc.property(anyContext, anyWishes, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (context, quotes, mid) => {
      const { ticksPerUnit, lotRaw } = context.market
      const beyond = applyRules({ quotes }, { ...context, mid }).quotes.filter((quote) => {
        const ofYes = yesTicks(quote.outcome, quote.price, ticksPerUnit) / ticksPerUnit
        return netDirection(quote) * (ofYes - mid) > 1e-6
      })
      // whatever stands there brings the position down, and never past flat
      for (const direction of [1, -1] as const) {
        const ofOneSide = beyond.filter((quote) => netDirection(quote) === direction)
        const size = ofOneSide.reduce((sum, quote) => sum + BigInt(quote.size) * lotRaw, 0n)
        if (ofOneSide.length > 0) expect(size).toBeLessThanOrEqual(-BigInt(direction) * context.netRaw)
      }
    }),
  )
})
