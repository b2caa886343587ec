// Markets that are over for good: nothing lives in them, all that is held is valued and counted as the account shows it, and what was won and
// lost is known. What is told of them is made once, when they leave the present ones; whatever touches one brings it back until the next look.

import { areSameTokens, NO_TOKENS } from '../domain/account/tokens.js'
import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import type { OverSnapshot, PartOfTotals } from '../domain/run/snapshot.js'
import type { HeldTokens } from '../domain/run/standing.js'
import type { Beliefs } from '../state/beliefs.js'
import type { Past } from '../state/known-markets.js'
import { addedUp, overOf, pastPart } from './parts-of-totals.js'

export interface PastMarketsParts {
  readonly beliefs: Pick<Beliefs, 'estimates' | 'ledger' | 'markets' | 'orders' | 'positions'>
  /** Time marks it no more. */
  readonly isClosed: (conditionId: ConditionId) => boolean
  /** What was won and lost before this run. */
  readonly absence: {
    isOpen(conditionId: ConditionId): boolean
    asKept(held: Pick<HeldTokens, 'conditionId' | 'tokensRaw'>): HeldTokens
  }
}

interface Sum {
  readonly changes: number
  readonly totals: PartOfTotals
  readonly over: readonly OverSnapshot[]
  readonly held: readonly HeldTokens[]
}

export class PastMarkets {
  readonly #parts: PastMarketsParts
  #sum: Sum | undefined

  constructor(parts: PastMarketsParts) {
    this.#parts = parts
  }

  /** After a reading of the account: those that are over for good leave. */
  look(): void {
    const { markets } = this.#parts.beliefs
    for (const market of markets.present.values()) {
      const past = this.#isPast(market) ? this.#pastOf(market) : undefined
      if (past !== undefined) markets.leave(market.conditionId, past)
    }
  }

  /** Of all of them together. */
  get totals(): PartOfTotals {
    return this.#summed().totals
  }

  /** Those in which what is held pays something. */
  get over(): readonly OverSnapshot[] {
    return this.#summed().over
  }

  /** What is held in them, for the next run. */
  get held(): readonly HeldTokens[] {
    return this.#summed().held
  }

  #isPast(market: Market): boolean {
    const { conditionId } = market
    const { beliefs, isClosed, absence } = this.#parts
    const { ledger, orders, positions } = beliefs
    if (!isFinal(market) || !isClosed(conditionId) || absence.isOpen(conditionId)) return false
    return positions.isValued(conditionId) && !ledger.isConcerned(conditionId) && orders.isSettled(conditionId)
  }

  #pastOf(market: Market): Past | undefined {
    const { beliefs, absence } = this.#parts
    const { conditionId } = market
    const part = pastPart(market, beliefs)
    const [yes, no] = beliefs.positions.tokensRaw(conditionId)
    const tokensRaw = [yes, no] as const
    const held = areSameTokens(tokensRaw, NO_TOKENS) ? undefined : absence.asKept({ conditionId, tokensRaw })
    return { part, over: overOf(market, beliefs), held }
  }

  #summed(): Sum {
    const { past, pastChanges } = this.#parts.beliefs.markets
    if (this.#sum?.changes === pastChanges) return this.#sum
    const all = [...past.values()]
    this.#sum = {
      changes: pastChanges,
      totals: addedUp(all.map(({ part }) => part)),
      over: all.flatMap(({ over }) => over ?? []),
      held: all.flatMap(({ held }) => held ?? []),
    }
    return this.#sum
  }
}
