// Carries commands out at the two ports and turns every answer into an event. No decision is made here.

import type { Command, PlaceIntent } from '../../domain/command.js'
import type { CoreInput, ReadKind } from '../../domain/core-event.js'
import type { Answer, Failure } from '../../domain/error.js'
import type { ConditionId, Hex, Market } from '../../domain/market.js'
import { isTerminal, LIVE_STATUSES } from '../../domain/order.js'
import type { Clock } from '../../domain/time.js'
import type { MarketData } from '../../venue/market-data.js'
import type { SignedOrder, Trading } from '../../venue/trading.js'
import type { FeeBook } from '../fees/fee-book.js'
import type { Journal } from '../journal/journal.js'

export interface ExecutorParts {
  readonly marketData: MarketData
  readonly trading: Trading
  readonly journal: Pick<Journal, 'append'>
  readonly clock: Clock
  readonly fees: Pick<FeeBook, 'refusalToSign'>
  readonly market: (conditionId: ConditionId) => Market | undefined
  readonly emit: (input: CoreInput) => void
  /** Hears of what waiting cannot mend. */
  readonly stop: (failure: Failure) => void
}

type PlaceCommand = Extract<Command, { kind: 'place' }>

export class Executor {
  readonly #parts: ExecutorParts
  /** Signed orders that may live, by hash: the bytes to send again. */
  readonly #signed = new Map<Hex, SignedOrder & { readonly intentId: number }>()
  #inFlight = 0

  constructor(parts: ExecutorParts) {
    this.#parts = parts
  }

  /** Orders on their way, from the signature on, and cancels: those whose answer is not in yet. */
  get inFlight(): number {
    return this.#inFlight
  }

  /** Orders that were signed, by this run or an earlier one, and may live. */
  signed(): readonly SignedOrder[] {
    return [...this.#signed.values()]
  }

  /** Bytes of orders signed by an earlier run. */
  restore(orders: readonly SignedOrder[]): void {
    for (const order of orders) this.#signed.set(order.hash, { ...order, intentId: -1 })
  }

  /** The venue's last word on an order: nothing of it will be sent again. */
  settle(hash: Hex): void {
    if (!this.#signed.delete(hash)) return
    const { journal, clock, stop } = this.#parts
    journal.append([{ kind: 'ended', hash, atWallMs: clock.wallMs() }], (failure) => {
      if (failure) stop(failure)
    })
  }

  run(command: Command): void {
    const { marketData, stop } = this.#parts
    switch (command.kind) {
      case 'place':
        this.#place(command)
        break
      case 'cancel':
        this.#cancel(command.hashes)
        break
      case 'look-up':
        this.#lookUp(command.hash)
        break
      case 'resend':
        this.#resend(command.hash)
        break
      case 'resync':
        marketData.resync(command.conditionId)
        break
      case 'stop':
        stop(command.failure)
        break
      case 'list-orders':
      case 'list-fills':
      case 'read-account':
        this.#readOwn(command)
        break
      default:
        this.#readMarket(command)
    }
  }

  #place(command: PlaceCommand): void {
    const market = this.#parts.market(command.conditionId)
    for (const intent of command.intents) {
      if (market) this.#sign(intent, market, command.feeReadAtMonoMs)
    }
  }

  #sign(intent: PlaceIntent, market: Market, feeReadAtMonoMs: number): void {
    const { trading, clock, fees, journal } = this.#parts
    const tooOld = fees.refusalToSign(feeReadAtMonoMs, clock.monoMs())
    if (tooOld) {
      this.#refuse(intent, tooOld)
      return
    }
    this.#inFlight++
    trading.sign(intent.draft, market, (signed) => {
      if (!signed.ok) {
        this.#inFlight--
        this.#refuse(intent, signed.failure)
        return
      }
      const order = signed.value
      this.#parts.emit({ kind: 'signed', intentId: intent.intentId, hash: order.hash })
      this.#signed.set(order.hash, { intentId: intent.intentId, ...order })
      const { hash, marketId, draft, body } = order
      journal.append([{ kind: 'signed', hash, marketId, draft, body, atWallMs: clock.wallMs() }], (failure) => {
        if (failure) {
          this.#inFlight--
          this.#refuse(intent, failure)
        } else this.#send(order, intent.intentId)
      })
    })
  }

