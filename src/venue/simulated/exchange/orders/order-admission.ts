// The checks an order passes before it may trade, in the order in which a refusal names them, and its lock.

import { isLegalPrice } from '../../../../domain/amounts/price.js'
import { legIndex } from '../../../../domain/market/side.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import { lotTicksRaw } from '../../ledger/lot-tick.js'
import type { AccountState } from '../accounts/account-state.js'
import type { ExchangeState } from '../exchange-state.js'
import { ladderOf, type MarketState } from '../markets/market-state.js'
import { Refusal } from '../refusal.js'
import type { NewOrder } from './new-order.js'

/**
 * Locks the order's balance and registers it: its slot. Refuses as `market-not-open`, `bad-request` (nonce), `bad-amounts`, `fee-changed`,
 * `bad-expiration`, `too-many-orders` or `insufficient-balance`; then nothing has changed.
 */
export function admitOrder(state: ExchangeState, market: MarketState, terms: NewOrder): number | Refusal {
  const account = state.accounts.visit(terms.account)
  const refusal =
    whyNotOpen(market) ??
    whyNotNonce(account, terms) ??
    whyNotAmounts(market, terms) ??
    whyNotRoom(market, terms) ??
    whyNotFee(market, terms) ??
    whyNotExpiration(terms, state.nowMs) ??
    whyNotMore(state, account)
  if (refusal !== undefined) return refusal
  const balance = account.fundsFor(terms)
  if (balance === undefined) return new Refusal('insufficient-balance', `${lockedName(terms)}: expected some, got 0`)
  if (!balance.lock(terms.size, lockTicksOf(market, terms), market.tick)) return notEnough(balance, market, terms)
  state.accounts.keep(account)
  const order = state.orders.add(terms, account, market)
  state.orders.table.begin(order, balance, state.nowMs)
  return order
}

function whyNotOpen({ spec, status }: MarketState): Refusal | undefined {
  if (status === 'OPEN') return undefined
  return new Refusal('market-not-open', `market ${spec.id}: expected OPEN, it is ${status}`)
}

function whyNotNonce({ nonce }: AccountState, terms: NewOrder): Refusal | undefined {
  if (terms.nonce === undefined || terms.nonce === nonce) return undefined
  return new Refusal('bad-request', `nonce: expected ${nonce}, got ${terms.nonce}`)
}

function whyNotAmounts({ spec, grid }: MarketState, order: NewOrder): Refusal | undefined {
  const { size } = order
  // a plain number: the brand does not promise a legal price
  const price: number = order.price
  if (!isLegalPrice(price, spec.ticksPerUnit)) {
    return new Refusal('bad-amounts', `price: expected 1 to ${spec.ticksPerUnit - 1} ticks, got ${price}`)
  }
  if (price % grid.tick !== 0) {
    return new Refusal('bad-amounts', `price: expected a multiple of ${grid.tick}/${spec.ticksPerUnit}, got ${price}`)
  }
  const least = Math.max(1, grid.minLots)
  if (Number.isSafeInteger(size) && size >= least) {
    if (size % grid.step === 0) return undefined
    const [step, given] = [grid.step, size].map((lots) => shownRaw(lots, spec.lotRaw))
    return new Refusal('bad-amounts', `size: expected a multiple of ${step} raw units, got ${given}`)
  }
  const [expected, got] = [least, size].map((lots) => shownRaw(lots, spec.lotRaw))
  return new Refusal('bad-amounts', `size: expected at least ${expected} raw units, got ${got}`)
}

/** What rests at one price is counted in a number. */
function whyNotRoom(market: MarketState, { outcome, side, price, size }: NewOrder): Refusal | undefined {
  const ladder = ladderOf(market, legIndex({ outcome, side }))
  if (ladder.hasRoomAt(price, size)) return undefined
  const { lotRaw } = market.spec
  const [most, given] = [Number.MAX_SAFE_INTEGER - ladder.totalAt(price), size].map((lots) => shownRaw(lots, lotRaw))
  return new Refusal('bad-amounts', `size: expected at most ${most} raw units beside what rests there, got ${given}`)
}

/** In the units of the wire. */
function shownRaw(lots: number, lotRaw: bigint): string {
  return Number.isSafeInteger(lots) ? (BigInt(lots) * lotRaw).toString() : `${lots} lots`
}

function whyNotFee({ feeRateBps }: MarketState, terms: NewOrder): Refusal | undefined {
  if (terms.feeRateBps === feeRateBps) return undefined
  return new Refusal('fee-changed', `feeRateBps: expected ${feeRateBps}, got ${terms.feeRateBps}`)
}

function whyNotExpiration({ type, expirationSec }: NewOrder, nowMs: number): Refusal | undefined {
  if (type === 'GTD' && expirationSec === 0) {
    return new Refusal('bad-expiration', 'expiration: a GTD order needs one, got 0')
  }
  if (!Number.isSafeInteger(expirationSec) || expirationSec < 0) {
    return new Refusal('bad-expiration', `expiration: expected whole unix seconds or 0, got ${expirationSec}`)
  }
  if (expirationSec === 0 || expirationSec * 1000 > nowMs) return undefined
  const nowSec = Math.floor(nowMs / 1000)
  return new Refusal('bad-expiration', `expiration: expected after ${nowSec} unix seconds, got ${expirationSec}`)
}

/** Orders in settlement count: a failed one may rest again, and the account would have more than it may. */
function whyNotMore({ options: { maxOpenOrders } }: ExchangeState, { live }: AccountState): Refusal | undefined {
  if (live.size < maxOpenOrders) return undefined
  return new Refusal(
    'too-many-orders',
    `orders: expected at most ${maxOpenOrders} open orders of an account, got ${live.size + 1}`,
  )
}

function notEnough(balance: AssetBalance, market: MarketState, terms: NewOrder): Refusal {
  const needsRaw = lotTicksRaw(terms.size, lockTicksOf(market, terms), market.tick)
  return new Refusal(
    'insufficient-balance',
    `${lockedName(terms)}: needs ${needsRaw} raw units, available ${balance.availableRaw}`,
  )
}

/** Behind each lot: the limit price, or the token itself. */
function lockTicksOf({ spec }: MarketState, { side, price }: NewOrder): number {
  return side === 'BUY' ? price : spec.ticksPerUnit
}

function lockedName({ side }: NewOrder): string {
  return side === 'BUY' ? 'collateral' : 'tokens'
}
