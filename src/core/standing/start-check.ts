// What a start has to verify before anything is placed: which orders rest, and whether what is held is what former runs have left.
//
//   explained = what was held when it was last kept, give or take what of our orders may have been matched since, or is not settled,
//               less what a transaction of a former run takes, which may have happened or not
//
// Orders that former runs signed are looked up one by one beside this, and close their markets until they are clear.
//
// What differs from what was kept is kept as it was until it is judged, and where it is refused until a person has been told: a run that ends
// before that has explained nothing, and the next one asks again.

import { type AccountSnapshot, isAsKept } from '../../domain/account/account.js'
import { lotsToRaw } from '../../domain/amounts/size.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, OUTCOMES, YES } from '../../domain/market/side.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import { pendingRawOf } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { HeldTokens, Unexplained } from '../../domain/run/standing.js'
import type { Beliefs } from '../../state/beliefs.js'

const NOTHING: readonly [bigint, bigint] = [0n, 0n]
const NONE: readonly Unexplained[] = []
const NO_MARKETS: ReadonlySet<ConditionId> = new Set()

export class StartCheck {
  readonly #beliefs: Beliefs
  readonly #refuses: boolean
  #asked: Extract<CoreEvent, { kind: 'verify' }> | undefined
  /** Lists asked for from this event on can show all that was on its way. */
  #listSeq: number | undefined
  #isListed = false
  #isRead = false
  #kept: ReadonlyMap<ConditionId, HeldTokens> = new Map()
  #unreadOf: AccountSnapshot | undefined
  #unreadIn: ReadonlySet<ConditionId> = new Set()
  /** Markets whose tokens are not judged yet: thousands may stay, of markets that nobody reads. */
  #toJudge = new Set<ConditionId>()
  /** Of them those of which something is known now that was not; after a reading, all of them. */
  readonly #due = new Set<ConditionId>()
  #areAllDue = false
  /** Found, refused, and nobody has been told that the bot is halted for it. */
  #untold: readonly Unexplained[] = NONE

  /** `refuses`: nothing is placed while anything is held that is not explained. */
  constructor(beliefs: Beliefs, refuses: boolean) {
    this.#beliefs = beliefs
    this.#refuses = refuses
  }

