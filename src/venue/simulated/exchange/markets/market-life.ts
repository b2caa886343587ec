// A market's way: OPEN -> CLOSED -> RESOLVED | CANCELLED, the middle step optional; leaving OPEN cancels what rests.

import { QuoinError } from '../../../../domain/error.js'
import { type Address, type ConditionId, isFinal, type MarketStatus } from '../../../../domain/market/market.js'
import { payoutOf } from '../../../../domain/market/payout.js'
import type { Outcome } from '../../../../domain/market/side.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, marketOf, reportOrder } from '../exchange-state.js'
import { checkFeeRate, checkMarketSpec, type MarketSpec } from './market-spec.js'
import { type MarketState, newMarketState } from './market-state.js'
import { checkOrderGrid, isOnGrid, type OrderGrid } from './order-grid.js'

/** Throws `bad-argument` for impossible numbers, `conflict` for a market that exists. */
export function addMarket(state: ExchangeState, spec: MarketSpec): void {
  checkMarketSpec(spec)
  if (state.markets.has(spec.conditionId)) {
    throw new QuoinError('conflict', `conditionId: ${spec.conditionId} exists already`)
  }
  const market = newMarketState(spec, state.orders.table)
  state.markets.set(spec.conditionId, market)
  state.changes.market(spec.conditionId)
  state.due.addMarketEnd(spec.endMs, market)
}

export function setMarketFee(state: ExchangeState, conditionId: ConditionId, feeRateBps: number): void {
  checkFeeRate(feeRateBps)
  const market = marketOf(state, conditionId)
  if (market.feeRateBps === feeRateBps) return
  market.feeRateBps = feeRateBps
  state.changes.market(conditionId)
  state.tell.fee(conditionId, feeRateBps)
}

/** What rests beside the new grid is cancelled: nothing may stand in the book where no order may. */
function changeGrid(state: ExchangeState, market: MarketState, grid: OrderGrid): void {
  checkOrderGrid(grid, market.spec)
  market.grid = grid
  state.changes.market(market.spec.conditionId)
  const { table } = state.orders
  for (const order of market.live.toArray(table)) {
    const restingLots = table.restingLots(order)
    if (restingLots === 0 || isOnGrid(grid, table.price(order), restingLots)) continue
    endOrder(state, order, 'cancelled_local')
    reportOrder(state, order)
  }
}

interface MarketEnd {
  readonly status: Exclude<MarketStatus, 'OPEN'>
  readonly winner?: Outcome
}

export type MarketChange = MarketEnd | { readonly grid: OrderGrid }

/**
 * Throws `market-not-open` when the market is already resolved or cancelled, `bad-argument` for an impossible grid. Closing a closed market does
 * nothing.
 */
export function changeMarket(state: ExchangeState, market: MarketState, change: MarketChange): void {
  if ('grid' in change) changeGrid(state, market, change.grid)
  else endMarket(state, market, change)
}

function endMarket(state: ExchangeState, market: MarketState, { status, winner }: MarketEnd): void {
  if (market.status === status && status === 'CLOSED') return
  if (isFinal(market)) {
    throw new QuoinError('market-not-open', `market ${market.spec.id}: cannot become ${status}, it is ${market.status}`)
  }
  const { conditionId } = market.spec
  market.status = status
  market.winner = winner
  state.changes.market(conditionId)
  state.tell.market(conditionId, status, winner)
  const { table } = state.orders
  for (const order of market.live.toArray(table)) {
    if (table.restingLots(order) === 0) continue
    endOrder(state, order, 'cancelled_local')
    reportOrder(state, order)
  }
  for (const ladder of market.ladders) ladder.letGo()
  if (isFinal(market)) redeemAfterEnd(state, market, state.ledger.holders(conditionId))
}

/** Where holdings redeem themselves: pays these accounts and the fee account. */
export function redeemAfterEnd(state: ExchangeState, market: MarketState, accounts: readonly Address[]): void {
  if (!state.options.autoRedeem) return
  for (const account of accounts) redeemHolding(state, market, account)
  state.ledger.redeemFees(market.spec.conditionId, payoutOf(market.winner))
}

/** Pays the account for its available tokens: raw collateral. Throws `bad-request` while the payouts are not known. */
export function redeemHolding(state: ExchangeState, market: MarketState, account: Address): bigint {
  requireFinal(market)
  state.accounts.noteMoved(state.accounts.of(account))
  return state.ledger.redeem(account, market.spec.conditionId, payoutOf(market.winner))
}

/** The same for the tokens collected as fees. */
export function redeemFees(state: ExchangeState, market: MarketState): bigint {
  requireFinal(market)
  return state.ledger.redeemFees(market.spec.conditionId, payoutOf(market.winner))
}

/**
 * Lets go of a market that is over, for whoever asks for no history; false while an order is not settled or somebody has tokens. To be asked
 * after what is over of its orders was let go of.
 */
export function forgetMarket(state: ExchangeState, conditionId: ConditionId): boolean {
  const { markets, ledger, accounts, orders } = state
  const market = markets.get(conditionId)
  if (market === undefined) return true
  if (!isFinal(market) || market.live.size > 0) return false
  if (ledger.supplyRaw(conditionId).some((raw) => raw > 0n)) return false
  for (const account of ledger.holders(conditionId)) accounts.get(account)?.forgetTokens(conditionId)
  ledger.forgetMarket(conditionId)
  orders.table.markets.forget(market)
  markets.delete(conditionId)
  return true
}

export function splitSets(
  { ledger }: ExchangeState,
  market: MarketState,
  { account, sizeRaw }: { readonly account: Address; readonly sizeRaw: bigint },
): void {
  const { spec, status } = market
  if (isFinal(market)) throw QuoinError.refusal('market-not-open', `split: market ${spec.id} is ${status}`)
  ledger.split(account, spec.conditionId, sizeRaw)
}

function requireFinal(market: MarketState): void {
  if (isFinal(market)) return
  throw new QuoinError('bad-request', `redeem: expected a RESOLVED or CANCELLED market, it is ${market.status}`)
}
