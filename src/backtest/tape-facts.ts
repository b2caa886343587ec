// What the venue would have answered at a moment of a tape: terms, statuses and fees of the markets that it has told of until then.

import { type ConditionId, isFinal, type Market, readAgain } from '../domain/market/market.js'
import type { TapeEvent } from '../recording/tape-record.js'
import type { MarketQuery } from '../venue/market-data.js'

export class TapeFacts {
  readonly #markets = new Map<ConditionId, Market>()
  /** By id: of a long tape there are too many markets to look through for each record. */
  readonly #conditionIds = new Map<string, ConditionId>()
  /** Not recorded any more: what is known of them is old, but for how they have ended. */
  readonly #dropped = new Set<ConditionId>()
  /** In a gap: what is known of them is old, until the tape tells of them again. */
  readonly #unreadable = new Set<ConditionId>()
  isLinkUp = true

  take(event: TapeEvent): void {
    if (event.kind === 'market') {
      const known = this.#markets.get(event.market.conditionId)
      // its recorder names a market that it follows by the terms of when it began to, also when the venue has told how it ended
      this.#markets.set(event.market.conditionId, known ? readAgain(event.market, known) : event.market)
      this.#conditionIds.set(event.market.id, event.market.conditionId)
      this.#dropped.delete(event.market.conditionId)
    } else if (event.kind === 'market-dropped') this.#dropped.add(event.conditionId)
    else if (event.kind === 'fee') this.#change(event.conditionId, { feeRateBps: event.feeRateBps })
    else if (event.kind !== 'market-data') return
    else if (event.event.kind === 'link') this.isLinkUp = event.event.state !== 'down'
    else if (event.event.kind === 'unreadable') this.#unreadable.add(event.event.conditionId)
    else if (event.event.kind === 'snapshot' || event.event.kind === 'change')
      this.#unreadable.delete(event.event.conditionId)
    else if (event.event.kind === 'status') {
      const { conditionId, status, registration, winner } = event.event
      this.#change(conditionId, {
        status,
        ...(registration === undefined ? {} : { registration }),
        ...(winner === undefined ? {} : { winner }),
      })
    }
  }

  /** Whether the venue can be asked about the market: the tape goes on, with it. */
  answersFor(conditionId: ConditionId): boolean {
    return this.isLinkUp && !this.#dropped.has(conditionId) && !this.#unreadable.has(conditionId)
  }

  /** By id or condition. */
  market(id: string): Market | undefined {
    const known = this.#conditionIds.get(id)
    return this.#markets.get(known ?? (id as ConditionId))
  }

  /** Those that match, OPEN ones unless every status is asked for, in the order in which the tape has named them. */
  matching({ search, category, tagSlug, groupId, everyStatus = false }: MarketQuery): Market[] {
    const words = search?.toLowerCase()
    return [...this.#markets.values()].filter(
      (market) =>
        (everyStatus || market.status === 'OPEN') &&
        (isFinal(market) || !this.#dropped.has(market.conditionId)) &&
        (words === undefined || market.question.toLowerCase().includes(words)) &&
        (category === undefined || market.category === category) &&
        (tagSlug === undefined || market.tagSlugs.includes(tagSlug)) &&
        (groupId === undefined || market.groupId === groupId),
    )
  }

  get all(): readonly Market[] {
    return [...this.#markets.values()]
  }

  #change(conditionId: ConditionId, change: Partial<Market>): void {
    const known = this.#markets.get(conditionId)
    if (known) this.#markets.set(conditionId, { ...known, ...change })
  }
}