  /** Why nothing may be placed yet. */
  get unverified(): string | undefined {
    if (this.#asked === undefined) return undefined
    if (!this.#isListed) return 'the orders that rest to be listed'
    if (!this.#isRead) return 'the account to be read'
    if (!this.#refuses || !this.#isAnyUnread) return undefined
    return 'the markets of tokens that former runs do not explain to be read'
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'verify') {
      this.#asked = event
      this.#kept = new Map(event.held.map((held) => [held.conditionId, held]))
    }
    const asked = this.#asked
    if (asked === undefined) return
    if (event.at.monoMs - asked.at.monoMs >= asked.listAfterMs) this.#listSeq ??= event.seq
    if (event.kind === 'orders-listed')
      this.#isListed ||= this.#listSeq !== undefined && event.askedSeq >= this.#listSeq
    // one that cannot be told from what is settled meanwhile is not taken
    else if (event.kind === 'account' && !this.#isRead && event.askedSeq > asked.seq && this.#beliefs.funds.isKnown) {
      this.#isRead = true
      this.#toJudge = this.#held(this.#beliefs.funds.snapshot ?? event.snapshot)
    }
    if (event.kind === 'account') this.#areAllDue = true
    else if (event.kind === 'market' && this.#toJudge.has(event.market.conditionId))
      this.#due.add(event.market.conditionId)
  }

  /** What was kept or is held, but for what is held as it was kept and waits for its market to be read. */
  #held({ holdings, unread = [] }: AccountSnapshot): Set<ConditionId> {
    const held = new Set(this.#kept.keys())
    for (const { conditionId } of holdings) held.add(conditionId)
    const different = this.#unread()
    for (const { conditionId } of unread) {
      if (different.has(conditionId)) held.add(conditionId)
      else held.delete(conditionId)
    }
    return held
  }

  get #isAnyUnread(): boolean {
    for (const conditionId of this.#unread()) if (this.#toJudge.has(conditionId)) return true
    return false
  }

  /** Where what is held is not what was kept, and which of it is YES is not known yet. */
  #unread(): ReadonlySet<ConditionId> {
    const { snapshot } = this.#beliefs.funds
    if (snapshot !== this.#unreadOf) {
      this.#unreadOf = snapshot
      const other = snapshot?.unread?.filter((held) => !isAsKept(held, this.#kept.get(held.conditionId)?.tokensRaw))
      this.#unreadIn = new Set(other?.map(({ conditionId }) => conditionId))
    }
    return this.#unreadIn
  }

  /** At the end of a turn: what is held and not explained, each told once. */
  judge(): readonly Unexplained[] {
    const due = this.#areAllDue ? this.#toJudge : this.#due
    if (due.size === 0 || this.unverified !== undefined) return NONE
    const found: Unexplained[] = []
    for (const conditionId of due) {
      const verdict = this.#verdict(conditionId)
      if (verdict === 'later') continue
      this.#toJudge.delete(conditionId)
      if (verdict !== undefined) found.push(verdict)
    }
    this.#due.clear()
    this.#areAllDue = false
    if (this.#refuses) this.#untold = [...this.#untold, ...found]
    return found
  }

  /** What the bot is to be halted for, once. */
  takeUntold(): readonly Unexplained[] {
    const untold = this.#untold
    this.#untold = NONE
    return untold
  }

  /** Markets in which what is held is not what was kept, and which of them is right nobody has judged, or been told. */
  open(): ReadonlySet<ConditionId> {
    if (this.#untold.length === 0 && (this.#toJudge.size === 0 || !this.#isRead)) return NO_MARKETS
    const open = new Set(this.#untold.map(({ conditionId }) => conditionId))
    for (const conditionId of this.#toJudge) if (this.#isOther(conditionId)) open.add(conditionId)
    return open
  }

  /** Of a market that nobody follows: what is gone may have been redeemed, and what orders may explain is for nobody to judge once all else is. */
  #isOther(conditionId: ConditionId): boolean {
    if (this.#unread().has(conditionId)) return false
    const { more } = this.#foundIn(conditionId)
    if (this.#beliefs.markets.has(conditionId)) return isAny(more)
    return this.unverified !== undefined && (more[YES] > 0n || more[NO] > 0n)
  }

  /** What is held, what was kept, and what is more. */
  #foundIn(conditionId: ConditionId) {
    const heldRaw = this.#beliefs.funds.readRaw(conditionId) ?? NOTHING
    const keptRaw = keptOf(this.#kept.get(conditionId), heldRaw)
    return { heldRaw, keptRaw, more: [heldRaw[YES] - keptRaw[YES], heldRaw[NO] - keptRaw[NO]] as const }
  }

  #verdict(conditionId: ConditionId): Unexplained | 'later' | undefined {
    const { markets } = this.#beliefs
    if (this.#unread().has(conditionId)) return 'later'
    const { heldRaw, keptRaw, more } = this.#foundIn(conditionId)
    if (!isAny(more)) return undefined
    const market = markets.get(conditionId)
    const isLess = more[YES] < 0n || more[NO] < 0n
    const { formerFills } = this.#beliefs.ledger
    // amounts are in lots of the market; and what is gone may have been redeemed
    if (market === undefined)
      return formerFills.of(conditionId).length > 0 || isLess ? 'later' : { conditionId, keptRaw, heldRaw }
    if (market.status !== 'OPEN' && isLess) return undefined
    const drafts = formerFills.drafts(market)
    const slacks = [this.#slackRaw(drafts, market, YES), this.#slackRaw(drafts, market, NO)] as const
    const takenRaw = this.#beliefs.ledger.former.takenRaw(conditionId)
    const isExplained = isWithin(more, slacks) || (takenRaw !== undefined && isWithin(sumOf(more, takenRaw), slacks))
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

function isAny(more: readonly [bigint, bigint]): boolean {
  return more[YES] !== 0n || more[NO] !== 0n
}

function isWithin(more: readonly [bigint, bigint], slacks: readonly [bigint, bigint]): boolean {
  return OUTCOMES.every((outcome) => more[outcome] <= slacks[outcome] && more[outcome] >= -slacks[outcome])
}

function sumOf(a: readonly [bigint, bigint], b: readonly [bigint, bigint]): readonly [bigint, bigint] {
  return [a[YES] + b[YES], a[NO] + b[NO]]
}

/** Where it was not known which amount was of YES, it is the one that agrees. */
function keptOf(kept: HeldTokens | undefined, heldRaw: readonly [bigint, bigint]): readonly [bigint, bigint] {
  if (kept === undefined) return NOTHING
  const [one, other] = kept.tokensRaw
  return kept.unordered && other === heldRaw[YES] && one === heldRaw[NO] ? heldRaw : kept.tokensRaw
}

/** `market m1: 100 and 0 raw tokens of YES and NO were kept, the venue has 0 and 0`. */
export function unexplainedWords({ conditionId, keptRaw, heldRaw }: Unexplained, name: string | undefined): string {
  const [kept, held] = [keptRaw, heldRaw].map((tokens) => tokens.join(' and '))
  return `"${name ?? conditionId}": ${kept} raw tokens of YES and NO by our books, ${held} at the venue`
}
