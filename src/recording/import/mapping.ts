// How a foreign recording is read: which column means what, in which unit, and the terms of its markets.

import { z } from 'zod'
import { utcMsOf } from '../../domain/utc-time.js'
import { type GridTerms, marketGrid } from './market-grid.js'

const column = z.string().min(1).describe('Name of the column; in JSON a path with dots')
const priceUnit = z.enum(['probability', 'cents', 'ticks'])
const sizeUnit = z.enum(['shares', 'lots'])
const price = z.strictObject({ column, unit: priceUnit.default('probability') })
const size = z.strictObject({ column, unit: sizeUnit.default('shares') })
const words = z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)

const ladder = z.strictObject({
  column,
  /** Where they stand in a level: an index or a name. */
  price: z.union([z.int(), z.string()]).default(0),
  size: z.union([z.int(), z.string()]).default(1),
})

const time = z.union([z.date().transform((date) => date.toISOString()), z.string()]).transform((text, context) => {
  const ms = utcMsOf(text)
  if (ms !== undefined) return ms
  context.addIssue({ code: 'custom', message: 'expected a time such as 2026-01-31T12:00:00Z' })
  return z.NEVER
})

const terms = z.strictObject({
  tickSize: z.number().gt(0).max(0.5),
  sizeStep: z.number().gt(0).default(1).describe('In shares'),
  end: time,
  start: time.optional(),
  feeRateBps: z.number().min(0).default(0),
})

function checkGrid(given: GridTerms, context: z.RefinementCtx): void {
  const grid = marketGrid(given)
  if ('expected' in grid) context.addIssue({ code: 'custom', path: [grid.field], message: grid.expected })
}

const market = terms.extend({
  id: z.string().min(1),
  question: z.string().min(1),
  outcomes: z.tuple([z.string(), z.string()]).default(['Yes', 'No']),
  /** What it was decided as, and when that became known. */
  winner: z.enum(['yes', 'no', 'cancelled']).optional(),
  decided: time.optional(),
})
export type MappedMarket = z.infer<typeof market>

export const tapeMapping = z
  .strictObject({
    format: z.enum(['csv', 'jsonl']),
    time: z.strictObject({ column, unit: z.enum(['iso', 's', 'ms', 'us', 'ns']) }),
    /** Absent: the recording is of the one market that is named below. */
    market: z.strictObject({ column }).optional(),
    /** A row with a price here is a trade. */
    trades: z
      .strictObject({
        price: price.describe('The price of YES, whichever outcome was taken'),
        size,
        /** Who took bought YES or NO; without it the side follows from the book before. */
        taker: z.strictObject({ column, yes: words, no: words }).optional(),
        id: column.optional(),
      })
      .optional(),
    /** A row with one of these columns tells the best bid and ask of YES. */
    quotes: z
      .strictObject({
        bid: price,
        ask: price,
        bidSize: size.optional(),
        askSize: size.optional(),
        size: z.number().gt(0).default(100).describe('Shares of a side whose size was not recorded'),
      })
      .optional(),
    /** A row with both of these columns tells the whole book of YES, as it stands after the trades of its time. */
    books: z
      .strictObject({
        bids: ladder,
        asks: ladder,
        priceUnit: priceUnit.default('probability'),
        sizeUnit: sizeUnit.default('shares'),
      })
      .optional(),
    gapSec: z.number().gt(0).optional().describe('A longer silence of a market is a gap'),
    markets: z.array(market.superRefine(checkGrid)).default([]),
    /** Terms of every market that is not named. */
    otherMarkets: terms.superRefine(checkGrid).optional(),
  })
  .refine((given) => given.trades !== undefined || given.quotes !== undefined || given.books !== undefined, {
    error: 'expected at least one of trades, quotes, books',
  })
  .refine((given) => given.market !== undefined || given.markets.length === 1, {
    error: 'expected market.column, or exactly one market',
  })
export type TapeMapping = z.infer<typeof tapeMapping>

/** Every column that a mapping names, and what it is there. */
export function namedColumns({ time, market, trades, quotes, books }: TapeMapping): ReadonlyMap<string, string> {
  const named: readonly (readonly [string, string | undefined])[] = [
    ['time', time.column],
    ['market', market?.column],
    ['trades.price', trades?.price.column],
    ['trades.size', trades?.size.column],
    ['trades.taker', trades?.taker?.column],
    ['trades.id', trades?.id],
    ['quotes.bid', quotes?.bid.column],
    ['quotes.ask', quotes?.ask.column],
    ['quotes.bidSize', quotes?.bidSize?.column],
    ['quotes.askSize', quotes?.askSize?.column],
    ['books.bids', books?.bids.column],
    ['books.asks', books?.asks.column],
  ]
  return new Map(named.flatMap(([key, name]) => (name === undefined ? [] : [[name, key] as const])))
}
