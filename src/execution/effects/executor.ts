// Carries commands out at the two ports and turns every answer into an event. No decision is made here.

import type { AccountSnapshot } from '../../domain/account/account.js'
import type { ChainWorker } from '../../domain/account/chain-transaction.js'
import type { Answer, Failure } from '../../domain/error.js'
import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId, Hex, Market } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import { isTerminal, LIVE_STATUSES, type OrderRecord } from '../../domain/orders/order.js'
import type { Permit, PermitDesk, PermitStock } from '../../domain/permit.js'
import type { Command, PlaceIntent } from '../../domain/run/command.js'
import type { CoreInput, ReadKind } from '../../domain/run/core-event.js'
import type { Clock } from '../../domain/time.js'
import type { BookReading, FeeReading, MarketData } from '../../venue/market-data.js'
import type { CancelResult, SignedOrder, SubmitResult, Trading } from '../../venue/trading.js'
import { CommandPermits } from '../budget/command-permits.js'
import type { Desk } from '../budget/permit-desk.js'
import type { FeeBook } from '../fees/fee-book.js'
import type { Journal } from '../journal/journal.js'
import { cancelEvents } from './cancel-events.js'
import { LostOrders } from './lost-orders.js'
import { withdrawal } from './withdrawal.js'

export interface ExecutorParts {
  readonly marketData: MarketData
  readonly trading: Trading
  readonly journal: Pick<Journal, 'append'>
  readonly clock: Clock
  readonly chain?: Pick<ChainWorker, 'carryOut'> | undefined
  readonly fees: Pick<FeeBook, 'refusalToSign'>
  /** Where what commands do not spend goes back, and permits for others are handed out. */
  readonly desk: PermitDesk & Pick<Desk, 'give'>
  readonly stock?: Pick<PermitStock, 'carryOut'>
  readonly market: (conditionId: ConditionId) => Market | undefined
  readonly emit: (input: CoreInput) => void
  /** Why no order may leave to this market any more, whoever wanted it; `undefined` while one may. */
  readonly stopped: (conditionId: ConditionId) => string | undefined
  /** Hears of what waiting cannot mend. */
  readonly stop: (failure: Failure) => void
}

/** A command's requests are paid from its own permits; `answered` hears their answer, and gives back what is left. */
interface Payment<T> {
  readonly paidFrom: CommandPermits
  readonly answered: (answer: Answer<T>) => void
}

export class Executor {
  readonly lost: LostOrders
  readonly #parts: ExecutorParts
  /** Signed orders that may live, by hash: the bytes to send again. */
  readonly #signed = new Map<Hex, SignedOrder & { readonly intentId: number }>()
  #inFlight = 0

