// What an account has done and holds, as tables of exact decimals: fills, fees, complete sets, and what redeeming pays.

import type { Holding } from '../domain/account/account.js'
import { valueRaw } from '../domain/amounts/money.js'
import { QuoinError } from '../domain/error.js'
import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import { payoutRaw } from '../domain/market/payout.js'
import { type Fill, fillPrice, fillValueRaw } from '../domain/orders/fill.js'

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | undefined)[])[]
}

type Markets = ReadonlyMap<ConditionId, Market>

/** Raw units as a decimal, exact to the last digit. */
export function decimal(raw: bigint, unitRaw: bigint): string {
  const digits = unitRaw.toString().length - 1
  const sign = raw < 0n ? '-' : ''
  const text = (raw < 0n ? -raw : raw).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const rest = text.slice(text.length - digits).replace(/0+$/, '')
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`
}

const of = (markets: Markets, id: ConditionId): Market => {
  const market = markets.get(id)
  if (market === undefined) throw new QuoinError('internal', `expected market ${id} to have been read`)
  return market
}
const oldestFirst = (fills: readonly Fill[]) => [...fills].sort((a, b) => a.venueMs - b.venueMs)
const time = (ms: number) => new Date(ms).toISOString()
const named = (market: Market) => [market.id, market.conditionId, market.question]
const MOST_DIGITS = 9

/** A price has as many digits as its tick; between the ticks of today, as many as what was paid, in whole raw units, still tells. */
function priceText(fill: Fill, { ticksPerUnit }: Market): string {
  const told = Math.max(0, fill.sizeRaw.toString().length - 2)
  const digits = fill.paidRaw === undefined ? MOST_DIGITS : Math.min(MOST_DIGITS, told)
  return String(Number(fillPrice(fill, ticksPerUnit).toFixed(digits)))
}
const outcome = (fill: Fill) => (fill.outcome === 0 ? 'YES' : 'NO')

export function fillsTable(fills: readonly Fill[], markets: Markets): Table {
  const head = [
    'time',
    'market',
    'condition_id',
    'question',
    'outcome',
    'side',
    'price',
    'shares',
    'collateral',
    'fee',
    'fee_in',
    'liquidity',
    'status',
    'trade_id',
    'order_hash',
  ]
  const rows = oldestFirst(fills).map((fill) => {
    const market = of(markets, fill.conditionId)
    const { unitRaw, ticksPerUnit } = market
    const paid = fillValueRaw(fill, ticksPerUnit)
    return [
      ...[time(fill.venueMs), ...named(market), outcome(fill), fill.side, priceText(fill, market)],
      ...[decimal(fill.sizeRaw, unitRaw), decimal(fill.side === 'BUY' ? -paid : paid, unitRaw)],
      ...[decimal(fill.feeRaw, unitRaw), fill.side === 'BUY' ? 'tokens' : 'collateral'],
      ...[fill.liquidity, fill.status, fill.tradeId, fill.hash],
    ]
  })
  return { head, rows }
}

const worthRaw = ({ price, paidRaw, sizeRaw, feeRaw }: Fill, ticksPerUnit: number) =>
  paidRaw === undefined ? valueRaw(price, feeRaw, ticksPerUnit) : (paidRaw * feeRaw) / sizeRaw

/** Fills that cost something. A fee in tokens is worth the price of its fill. */
export function feesTable(fills: readonly Fill[], markets: Markets): Table {
  const head = [
    'time',
    'market',
    'condition_id',
    'question',
    'fee',
    'fee_in',
    'fee_collateral',
    'liquidity',
    'status',
    'trade_id',
  ]
  const rows = oldestFirst(fills)
    .filter(({ feeRaw }) => feeRaw > 0n)
    .map((fill) => {
      const market = of(markets, fill.conditionId)
      const { unitRaw, ticksPerUnit } = market
      const isInTokens = fill.side === 'BUY'
      const worth = isInTokens ? worthRaw(fill, ticksPerUnit) : fill.feeRaw
      return [
        ...[time(fill.venueMs), ...named(market), decimal(fill.feeRaw, unitRaw), isInTokens ? 'tokens' : 'collateral'],
        ...[decimal(worth, unitRaw), fill.liquidity, fill.status, fill.tradeId],
      ]
    })
  return { head, rows }
}

const lesser = ([yes, no]: readonly [bigint, bigint]) => (yes < no ? yes : no)

/** Pairs of YES and NO in markets that go on: each pays one unit whatever happens, and can be merged. */
export function setsTable(holdings: readonly Holding[], markets: Markets): Table {
  const head = ['market', 'condition_id', 'question', 'yes', 'no', 'sets', 'collateral']
  const rows = holdings
    .filter(({ conditionId, tokensRaw }) => lesser(tokensRaw) > 0n && !isFinal(of(markets, conditionId)))
    .map(({ conditionId, tokensRaw }) => {
      const market = of(markets, conditionId)
      const [yes, no, sets] = [...tokensRaw, lesser(tokensRaw)].map((raw) => decimal(raw, market.unitRaw))
      return [...named(market), yes, no, sets, sets]
    })
  return { head, rows }
}

/** Tokens of markets that are over: the winner's pay one unit, those of a cancelled market half a unit. */
export function redemptionsTable(holdings: readonly Holding[], markets: Markets): Table {
  const head = ['market', 'condition_id', 'question', 'status', 'winner', 'yes', 'no', 'collateral']
  const rows = holdings
    .filter(({ conditionId, tokensRaw: [yes, no] }) => yes + no > 0n && isFinal(of(markets, conditionId)))
    .map(({ conditionId, tokensRaw }) => {
      const market = of(markets, conditionId)
      const { winner, status, unitRaw } = market
      const pays = payoutRaw(market, tokensRaw)
      return [
        ...[...named(market), status, winner === undefined ? undefined : winner === 0 ? 'YES' : 'NO'],
        ...[...tokensRaw.map((raw) => decimal(raw, unitRaw)), pays === undefined ? undefined : decimal(pays, unitRaw)],
      ]
    })
  return { head, rows }
}
