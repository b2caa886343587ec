// A trader who takes a little from the bot's orders while the answers to them are on their way: lists tell of the match first.

import { complement } from '../../../src/domain/amounts/price.js'
import type { Address, Hex, Market } from '../../../src/domain/market/market.js'
import { otherOutcome } from '../../../src/domain/market/side.js'
import type { SentOrder } from '../../../src/domain/orders/own-order.js'
import type { simulate } from '../virtual/simulate.js'

const TAKER: Address = '0x7a4e40000000000000000000000000000007a4e4'
const COLLATERAL_RAW = 1_000_000_000_000n

export class EarlyTaker {
  readonly #sim: ReturnType<typeof simulate>
  #orders = 0

  constructor(sim: ReturnType<typeof simulate>) {
    this.#sim = sim
    sim.api.exchange.deposit(TAKER, COLLATERAL_RAW)
  }

  take({ hash, draft }: SentOrder, { conditionId, feeRateBps, minLots, ticksPerUnit }: Market): void {
    const { api, clock } = this.#sim
    const { outcome, side, price } = draft
    if (api.exchange.lotsInBook(hash) === 0) return
    // a bid is met by one on the other outcome
    const met = { outcome: otherOutcome(outcome), price: complement(price, ticksPerUnit) }
    const terms = { conditionId, ...(side === 'BUY' ? met : { outcome, price }), size: minLots, feeRateBps }
    const own: Hex = `0x${(++this.#orders).toString(16).padStart(64, '7a')}`
    const order = { ...terms, side: 'BUY', type: 'FAK', expirationSec: 0, hash: own, account: TAKER } as const
    api.exchange.trySubmit(order, clock.wallMs())
  }
}
