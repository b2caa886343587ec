// What the control port remembers of a bot's work beside its snapshot: the last decision about each market, the last
// orders and cancels, and the last fills.

import { LetGo } from '../domain/collections/let-go.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { Fill } from '../domain/orders/fill.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { Decision, MarketDecision } from '../domain/run/decision.js'
import { notQuoting } from '../domain/run/not-quoting.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import { type RecentDecision, RecentDecisions } from './recent-decisions.js'

const MAX_FILLS = 500

export class BotMemory {
  readonly #decisions = new Map<ConditionId, MarketDecision>()
  readonly #markets = new Map<ConditionId, Market>()
  /** In the order in which they were first heard of. */
  readonly #fills = new Map<string, Fill>()

  readonly #recent = new RecentDecisions()
  /** Since when something is waited for there, monotonic. */
  readonly #waiting = new Map<ConditionId, number>()
  readonly #gone = new LetGo()
  #nowMonoMs = 0

  event(event: CoreEvent): void {
    this.#nowMonoMs = event.at.monoMs
    this.#recent.event(event)
    if (event.kind === 'market') this.#takeUp(event.market)
    else if (event.kind === 'market-dropped') this.#letGo(event.conditionId)
    else if (event.kind === 'fills-listed') for (const fill of event.fills) this.#fill(fill)
  }

  step(decision: Decision): void {
    for (const market of decision.markets) {
      this.#decisions.set(market.conditionId, market)
      if (market.waiting.length === 0) this.#waiting.delete(market.conditionId)
      else if (!this.#waiting.has(market.conditionId)) this.#waiting.set(market.conditionId, this.#nowMonoMs)
    }
    this.#recent.step(decision, (conditionId) => this.#decisions.get(conditionId))
  }

  /** Orders and cancels that were decided on, the newest first. */
  get recent(): readonly RecentDecision[] {
    return this.#recent.recent
  }

  decision(conditionId: ConditionId): MarketDecision | undefined {
    return this.#decisions.get(conditionId)
  }

  /** How long something has been waited for without a break; `undefined` where nothing is. */
  waitsForMs(conditionId: ConditionId, nowMonoMs: number): number | undefined {
    const since = this.#waiting.get(conditionId)
    return since === undefined ? undefined : Math.max(0, nowMonoMs - since)
  }

  market(conditionId: ConditionId): Market | undefined {
    return this.#markets.get(conditionId)
  }

  /** With the reason of each market in which nothing of ours rests. */
  explained(snapshot: BotSnapshot): BotSnapshot {
    const markets = snapshot.markets.map((market) => {
      const why = notQuoting(market, this.#decisions.get(market.conditionId), snapshot)
      return why === undefined ? market : { ...market, notQuoting: why }
    })
    return { ...snapshot, markets }
  }

  /** The newest first. */
  fills(): readonly Fill[] {
    return [...this.#fills.values()].sort((a, b) => b.venueMs - a.venueMs)
  }

  #takeUp(market: Market): void {
    this.#gone.takeUp(market.conditionId)
    this.#markets.set(market.conditionId, market)
  }

  #letGo(conditionId: ConditionId): void {
    const first = this.#gone.letGo(conditionId)
    if (first === undefined) return
    for (const known of [this.#markets, this.#decisions, this.#waiting]) known.delete(first)
  }

  #fill(fill: Fill): void {
    this.#fills.set(`${fill.tradeId}/${fill.hash}`, fill)
    if (this.#fills.size <= MAX_FILLS) return
    const [oldest] = this.#fills.keys()
    if (oldest !== undefined) this.#fills.delete(oldest)
  }
}
