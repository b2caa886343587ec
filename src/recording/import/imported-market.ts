// A market of a foreign recording: its terms by the mapping, and what its rows say, in ticks and lots.

import { createHash } from 'node:crypto'
import { isLegalPrice, type Ticks } from '../../domain/amounts/price.js'
import { lots } from '../../domain/amounts/size.js'
import { QuoinError } from '../../domain/error.js'
import { EMPTY_BOOK, type Level, type MarketBook } from '../../domain/market/book.js'
import type { Market } from '../../domain/market/market.js'
import { market as checkedMarket } from '../lines/domain-values.js'
import type { MappedMarket } from './mapping.js'
import { marketGrid, UNIT_RAW } from './market-grid.js'
import type { Row } from './rows.js'

/** Of a tick or a lot, so that floats of decimal numbers are on their grid. */
const SLACK = 1e-6

/** Throws `bad-tape` for terms that no market can have. */
export function importedMarket(terms: MappedMarket): Market {
  const grid = marketGrid(terms)
  if ('expected' in grid) {
    const { field, expected } = grid
    throw new QuoinError('bad-tape', `markets ${terms.id}: ${field}: ${expected}, got ${terms[field]}`)
  }
  const { ticksPerUnit, lotRaw } = grid
  const hash = createHash('sha256').update(terms.id).digest('hex')
  const token = (outcome: number) => BigInt(`0x${hash}`).toString() + outcome
  const [yes, no] = terms.outcomes
  return checkedMarket.parse({
    id: terms.id,
    conditionId: `0x${hash}`,
    question: terms.question,
    outcomes: [
      { outcomeId: `${terms.id}-0`, tokenId: token(0), name: yes },
      { outcomeId: `${terms.id}-1`, tokenId: token(1), name: no },
    ],
    ...{ ticksPerUnit, lotRaw: BigInt(lotRaw), minLots: 1, unitRaw: BigInt(UNIT_RAW) },
    ...{ status: 'OPEN', registration: 'REGISTERED', feeRateBps: terms.feeRateBps, endMs: terms.end, tagSlugs: [] },
    ...(terms.start === undefined ? {} : { startMs: terms.start }),
  })
}

export type PriceUnit = 'probability' | 'cents' | 'ticks'
export type SizeUnit = 'shares' | 'lots'

interface Place {
  readonly row: Row
  readonly field: string
}

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

export function numberOf(value: unknown, { row, field }: Place): number {
  const isDecimal = typeof value === 'string' && DECIMAL.test(value.trim())
  const number = typeof value === 'number' || isDecimal ? Number(value) : Number.NaN
  if (Number.isFinite(number)) return number
  throw new QuoinError(
    'bad-tape',
    `${row.place()}: ${field}: expected a number, got ${JSON.stringify(value) ?? 'nothing'}`,
  )
}

/** Whole ticks; `undefined` at or beyond 0 and 1, where recordings write that there is no offer. */
export function ticksOf(
  value: unknown,
  unit: PriceUnit,
  context: Place & { readonly market: Market },
): Ticks | undefined {
  const number = numberOf(value, context)
  const { ticksPerUnit } = context.market
  const exact = unit === 'ticks' ? number : (unit === 'cents' ? number / 100 : number) * ticksPerUnit
  const whole = Math.round(exact)
  if (Math.abs(whole - exact) > SLACK) {
    const words = `expected a multiple of ${1 / ticksPerUnit}, got ${number}`
    throw new QuoinError('bad-tape', `${context.row.place()}: ${context.field}: ${words}`)
  }
  return isLegalPrice(whole, ticksPerUnit) ? whole : undefined
}

/** The sum of hundreds of levels is exact still. */
const MOST_LOTS = 1e13

/** Lots, a part of one included. */
export function lotsOf(value: unknown, unit: SizeUnit, context: Place & { readonly market: Market }): number {
  const number = numberOf(value, context)
  if (number < 0) {
    throw new QuoinError('bad-tape', `${context.row.place()}: ${context.field}: expected at least 0, got ${number}`)
  }
  const { unitRaw, lotRaw } = context.market
  const exact = unit === 'lots' ? number : (number * Number(unitRaw)) / Number(lotRaw)
  if (exact <= MOST_LOTS) return exact
  const most = unit === 'lots' ? MOST_LOTS : (MOST_LOTS * Number(lotRaw)) / Number(unitRaw)
  throw new QuoinError(
    'bad-tape',
    `${context.row.place()}: ${context.field}: expected at most ${most} ${unit}, got ${number}`,
  )
}

/** Whole lots, rounded down. */
const wholeLots = (exact: number) => lots(Math.floor(exact + SLACK))

/** Levels of YES as the market's book; orders at one price are one level, and what is smaller than a lot is none. NO has no orders of its own. */
export function bookOfYes(
  bids: readonly (readonly [Ticks, number])[],
  asks: readonly (readonly [Ticks, number])[],
): MarketBook {
  const side = (levels: readonly (readonly [Ticks, number])[], sign: 1 | -1): readonly Level[] => {
    const exactAt = new Map<Ticks, number>()
    for (const [price, exact] of levels) exactAt.set(price, (exactAt.get(price) ?? 0) + exact)
    return [...exactAt]
      .map(([price, exact]) => ({ price, size: wholeLots(exact) }))
      .filter(({ size }) => size > 0)
      .sort((a, b) => sign * (a.price - b.price))
  }
  return [{ bids: side(bids, -1), asks: side(asks, 1) }, EMPTY_BOOK[1]]
}