  constructor(parts: ExecutorParts) {
    this.#parts = parts
    this.lost = new LostOrders(parts)
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
  restore(orders: readonly (SignedOrder & { readonly atWallMs: number })[]): void {
    for (const order of orders) this.#signed.set(order.hash, { ...order, intentId: -1 })
    this.lost.inherit(orders)
  }

  /** The venue's last word on an order: nothing of it will be sent again. */
  settle(hash: Hex): void {
    this.lost.over(hash)
    if (!this.#signed.delete(hash)) return
    const { journal, clock, stop } = this.#parts
    journal.append([{ kind: 'ended', hash, atWallMs: clock.wallMs() }], (failure) => {
      if (failure) stop(failure)
    })
  }

  run(command: Command): void {
    switch (command.kind) {
      case 'place':
        this.#place(command)
        break
      case 'cancel': {
        const { paidFrom, answered } = this.#pay<CancelResult>(command.permits, () => undefined)
        this.cancelMany(command.hashes, answered, paidFrom)
        break
      }
      case 'look-up':
        this.#lookUp(command.hash, command.permits)
        break
      case 'resend':
        this.#resend(command.hash, command.permits)
        break
      case 'resync':
        this.#parts.marketData.resync(command.conditionId)
        break
      case 'stop':
        this.#parts.stop(command.failure)
        break
      case 'give-permit':
        this.#parts.desk.give(command)
        break
      case 'chain-act':
        this.#parts.chain?.carryOut(command.act)
        break
      case 'return-permits':
      case 'resize-stock':
        this.#parts.stock?.carryOut(command)
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

  #place(command: Extract<Command, { kind: 'place' }>): void {
    const { fees, clock } = this.#parts
    const market = this.#parts.market(command.conditionId)
    const decidedMonoMs = clock.monoMs()
    command.intents.forEach((intent, index) => {
      const paidFrom = this.#paidFrom(command.permits.slice(index, index + 1))
      const tooOld = () => fees.refusalToSign(command.feeReadAtMonoMs, clock.monoMs())
      const late = tooOld()
      if (!market) paidFrom.close()
      else if (late) this.#refuse(intent, late, paidFrom)
      else this.#sign(intent, { market, tooOld, decidedMonoMs }, paidFrom)
    })
  }

  #sign(
    intent: PlaceIntent,
    of: { market: Market; tooOld: () => Failure | undefined; decidedMonoMs: number },
    paidFrom: CommandPermits,
  ): void {
    const { trading, clock, journal, stopped } = this.#parts
    this.#inFlight++
    trading.sign(intent.draft, of.market, (signed) => {
      // one who signs elsewhere may have taken its time
      const late = of.tooOld()
      if (!signed.ok) return this.#unsent(intent, signed.failure, paidFrom)
      if (late) return this.#unsent(intent, late, paidFrom)
      const order = signed.value
      this.#signed.set(order.hash, { intentId: intent.intentId, ...order })
      const { hash, marketId, draft, body } = order
      journal.append([{ kind: 'signed', hash, marketId, draft, body, atWallMs: clock.wallMs() }], (failure) => {
        const tookMs = clock.monoMs() - of.decidedMonoMs
        const refusal = failure ?? withdrawal(stopped(draft.conditionId), tookMs)
        if (refusal === undefined) return this.#send(order, intent.intentId, paidFrom)
        this.#parts.emit(signedEvent(order, intent.intentId))
        this.#unsent(intent, refusal, paidFrom)
      })
    })
  }

  /** What the news of the signature sets going begins when the order is on the wire; whatever is heard of it comes after that news. */
  #send(order: SignedOrder, intentId: number, paidFrom: CommandPermits): void {
    const sentMonoMs = this.#parts.clock.monoMs()
    let isTold = false
    const tell = () => {
      if (!isTold) this.#parts.emit(signedEvent(order, intentId))
      isTold = true
    }
    const answered = (answer: Answer<SubmitResult>) => {
      tell()
      this.#inFlight--
      paidFrom.close()
      if (answer.ok) this.#parts.emit({ kind: 'submitted', intentId, hash: order.hash, status: answer.value.status })
      else this.#parts.emit({ kind: 'submit-failed', intentId, failure: answer.failure, sentMonoMs })
    }
    try {
      this.lost.submit(order, answered, paidFrom)
    } finally {
      tell()
    }
  }

  #unsent(intent: PlaceIntent, failure: Failure, paidFrom: CommandPermits): void {
    this.#inFlight--
    this.#refuse(intent, failure, paidFrom)
  }

