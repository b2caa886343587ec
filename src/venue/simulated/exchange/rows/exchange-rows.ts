// The exchange as rows that outlive the process: plain data, written after each change and read at the next start.
//
//   locks and settling parts are not kept: they follow from the orders

import type { Address, ConditionId, Hex, MarketStatus } from '../../../../domain/market/market.js'
import type { Outcome } from '../../../../domain/market/side.js'
import type { OrderStatus } from '../../../../domain/orders/order.js'
import type { LedgerSums } from '../../ledger/ledger.js'
import type { ExchangeState } from '../exchange-state.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { OrderGrid } from '../markets/order-grid.js'
import { nonceOf } from '../orders/nonces.js'
import { type OrderFacts, statusOf } from '../orders/order-facts.js'
import type { OrderTable } from '../orders/order-table.js'
import { readOrder } from '../orders/read-order.js'
import { type Match, tradeOf } from '../trades/match.js'
import type { TradeWithStatus } from '../trades/trade.js'
import type { BalancePlace } from './change-log.js'

export interface OrderRow extends OrderFacts {
  readonly cancelAsked: boolean
  readonly onLadder: boolean
  readonly arrival: number
  /** 0 when absent. */
  readonly nonce?: number
}

export interface TradeRow extends TradeWithStatus {
  readonly sizeLots: number
  readonly makerHash: Hex
  readonly takerHash: Hex
}

export interface MarketRow {
  readonly spec: MarketSpec
  readonly status: MarketStatus
  readonly winner: Outcome | undefined
  readonly feeRateBps: number
  /** Every tick and lot when absent. */
  readonly grid?: OrderGrid
  readonly backingRaw: bigint
  readonly feeTokensRaw: readonly [bigint, bigint]
}

export interface BalanceRow extends BalancePlace {
  readonly totalRaw: bigint
}

export interface NonceRow {
  readonly account: Address
  readonly nonce: number
}

export interface ExchangeSums extends LedgerSums {
  readonly nowMs: number
  readonly arrivals: number
  readonly trades: number
}

export interface ExchangeRows {
  readonly sums: ExchangeSums
  /** New ones in the order in which they came. */
  readonly orders: readonly OrderRow[]
  readonly trades: readonly TradeRow[]
  readonly markets: readonly MarketRow[]
  readonly balances: readonly BalanceRow[]
  readonly nonces: readonly NonceRow[]
}

/** Whether the order must be in memory: it may still be matched, cancelled or settled. */
export function isUnfinished(order: Pick<OrderRow, 'ending' | 'filledLots' | 'pendingLots' | 'restingLots'>): boolean {
  const status: OrderStatus = statusOf(order)
  return order.pendingLots > 0 || status === 'open' || status === 'partially_filled'
}

/** What changed since the last time, as it is now. Matches that are settled are the archive's from here on. */
export function takeRows(state: ExchangeState): ExchangeRows {
  const { orders, trades, markets, balances, nonces } = state.changes.take()
  const tradeRows = [...trades].map((match) => tradeRow(state.trades.view.at(match)))
  for (const match of trades) state.trades.forget(match)
  const { nowMs, arrivals, ledger } = state
  return {
    sums: { nowMs, arrivals, trades: state.trades.count, ...ledger.sums() },
    orders: [...orders].map((order) => orderRow(state.orders.table, order)),
    trades: tradeRows,
    markets: [...markets].flatMap((conditionId) => marketRow(state, conditionId) ?? []),
    balances: balances.map(({ account, place }) => ({ account, place, totalRaw: totalOf(state, { account, place }) })),
    nonces: [...nonces].map((account) => ({ account, nonce: nonceOf(state, account) })),
  }
}

function orderRow(orders: OrderTable, order: number): OrderRow {
  const facts = readOrder(orders, order)
  const { terms, createdMs, updatedMs, filledLots, pendingLots, restingLots, ending } = facts
  return {
    terms,
    spec: { lotRaw: facts.spec.lotRaw },
    createdMs,
    updatedMs,
    filledLots,
    pendingLots,
    restingLots,
    ending,
    cancelAsked: orders.cancelAsked(order),
    onLadder: orders.onLadder(order),
    arrival: orders.arrival(order),
    nonce: orders.nonce(order),
  }
}

function tradeRow(match: Match): TradeRow {
  const { sizeLots, status, makerHash, takerHash } = match
  return { trade: tradeOf(match), sizeLots, status, makerHash, takerHash }
}

function marketRow({ markets, ledger }: ExchangeState, conditionId: ConditionId): MarketRow | undefined {
  const market = markets.get(conditionId)
  if (market === undefined) return undefined
  const { spec, status, winner, feeRateBps, grid } = market
  const [yes, no] = ledger.feesCollected.tokensRaw(conditionId)
  const backingRaw = ledger.backingRaw(conditionId)
  return { spec, status, winner, feeRateBps, grid, backingRaw, feeTokensRaw: [yes, no] }
}

function totalOf(
  { ledger }: ExchangeState,
  { account, place }: { account: Address; place: BalancePlace['place'] },
): bigint {
  const balance =
    place === undefined
      ? ledger.collateralBalance(account)
      : ledger.tokenBalance(account, place.conditionId, place.outcome)
  return balance.totalRaw
}
