// What a bot says of a market is what its positions say, in shares and units.

import { expect, it } from 'vitest'
import { marketBooks } from '../../src/bot/market-books.js'
import { MARKET } from '../venue/simulated/fills/scenario.js'

it('values what is held at the marks that onlookers see', () => {
  const asked: (number | undefined)[] = []
  const profit = { spread: 0.5, inventory: 1, fees: 0.25, total: 1.25 }
  const books = marketBooks(
    {
      positions: {
        position: () => ({ tokensRaw: [2n * MARKET.unitRaw, MARKET.unitRaw / 2n] }),
        pnl: (_market: unknown, fair: number | undefined) => {
          asked.push(fair)
          return profit
        },
      },
      estimates: { seenMarks: () => ({ fair: 0.25 }) },
    } as never,
    MARKET,
  )
  expect(books).toEqual({ pnl: profit, shares: [2, 0.5] })
  expect(asked).toEqual([0.25])
})
