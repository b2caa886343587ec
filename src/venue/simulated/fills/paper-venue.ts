// The venue as paper trading has it: the simulated exchange with one account of ours, filled from the tape, no latency.

import type { AccountSnapshot } from '../../../domain/account/account.js'
import { lots } from '../../../domain/amounts/size.js'
import { QuoinError } from '../../../domain/error.js'
import { type Address, type ConditionId, type Hex, isFinal, type Market } from '../../../domain/market/market.js'
import type { Fill, PublicTrade } from '../../../domain/orders/fill.js'
import { isTerminal, type OrderDraft, type OrderRecord, type OrderStatus } from '../../../domain/orders/order.js'
import type { Random } from '../../../domain/random.js'
import type { MarketDataEvent } from '../../market-data.js'
import { Exchange } from '../exchange/exchange.js'
import type { ExchangeListener } from '../exchange/exchange-listener.js'
import { publicTradeOf, tradeIdOf } from '../exchange/trades/match.js'
import { FeedTelling } from './feed-telling.js'
import { InsideFlow, type RecordedBot } from './inside-flow.js'
import { MarketTape } from './market-tape.js'
import { OverMarkets } from './over-markets.js'
import { asOnPaper, PaperPast } from './paper-past.js'
import type { QueueModel } from './queue-models.js'
import { MarketFlow, TakerFlow } from './taker-flow.js'
import { TapeAccount } from './tape-account.js'
import { TapeSettlements } from './tape-settlements.js'

export interface PaperVenueOptions {
  readonly account: Address
  readonly startCollateralRaw: bigint
  readonly fees: { readonly makerPays: boolean }
  readonly settlementDelayMs: number
  readonly queue: QueueModel
  /** Draws what is estimated of takers; nothing is without it. */
  readonly insideRandom?: Random
  /** Takers are estimated of whom the tape has no trace; `true` without it. */
  readonly unseenTakers?: boolean
  readonly recordedBot?: RecordedBot
  /** How soon after a trade its level is told, or the other way round, milliseconds; `TOLD_WITHIN_MS` without it. */
  readonly toldWithinMs?: () => number
  readonly stopMatchingBeforeMs: number
  readonly onOrder: (record: OrderRecord) => void
  readonly onBalance: () => void
  /** One of our orders was matched; `isEstimate`: nothing on the tape proves it. */
  readonly onMatch?: (trade: PublicTrade, isEstimate: boolean) => void
  /** A fill that is listed no longer, oldest first: nothing changes it any more. */
  readonly onFillOver?: (fill: Fill) => void
}

export class PaperVenue {
  readonly #options: PaperVenueOptions
  readonly #exchange: Exchange
  readonly #past: PaperPast
  readonly #over: OverMarkets
  readonly #tape: TapeAccount
  readonly #tapes = new Map<ConditionId, MarketTape>()
  readonly #minLots = new Map<ConditionId, number>()
  readonly #settlements = new TapeSettlements()
  readonly #takers = new TakerFlow()
  readonly #telling: FeedTelling
  /** Markets in which something is due by time alone. */
  readonly #tapeDueMs = new Map<ConditionId, number>()
  #isEstimate = false