  #send(order: SignedOrder, intentId: number): void {
    const sentMonoMs = this.#parts.clock.monoMs()
    this.#parts.trading.submit(order, (answer) => {
      this.#inFlight--
      if (answer.ok) {
        if (isTerminal(answer.value.status)) this.settle(order.hash)
        this.#parts.emit({ kind: 'submitted', intentId, hash: order.hash, status: answer.value.status })
        return
      }
      if (!answer.failure.mayHaveHappened) this.settle(order.hash)
      this.#parts.emit({ kind: 'submit-failed', intentId, failure: answer.failure, sentMonoMs })
    })
  }

  #refuse(intent: PlaceIntent, failure: Failure): void {
    this.#parts.emit({ kind: 'submit-failed', intentId: intent.intentId, failure })
  }

  #cancel(hashes: readonly Hex[]): void {
    this.#inFlight++
    this.#parts.trading.cancelMany(hashes, (answer) => {
      this.#inFlight--
      if (!answer.ok) {
        this.#parts.emit({ kind: 'cancel-failed', hashes, failure: answer.failure })
        return
      }
      for (const hash of answer.value.cancelled) this.settle(hash)
      this.#parts.emit({ kind: 'cancel-answered', ...answer.value })
      // named in neither list: the venue's word on it is missing
      const named = new Set([...answer.value.cancelled, ...answer.value.failed.map((f) => f.hash)])
      const silent = hashes.filter((hash) => !named.has(hash))
      if (silent.length > 0) {
        const failure: Failure = { code: 'bad-payload', message: 'cancel-many: a hash is in neither list' }
        this.#parts.emit({ kind: 'cancel-failed', hashes: silent, failure })
      }
    })
  }

  #lookUp(hash: Hex): void {
    this.#parts.trading.readOrder(hash, (answer) => {
      if (answer.ok) this.#parts.emit({ kind: 'looked-up', hash, record: answer.value })
      else if (answer.failure.code === 'not-found') this.#parts.emit({ kind: 'looked-up', hash })
      else this.#parts.emit({ kind: 'look-up-failed', hash, failure: answer.failure })
    })
  }

  #resend(hash: Hex): void {
    const order = this.#signed.get(hash)
    if (!order) {
      this.#lookUp(hash)
      return
    }
    this.#inFlight++
    const { trading, clock, emit } = this.#parts
    const sentMonoMs = clock.monoMs()
    trading.submit(order, (answer) => {
      this.#inFlight--
      // the answer may be the first sending's, old by now: unless it is final, the record tells what became of the order
      if (answer.ok && isTerminal(answer.value.status))
        emit({ kind: 'submitted', intentId: order.intentId, hash, status: answer.value.status })
      else emit({ kind: 'resent', hash, sentMonoMs, ...(answer.ok ? {} : { failure: answer.failure }) })
    })
  }

  #readOwn(command: Extract<Command, { kind: 'list-orders' | 'list-fills' | 'read-account' }>): void {
    const { trading, emit } = this.#parts
    const answered =
      <T>(read: ReadKind, event: (value: T) => CoreInput) =>
      (answer: Answer<T>): void =>
        emit(answer.ok ? event(answer.value) : { kind: 'read-failed', read, failure: answer.failure })
    const { askedSeq } = command
    if (command.kind === 'list-fills') {
      trading.listFills(
        command.sinceVenueMs,
        answered('fills', (fills) => ({ kind: 'fills-listed', fills, askedSeq })),
      )
      return
    }
    if (command.kind === 'list-orders') {
      trading.listOrders(
        { statuses: LIVE_STATUSES },
        answered('orders', (records) => ({ kind: 'orders-listed', records, askedSeq })),
      )
    } else trading.readAccount(answered('account', (snapshot) => ({ kind: 'account', snapshot, askedSeq })))
  }

  #readMarket(command: Extract<Command, { kind: 'read-fee' | 'read-best-bids' | 'read-book' }>): void {
    const { marketData, emit } = this.#parts
    const { conditionId } = command
    const answered =
      <T>(read: ReadKind, event: (value: T) => CoreInput) =>
      (answer: Answer<T>): void =>
        emit(answer.ok ? event(answer.value) : { kind: 'read-failed', read, conditionId, failure: answer.failure })
    this.#withMarket(conditionId, (market) => {
      if (command.kind === 'read-fee') {
        marketData.readFee(
          market,
          answered('fee', (fee) => ({ kind: 'fee', conditionId, ...fee })),
        )
      } else if (command.kind === 'read-best-bids') {
        marketData.readBestBids(
          market,
          answered('best-bids', (bids) => ({ kind: 'best-bids', conditionId, bids })),
        )
      } else {
        marketData.readBook(
          market,
          answered('book', ({ book }) => ({ kind: 'book', conditionId, book, via: 'poll' })),
        )
      }
    })
  }

  #withMarket(conditionId: ConditionId, run: (market: Market) => void): void {
    const market = this.#parts.market(conditionId)
    if (market) run(market)
  }
}
