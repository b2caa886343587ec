// Carries random operations out on several venues at once.

import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Address, Hex } from '../../../../src/domain/market/market.js'
import type { Outcome } from '../../../../src/domain/market/side.js'
import type { Exchange, MarketSpec, NewOrder } from '../../../../src/venue/simulated/exchange/exchange.js'
import { accountAt, MARKETS, marketAt, type Operation, type OrderWish } from './operations.js'

const HASH_BASE = 1000

/** Remembers time, hashes and signed fees while a sequence of operations runs. */
export class Run {
  nowMs = 1_000
  readonly sent: NewOrder[] = []
  readonly nonces = new Map<number, number>()
  readonly fees: number[] = MARKETS.map((spec) => spec.feeRateBps)

  /** The order of a wish, at the fee effective now. */
  order({ account: index, market: at, livesSec, staleFee, wrongNonce, ...wished }: OrderWish): NewOrder {
    const hash: Hex = `0x${HASH_BASE + this.sent.length}`
    const order: NewOrder = {
      ...pick(wished),
      hash,
      account: accountAt(index),
      conditionId: marketAt(at).conditionId,
      expirationSec: livesSec === undefined ? 0 : Math.floor(this.nowMs / 1000) + livesSec,
      feeRateBps: (this.fees[at] ?? 0) + (staleFee ? 1 : 0),
      nonce: Math.abs(this.nonceOf(index) - (wrongNonce ? 1 : 0)),
    }
    this.sent.push(order)
    return order
  }

  nonceOf(index: number): number {
    return this.nonces.get(index) ?? 0
  }

  /** One of the last orders sent. */
  recent(index: number): NewOrder | undefined {
    return this.sent[this.sent.length - 1 - index]
  }
}

function pick({
  outcome: o,
  side,
  price,
  size,
  type,
}: Pick<OrderWish, 'outcome' | 'side' | 'price' | 'size' | 'type'>) {
  return { outcome: o, side, price: ticks(price), size: lots(size), type }
}

/** What one side of a comparison can be asked to do; each answers nothing or throws with a `code`. */
export interface Venue {
  submit(order: NewOrder, nowMs: number): void
  cancel(hash: Hex, account: Address, nowMs: number): void
  cancelAll(account: Address, spec: MarketSpec, nowMs: number): void
  raiseNonce(account: Address, nowMs: number): void
  advance(nowMs: number): void
  split(account: Address, spec: MarketSpec, raw: bigint): void
  merge(account: Address, spec: MarketSpec, raw: bigint): void
  redeem(account: Address, spec: MarketSpec): void
  setFee(spec: MarketSpec, feeRateBps: number): void
  close(spec: MarketSpec, nowMs: number): void
  cancelMarket(spec: MarketSpec, nowMs: number): void
  resolve(spec: MarketSpec, winner: Outcome, nowMs: number): void
}

/** The core as a `Venue`. */
export function coreVenue(exchange: Exchange): Venue {
  return {
    submit: (order, nowMs) => void exchange.submit(order, nowMs),
    cancel: (hash, address, nowMs) => void exchange.cancel(hash, address, nowMs),
    cancelAll: (address, spec, nowMs) => void exchange.cancelAll(address, spec.conditionId, nowMs),
    raiseNonce: (address, nowMs) => void exchange.raiseNonce(address, nowMs),
    advance: (nowMs) => exchange.advance(nowMs),
    split: (address, spec, raw) => exchange.split(address, spec.conditionId, raw),
    merge: (address, spec, raw) => exchange.merge(address, spec.conditionId, raw),
    redeem: (address, spec) => void exchange.redeem(address, spec.conditionId),
    setFee: (spec, feeRateBps) => exchange.setFee(spec.conditionId, feeRateBps),
    close: (spec, nowMs) => exchange.close(spec.conditionId, nowMs),
    cancelMarket: (spec, nowMs) => exchange.cancelMarket(spec.conditionId, nowMs),
    resolve: (spec, winner, nowMs) => exchange.resolve(spec.conditionId, winner, nowMs),
  }
}

/** Carries out one operation on every venue; returns each one's error code, `undefined` for success. */
export function carryOut(operation: Operation, run: Run, venues: readonly Venue[]): (string | undefined)[] {
  const act = action(operation, run)
  return venues.map((venue) => codeOf(() => act(venue)))
}

function action(op: Operation, run: Run): (venue: Venue) => void {
  switch (op.do) {
    case 'submit': {
      const order = run.order(op.wish)
      return (venue) => venue.submit(order, run.nowMs)
    }
    case 'resubmit': {
      const order = run.recent(op.pick)
      if (order === undefined) return () => {}
      const again = op.changed ? { ...order, size: lots(order.size + 1) } : { ...order }
      return (venue) => venue.submit(again, run.nowMs)
    }
    case 'cancel': {
      const order = run.recent(op.pick)
      const by = op.stranger ? '0xdead' : order?.account
      return (venue) => venue.cancel(order?.hash ?? '0x0', by ?? '0xdead', run.nowMs)
    }
    case 'raiseNonce': {
      run.nonces.set(op.account, run.nonceOf(op.account) + 1)
      return (venue) => venue.raiseNonce(accountAt(op.account), run.nowMs)
    }
    case 'advance': {
      run.nowMs += op.byMs
      return (venue) => venue.advance(run.nowMs)
    }
    case 'setFee': {
      run.fees[op.market] = op.feeRateBps
      return (venue) => venue.setFee(marketAt(op.market), op.feeRateBps)
    }
    case 'cancelAll':
      return (venue) => venue.cancelAll(accountAt(op.account), marketAt(op.market), run.nowMs)
    case 'split':
    case 'merge':
      return (venue) => venue[op.do](accountAt(op.account), marketAt(op.market), op.raw)
    case 'redeem':
      return (venue) => venue.redeem(accountAt(op.account), marketAt(op.market))
    case 'resolve':
      return (venue) => venue.resolve(marketAt(op.market), op.winner, run.nowMs)
    case 'close':
    case 'cancelMarket':
      return (venue) => venue[op.do](marketAt(op.market), run.nowMs)
  }
}

function codeOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code
    throw thrown
  }
}
