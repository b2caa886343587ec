// Books, contexts and random ones for the tests of quoting.

import fc from 'fast-check'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Level, MarketBook } from '../../src/domain/market/book.js'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Outcome, Side } from '../../src/domain/market/side.js'
import type { WishedQuote } from '../../src/domain/orders/wish.js'
import type { GridQuote, QuotingContext, Refuse } from '../../src/quoting/quoting-context.js'

/** Ticks of 0.01, lots of 0.01 shares, at least 5 shares, 6 decimals. */
export const MARKET: QuotingContext['market'] = {
  conditionId: '0xc0' as ConditionId,
  ticksPerUnit: 100,
  lotRaw: 10_000n,
  minLots: lots(500),
  unitRaw: 1_000_000n,
}

export const CONTEXT: QuotingContext = {
  market: MARKET,
  others: EMPTY_BOOK,
  heldRaw: [0n, 0n],
  netRaw: 0n,
  feeRateBps: 0,
  useHeld: false,
  maxLevels: 5,
}

export const level = (price: number, size = 100): Level => ({ price: ticks(price), size: lots(size) })

/** A book from the best prices in ticks; absent where left out. */
export function touchBook(touch: { yesBid?: number; yesAsk?: number; noBid?: number; noAsk?: number }): MarketBook {
  const side = (price?: number) => (price === undefined ? [] : [level(price)])
  return [
    { bids: side(touch.yesBid), asks: side(touch.yesAsk) },
    { bids: side(touch.noBid), asks: side(touch.noAsk) },
  ]
}

export const wish = (outcome: Outcome, side: Side, price: number, size = 10): WishedQuote => ({
  outcome,
  side,
  price,
  size,
})

export const gridQuote = (outcome: Outcome, side: Side, price: number, size = 1000): GridQuote => ({
  outcome,
  side,
  price: ticks(price),
  size: lots(size),
})

/** A `Refuse` that keeps the reasons. */
export function collectReasons(): { reasons: string[]; refuse: Refuse } {
  const reasons: string[] = []
  return { reasons, refuse: (_quote, reason) => reasons.push(reason) }
}

export const anyWishedQuote: fc.Arbitrary<WishedQuote> = fc.record({
  outcome: fc.constantFrom<Outcome>(0, 1),
  side: fc.constantFrom<Side>('BUY', 'BUY', 'SELL'),
  price: fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0.001, max: 0.999, noNaN: true }) },
    { weight: 1, arbitrary: fc.double() },
  ),
  size: fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0, max: 500, noNaN: true }) },
    { weight: 1, arbitrary: fc.double() },
  ),
})

const anyTick = (ticksPerUnit: number) => fc.option(fc.integer({ min: 1, max: ticksPerUnit - 1 }), { nil: undefined })

export const anyContext: fc.Arbitrary<QuotingContext> = fc.constantFrom(10, 100, 200, 1000).chain((ticksPerUnit) =>
  fc
    .record({
      touch: fc.record({
        yesBid: anyTick(ticksPerUnit),
        yesAsk: anyTick(ticksPerUnit),
        noBid: anyTick(ticksPerUnit),
        noAsk: anyTick(ticksPerUnit),
      }),
      held: fc.tuple(fc.bigInt({ min: 0n, max: 300_000_000n }), fc.bigInt({ min: 0n, max: 300_000_000n })),
      feeRateBps: fc.constantFrom(0, 0, 50, 200, 1000),
      useHeld: fc.boolean(),
      maxLevels: fc.integer({ min: 1, max: 3 }),
      banded: fc.boolean(),
    })
    .map(({ touch, held, feeRateBps, useHeld, maxLevels, banded }): QuotingContext => {
      const present = Object.fromEntries(Object.entries(touch).filter(([, price]) => price !== undefined))
      return {
        market: { ...MARKET, ticksPerUnit },
        others: touchBook(present),
        heldRaw: held,
        netRaw: held[0] - held[1],
        feeRateBps,
        useHeld,
        maxLevels,
        ...(banded ? { band: { min: 0.1, max: 0.9 } } : {}),
      }
    }),
)
