// What becomes of an incoming order: matched in price-time priority, then resting or cancelled by its type.

import type { PublicTrade } from '../../../domain/fill.js'
import { feeRaw } from '../../../domain/money.js'
import { complement, type Ticks } from '../../../domain/price.js'
import { type Counterparty, counterparties, matchableLots, wouldMatch } from './counterparties.js'
import { type ExchangeState, reportLevel, reportOrder } from './exchange-state.js'
import { ladderOf, type MarketState } from './market-state.js'
import { lockRaw, type OrderState } from './order-state.js'
import { endOrder, isMatchable, joinBook } from './resting.js'
import { type ExchangeTrade, type TradeSide, type TradeState, toPublicTrade } from './trade.js'

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
  for (const counterparty of counterparties(market, taker.terms)) {
    if (counterparty.maker.terms.account === taker.terms.account) {
      endOrder(state, taker, 'cancelled_local')
      return
    }
    match(state, market, { taker, ...counterparty })
    if (taker.restingLots === 0) return
  }
}

interface Match extends Counterparty {
  readonly taker: OrderState
}

function match(state: ExchangeState, market: MarketState, { taker, maker, price, matchType }: Match): void {
  const sizeLots = Math.min(taker.restingLots, maker.restingLots)
  startSettling(taker, sizeLots)
  startSettling(maker, sizeLots)
  taker.restingLots -= sizeLots
  ladderOf(market, maker.terms.outcome, maker.terms.side).resize(maker, -sizeLots)
  const trade = newTrade(state, { taker, maker, price, matchType, sizeLots })
  const tradeState: TradeState = { trade, makerOrder: maker, takerOrder: taker, sizeLots, status: 'pending' }
  state.trades.add(tradeState)
  state.changes.trade(tradeState)
  state.due.add(trade.dueMs, { kind: 'settlement', trade: tradeState })
  state.emit({ kind: 'trade', trade: toPublicTrade(trade), makerHash: maker.terms.hash, takerHash: taker.terms.hash })
  reportLevel(state, market, maker)
  reportOrder(state, maker)
}

function startSettling(order: OrderState, sizeLots: number): void {
  order.pot.startSettling(lockRaw(order, sizeLots))
  order.pendingLots += sizeLots
}

interface TradeInput {
  readonly taker: OrderState
  readonly maker: OrderState
  readonly price: Ticks
  readonly matchType: PublicTrade['matchType']
  readonly sizeLots: number
}

function newTrade(state: ExchangeState, { taker, maker, price, matchType, sizeLots }: TradeInput): ExchangeTrade {
  const { fees, settlement } = state.options
  const { conditionId, lotRaw, ticksPerUnit } = taker.spec
  const sizeRaw = BigInt(sizeLots) * lotRaw
  const side = ({ terms }: OrderState, at: Ticks, pays: boolean): TradeSide => {
    const { hash, account, outcome, feeRateBps } = terms
    const fee = pays ? feeRaw({ side: terms.side, price: at, tokensRaw: sizeRaw, feeRateBps, ticksPerUnit }) : 0n
    return { hash, account, outcome, side: terms.side, price: at, feeRaw: fee }
  }
  const trade = {
    tradeId: state.trades.nextTradeId(),
    conditionId,
    matchType,
    maker: side(maker, matchType === 'direct' ? price : complement(price, ticksPerUnit), fees.makerPays),
    taker: side(taker, price, fees.takerPays),
    sizeRaw,
    venueMs: state.nowMs,
  }
  const extraMs = settlement.extraDelayMs?.(trade) ?? 0
  return { ...trade, dueMs: state.nowMs + settlement.delayMs + extraMs }
}
