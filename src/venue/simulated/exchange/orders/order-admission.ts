// The checks an order passes before it may trade, in the order in which a refusal names them, and its lock.

import { isLegalPrice } from '../../../../domain/amounts/price.js'
import { QuoinError } from '../../../../domain/error.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { Ledger } from '../../ledger/ledger.js'
import type { ExchangeState } from '../exchange-state.js'
import type { MarketState } from '../markets/market-state.js'
import type { NewOrder } from './new-order.js'
import { nonceOf } from './nonces.js'
import { lockRaw, newOrderState, type OrderState } from './order-state.js'

/**
 * Locks the order's balance and registers it.
 * Throws `market-not-open`, `bad-request` (nonce), `bad-amounts`, `fee-changed`, `bad-expiration`, `too-many-orders` or `insufficient-balance`; then nothing has changed.
 */
export function admitOrder(state: ExchangeState, market: MarketState, terms: NewOrder): OrderState {
  if (market.status !== 'OPEN') {
    throw QuoinError.refusal('market-not-open', `market ${market.spec.id}: expected OPEN, it is ${market.status}`)
  }
  const nonce = nonceOf(state, terms.account)
  if (terms.nonce !== undefined && terms.nonce !== nonce) {
    throw QuoinError.refusal('bad-request', `nonce: expected ${nonce}, got ${terms.nonce}`)
  }
  checkAmounts(market, terms)
  if (terms.feeRateBps !== market.feeRateBps) {
    throw QuoinError.refusal('fee-changed', `feeRateBps: expected ${market.feeRateBps}, got ${terms.feeRateBps}`)
  }
  checkExpiration(terms, state.nowMs)
  checkOpenOrders(state, terms)
  const balance = fundedBalance(state.ledger, terms)
  const order = newOrderState({ terms, spec: market.spec, balance, nonce, nowMs: state.nowMs })
  balance.lock(lockRaw(order, order.restingLots), terms.side === 'BUY' ? 'collateral' : 'tokens')
  state.orders.add(order)
  return order
}

/** Orders in settlement count: a failed one may rest again, and the account would have more than it may. */
function checkOpenOrders({ options: { maxOpenOrders }, orders }: ExchangeState, { account }: NewOrder): void {
  const open = orders.liveCount(account)
  if (open < maxOpenOrders) return
  throw QuoinError.refusal(
    'too-many-orders',
    `orders: expected at most ${maxOpenOrders} open orders of an account, got ${open + 1}`,
  )
}

/** Whoever owns nothing is refused before a balance is made: refusals must leave nothing behind. */
function fundedBalance(ledger: Ledger, { account, side, conditionId, outcome }: NewOrder): AssetBalance {
  const ownedRaw =
    side === 'BUY' ? ledger.collateral(account).totalRaw : ledger.tokens(account, conditionId).tokensRaw[outcome]
  if (ownedRaw === 0n) {
    throw QuoinError.refusal(
      'insufficient-balance',
      `${side === 'BUY' ? 'collateral' : 'tokens'}: expected some, got 0`,
    )
  }
  return side === 'BUY' ? ledger.collateralBalance(account) : ledger.tokenBalance(account, conditionId, outcome)
}

function checkAmounts({ spec }: MarketState, order: NewOrder): void {
  const { size } = order
  // a plain number: the brand does not promise a legal price
  const price: number = order.price
  if (!isLegalPrice(price, spec.ticksPerUnit)) {
    throw QuoinError.refusal('bad-amounts', `price: expected 1 to ${spec.ticksPerUnit - 1} ticks, got ${price}`)
  }
  if (!Number.isSafeInteger(size) || size < Math.max(1, spec.minLots)) {
    const [least, got] = [Math.max(1, spec.minLots), size].map((lots) => shownRaw(lots, spec.lotRaw))
    throw QuoinError.refusal('bad-amounts', `size: expected at least ${least} raw units, got ${got}`)
  }
}

/** In the units of the wire. */
function shownRaw(lots: number, lotRaw: bigint): string {
  return Number.isSafeInteger(lots) ? (BigInt(lots) * lotRaw).toString() : `${lots} lots`
}

function checkExpiration({ type, expirationSec }: NewOrder, nowMs: number): void {
  if (type === 'GTD' && expirationSec === 0) {
    throw QuoinError.refusal('bad-expiration', 'expiration: a GTD order needs one, got 0')
  }
  if (!Number.isSafeInteger(expirationSec) || expirationSec < 0) {
    throw QuoinError.refusal('bad-expiration', `expiration: expected whole unix seconds or 0, got ${expirationSec}`)
  }
  if (expirationSec !== 0 && expirationSec * 1000 <= nowMs) {
    throw QuoinError.refusal(
      'bad-expiration',
      `expiration: expected after ${Math.floor(nowMs / 1000)} unix seconds, got ${expirationSec}`,
    )
  }
}
