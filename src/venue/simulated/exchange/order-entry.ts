// The checks an order passes before it may trade, in the order in which a refusal names them, and its lock.

import { QuoinError } from '../../../domain/error.js'
import { isLegalPrice } from '../../../domain/price.js'
import type { ExchangeState } from './exchange-state.js'
import type { MarketState } from './market-state.js'
import type { NewOrder } from './new-order.js'
import { lockRaw, newOrderState, type OrderState } from './order-state.js'

/**
 * Locks the order's balance and registers it.
 * Throws `market-not-open`, `bad-amounts`, `fee-changed`, `bad-expiration` or `insufficient-balance`; then nothing has changed.
 */
export function admitOrder(state: ExchangeState, market: MarketState, terms: NewOrder): OrderState {
  if (market.status !== 'OPEN') {
    throw new QuoinError('market-not-open', `market ${market.spec.id}: expected OPEN, it is ${market.status}`)
  }
  checkAmounts(market, terms)
  if (terms.feeRateBps !== market.feeRateBps) {
    throw new QuoinError('fee-changed', `feeRateBps: expected ${market.feeRateBps}, got ${terms.feeRateBps}`)
  }
  checkExpiration(terms, state.nowMs)
  const pot =
    terms.side === 'BUY'
      ? state.ledger.collateralPot(terms.account)
      : state.ledger.tokenPot(terms.account, terms.conditionId, terms.outcome)
  const order = newOrderState({ terms, spec: market.spec, pot, nowMs: state.nowMs })
  pot.lock(lockRaw(order, order.restingLots), terms.side === 'BUY' ? 'collateral' : 'tokens')
  state.orders.add(order)
  return order
}

function checkAmounts({ spec }: MarketState, order: NewOrder): void {
  const { size } = order
  // a plain number: the brand does not promise a legal price
  const price: number = order.price
  if (!isLegalPrice(price, spec.ticksPerUnit)) {
    throw new QuoinError('bad-amounts', `price: expected 1 to ${spec.ticksPerUnit - 1} ticks, got ${price}`)
  }
  if (!Number.isSafeInteger(size) || size < Math.max(1, spec.minLots)) {
    throw new QuoinError('bad-amounts', `size: expected at least ${Math.max(1, spec.minLots)} lots, got ${size}`)
  }
}

function checkExpiration({ type, expirationSec }: NewOrder, nowMs: number): void {
  if (type === 'GTD' && expirationSec === 0) {
    throw new QuoinError('bad-expiration', 'expiration: a GTD order needs one, got 0')
  }
  if (!Number.isSafeInteger(expirationSec) || expirationSec < 0) {
    throw new QuoinError('bad-expiration', `expiration: expected whole unix seconds or 0, got ${expirationSec}`)
  }
  if (expirationSec !== 0 && expirationSec * 1000 <= nowMs) {
    throw new QuoinError('bad-expiration', `expiration: expected after ${nowMs} ms, got ${expirationSec * 1000} ms`)
  }
}
