// The orders of the trials: signed, sent, remembered whatever the answer, and in the end all cancelled and verified by listing.

import { type Answer, QuoinError } from '../../domain/error.js'
import type { Hex } from '../../domain/market/market.js'
import type { OrderDraft, OrderRecord } from '../../domain/orders/order.js'
import type { Clock } from '../../domain/time.js'
import { type CancelOutcome, cancelEverything } from '../../execution/effects/cancel-everything.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import type { Session } from '../../venue/session/session.js'
import type { CancelResult, SignedOrder, SubmitResult } from '../../venue/trading.js'
import type { PlacePlan, Terms } from './place-plan.js'

export interface TrialOrdersParts {
  readonly connection: Pick<Required<Session>, 'trading' | 'venueClock'>
  readonly plan: PlacePlan
  readonly feeRateBps: number
  readonly clock: Clock
  /** A lost order may arrive so long after it was sent. */
  readonly arrivesWithinMs: number
  /** Longest time for the clearing; a venue that blocks us does so for a minute. */
  readonly clearWithinMs: number
}

/** How an order differs from a bid of the smallest size at the market's fee. */
export interface Variant {
  readonly lifeSec?: number
  readonly change?: Partial<OrderDraft>
}

export interface Sent {
  readonly order: SignedOrder
  readonly sentMonoMs: number
  readonly answeredMonoMs: number
  readonly answer: Answer<SubmitResult>
}

/** What a trial may do, until it is over. */
export type Hand = Pick<TrialOrders, 'sign' | 'send' | 'place' | 'cancel'>

export interface Cleared {
  readonly outcome: CancelOutcome
  /** Orders of ours that still rest, or may, as far as anybody knows. */
  readonly left: readonly Hex[]
  /** Orders of which something was matched. */
  readonly matched: readonly OrderRecord[]
}

export class TrialOrders {
  readonly #parts: TrialOrdersParts
  readonly #sent = new Map<Hex, SignedOrder>()
  #onTheirWay = 0
  #lostUntilMonoMs = 0
  #over = false

  constructor(parts: TrialOrdersParts) {
    this.#parts = parts
  }

  /** Every order that may have reached the venue. */
  get sent(): readonly SignedOrder[] {
    return [...this.#sent.values()]
  }

  /** For one trial: whatever it still does after its end comes to nothing. */
  hand(isOver: () => boolean): Hand {
    const guarded =
      <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
      (...args: A) =>
        isOver() ? Promise.reject(new QuoinError('withdrawn', 'the trial is over')) : act(...args)
    return {
      sign: guarded((terms: Terms, variant?: Variant) => this.sign(terms, variant)),
      send: guarded((order: SignedOrder) => this.send(order)),
      place: async (terms: Terms, variant?: Variant) => {
        const order = await this.sign(terms, variant)
        return await guarded(() => this.send(order))()
      },
      cancel: guarded((hash: Hex) => this.cancel(hash)),
    }
  }

  sign({ outcome, price }: Terms, { lifeSec, change = {} }: Variant = {}): Promise<SignedOrder> {
    const { connection, plan, feeRateBps } = this.#parts
    const draft: OrderDraft = {
      ...{ conditionId: plan.market.conditionId, outcome, side: 'BUY', price, size: plan.size, type: 'POST_ONLY' },
      ...{ feeRateBps, expirationSec: Math.ceil(connection.venueClock.venueMs() / 1000) + (lifeSec ?? plan.lifeSec) },
      ...change,
    }
    return awaitAnswer<SignedOrder>((done) => connection.trading.sign(draft, plan.market, done))
  }

  /** A refusal is an answer like any other. Rejects once the clearing has begun. */
  async send(order: SignedOrder): Promise<Sent> {
    if (this.#over) throw new QuoinError('withdrawn', 'everything is being cancelled')
    const { clock, connection, arrivesWithinMs } = this.#parts
    // whatever is answered: an order that the venue says it refused is looked for all the same
    this.#sent.set(order.hash, order)
    this.#onTheirWay += 1
    const sentMonoMs = clock.monoMs()
    const answer = await new Promise<Answer<SubmitResult>>((done) => connection.trading.submit(order, done))
    this.#onTheirWay -= 1
    const answeredMonoMs = clock.monoMs()
    if (!answer.ok && answer.failure.mayHaveHappened) this.#lostUntilMonoMs = answeredMonoMs + arrivesWithinMs
    return { order, sentMonoMs, answeredMonoMs, answer }
  }

  async place(terms: Terms, variant?: Variant): Promise<Sent> {
    return await this.send(await this.sign(terms, variant))
  }

  cancel(hash: Hex): Promise<CancelResult> {
    return awaitAnswer<CancelResult>((done) => this.#parts.connection.trading.cancelMany([hash], done))
  }

  /** Nothing is sent from now on; orders of others on this wallet stay. */
  async clear(): Promise<Cleared> {
    this.#over = true
    const { clock, clearWithinMs } = this.#parts
    const deadlineMonoMs = clock.monoMs() + clearWithinMs
    // one that was lost a moment ago may still arrive; before, a list proves nothing
    let outcome = await this.#cancelled(deadlineMonoMs)
    const waitMs = this.#lostUntilMonoMs - clock.monoMs()
    if (waitMs > 0) {
      await new Promise<void>((done) => clock.after(waitMs, done))
      outcome = await this.#cancelled(Math.max(deadlineMonoMs, clock.monoMs() + clearWithinMs / 2))
    }
    const { matched, resting } = await this.#looked()
    const open = outcome.open.map(({ hash }) => hash)
    const left = outcome.verified ? [...new Set([...open, ...resting])] : [...this.#sent.keys()]
    return { outcome, left, matched }
  }

  #cancelled(deadlineMonoMs: number): Promise<CancelOutcome> {
    const { connection, clock, plan } = this.#parts
    const { conditionId } = plan.market
    const isLeft = (hash: Hex) => !this.#sent.has(hash)
    return new Promise((done) =>
      cancelEverything({
        ...{ clock, deadlineMonoMs, isLeft, done, inFlight: () => this.#onTheirWay },
        trading: {
          ...connection.trading,
          listOrders: (filter, listed) => connection.trading.listOrders({ ...filter, conditionId }, listed),
        },
      }),
    )
  }

  /** What each of them came to, by its own record. */
  async #looked(): Promise<{ readonly matched: readonly OrderRecord[]; readonly resting: readonly Hex[] }> {
    const matched: OrderRecord[] = []
    const resting: Hex[] = []
    for (const hash of this.#sent.keys()) {
      const answer = await new Promise<Answer<OrderRecord>>((done) =>
        this.#parts.connection.trading.readOrder(hash, done),
      )
      if (!answer.ok) continue
      if (answer.value.filledRaw + answer.value.pendingRaw > 0n) matched.push(answer.value)
      if (answer.value.remainingRaw > 0n) resting.push(hash)
    }
    return { matched, resting }
  }
}
