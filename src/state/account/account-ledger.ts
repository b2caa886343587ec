// What we own, as three accounts of the same thing that must agree: positions (from our orders), funds (what new orders may lock), and the
// venue's own readings, which correct the positions where they are proven wrong.

import { type AccountSnapshot, withKnown } from '../../domain/account/account.js'
import { NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import { largerRaw } from '../../domain/amounts/money.js'
import { Touched } from '../../domain/collections/touched.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, type Outcome, YES } from '../../domain/market/side.js'
import { isForeign, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { HoldingCorrection } from '../../domain/run/decision.js'
import type { Instant } from '../../domain/time.js'
import type { KnownMarkets } from '../known-markets.js'
import type { Marks } from '../market/estimates.js'
import type { OwnOrders } from '../orders/own-orders.js'
import type { Unknowns } from '../orders/unknowns.js'
import { CountedOrders } from './counted-orders.js'
import { type Exchanged, FormerExchange } from './former-exchange.js'
import { FormerFills } from './former-fills.js'
import { Funds } from './funds.js'
import { HeldUnread } from './held-unread.js'
import { Positions } from './positions.js'
import { countsAgainst, isJudged, type Moved } from './reading-counts.js'
import { Reconciliation } from './reconciliation.js'

export interface LedgerParts {
  readonly makerPaysFee: boolean
  /** A reading may lack what was settled in the last so many milliseconds. */
  readonly holdingsLagMs: number
  readonly markets: KnownMarkets
  readonly orders: Pick<OwnOrders, 'baselineOf' | 'byHash' | 'endOf' | 'living' | 'livingOf' | 'recentOf' | 'settling'>
  /** Of an order of unknown outcome: whether the venue has it. */
  readonly unknowns: Pick<Unknowns, 'isAbsent' | 'isDenied'>
  /** What is held is valued at. */
  readonly marks: (market: Market) => Marks
  /** Probability of YES halfway between the others' best bid and offer. */
  readonly mid: (market: Market) => number | undefined
}

interface Reading {
  readonly snapshot: AccountSnapshot
  readonly askedSeq: number
  readonly seq: number
  readonly at: Instant
}

const NONE: readonly HoldingCorrection[] = []

export class AccountLedger {
  readonly funds = new Funds()
  readonly unread: HeldUnread
  readonly positions: Positions
  /** What a former run has left on its way to the chain. */
  readonly former = new FormerExchange()
  /** What orders of former runs were matched for since. */
  readonly formerFills: FormerFills
  /** Which matches are in the positions. */
  readonly counted: CountedOrders
  readonly #reconciliation: Reconciliation
  /** Foreign orders of which something was settled, or about to be, when they were first told of. */
  readonly #baselines = new Set<number>()
  /** Number of the event that brought the first reading. */
  #openedSeq = Number.POSITIVE_INFINITY
  readonly #parts: LedgerParts
  /** When what is matched or settled of an order last changed, by intent, monotonic. */
  readonly #movedMonoMs = new Map<number, number>()
  /** On its way; and what was confirmed a moment ago, with when, monotonic: readings may show either. */
  #underWayOnChain: Exchanged | undefined
  #confirmed: readonly (Exchanged & { readonly atMonoMs: number })[] = []
  #corrected: HoldingCorrection[] = []
  readonly #valued = new Touched()
  #changes = 0
  /** Corrections of this run. */
  corrections = 0

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.positions = new Positions(parts.makerPaysFee, (conditionId) => parts.markets.comeBack(conditionId))
    const { orders, unknowns, markets } = parts
    this.unread = new HeldUnread(this.funds, markets)
    this.#reconciliation = new Reconciliation((conditionId) => {
      const market = markets.get(conditionId)
      return market === undefined || isJudged(market)
    })
    const contribution = (intentId: number) => this.positions.contribution(intentId)
    this.formerFills = new FormerFills({ orders, contribution, isDenied: (order) => unknowns.isDenied(order) })
    this.counted = new CountedOrders({ orders, contribution, former: this.formerFills })
  }

  /** What former runs have left. */
  takeUp(left: Extract<CoreEvent, { kind: 'verify' }>): void {
    for (const of of [this.former, this.unread]) of.kept(left.held)
    this.formerFills.found(left)
    const sinceMs = new Map(left.counted?.orders.map(({ hash, sinceVenueMs }) => [hash, sinceVenueMs]))
    for (const { hash, draft } of left.orders)
      this.counted.found(hash, draft.conditionId, sinceMs.get(hash) ?? left.counted?.atVenueMs ?? left.at.venueMs)
  }

  /** The first reading came before what was told of since: another one is wanted at once. */
  get isOvertaken(): boolean {
    return this.#reconciliation.isOvertaken(this.funds.readSeq)
  }

  /** The venue holds other tokens for us than we count, and it is not known yet who is right. */
  get inDoubt(): boolean {
    return this.#reconciliation.inDoubt
  }

  /** A difference that lists read from now on decide. */
  get wantsLists(): boolean {
    return this.#reconciliation.wantsLists
  }

  /** The venue holds tokens in this market that nothing of ours explains: it should not be quoted until that is settled. */
  isMismatched(conditionId: ConditionId): boolean {
    return this.#reconciliation.isMismatched(conditionId)
  }

  /** The count of this market may be wrong: nothing should be added to it before the lists that decide are read. */
  isDoubted(conditionId: ConditionId): boolean {
    return this.#reconciliation.isDoubted(conditionId)
  }

  /** Readings have more to say of it than that they agree. */
  isConcerned(conditionId: ConditionId): boolean {
    return this.#reconciliation.isConcerned(conditionId)
  }

  /** The same of any market in which it can be settled now. */
  get isAnyMismatched(): boolean {
    return this.#reconciliation.isAnyMismatched
  }

  /** How often what is held has changed, or been set right. */
  get changes(): number {
    return this.#changes
  }

  /** Event `seq` has changed an order. */
  orderChanged(
    order: OwnOrder,
    market: Market,
    { seq, monoMs, venueMs }: { readonly seq: number; readonly monoMs: number; readonly venueMs: number },
  ): void {
    this.#lookAtBaseline(order, seq)
    this.counted.changed(order, venueMs)
    const [yes, no] = this.positions.tokensRaw(market.conditionId)
    const counted = this.positions.apply(order, market, () => this.#parts.mid(market))
    if (counted) this.funds.counted(market.conditionId, [yes, no], this.positions.tokensRaw(market.conditionId))
    // a settlement changes no count, but a reading from before it does not show it
    const settled = this.funds.apply(order, market)
    if (!counted && !settled) return
    this.#changes++
    this.#movedMonoMs.set(order.intentId, monoMs)
    this.#reconciliation.changed(market.conditionId, seq)
  }

  /**
   * What was settled of a foreign order before we knew of it is in no count: the first reading shows it, unless it came too early. And what was
   * about to be settled is counted, and may have been settled before that reading all the same.
   */
  #lookAtBaseline(order: OwnOrder, seq: number): void {
    const { intentId } = order
    if (!isForeign(order) || this.#baselines.has(intentId)) return
    const isUnderWay = pendingRawOf(order) > 0n
    if (!isUnderWay && this.#parts.orders.baselineOf(intentId) === 0n) return
    this.#baselines.add(intentId)
    if (isUnderWay || seq > this.#openedSeq) this.#reconciliation.overtaken(order.draft.conditionId, seq)
  }

  /** The order changes no more. */
  forget(order: OwnOrder): void {
    const { intentId } = order
    // what is known of others is of former runs, and needed while that is not judged
    if (!isForeign(order) && order.phase !== 'signing' && order.hash !== undefined) this.counted.forget(order.hash)
    this.positions.forget(intentId)
    this.funds.forget(intentId)
    this.#movedMonoMs.delete(intentId)
    this.#baselines.delete(intentId)
  }

  /** A transaction is on its way; `isNew`: decided on now, by what is held now, else by a former run. `undefined`: it came to nothing. */
  exchanging(exchanged: Exchanged | undefined, isNew: boolean): void {
    if (exchanged === undefined) this.former.cameToNothing()
    else if (!isNew) this.former.found(exchanged)
    this.#expects(exchanged, isNew)
  }

  #expects(exchanged: Exchanged | undefined, isNew: boolean): void {
    this.#underWayOnChain = exchanged
    const leavesRaw = exchanged && isNew ? this.#leavesRaw(exchanged) : undefined
    this.funds.expects(exchanged && { ...exchanged, leavesRaw })
  }

  /** The most that a reading shows which has the tokens gone: what is bought may settle before, and what is sold after it. */
  #leavesRaw({ conditionId, tokensRaw }: Exchanged): Tokens | undefined {
    const held = this.funds.readRaw(conditionId)
    if (held === undefined) return undefined
    const counted = this.positions.tokensRaw(conditionId)
    const leaves = (outcome: Outcome) =>
      largerRaw(held[outcome], counted[outcome] + this.funds.soldRaw(conditionId, outcome)) - tokensRaw[outcome]
    return [leaves(YES), leaves(NO)]
  }

  /** It is confirmed at event `seq`. */
  exchanged(exchanged: Exchanged, { seq, monoMs }: { readonly seq: number; readonly monoMs: number }): void {
    const { conditionId, tokensRaw, paidRaw } = exchanged
    this.#expects(undefined, false)
    const isRecent = ({ atMonoMs }: { readonly atMonoMs: number }) => monoMs - atMonoMs < this.#parts.holdingsLagMs
    this.#confirmed = [...this.#confirmed.filter(isRecent), { ...exchanged, atMonoMs: monoMs }]
    this.former.confirmed()
    // what is not counted yet is counted without it
    if (this.positions.isOpen(conditionId)) this.positions.exchanged(conditionId, tokensRaw, paidRaw)
    this.funds.spent(conditionId, tokensRaw)
    this.#reconciliation.changed(conditionId, seq)
    this.#changes++
  }

  /** Returns false for a reading that a later one has already overtaken. */
  read(reading: Reading): boolean {
    // what the session had not read, and we know
    const snapshot = withKnown(reading.snapshot, (conditionId) => this.#parts.markets.get(conditionId))
    if (!this.funds.read(snapshot, reading.askedSeq, this.#parts)) return false
    this.#openedSeq = Math.min(this.#openedSeq, reading.seq)
    for (const market of this.#parts.markets.present.values()) this.open(market)
    // the first one tells what is held at all
    if (this.#changes === 0) this.#changes = 1
    const { monoMs } = reading.at
    const counts = countsAgainst(snapshot, monoMs, {
      positions: this.positions,
      ...this.#parts,
      isAbsent: (order) => this.#parts.unknowns.isAbsent(order),
      isConcerned: (id) => this.#reconciliation.isConcerned(id),
      movedMonoMs: (order) => this.#movedMonoMs.get(order.intentId) ?? Number.NEGATIVE_INFINITY,
      onChain: (id) => this.#onChain(id, monoMs),
    })
    for (const { conditionId } of counts) this.#parts.markets.comeBack(conditionId)
    this.#reconciliation.read(snapshot, { monoMs, ...reading }, counts)
    return true
  }

  /** Holdings at start count at once, before any order of ours can add to them; their value follows the first fair value. */
  open(market: Market): void {
    this.funds.learned(market)
    if (this.value(market)) this.#valued.add(market.conditionId)
  }

  /**
   * Whatever made the fair value firm (a book, a signal, the outcome), what came without an order counts at it from now on. Returns whether
   * it has another value by that.
   */
  value(market: Market): boolean {
    const { snapshot } = this.funds
    if (snapshot === undefined || this.positions.isSettled(market.conditionId)) return false
    const counted = this.former.asCounted(snapshot, market.conditionId)
    return this.positions.open(counted, market, () => this.#parts.marks(market))
  }

  /** Markets in which what was held at the start has another value than at the last call: by a book alone, which touches no order. */
  takeValued(): readonly ConditionId[] {
    return this.#valued.take()
  }

  /** A list has been taken in: it may prove a count wrong, which is then set right. Returns the markets that this changes. */
  listed(list: Extract<CoreEvent, { kind: 'orders-listed' | 'fills-listed' }>): ConditionId[] {
    if (list.kind === 'fills-listed') this.formerFills.listed(list.fills)
    const proven = this.#reconciliation.listed(list.kind === 'orders-listed' ? 'orders' : 'fills', list.askedSeq)
    this.#changes += proven.length
    for (const { conditionId, differenceRaw } of proven) {
      const market = this.#parts.markets.get(conditionId)
      this.positions.correct(conditionId, differenceRaw, market && this.#parts.marks(market))
      // tokens of a market that is over go when they are redeemed, at what they were counted
      if (market?.status !== 'OPEN') continue
      this.corrections++
      this.#corrected.push({ conditionId, differenceRaw })
    }
    return proven.map(({ conditionId }) => conditionId)
  }

  /** What has been set right in open markets since the last call. */
  takeCorrected(): readonly HoldingCorrection[] {
    if (this.#corrected.length === 0) return NONE
    const corrected = this.#corrected
    this.#corrected = []
    return corrected
  }

  /** A reading may show what is not confirmed yet, and may not show what was confirmed a moment ago. */
  #onChain(conditionId: ConditionId, nowMonoMs: number): Moved | undefined {
    const pending = this.#underWayOnChain
    const below = pending?.conditionId === conditionId ? pending.tokensRaw : NO_TOKENS
    let above = NO_TOKENS
    for (const { atMonoMs, tokensRaw, ...done } of this.#confirmed) {
      if (done.conditionId !== conditionId || nowMonoMs - atMonoMs >= this.#parts.holdingsLagMs) continue
      above = [above[YES] + tokensRaw[YES], above[NO] + tokensRaw[NO]]
    }
    return below === NO_TOKENS && above === NO_TOKENS ? undefined : { below, above }
  }
}
