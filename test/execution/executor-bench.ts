// An executor between ports that write down what they are asked and answer when the test says so.

import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { PermitDesk, StockOrder } from '../../src/domain/permit.js'
import type { PlaceIntent } from '../../src/domain/run/command.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { BudgetInput } from '../../src/execution/budget/budget.js'
import { Desk } from '../../src/execution/budget/permit-desk.js'
import { Executor } from '../../src/execution/effects/executor.js'
import { FeeBook } from '../../src/execution/fees/fee-book.js'
import type { Journal } from '../../src/execution/journal/journal.js'
import type { MarketData } from '../../src/venue/market-data.js'
import type { CancelResult, SignedOrder, SubmitResult, Trading } from '../../src/venue/trading.js'
import { A, market, quote } from '../risk/builders.js'
import { permit } from './budget/builders.js'
import { hashOf, restingOrder } from './builders.js'

type Done<T> = (answer: Answer<T>) => void
type JournalLines = Parameters<Journal['append']>[0]

export const LOST: Failure = { code: 'unreachable', message: 'submit: time-out', mayHaveHappened: true }
export const REFUSED: Failure = { code: 'fee-changed', message: 'fee: expected 20' }

/** Ports that write down what they are asked; the test answers. */
export class Bench {
  readonly log: string[] = []
  readonly events: CoreInput[] = []
  readonly lines: JournalLines[number][] = []
  readonly submits: { order: SignedOrder; done: Done<SubmitResult> }[] = []
  readonly stops: Failure[] = []
  cancels: Done<CancelResult>[] = []
  lookUps: { hash: Hex; done: Done<never> }[] = []
  signing: (() => void)[] = []
  writing: ((failure?: Failure) => void)[] = []
  /** Signatures and journal lines wait for the test. */
  slow = false
  signFailure: Failure | undefined
  /** What a submission is answered before the call of it returns. */
  answersAtOnce: Answer<SubmitResult> | undefined
  /** Why nothing may leave any more. */
  stopped: string | undefined
  journalFailure: Failure | undefined
  /** What is told of the budget. */
  readonly told: BudgetInput[] = []
  readonly clock = new VirtualClock(0)
  readonly executor: Executor

  readonly desk = new Desk()
  readonly stockOrders: StockOrder[] = []
  /** Whom the last look-up was paid from. */
  paidFrom: PermitDesk | undefined

  constructor() {
    this.desk.redirect((input) => this.told.push(input))
    this.executor = new Executor({
      marketData: this.marketData(),
      trading: this.trading(),
      journal: { append: (lines, done) => this.append(lines, done) },
      clock: this.clock,
      desk: this.desk,
      stock: { carryOut: (order) => this.stockOrders.push(order) },
      fees: new FeeBook(1000),
      market: (conditionId) => (conditionId === A ? market() : undefined),
      emit: (input) => {
        this.log.push(`emit ${input.kind}`)
        this.events.push(input)
      },
      stop: (failure) => this.stops.push(failure),
      stopped: () => this.stopped,
    })
  }

  place(intentId = 1, feeReadAtMonoMs = this.clock.monoMs()): void {
    const { draft } = restingOrder(quote('BUY YES', 50, 10), intentId)
    const intents: PlaceIntent[] = [{ intentId, draft }]
    this.executor.run({ kind: 'place', conditionId: A, intents, feeReadAtMonoMs, permits: [permit(intentId, 'write')] })
  }

  last(): CoreInput | undefined {
    return this.events.at(-1)
  }

  private append(lines: JournalLines, done: (failure?: Failure) => void): void {
    for (const line of lines) this.log.push(`journal ${line.kind}`)
    this.lines.push(...lines)
    if (this.slow) this.writing.push(done)
    else done(this.journalFailure)
  }

  private trading(): Trading {
    const trading: Partial<Trading> = {
      sign: (draft, m, done) => {
        this.log.push('sign')
        const hash = hashOf(this.log.filter((line) => line === 'sign').length)
        const answer: Answer<SignedOrder> = this.signFailure
          ? { ok: false, failure: this.signFailure }
          : { ok: true, value: { hash, draft, marketId: m.id, body: `body of ${hash}` } }
        if (this.slow) this.signing.push(() => done(answer))
        else done(answer)
      },
      submit: (order, done) => {
        this.log.push(`submit ${order.body}`)
        this.submits.push({ order, done })
        if (this.answersAtOnce) done(this.answersAtOnce)
      },
      cancelMany: (hashes, done) => {
        this.log.push(`cancel ${hashes.length}`)
        this.cancels.push(done)
      },
      readOrder: (hash, done, paidFrom) => {
        this.paidFrom = paidFrom
        this.log.push('look-up')
        this.lookUps.push({ hash, done: done as Done<never> })
      },
      listOrders: (_filter, done) => done({ ok: false, failure: LOST }),
      listFills: (_since, done) => done({ ok: true, value: [] }),
      readAccount: (done) =>
        done({
          ok: true,
          value: { collateral: { totalRaw: 1n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 1n }, holdings: [] },
        }),
    }
    return trading as Trading
  }

  private marketData(): MarketData {
    const marketData: Partial<MarketData> = {
      readFee: (_m, done) => done({ ok: true, value: { feeRateBps: 7, readAtMonoMs: 42 } }),
      readBestBids: (_m, done) => done({ ok: false, failure: REFUSED }),
      readBook: (_m, done) =>
        done({
          ok: true,
          value: {
            book: [
              { bids: [], asks: [] },
              { bids: [], asks: [] },
            ],
          },
        }),
      resync: () => this.log.push('resync'),
    }
    return marketData as MarketData
  }
}
