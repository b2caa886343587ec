// What a start has to verify before anything is placed: which orders rest, and whether what is held is what former runs have left.
//
//   explained = what was held when it was last kept, give or take what of our orders may have been matched since, or is not settled
//
// Orders that former runs signed are looked up one by one beside this, and close their markets until they are clear.

import { lotsToRaw } from '../../domain/amounts/size.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import { pendingRawOf } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Unexplained } from '../../domain/run/standing.js'
import type { Beliefs } from '../../state/beliefs.js'

const NOTHING: readonly [bigint, bigint] = [0n, 0n]
const NONE: readonly Unexplained[] = []

export class StartCheck {
  readonly #beliefs: Beliefs
  #asked: Extract<CoreEvent, { kind: 'verify' }> | undefined
  /** Lists asked for from this event on can show all that was on its way. */
  #listSeq: number | undefined
  #isListed = false
  #isRead = false
  #kept: ReadonlyMap<ConditionId, readonly [bigint, bigint]> = new Map()
  /** Markets whose tokens are not judged yet. */
  #toJudge: ReadonlySet<ConditionId> = new Set()

  constructor(beliefs: Beliefs) {
    this.#beliefs = beliefs
  }

  /** Why nothing may be placed yet. */
  get unverified(): string | undefined {
    if (this.#asked === undefined || (this.#isListed && this.#isRead)) return undefined
    return this.#isListed ? 'the account to be read' : 'the orders that rest to be listed'
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'verify') {
      this.#asked = event
      this.#kept = new Map(event.held.map(({ conditionId, tokensRaw }) => [conditionId, tokensRaw]))
    }
    const asked = this.#asked
    if (asked === undefined) return
    if (event.at.monoMs - asked.at.monoMs >= asked.listAfterMs) this.#listSeq ??= event.seq
    if (event.kind === 'orders-listed')
      this.#isListed ||= this.#listSeq !== undefined && event.askedSeq >= this.#listSeq
    // one that cannot be told from what is settled meanwhile is not taken
    else if (event.kind === 'account' && !this.#isRead && event.askedSeq > asked.seq && this.#beliefs.funds.isKnown) {
      this.#isRead = true
      this.#toJudge = new Set([...this.#kept.keys(), ...event.snapshot.holdings.map((held) => held.conditionId)])
    }
  }

  /** At the end of a turn: what is held and not explained, each told once. */
  judge(): readonly Unexplained[] {
    if (this.#toJudge.size === 0 || this.unverified !== undefined) return NONE
    const left = new Set<ConditionId>()
    const found: Unexplained[] = []
    for (const conditionId of this.#toJudge) {
      const verdict = this.#verdict(conditionId)
      if (verdict === 'later') left.add(conditionId)
      else if (verdict !== undefined) found.push(verdict)
    }
    this.#toJudge = left
    return found
  }

  #verdict(conditionId: ConditionId): Unexplained | 'later' | undefined {
    const { markets, funds } = this.#beliefs
    const holding = funds.snapshot?.holdings.find((held) => held.conditionId === conditionId)
    const heldRaw = holding?.tokensRaw ?? NOTHING
    const keptRaw = this.#kept.get(conditionId) ?? NOTHING
    const more = [heldRaw[YES] - keptRaw[YES], heldRaw[NO] - keptRaw[NO]] as const
    if (more[YES] === 0n && more[NO] === 0n) return undefined
    const market = markets.get(conditionId)
    const isLess = more[YES] < 0n || more[NO] < 0n
    const drafts = this.#asked?.orders.filter((draft) => draft.conditionId === conditionId) ?? []
    // amounts are in lots of the market; and what is gone may have been redeemed
    if (market === undefined) return drafts.length > 0 || isLess ? 'later' : { conditionId, keptRaw, heldRaw }
    if (market.status !== 'OPEN' && isLess) return undefined
    const isExplained = ([YES, NO] as const).every((outcome) => {
      const slack = this.#slackRaw(drafts, market, outcome)
      return more[outcome] <= slack && more[outcome] >= -slack
    })
    return isExplained ? undefined : { conditionId, keptRaw, heldRaw }
  }

  /** Matched since it was kept, or kept and not settled yet: either way no more than the orders were for. */
  #slackRaw(drafts: readonly OrderDraft[], { conditionId, lotRaw }: Market, outcome: number): bigint {
    const { orders } = this.#beliefs
    let slack = 0n
    for (const draft of drafts) if (draft.outcome === outcome) slack += lotsToRaw(draft.size, lotRaw)
    for (const order of [...orders.livingOf(conditionId), ...orders.settling()]) {
      const { draft } = order
      if (draft.conditionId === conditionId && draft.outcome === outcome) slack += pendingRawOf(order)
    }
    return slack
  }
}

/** `market m1: 100 and 0 raw tokens of YES and NO were kept, the venue has 0 and 0`. */
export function unexplainedWords({ conditionId, keptRaw, heldRaw }: Unexplained, name: string | undefined): string {
  const [kept, held] = [keptRaw, heldRaw].map((tokens) => tokens.join(' and '))
  return `"${name ?? conditionId}": ${kept} raw tokens of YES and NO by our books, ${held} at the venue`
}