  #refuse(intent: PlaceIntent, failure: Failure, paidFrom: CommandPermits): void {
    paidFrom.close()
    this.#parts.emit({ kind: 'submit-failed', intentId: intent.intentId, failure })
  }

  /** Nobody has decided on it: what comes of it is told, and kept, as ever. `done` hears the answer, too. */
  cancelMany(hashes: readonly Hex[], done: (answer: Answer<CancelResult>) => void, paidFrom: PermitDesk): void {
    this.#inFlight++
    const answered = (answer: Answer<CancelResult>) => {
      this.#inFlight--
      done(answer)
      for (const event of cancelEvents(hashes, answer)) this.#parts.emit(event)
    }
    this.lost.cancelMany(hashes, answered, paidFrom)
  }

  #lookUp(hash: Hex, permits: readonly Permit[]): void {
    const { paidFrom, answered } = this.#pay<OrderRecord>(permits, (answer) => {
      if (answer.ok) this.#parts.emit({ kind: 'looked-up', hash, record: answer.value })
      else if (answer.failure.code === 'not-found') this.#parts.emit({ kind: 'looked-up', hash })
      else this.#parts.emit({ kind: 'look-up-failed', hash, failure: answer.failure })
    })
    this.lost.readOrder(hash, answered, paidFrom)
  }

  #resend(hash: Hex, permits: readonly Permit[]): void {
    const { clock, emit } = this.#parts
    const order = this.#signed.get(hash)
    if (!order) {
      // asked for at the desk: the permit is one for a write, and goes back
      this.#lookUp(hash, permits)
      return
    }
    this.#inFlight++
    const sentMonoMs = clock.monoMs()
    const { paidFrom, answered } = this.#pay<SubmitResult>(permits, (answer) => {
      this.#inFlight--
      const status = answer.ok ? answer.value.status : undefined
      // the answer may be the first sending's, old by now: unless it is final, the record tells what became of the order
      if (status && isTerminal(status)) emit({ kind: 'submitted', intentId: order.intentId, hash, status })
      else emit({ kind: 'resent', hash, sentMonoMs, ...(answer.ok ? {} : { failure: answer.failure }) })
    })
    this.lost.submit(order, answered, paidFrom)
  }

  #readOwn(command: Extract<Command, { kind: 'list-orders' | 'list-fills' | 'read-account' }>): void {
    const [{ trading, emit }, { askedSeq }] = [this.#parts, command]
    const pay = <T>(read: ReadKind, event: (value: T) => CoreInput): Payment<T> =>
      this.#pay(command.permits, (answer) =>
        emit(answer.ok ? event(answer.value) : { kind: 'read-failed', read, failure: answer.failure }),
      )
    if (command.kind === 'list-fills') {
      const { sinceVenueMs } = command
      const paid = pay<readonly Fill[]>('fills', (fills) => ({ kind: 'fills-listed', fills, askedSeq, sinceVenueMs }))
      trading.listFills(sinceVenueMs, paid.answered, paid.paidFrom)
    } else if (command.kind === 'list-orders') {
      const paid = pay<readonly OrderRecord[]>('orders', (records) => ({ kind: 'orders-listed', records, askedSeq }))
      trading.listOrders({ statuses: LIVE_STATUSES }, paid.answered, paid.paidFrom)
    } else {
      const paid = pay<AccountSnapshot>('account', (snapshot) => ({ kind: 'account', snapshot, askedSeq }))
      trading.readAccount(paid.answered, paid.paidFrom)
    }
  }

  #readMarket(command: Extract<Command, { kind: 'read-fee' | 'read-best-bids' | 'read-book' }>): void {
    const [{ marketData, emit }, { conditionId, kind }] = [this.#parts, command]
    const pay = <T>(read: ReadKind, event: (value: T) => CoreInput): Payment<T> =>
      this.#pay(command.permits, (answer) =>
        emit(answer.ok ? event(answer.value) : { kind: 'read-failed', read, conditionId, failure: answer.failure }),
      )
    const market = this.#parts.market(conditionId)
    if (!market) {
      this.#paidFrom(command.permits).close()
    } else if (kind === 'read-fee') {
      const { paidFrom, answered } = pay<FeeReading>('fee', (fee) => ({ kind: 'fee', conditionId, ...fee }))
      marketData.readFee(market, answered, paidFrom)
    } else if (kind === 'read-best-bids') {
      const { paidFrom, answered } = pay<BestBids>('best-bids', (bids) => ({ kind: 'best-bids', conditionId, bids }))
      marketData.readBestBids(market, answered, paidFrom)
    } else {
      const { paidFrom, answered } = pay<BookReading>('book', ({ book }) => ({
        ...{ kind: 'book', conditionId, book, via: 'poll' },
      }))
      marketData.readBook(market, answered, paidFrom)
    }
  }

  #paidFrom(permits: readonly Permit[]): CommandPermits {
    return new CommandPermits(permits, this.#parts.desk)
  }

  #pay<T>(permits: readonly Permit[], done: (answer: Answer<T>) => void): Payment<T> {
    const paidFrom = this.#paidFrom(permits)
    const answered = (answer: Answer<T>) => {
      paidFrom.close()
      done(answer)
    }
    return { paidFrom, answered }
  }
}

const signedEvent = ({ hash }: SignedOrder, intentId: number): CoreInput => ({ kind: 'signed', intentId, hash })
