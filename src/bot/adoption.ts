// Markets that nobody selected and in which something is ours, as after a restart: an order of a former run or one found by listing, or
// tokens that the account shows. They are known and never quoted; those with tokens are asked for again until they are over, so that
// limits count what is held, and what they pay is redeemed. Tokens of a market that is over and that pay nothing concern nobody, unless they
// were worth something when they were kept: the loss counts. Of one that pays the outcome is looked at again now and then: a venue may
// correct it, and what was told of a market that is over reaches nobody any more.
// Of markets that nobody has read the account does not show which token is which. Those that former runs do not explain come first, and
// the account is read again once all of them are known.

import {
  type AccountSnapshot,
  type Holding,
  holdingIn,
  isAsKept,
  type UnreadHolding,
} from '../domain/account/account.js'
import { ERROR_REACTIONS } from '../domain/error.js'
import { type ConditionId, type Hex, isFinal, type Market, statusRead } from '../domain/market/market.js'
import { payoutRaw } from '../domain/market/payout.js'
import type { OrderDraft } from '../domain/orders/order.js'
import { draftOn } from '../domain/orders/signed-draft.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { HeldTokens } from '../domain/run/standing.js'
import type { FormerLine } from '../execution/journal/journal-line.js'
import type { MarketData } from '../venue/market-data.js'

export interface AdoptionParts {
  readonly marketData: Pick<MarketData, 'readMarket'>
  /** As the core knows it. */
  readonly known: (conditionId: ConditionId) => Market | undefined
  readonly isSelected: (conditionId: ConditionId) => boolean
  /** Nothing is placed before what is held is known. */
  readonly isAwaited: () => boolean
  readonly emit: (input: CoreInput) => void
}

/** Between two looks, each of which asks for one market at most: hundreds may be held. */
const LOOK_EVERY_MS = 2000
/** The same after a market that was never asked for: limits count what is held there as it was kept, and of what is new nothing. */
const FIRST_EVERY_MS = 250
/** A market that goes on, or that could not be read, is asked for again after so long. */
const AGAIN_MS = 30_000
/** One that is over, and in which tokens that pay are held, after so long. */
const OVER_AGAIN_MS = 600_000

export class Adoption {
  readonly #parts: AdoptionParts
  readonly #adopted = new Set<ConditionId>()
  /** Orders of former runs that wait for their market to be known. */
  #recovered: readonly FormerLine[]
  /** Some market has become known in this turn: others may with it, of one list. */
  #isAnyNew = false
  /** As the account showed it last. */
  #held: ReadonlyMap<ConditionId, Holding | UnreadHolding> = new Map()
  /** What former runs kept of it. */
  #kept: ReadonlyMap<ConditionId, readonly [bigint, bigint]> = new Map()
  /** The account has been read. */
  #isRead = false
  /** Where that was worth something. */
  readonly #worthy = new Set<ConditionId>()
  /** Markets not read yet whose tokens former runs do not explain. */
  readonly #strange = new Set<ConditionId>()
  /** When each market with tokens is asked for again, monotonic; infinite for one that is over and pays nothing. */
  readonly #dueMonoMs = new Map<ConditionId, number>()
  #isAsking = false
  #lookDueMonoMs = Number.NEGATIVE_INFINITY

  constructor(recovered: readonly FormerLine[], parts: AdoptionParts) {
    this.#recovered = recovered
    this.#parts = parts
  }

  /** The core has taken an event in. */
  taken(event: CoreEvent): void {
    if (event.kind === 'market') this.#marketKnown()
    else if (event.kind === 'market-status') this.#statusTold(event.conditionId, event.at.monoMs)
    else if (event.kind === 'order') this.#orderIn(event.record.conditionId)
    else if (event.kind === 'orders-listed') for (const record of event.records) this.#orderIn(record.conditionId)
    else if (event.kind === 'verify') this.#keptHeld(event.held)
    else if (event.kind === 'account') this.#holds(event.snapshot)
    else if (event.kind === 'turn-end') this.#turnEnded(event.at.monoMs)
  }

