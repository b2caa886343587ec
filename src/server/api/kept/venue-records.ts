// What the venue remembers beside its exchange: users, comments, referrals, profits, transactions and price history, fed by what the exchange tells.

import { type ConditionId, isFinal } from '../../../domain/market/market.js'
import { payoutOf } from '../../../domain/market/payout.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import type { Exchange, ExchangeTrade } from '../../../venue/simulated/exchange/exchange.js'
import { SandboxChain } from '../accounts/played-chain.js'
import { ReferralBook } from '../accounts/referral-book.js'
import { type Mark, TradingRecord } from '../accounts/trading-record.js'
import { UserDirectory } from '../accounts/user-directory.js'
import { CommentStore } from '../markets/comment-store.js'
import { PriceHistory } from '../markets/price-history.js'
import { settledFills } from '../orders/settled-fill.js'
import type { DurableValues } from './durable-values.js'

const NO_TRADE: Mark = { numerators: [1n, 1n], denominator: 2n, isFinal: false }

export class VenueRecords {
  readonly referrals: ReferralBook
  readonly users: UserDirectory
  readonly comments: CommentStore
  readonly history: PriceHistory
  readonly trading: TradingRecord
  readonly chain: SandboxChain
  /** Late: what the exchange tells comes here. */
  readonly #exchange: () => Exchange

  constructor(exchange: () => Exchange, values: DurableValues) {
    this.#exchange = exchange
    this.referrals = new ReferralBook(values)
    this.users = new UserDirectory((account) => this.referrals.register(account), values)
    this.comments = new CommentStore(values)
    this.history = new PriceHistory(values)
    this.chain = new SandboxChain(values)
    this.trading = new TradingRecord((conditionId) => this.#markOf(conditionId), values)
  }

  addTrade(trade: PublicTrade): void {
    this.history.add(trade, this.#ticksPerUnit(trade.conditionId))
  }

  addSettled(trade: ExchangeTrade, nowMs: number): void {
    for (const fill of settledFills(trade, this.#ticksPerUnit(trade.conditionId))) {
      this.trading.add(fill)
      this.referrals.add(fill, nowMs)
    }
  }

  #markOf(conditionId: ConditionId): Mark {
    const market = this.#exchange().market(conditionId)
    if (market !== undefined && isFinal(market)) {
      return { ...payoutOf(market.winner), isFinal: true }
    }
    const last = this.history.last(conditionId)
    if (last === undefined || market === undefined) return NO_TRADE
    const denominator = BigInt(market.spec.ticksPerUnit)
    return { numerators: [BigInt(last), denominator - BigInt(last)], denominator, isFinal: false }
  }

  #ticksPerUnit(conditionId: ConditionId): number {
    return this.#exchange().market(conditionId)?.spec.ticksPerUnit ?? 1
  }
}
