// The markets that a bot saw when it chose: which it took, which it left, and why. Whoever looks at results alone sees the survivors.

import type { MarketSeen } from '../result.js'

interface Named {
  readonly id: string
  readonly conditionId: string
  readonly question: string
  readonly groupId?: string
}

/** One look at the venue's list. */
export interface Choice {
  readonly chosen: readonly Named[]
  /** Suitable, and not taken. */
  readonly spare: readonly Named[]
  readonly refused: readonly (Named & { readonly reason: string })[]
}

export interface MarketsSeenOptions {
  /** As many are wanted; absent where they are named one by one. */
  readonly max?: number
  /** Markets noted, the first ones; 20,000 by default. */
  readonly most?: number
}

interface Noted {
  readonly named: Named
  readonly seenMs: number
  chosenMs: number | undefined
  /** Since when it is left, and why, where it is. */
  left: { readonly atMs: number; readonly reason: string } | undefined
}

const MOST = 20_000
const NOT_YET = 'maxSpread: its book had not its turn yet'

export const SEEN_INCOMPLETE = 'more markets were seen than are listed under the selection'

export class MarketsSeen {
  readonly #options: MarketsSeenOptions
  readonly #markets = new Map<string, Noted>()
  #isIncomplete = false

  constructor(options: MarketsSeenOptions) {
    this.#options = options
  }

  /** `atMs`: unix milliseconds of the look. */
  note({ chosen, spare, refused }: Choice, atMs: number): void {
    for (const market of chosen) {
      const noted = this.#noted(market, atMs)
      if (noted === undefined) continue
      noted.chosenMs ??= atMs
      noted.left = undefined
    }
    const { max } = this.#options
    const why = max !== undefined && chosen.length >= max ? `max: ${max} were chosen before it` : NOT_YET
    for (const market of spare) this.#leave(market, why, atMs)
    for (const market of refused) this.#leave(market, market.reason, atMs)
  }

  /** In the order in which they were first seen. */
  all(): MarketSeen[] {
    return [...this.#markets.values()].map(
      ({ named: { id, conditionId, question, groupId }, seenMs, chosenMs, left }) => ({
        ...{ id, conditionId, question, seenMs },
        ...(groupId === undefined ? {} : { groupId }),
        ...(chosenMs === undefined ? {} : { chosenMs }),
        ...(left === undefined ? {} : { leftMs: left.atMs, reason: left.reason }),
      }),
    )
  }

  /** Some were seen that are not among them: too many to note. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  #leave(market: Named, reason: string, atMs: number): void {
    const noted = this.#noted(market, atMs)
    // the first time counts, with what was found then: what is left of its time changes at each look
    if (noted === undefined) return
    if (noted.left === undefined) noted.left = { atMs, reason }
    else if (noted.left.reason === NOT_YET) noted.left = { atMs: noted.left.atMs, reason }
  }

  #noted(market: Named, atMs: number): Noted | undefined {
    const key = market.conditionId === '' ? market.id : market.conditionId
    const known = this.#markets.get(key)
    if (known !== undefined) return known
    if (this.#markets.size >= (this.#options.most ?? MOST)) {
      this.#isIncomplete = true
      return undefined
    }
    const { id, conditionId, question, groupId } = market
    const named = { id, conditionId, question, ...(groupId === undefined ? {} : { groupId }) }
    const noted: Noted = { named, seenMs: atMs, chosenMs: undefined, left: undefined }
    this.#markets.set(key, noted)
    return noted
  }
}
