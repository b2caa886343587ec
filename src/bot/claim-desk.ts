// Between the bot and those who divide the markets among the bots of a fleet: what it would quote, whether anything of it can rest, and the
// core's word for what is not ours.

import { type ConditionId, type Hex, isFinal, type Market } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { NotOurs } from '../domain/run/market-claim.js'
import type { SignedLine } from '../execution/journal/journal-line.js'

/** Which of the selected markets are ours to quote. */
export interface MarketClaiming {
  start(bot: {
    readonly wants: () => readonly ConditionId[]
    readonly holdsTokens: (conditionId: ConditionId) => boolean
    readonly isClear: (conditionId: ConditionId) => boolean
    readonly tell: (conditionId: ConditionId, whyNot: NotOurs | undefined) => void
  }): void
  /** Told of at once that it is not ours, until it is. */
  selected(market: Market): void
  /** Why nothing may be placed there now. */
  refusal(conditionId: ConditionId): string | undefined
}

export interface ClaimDeskParts {
  /** Absent: all that is selected is ours. */
  readonly claims?: MarketClaiming | undefined
  readonly beliefs: {
    readonly orders: {
      livingOf(conditionId: ConditionId): readonly unknown[]
      settling(): Iterable<Pick<SignedLine, 'draft'>>
      byHash(hash: Hex): unknown
    }
    readonly positions: { tokensRaw(conditionId: ConditionId): readonly bigint[] }
  }
  readonly standing: { readonly unverified: string | undefined }
  readonly selected: () => readonly Market[]
  /** Orders of former runs: until they are found nobody knows what rests. */
  readonly recovered: readonly Pick<SignedLine, 'hash' | 'draft'>[]
  readonly emit: (input: CoreInput) => void
}

export class ClaimDesk {
  readonly #parts: ClaimDeskParts
  readonly #toFind: Set<ClaimDeskParts['recovered'][number]>

  constructor(parts: ClaimDeskParts) {
    this.#parts = parts
    this.#toFind = new Set(parts.recovered)
  }

  start(): void {
    const { claims, beliefs, selected, emit } = this.#parts
    claims?.start({
      wants: () => selected().flatMap((market) => (isFinal(market) ? [] : [market.conditionId])),
      holdsTokens: (conditionId) => beliefs.positions.tokensRaw(conditionId).some((raw) => raw !== 0n),
      isClear: (conditionId) => this.isClear(conditionId),
      tell: (conditionId, whyNot) =>
        emit({ kind: 'market-claim', conditionId, ...(whyNot === undefined ? {} : { whyNot }) }),
    })
  }

  /** What the selection tells the core: before a market comes the core knows whose it is. */
  selected(input: CoreInput): void {
    if (input.kind === 'market') this.#parts.claims?.selected(input.market)
    this.#parts.emit(input)
  }

  refusal(conditionId: ConditionId): string | undefined {
    return this.#parts.claims?.refusal(conditionId)
  }

  /** Nothing of ours rests there, or can come to. */
  isClear(conditionId: ConditionId): boolean {
    const { orders } = this.#parts.beliefs
    if (this.#parts.standing.unverified !== undefined) return false
    for (const former of this.#toFind) if (orders.byHash(former.hash)) this.#toFind.delete(former)
    const isThere = ({ draft }: Pick<SignedLine, 'draft'>) => draft.conditionId === conditionId
    // a settlement that fails puts its order back to rest
    return orders.livingOf(conditionId).length === 0 && ![...orders.settling(), ...this.#toFind].some(isThere)
  }
}
