// What becomes of an incoming order: matched in price-time priority, then resting or cancelled by its type.

import { feeRaw } from '../../../../domain/amounts/money.js'
import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import { type ExchangeState, reportLevel, reportOrder } from '../exchange-state.js'
import { ladderOf, type MarketState } from '../markets/market-state.js'
import { lockRaw, type OrderState } from '../orders/order-state.js'
import { type MatchedTrade, type TradeSide, type TradeState, toPublicTrade } from '../trades/trade.js'
import { type Counterparty, counterparties, matchableLots, wouldMatch } from './counterparties.js'
import { endOrder, isMatchable, joinBook } from './resting.js'

/** Matches and places an order that is admitted and locked; its own record is the caller's to report. */
export function enterOrder(state: ExchangeState, market: MarketState, order: OrderState): void {
  const { type } = order.terms
  if (isMatchable(state, order)) {
    if (isRefused(market, order)) endOrder(state, order, 'cancelled_local')
    else matchOrder(state, market, order)
  }
  if (order.restingLots === 0 || order.ending !== undefined) return
  if (type === 'FOK' || type === 'FAK') endOrder(state, order, 'cancelled_local')
  else joinBook(state, market, order)
}

/** A POST_ONLY that would match, a FOK that would not match in full: neither trades. */
function isRefused(market: MarketState, { terms }: OrderState): boolean {
  if (terms.type === 'POST_ONLY') return wouldMatch(market, terms)
  return terms.type === 'FOK' && matchableLots(market, terms) < terms.size
}

function matchOrder(state: ExchangeState, market: MarketState, taker: OrderState): void {
  const { matches, meetsOwn } = matchesOf(market, taker)
  const trades = newTrades(state, taker, matches)
  if (trades.length > 0) carryOut(state, market, { taker, trades })
  if (meetsOwn) endOrder(state, taker, 'cancelled_local')
}

interface Match extends Counterparty {
  readonly sizeLots: number
}

interface Found {
  readonly matches: readonly Match[]
  /** The next one to match is of the same account. */
  readonly meetsOwn: boolean
}

function matchesOf(market: MarketState, taker: OrderState): Found {
  const matches: Match[] = []
  let left = taker.restingLots
  for (const counterparty of counterparties(market, taker.terms)) {
    const { maker } = counterparty
    if (maker.terms.account === taker.terms.account) return { matches, meetsOwn: true }
    const sizeLots = Math.min(left, maker.restingLots)
    matches.push({ ...counterparty, sizeLots })
    left -= sizeLots
    if (left === 0) break
  }
  return { matches, meetsOwn: false }
}

interface Taking {
  readonly taker: OrderState
  readonly trades: readonly TradeState[]
}

/** One transaction: whatever the chain does, it does to all of these. */
function carryOut(state: ExchangeState, market: MarketState, { taker, trades }: Taking): void {
  for (const tradeState of trades) {
    const { trade, makerOrder: maker, sizeLots } = tradeState
    startSettling(taker, sizeLots)
    startSettling(maker, sizeLots)
    taker.restingLots -= sizeLots
    ladderOf(market, maker.terms.outcome, maker.terms.side).resize(maker, -sizeLots)
    state.trades.add(tradeState)
    state.changes.trade(tradeState)
    state.emit({ kind: 'trade', trade: toPublicTrade(trade), makerHash: maker.terms.hash, takerHash: taker.terms.hash })
    reportLevel(state, market, maker)
    reportOrder(state, maker)
  }
  const dueMs = trades[0]?.trade.dueMs ?? state.nowMs
  state.due.add(dueMs, { kind: 'settlement', settlement: { takerOrder: taker, trades, dueMs } })
}

function startSettling(order: OrderState, sizeLots: number): void {
  order.balance.startSettling(lockRaw(order, sizeLots))
  order.pendingLots += sizeLots
}

/** All due at one moment. */
function newTrades(state: ExchangeState, taker: OrderState, matches: readonly Match[]): TradeState[] {
  if (matches.length === 0) return []
  const { settlement } = state.options
  const { conditionId } = taker.terms
  const matched = matches.map((match) => ({ match, trade: newTrade(state, taker, match) }))
  const extraMs = settlement.extraDelayMs?.({ conditionId, trades: matched.map(({ trade }) => trade) }) ?? 0
  const dueMs = state.nowMs + settlement.delayMs + extraMs
  return matched.map(({ match, trade }) => ({
    trade: { ...trade, dueMs },
    makerOrder: match.maker,
    takerOrder: taker,
    sizeLots: match.sizeLots,
    status: 'pending',
  }))
}

function newTrade(state: ExchangeState, taker: OrderState, match: Match): MatchedTrade {
  const { maker, price, matchType, sizeLots } = match
  const { fees } = state.options
  const { conditionId, lotRaw, ticksPerUnit } = taker.spec
  const sizeRaw = BigInt(sizeLots) * lotRaw
  const side = ({ terms }: OrderState, at: Ticks, pays: boolean): TradeSide => {
    const { hash, account, outcome, feeRateBps } = terms
    const fee = pays ? feeRaw({ side: terms.side, price: at, tokensRaw: sizeRaw, feeRateBps, ticksPerUnit }) : 0n
    return { hash, account, outcome, side: terms.side, price: at, feeRaw: fee }
  }
  return {
    tradeId: state.trades.nextTradeId(),
    conditionId,
    matchType,
    maker: side(maker, matchType === 'direct' ? price : complement(price, ticksPerUnit), fees.makerPays),
    taker: side(taker, price, fees.takerPays),
    sizeRaw,
    venueMs: state.nowMs,
  }
}
