// The venue as paper trading has it: the simulated exchange with one account of ours, filled from the tape, no latency.

import type { AccountSnapshot } from '../../../domain/account.js'
import { QuoinError } from '../../../domain/error.js'
import type { Fill, PublicTrade } from '../../../domain/fill.js'
import { type Address, type ConditionId, type Hex, isFinal, type Market } from '../../../domain/market.js'
import { isTerminal, type OrderDraft, type OrderRecord, type OrderStatus } from '../../../domain/order.js'
import { lots } from '../../../domain/size.js'
import type { MarketDataEvent } from '../../market-data.js'
import { Exchange, type ExchangeEvent } from '../exchange/exchange.js'
import { MarketTape } from './market-tape.js'
import type { QueueModel } from './queue-models.js'
import { TapeAccount } from './tape-account.js'

export interface PaperVenueOptions {
  readonly account: Address
  readonly startCollateralRaw: bigint
  readonly fees: { readonly makerPays: boolean }
  readonly settlementDelayMs: number
  readonly queue: QueueModel
  readonly stopMatchingBeforeMs: number
  readonly autoRedeem: boolean
  readonly onOrder: (record: OrderRecord) => void
  readonly onBalance: () => void
  /** One of our orders was matched. */
  readonly onMatch?: (trade: PublicTrade) => void
}

export class PaperVenue {
  readonly #options: PaperVenueOptions
  readonly #exchange: Exchange
  readonly #tape: TapeAccount
  readonly #tapes = new Map<ConditionId, MarketTape>()
  readonly #minLots = new Map<ConditionId, number>()

  constructor(options: PaperVenueOptions) {
    this.#options = options
    this.#exchange = new Exchange({
      settlement: { delayMs: options.settlementDelayMs },
      fees: { takerPays: true, makerPays: options.fees.makerPays },
      stopMatchingBeforeMs: options.stopMatchingBeforeMs,
      autoRedeem: options.autoRedeem,
      emit: (event) => this.#onExchangeEvent(event),
    })
    this.#tape = new TapeAccount(this.#exchange)
    if (options.startCollateralRaw > 0n) this.#exchange.deposit(options.account, options.startCollateralRaw)
  }

  /** Makes the market tradable; again: follows its status. */
  setMarket(market: Market, nowMs: number): void {
    const { id, conditionId, outcomes, ticksPerUnit, lotRaw, unitRaw, endMs, feeRateBps } = market
    if (this.#exchange.market(conditionId) === undefined) {
      const tokenIds = [outcomes[0].tokenId, outcomes[1].tokenId] as const
      const terms = { id, conditionId, tokenIds, ticksPerUnit, lotRaw, unitRaw, endMs, feeRateBps }
      // fills may be smaller than an order may be: the minimum is checked in `submit`
      this.#exchange.addMarket({ ...terms, minLots: lots(1) })
      this.#tape.fund(conditionId)
    }
    this.#minLots.set(conditionId, market.minLots)
    this.#follow(market, nowMs)
  }

  onMarketData(event: MarketDataEvent, nowMs: number): void {
    this.#exchange.advance(nowMs)
    if (event.kind === 'snapshot') this.#tapeOf(event.conditionId).onSnapshot(event.book, nowMs)
    else if (event.kind === 'change') this.#tapeOf(event.conditionId).onLevel(event.change, nowMs)
    else if (event.kind === 'trade') this.#tapeOf(event.conditionId).onTrade(event.trade, nowMs)
    else if (event.kind === 'status') this.#follow(event, nowMs)
  }

  /** The signed fee is taken for the effective one: it was read a moment ago from the real venue. Throws as the exchange. */
  submit(draft: OrderDraft, hash: Hex, nowMs: number): OrderRecord {
    const { conditionId, size, feeRateBps } = draft
    this.#exchange.advance(nowMs)
    const minimum = this.#minLots.get(conditionId)
    if (minimum !== undefined && size < minimum) {
      throw new QuoinError('bad-amounts', `size: expected at least ${minimum} lots, got ${size}`)
    }
    this.#exchange.setFee(conditionId, feeRateBps)
    return this.#tapeOf(conditionId).enter({ ...draft, hash, account: this.#options.account }, nowMs)
  }

  /** Throws `not-found` or `not-cancellable`. */
  cancel(hash: Hex, nowMs: number): OrderRecord {
    return this.#exchange.cancel(hash, this.#options.account, nowMs)
  }

  cancelAll(conditionId: ConditionId, nowMs: number): void {
    this.#exchange.cancelAll(this.#options.account, conditionId, nowMs)
  }

  order(hash: Hex): OrderRecord {
    const record = this.#exchange.order(hash)
    if (record === undefined) throw new QuoinError('not-found', `orderHash: no order ${hash}`)
    return record
  }

  /** Newest first. */
  orders(filter: { readonly conditionId?: ConditionId; readonly statuses: readonly OrderStatus[] }): OrderRecord[] {
    return this.#exchange.orders({ ...filter, account: this.#options.account })
  }

  /** Newest first. */
  fills(sinceMs: number): Fill[] {
    return this.#exchange.tradesOf(this.#options.account).filter(({ venueMs }) => venueMs >= sinceMs)
  }

  snapshot(): AccountSnapshot {
    const { ledger } = this.#exchange
    const { account } = this.#options
    return { collateral: ledger.collateral(account), holdings: ledger.holdings(account) }
  }

  advance(nowMs: number): void {
    this.#exchange.advance(nowMs)
  }

  nextDueMs(): number | undefined {
    return this.#exchange.nextDueMs()
  }

  #follow({ conditionId, status, winner }: Pick<Market, 'conditionId' | 'status' | 'winner'>, nowMs: number): void {
    const now = this.#exchange.market(conditionId)?.status
    if (now === undefined || isFinal({ status: now })) return
    if (status === 'CANCELLED') this.#exchange.cancelMarket(conditionId, nowMs)
    else if (status === 'RESOLVED' && winner !== undefined) this.#exchange.resolve(conditionId, winner, nowMs)
    // resolved without a word on the winner: nothing trades, nothing is paid yet
    else if (status !== 'OPEN') this.#exchange.close(conditionId, nowMs)
  }

  #tapeOf(conditionId: ConditionId): MarketTape {
    const known = this.#tapes.get(conditionId)
    if (known !== undefined) return known
    const tape = this.#tape
    const made = new MarketTape({ conditionId, exchange: this.#exchange, tape, queue: this.#options.queue })
    this.#tapes.set(conditionId, made)
    return made
  }

  #onExchangeEvent(event: ExchangeEvent): void {
    const { account, onOrder, onBalance, onMatch } = this.#options
    if (event.kind === 'trade') onMatch?.(event.trade)
    if (event.kind === 'balance' && event.account === account) onBalance()
    if (event.kind !== 'order' || event.record.account !== account) return
    if (isTerminal(event.record.status)) this.#tapes.get(event.record.conditionId)?.forget(event.record.hash)
    onOrder(event.record)
  }
}