  #keptHeld(held: readonly HeldTokens[]): void {
    this.#kept = new Map(held.map(({ conditionId, tokensRaw }) => [conditionId, tokensRaw]))
    for (const { conditionId, worth = 0 } of held) if (worth !== 0) this.#worthy.add(conditionId)
  }

  /** Orders of former runs in it count from now on. */
  #marketKnown(): void {
    if (this.#recovered.length === 0) return
    const orders: { readonly hash: Hex; readonly draft: OrderDraft }[] = []
    // one market that cannot be read must not hide the orders of the others
    this.#recovered = this.#recovered.filter((order) => {
      const market = this.#parts.known(order.draft.conditionId)
      if (market !== undefined) orders.push({ hash: order.hash, draft: draftOn(market, order) })
      return market === undefined
    })
    if (orders.length > 0) this.#parts.emit({ kind: 'recovered', orders })
    this.#isAnyNew = true
  }

  /** What has just been told need not be asked for. */
  #statusTold(conditionId: ConditionId, nowMonoMs: number): void {
    const known = this.#held.has(conditionId) ? this.#parts.known(conditionId) : undefined
    if (known !== undefined && isFinal(known)) this.#dueMonoMs.set(conditionId, nowMonoMs + OVER_AGAIN_MS)
  }

  #orderIn(conditionId: ConditionId): void {
    if (this.#parts.known(conditionId) === undefined) this.#adopt(conditionId)
  }

  #holds({ holdings, unread = [] }: AccountSnapshot): void {
    const isSomething = ({ tokensRaw }: Holding) => tokensRaw.some((raw) => raw > 0n)
    const held = [...holdings.filter(isSomething), ...unread]
    this.#isRead = true
    this.#held = new Map(held.map((one) => [one.conditionId, one]))
    this.#strange.clear()
    for (const tokens of unread) {
      const { conditionId } = tokens
      const isKnown = this.#parts.known(conditionId) !== undefined
      if (!isKnown && !isAsKept(tokens, this.#kept.get(conditionId))) this.#strange.add(conditionId)
    }
  }

  #turnEnded(nowMonoMs: number): void {
    if (this.#isAnyNew) for (const { draft } of this.#recovered) this.#adopt(draft.conditionId)
    this.#isAnyNew = false
    const isUrgent = this.#strange.size > 0 && this.#parts.isAwaited()
    if (isUrgent || nowMonoMs >= this.#lookDueMonoMs) this.#look(nowMonoMs)
  }

  /** Asks for the market that has waited longest, of those that nothing explains first. */
  #look(nowMonoMs: number): void {
    this.#lookDueMonoMs = nowMonoMs + LOOK_EVERY_MS
    const conditionId = this.#isAsking ? undefined : this.#next(nowMonoMs)
    if (conditionId === undefined) return
    if (!this.#dueMonoMs.has(conditionId)) this.#lookDueMonoMs = nowMonoMs + FIRST_EVERY_MS
    this.#dueMonoMs.set(conditionId, nowMonoMs + AGAIN_MS)
    this.#isAsking = true
    this.#parts.marketData.readMarket(conditionId, (answer) => {
      this.#isAsking = false
      if (answer.ok) this.#heldIn(answer.value, nowMonoMs)
      else if (ERROR_REACTIONS[answer.failure.code] === 'retry') return
      // one that is none that can be quoted is none that the core can count
      else this.#dueMonoMs.set(conditionId, Number.POSITIVE_INFINITY)
      if (this.#strange.delete(conditionId) && this.#strange.size === 0) this.#parts.emit({ kind: 'account-changed' })
    })
  }

  #next(nowMonoMs: number): ConditionId | undefined {
    const waiting = (among: Iterable<ConditionId>) => this.#longestWaiting(among, nowMonoMs)
    const more = waiting(this.#strange) ?? waiting(this.#held.keys())
    // what was worth something may be gone from the account: asked for once that is read, for a key may have little left
    return more ?? (this.#isRead ? waiting(this.#worthy) : undefined)
  }

  #longestWaiting(among: Iterable<ConditionId>, nowMonoMs: number): ConditionId | undefined {
    let next: { readonly conditionId: ConditionId; readonly dueMonoMs: number } | undefined
    for (const conditionId of among) {
      const dueMonoMs = this.#dueMonoMs.get(conditionId) ?? Number.NEGATIVE_INFINITY
      if (dueMonoMs > nowMonoMs || (next !== undefined && dueMonoMs >= next.dueMonoMs)) continue
      if (!this.#isFollowed(conditionId)) next = { conditionId, dueMonoMs }
    }
    return next?.conditionId
  }

  /** Over, and it pays nothing; or of the selection, which asks for it itself. */
  #isFollowed(conditionId: ConditionId): boolean {
    const known = this.#parts.known(conditionId)
    const isDone = known !== undefined && isFinal(known) && !this.#pays(known)
    return isDone || this.#parts.isSelected(conditionId)
  }

  /** Whether what the account shows of the market is paid for, or may be where it is not over. */
  #pays(market: Market): boolean {
    const held = this.#held.get(market.conditionId)
    const tokensRaw = held === undefined || 'tokensRaw' in held ? held?.tokensRaw : holdingIn(held, market).tokensRaw
    return tokensRaw !== undefined && payoutRaw(market, tokensRaw) !== 0n
  }

  #heldIn(market: Market, nowMonoMs: number): void {
    const { emit, known, isSelected } = this.#parts
    const { conditionId } = market
    const isPaying = this.#pays(market)
    const againMs = isPaying ? OVER_AGAIN_MS : Number.POSITIVE_INFINITY
    if (isFinal(market)) this.#dueMonoMs.set(conditionId, nowMonoMs + againMs)
    if (isSelected(conditionId)) return
    const before = known(conditionId)
    if (before !== undefined) emit({ kind: 'market-status', ...statusRead(market, before) })
    else if (this.#worthy.has(conditionId) || isPaying) this.#tellOf(market)
  }

  #adopt(conditionId: ConditionId): void {
    if (this.#adopted.has(conditionId)) return
    this.#adopted.add(conditionId)
    this.#parts.marketData.readMarket(conditionId, (answer) => {
      // who has taken it up meanwhile knows it by what was told last
      if (answer.ok && this.#parts.known(conditionId) === undefined) this.#tellOf(answer.value)
      else if (!answer.ok) this.#adopted.delete(conditionId)
    })
  }

  #tellOf(market: Market): void {
    const { conditionId } = market
    this.#parts.emit({ kind: 'market', market })
    if (!this.#parts.isSelected(conditionId)) this.#parts.emit({ kind: 'market-dropped', conditionId })
  }
}
