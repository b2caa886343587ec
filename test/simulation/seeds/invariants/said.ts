// What a turn says of the quotes that it has approved and does not send: something holds each of them back, and that is so. And a fee that was
// called into question is not signed with: it was asked for anew since.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { LivingOrder } from '../../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../../src/domain/orders/quote.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision, MarketDecision } from '../../../../src/domain/run/decision.js'
import type { BotLife } from '../bot-life.js'

type Add = (what: string) => void
type Core = NonNullable<BotLife['bot']>['core']
type Place = Pick<Quote, 'outcome' | 'side'> & { readonly price: number }

/** An order fails so before it is sent: nobody has refused it. */
const OURS: ReadonlySet<string> = new Set(['fee-stale', 'withdrawn', 'signer-away'])

export class Said {
  readonly #add: Add
  #life: BotLife | undefined
  /** When the fee of a market was last called into question: by the venue's word, or by an order that it refused. */
  readonly #doubtedMs = new Map<ConditionId, number>()

  constructor(add: Add) {
    this.#add = add
  }

  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) this.#doubtedMs.clear()
    this.#life = life
    if (event.kind === 'fee-changed') this.#doubtedMs.set(event.conditionId, event.at.monoMs)
    if (event.kind !== 'submit-failed' || event.failure.mayHaveHappened || OURS.has(event.failure.code)) return
    const order = life.bot?.core.beliefs.orders.byIntent(event.intentId)
    if (order !== undefined) this.#doubtedMs.set(order.draft.conditionId, event.at.monoMs)
  }

  /** A turn has ended. */
  turned({ markets, commands }: Decision, life: BotLife): void {
    const core = life.bot?.core
    if (core === undefined) return
    for (const command of commands) {
      if (command.kind !== 'place') continue
      const doubtedMs = this.#doubtedMs.get(command.conditionId) ?? Number.NEGATIVE_INFINITY
      if (command.feeReadAtMonoMs < doubtedMs)
        this.#add(`${command.conditionId}: a fee is signed that was asked for before it was called into question`)
    }
    if (core.standing.stoppedFor !== undefined) return
    for (const market of markets) this.#market(market, core)
  }

  #market({ conditionId, approved, refused, waiting }: MarketDecision, { beliefs }: Core): void {
    const market = beliefs.markets.get(conditionId)
    if (market === undefined) return
    const living = beliefs.orders.livingOf(conditionId)
    for (const quote of approved) {
      const on = (places: readonly { readonly outcome: 0 | 1; readonly side: string }[]) =>
        places.filter(({ outcome, side }) => outcome === quote.outcome && side === quote.side).length
      if (on(approved) > on(living.map(({ draft }) => draft)) && waiting.length === 0)
        this.#add(`${market.id}: ${words(quote)} is approved, does not rest, and nothing is said to hold it back`)
    }
    for (const { quote, reason } of refused)
      if (reason === 'duplicate' && !living.some(({ draft }) => isSamePlace(draft, quote)))
        this.#add(`${market.id}: ${words(quote)} is refused for an order of ours there, and there is none`)
  }
}

const isSamePlace = (a: LivingOrder['draft'], b: Place) =>
  a.outcome === b.outcome && a.side === b.side && a.price === b.price

const words = ({ outcome, side, price }: Place) => `${side}${outcome}@${price}`
