// The other side of every simulated fill: an account with endless funds that trades what the tape proves was tradable.

import { lots } from '../../../domain/amounts/size.js'
import { QuoinError } from '../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'
import { OUTCOMES, YES } from '../../../domain/market/side.js'
import type { YesPlace, YesSide } from '../../../domain/market/yes-view.js'
import type { OrderType } from '../../../domain/orders/order.js'
import type { Exchange } from '../exchange/exchange.js'

const ENDLESS = 10n ** 40n
const PER_MARKET = 10n ** 30n
const ACCOUNT: Address = '0x7a7e000000000000000000000000000000007a7e'

interface Wish extends YesPlace {
  readonly lots: number
  readonly type: OrderType
}

export class TapeAccount {
  readonly #exchange: Exchange
  #orders = 0

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    exchange.ledger.deposit(ACCOUNT, ENDLESS)
  }

  fund(conditionId: ConditionId): void {
    this.#exchange.ledger.split(ACCOUNT, conditionId, PER_MARKET)
  }

  /** Trades against our resting orders on side `hit`, none worse than `price`: the lots that traded. */
  hit(conditionId: ConditionId, { on, price }: YesPlace, size: number, nowMs: number): number {
    const taker = on === 'bid' ? 'ask' : 'bid'
    const hash = this.#submit(conditionId, { on: taker, price, lots: size, type: 'FAK' }, nowMs)
    return this.#traded(hash, conditionId)
  }

  /** Gives `account` as many tokens of one market as it takes over from it of another: all that are behind no order and no settlement. */
  swap(account: Address, from: ConditionId, to: ConditionId): void {
    const { ledger } = this.#exchange
    for (const outcome of OUTCOMES) {
      const raw = ledger.tokenBalance(account, from, outcome).availableRaw
      if (raw === 0n) continue
      for (const [market, giver, taker] of [[from, account, ACCOUNT] as const, [to, ACCOUNT, account] as const]) {
        ledger.tokenBalance(giver, market, outcome).spend(raw, 'swap')
        ledger.tokenBalance(taker, market, outcome).receive(raw)
      }
    }
  }

  /** Shows an order as a maker would. Where it would match it never rests. */
  show(conditionId: ConditionId, place: YesPlace, size: number, nowMs: number): Hex {
    return this.#submit(conditionId, { ...place, lots: size, type: 'POST_ONLY' }, nowMs)
  }

  /** Takes a shown order back: the lots that traded. */
  hide(hash: Hex, conditionId: ConditionId, nowMs: number): number {
    try {
      // also after a full match: a failed settlement then does not bring it back
      this.#exchange.cancel(hash, ACCOUNT, nowMs)
    } catch (error) {
      if (!(error instanceof QuoinError) || error.code !== 'not-cancellable') throw error
    }
    return this.#traded(hash, conditionId)
  }

  #submit(conditionId: ConditionId, { on, price, lots: size, type }: Wish, nowMs: number): Hex {
    this.#orders += 1
    const hash: Hex = `0x7a7e${this.#orders.toString(16).padStart(60, '0')}`
    const feeRateBps = this.#exchange.market(conditionId)?.feeRateBps ?? 0
    const terms = { conditionId, outcome: YES, side: sideOf(on), price, size: lots(size), type } as const
    this.#exchange.submit({ hash, ...terms, account: ACCOUNT, expirationSec: 0, feeRateBps }, nowMs)
    return hash
  }

  #traded(hash: Hex, conditionId: ConditionId): number {
    const record = this.#exchange.order(hash)
    const spec = this.#exchange.market(conditionId)?.spec
    if (record === undefined || spec === undefined) return 0
    return Number((record.filledRaw + record.pendingRaw) / spec.lotRaw)
  }
}

function sideOf(on: YesSide): 'BUY' | 'SELL' {
  return on === 'bid' ? 'BUY' : 'SELL'
}
