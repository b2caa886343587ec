// Listens for somebody else who trades with our wallet, as events come in, and gives way (execution/second-writer.ts).
//
// What the venue tells is judged before the core hears of it: its orders would be cancelled as orphans otherwise. The core may be busy
// then, and an order of ours be back from the venue before the core has heard that it was signed: what is on the way to it counts as ours.

import type { ConditionId, Hex, Market } from '../domain/market/market.js'
import type { OwnOrder } from '../domain/orders/own-order.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { Instant } from '../domain/time.js'
import { type Finding, SecondWriter } from '../execution/second-writer.js'

export interface StrangerWatchParts {
  /** Orders of former runs, those included that ended. */
  readonly former: ReadonlySet<Hex>
  readonly orders: { byHash(hash: Hex): OwnOrder | undefined }
  readonly markets: ReadonlyMap<ConditionId, Market>
  readonly log: (message: string, details: { readonly hash: Hex; readonly conditionId: ConditionId }) => void
  readonly now: () => Instant
  /** The bot is to stop trading; `reason`: for people. */
  readonly giveWay: (reason: string) => void
}

export class StrangerWatch {
  readonly #parts: StrangerWatchParts
  readonly #writers: SecondWriter
  /** Signed, and the core has not heard of it yet. */
  readonly #unheard = new Set<Hex>()

  constructor(parts: StrangerWatchParts) {
    this.#parts = parts
    this.#writers = new SecondWriter((hash) => this.#isOurs(hash))
  }

  get gaveWay(): boolean {
    return this.#writers.gaveWay
  }

  /** Whether an order is to be left to the other. */
  isLeft(hash: Hex): boolean {
    return this.#writers.isLeft(hash)
  }

  /** Our right to trade may be another's by now. */
  leaseOver(isOver: boolean): void {
    this.#writers.isLeaseOver = isOver
  }

  giveWay(): void {
    this.#writers.giveWay()
  }

  resume(): void {
    this.#writers.resume()
  }

  /** It is about to wait for the core. */
  pushed(input: CoreInput): void {
    if (input.kind === 'signed') this.#unheard.add(input.hash)
    else if (input.kind === 'order') this.#found(this.#writers.heard(input.record, this.#parts.now()))
    else if (input.kind === 'orders-listed') this.#found(this.#writers.listed(input.records, this.#parts.now()))
  }

  /** The core has heard it. */
  taken(event: CoreEvent): void {
    if (event.kind === 'signed') this.#unheard.delete(event.hash)
  }

  #isOurs(hash: Hex): boolean {
    if (this.#unheard.has(hash) || this.#parts.former.has(hash)) return true
    const known = this.#parts.orders.byHash(hash)
    return known !== undefined && known.origin !== 'listed'
  }

  #found(finding: Finding | undefined): void {
    if (finding === undefined) return
    const { hash, conditionId } = finding.record
    const what = finding.words(this.#parts.markets.get(conditionId)?.question ?? conditionId)
    this.#parts.log(what, { hash, conditionId })
    if (finding.verdict === 'give-way') this.#parts.giveWay(what)
  }
}
