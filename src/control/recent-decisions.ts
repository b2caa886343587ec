// The last orders and cancels that the bot decided on, each with what was decided about its market then.

import type { ConditionId, Hex } from '../domain/market/market.js'
import type { OrderDraft } from '../domain/orders/order.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { Decision, MarketDecision } from '../domain/run/decision.js'

export interface RecentDecision {
  /** Number of the event that caused it. */
  readonly seq: number
  /** Unix milliseconds of this machine. */
  readonly atMs: number
  readonly kind: 'place' | 'cancel'
  readonly conditionId: ConditionId
  readonly orders: readonly OrderDraft[]
  readonly decision: MarketDecision | undefined
}

const MOST = 200
/** More than live at one time. */
const MOST_ORDERS = 5000

export class RecentDecisions {
  readonly #recent: RecentDecision[] = []
  readonly #signing = new Map<number, OrderDraft>()
  readonly #drafts = new Map<Hex, OrderDraft>()
  #atMs = 0

  event(event: CoreEvent): void {
    this.#atMs = event.at.wallMs
    if (event.kind === 'signed') {
      const draft = this.#signing.get(event.intentId)
      this.#signing.delete(event.intentId)
      if (draft !== undefined) remember(this.#drafts, event.hash, draft)
    } else if (event.kind === 'submit-failed') this.#signing.delete(event.intentId)
  }

  /** `decisionOf`: what was decided last about a market. */
  step({ seq, commands }: Decision, decisionOf: (conditionId: ConditionId) => MarketDecision | undefined): void {
    for (const command of commands) {
      if (command.kind === 'place') {
        const { conditionId, intents } = command
        for (const { intentId, draft } of intents) remember(this.#signing, intentId, draft)
        const orders = intents.map(({ draft }) => draft)
        this.#note({ seq, atMs: this.#atMs, kind: 'place', conditionId, orders, decision: decisionOf(conditionId) })
      } else if (command.kind === 'cancel') {
        for (const [conditionId, orders] of this.#byMarket(command.hashes))
          this.#note({ seq, atMs: this.#atMs, kind: 'cancel', conditionId, orders, decision: decisionOf(conditionId) })
      }
    }
  }

  /** The newest first. */
  get recent(): readonly RecentDecision[] {
    return this.#recent.toReversed()
  }

  #byMarket(hashes: readonly Hex[]): ReadonlyMap<ConditionId, OrderDraft[]> {
    const found = new Map<ConditionId, OrderDraft[]>()
    for (const hash of hashes) {
      const draft = this.#drafts.get(hash)
      if (draft === undefined) continue
      const orders = found.get(draft.conditionId) ?? []
      orders.push(draft)
      found.set(draft.conditionId, orders)
    }
    return found
  }

  #note(decision: RecentDecision): void {
    this.#recent.push(decision)
    if (this.#recent.length > MOST) this.#recent.shift()
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.set(key, value)
  if (map.size <= MOST_ORDERS) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