  constructor(options: PaperVenueOptions) {
    this.#options = options
    this.#telling = new FeedTelling(options.toldWithinMs)
    this.#past = new PaperPast(options.account, (fill) => options.onFillOver?.(asOnPaper(fill)))
    this.#exchange = new Exchange({
      archive: this.#past,
      settlement: {
        delayMs: options.settlementDelayMs,
        extraDelayMs: () => this.#settlements.extraMs(options.settlementDelayMs),
        // every match is looked at: what is asked once is forgotten
        fails: ({ trades }) => trades.filter(({ tradeId }) => this.#settlements.takeReverted(tradeId)).length > 0,
      },
      fees: { takerPays: true, makerPays: options.fees.makerPays },
      stopMatchingBeforeMs: options.stopMatchingBeforeMs,
      // there is no chain to redeem on
      autoRedeem: true,
      listener: this.#listener(),
    })
    this.#past.follow(this.#exchange)
    this.#over = new OverMarkets(this.#exchange)
    this.#tape = new TapeAccount(this.#exchange)
    if (options.startCollateralRaw > 0n) this.#exchange.deposit(options.account, options.startCollateralRaw)
  }

  /** Makes the market tradable; again: follows its status. */
  setMarket(market: Market, nowMs: number): void {
    const { id, conditionId, outcomes, ticksPerUnit, lotRaw, unitRaw, endMs, feeRateBps } = market
    if (this.#exchange.market(conditionId) === undefined && !this.#over.has(conditionId)) {
      const tokenIds = [outcomes[0].tokenId, outcomes[1].tokenId] as const
      const terms = { id, conditionId, tokenIds, ticksPerUnit, lotRaw, unitRaw, endMs, feeRateBps }
      // fills may be smaller than an order may be: the minimum is checked in `submit`
      this.#exchange.addMarket({ ...terms, minLots: lots(1) })
      this.#tape.fund(conditionId)
    }
    this.#minLots.set(conditionId, market.minLots)
    this.follow(market, nowMs)
  }

  /** The market's status. */
  follow({ conditionId, status, winner }: Pick<Market, 'conditionId' | 'status' | 'winner'>, nowMs: number): void {
    const now = this.#exchange.market(conditionId)
    if (now === undefined || isFinal(now)) return
    if (status === 'CANCELLED') this.#exchange.cancelMarket(conditionId, nowMs)
    else if (status === 'RESOLVED' && winner !== undefined) this.#exchange.resolve(conditionId, winner, nowMs)
    // resolved without a word on the winner: nothing trades, nothing is paid yet
    else if (status !== 'OPEN') this.#exchange.close(conditionId, nowMs)
    const over = this.#exchange.market(conditionId)
    if (over === undefined || !isFinal(over)) return
    this.#over.add(conditionId, nowMs)
    // nothing is filled there any more: of a long tape most markets are over
    this.#tapes.delete(conditionId)
    this.#tapeDueMs.delete(conditionId)
  }

  onMarketData(event: MarketDataEvent, nowMs: number): void {
    this.advance(nowMs)
    if (event.kind === 'status') this.follow(event, nowMs)
    if (event.kind === 'settlement') this.#settlements.told(event.tradeId, event.status, nowMs)
    if (event.kind === 'link' && event.state !== 'heard')
      for (const id of this.#tapes.keys()) this.#watched(id, event.state === 'up', nowMs)
    if (event.kind === 'unreadable') this.#watched(event.conditionId, false, nowMs)
    if (event.kind !== 'snapshot' && event.kind !== 'change' && event.kind !== 'trade') return
    if (this.#over.has(event.conditionId)) return
    const tape = this.#tapeOf(event.conditionId)
    tape.passTo(nowMs)
    if (event.kind !== 'trade') tape.watched(true)
    if (event.kind === 'snapshot') tape.onSnapshot(event.book, nowMs)
    else if (event.kind === 'change') tape.onLevel(event.change, nowMs)
    else this.#settlements.during(event.trade.tradeId, nowMs, () => tape.onTrade(event.trade, nowMs))
    this.#settle(event.conditionId, tape)
  }

  /** The signed fee is taken for the effective one: it was read a moment ago from the real venue. Throws as the exchange. */
  submit(draft: OrderDraft, hash: Hex, nowMs: number): OrderRecord {
    const { conditionId, size, feeRateBps } = draft
    this.advance(nowMs)
    const minimum = this.#minLots.get(conditionId)
    if (minimum !== undefined && size < minimum) {
      throw new QuoinError('bad-amounts', `size: expected at least ${minimum} lots, got ${size}`)
    }
    this.#exchange.setFee(conditionId, feeRateBps)
    const tape = this.#tapeOf(conditionId)
    tape.passTo(nowMs)
    tape.endMoment(nowMs)
    const record = tape.enter({ hash, ...draft, account: this.#options.account }, nowMs)
    this.#settle(conditionId, tape)
    return record
  }

  /** Throws `not-found` or `not-cancellable`. */
  cancel(hash: Hex, nowMs: number): OrderRecord {
    this.advance(nowMs)
    const record = this.#exchange.order(hash)
    if (record) this.#tapes.get(record.conditionId)?.endMoment(nowMs)
    return this.#exchange.cancel(hash, this.#options.account, nowMs)
  }

  cancelAll(conditionId: ConditionId, nowMs: number): void {
    this.advance(nowMs)
    // nothing rests there
    if (this.#over.has(conditionId)) return
    this.#tapes.get(conditionId)?.endMoment(nowMs)
    this.#exchange.cancelAll(this.#options.account, conditionId, nowMs)
  }

  found(hash: Hex): OrderRecord | undefined {
    return this.#exchange.order(hash)
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

  /** Of the last minutes, newest first. */
  fills(sinceMs: number): Fill[] {
    return this.#past.fillsSince(sinceMs).map(asOnPaper)
  }

  /** Nothing is traded in `from` any more: what is held there goes over to `to`. Returns whether nothing settles there, and all of it has. */
  handOver(from: ConditionId, to: ConditionId, nowMs: number): boolean {
    this.follow({ conditionId: from, status: 'CLOSED' }, nowMs)
    this.#tape.swap(this.#options.account, from, to)
    if (this.#past.fillsSince(0).some(({ conditionId, status }) => conditionId === from && status === 'pending'))
      return false
    this.follow({ conditionId: from, status: 'CANCELLED' }, nowMs)
    return true
  }

  snapshot(): AccountSnapshot {
    const [{ ledger }, { account }] = [this.#exchange, this.#options]
    return { collateral: ledger.collateral(account), holdings: ledger.holdings(account) }
  }

  advance(nowMs: number): void {
    this.#exchange.advance(nowMs)
    this.#past.passTo(nowMs)
    this.#over.passTo(nowMs)
    for (const [conditionId, dueMs] of this.#tapeDueMs) {
      if (dueMs > nowMs) continue
      const tape = this.#tapeOf(conditionId)
      tape.passTo(nowMs)
      this.#settle(conditionId, tape)
    }
  }

  nextDueMs(): number | undefined {
    let next = this.#exchange.nextDueMs()
    for (const dueMs of this.#tapeDueMs.values()) if (next === undefined || dueMs < next) next = dueMs
    return next
  }

  #asEstimate(fill: () => void): void {
    this.#isEstimate = true
    try {
      fill()
    } finally {
      this.#isEstimate = false
    }
  }

  #watched(conditionId: ConditionId, isSeen: boolean, nowMs: number): void {
    const tape = this.#tapeOf(conditionId)
    tape.passTo(nowMs)
    tape.watched(isSeen)
    this.#settle(conditionId, tape)
  }

  #settle(conditionId: ConditionId, tape: MarketTape): void {
    tape.settle()
    const { dueMs } = tape
    if (dueMs === undefined) this.#tapeDueMs.delete(conditionId)
    else this.#tapeDueMs.set(conditionId, dueMs)
  }

  #tapeOf(conditionId: ConditionId): MarketTape {
    const known = this.#tapes.get(conditionId)
    if (known !== undefined) return known
    const { queue, insideRandom, unseenTakers = true, recordedBot } = this.#options
    const inside =
      insideRandom &&
      new InsideFlow({
        all: this.#takers,
        market: new MarketFlow(this.#takers),
        random: insideRandom.fork(conditionId),
        unseen: unseenTakers,
      })
    const made = new MarketTape({
      conditionId,
      exchange: this.#exchange,
      tape: this.#tape,
      queue,
      telling: this.#telling,
      inside,
      recordedBot,
      asEstimate: (fill) => this.#asEstimate(fill),
    })
    this.#tapes.set(conditionId, made)
    return made
  }

  /** Most of what happens is the tape's: what is not ours is not even made a record of. */
  #listener(): ExchangeListener {
    const { account, onBalance, onMatch } = this.#options
    return {
      level: () => undefined,
      trade: (match) => {
        this.#settlements.matched(tradeIdOf(match))
        onMatch?.(asOnPaper(publicTradeOf(match)), this.#isEstimate)
      },
      settlement: () => undefined,
      order: (order) => {
        if (order.account === account) this.#onOwnOrder(order.record())
      },
      balance: (moved) => {
        if (moved === account) onBalance()
      },
      market: () => undefined,
      fee: () => undefined,
    }
  }

  #onOwnOrder(record: OrderRecord): void {
    const { conditionId, hash, status } = record
    const tape = isTerminal(status) ? this.#tapes.get(conditionId) : undefined
    if (tape) {
      tape.forget(hash)
      this.#settle(conditionId, tape)
    }
    this.#options.onOrder(record)
  }
}
