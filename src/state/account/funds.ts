// What new orders may lock: the last reading of the account, less what our own fills have used since.
//
//   collateral   venue's total - cost of BUY fills that the reading may not contain yet - what is pending and not ours
//   tokens       venue's holding - SELL fills that the reading may not contain yet - what is pending and not ours
//
// The venue's total still contains what is pending. Ours is known from our orders, whether we have heard of the match (a
// fill) or not (it still counts as resting); what it calls pending beyond that belongs to orders we know nothing of.
//
// What fills bring in counts when the next reading shows it: min(venue's, own ledger's) at every moment. What a transaction on the chain
// takes is gone when it is decided on, what it brings counts when it is confirmed.

import { type AccountSnapshot, withKnown } from '../../domain/account/account.js'
import { largerRaw, valueRaw } from '../../domain/amounts/money.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, OUTCOMES, type Outcome, YES } from '../../domain/market/side.js'
import { type LivingOrder, matchedRawOf, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import { UsedSums } from './used-sums.js'

interface Used {
  readonly matched: bigint
  readonly settled: bigint
}

/** What a transaction brings; `leavesRaw`: a reading with no more tokens than these shows it, without them any does. */
export interface Coming {
  readonly conditionId: ConditionId
  readonly leavesRaw: readonly [bigint, bigint] | undefined
  readonly paidRaw: bigint
}

const NOTHING_HELD: readonly [bigint, bigint] = [0n, 0n]
const NONE: Used = { matched: 0n, settled: 0n }

interface OwnOrders {
  readonly orders: { living(): Iterable<LivingOrder> }
  readonly markets: ReadonlyMap<ConditionId, Market>
}
const NO_ORDERS: OwnOrders = { orders: { living: () => [] }, markets: new Map() }

export class Funds {
  #snapshot: AccountSnapshot | undefined
  /** Outgoing amounts by order. */
  readonly #byOrder = new Map<number, Used>()
  readonly #sums = new UsedSums()
  /** Holdings of the reading, by market. */
  #held: ReadonlyMap<ConditionId, AccountSnapshot['holdings'][number]> = new Map()
  /** What the reading shows of markets that nobody has read: a run of weeks leaves thousands. */
  #unread = new Set<ConditionId>()
  /** What `heldOf` says, until it may be something else. */
  readonly #pairs = new Map<ConditionId, readonly [bigint, bigint]>()
  #readSeq = Number.NEGATIVE_INFINITY
  /** Full sets that are to be merged: raw tokens of each outcome that no order may use. */
  readonly #withheld = new Map<ConditionId, bigint>()
  #coming: Coming | undefined
  /** By asset: what the reading called pending and no order of ours can explain. */
  #strange: ReadonlyMap<string, bigint> = new Map()

  /** A reading is asked for now. */
  asked(seq: number): void {
    this.#sums.asked(seq)
  }

  /** The answer to question `askedSeq`, and `own` orders at that moment. Returns false for one that a later question has already overtaken. */
  read(snapshot: AccountSnapshot, askedSeq: number, own = NO_ORDERS): boolean {
    if (askedSeq < this.#readSeq) return false
    this.#readSeq = askedSeq
    this.#snapshot = snapshot
    this.#held = new Map(snapshot.holdings.map((holding) => [holding.conditionId, holding]))
    this.#unread = new Set(snapshot.unread?.map(({ conditionId }) => conditionId))
    this.#sums.read(askedSeq)
    this.#strange = this.#strangePending(snapshot, own)
    this.#pairs.clear()
    return true
  }

  /** The market of what is held has been read. */
  learned(market: Market): void {
    const before = this.#snapshot
    if (before === undefined || !this.#unread.delete(market.conditionId)) return
    this.#snapshot = withKnown(before, (conditionId) => (conditionId === market.conditionId ? market : undefined))
    this.#held = new Map(this.#snapshot.holdings.map((holding) => [holding.conditionId, holding]))
    // no order of ours can have been there before its market was known
    const pendingRaw = this.#held.get(market.conditionId)?.pendingRaw ?? NOTHING_HELD
    const strange = new Map(this.#strange)
    for (const outcome of OUTCOMES) strange.set(tokenAsset(market.conditionId, outcome), pendingRaw[outcome])
    this.#strange = strange
    this.#pairs.delete(market.conditionId)
  }

  /** What the reading shows of a market that is read, raw tokens; `undefined` where it shows nothing. */
  readRaw(conditionId: ConditionId): readonly [bigint, bigint] | undefined {
    return this.#held.get(conditionId)?.tokensRaw
  }

  /** Something is held in the market, and nobody has read it. */
  isUnread(conditionId: ConditionId): boolean {
    return this.#unread.has(conditionId)
  }

  /** Number of the question that the latest reading answers. */
  get readSeq(): number {
    return this.#readSeq
  }

  get isKnown(): boolean {
    return this.#snapshot !== undefined
  }

  get snapshot(): AccountSnapshot | undefined {
    return this.#snapshot
  }

  /** Returns whether more is matched or settled than before, or less. */
  apply(order: OwnOrder, market: Market): boolean {
    const amount = (tokens: bigint) => outgoingRaw(order, market, tokens)
    const matchedTokens = matchedRawOf(order)
    const pendingTokens = pendingRawOf(order)
    const settledTokens = matchedTokens > pendingTokens ? matchedTokens - pendingTokens : 0n
    const before = this.#byOrder.get(order.intentId) ?? NONE
    // what is settled is gone for ever
    const settled = largerRaw(before.settled, amount(settledTokens))
    const after: Used = { matched: largerRaw(settled, amount(matchedTokens)), settled }
    if (after.matched === before.matched && after.settled === before.settled) return false
    this.#byOrder.set(order.intentId, after)
    const more = { matched: after.matched - before.matched, settled: after.settled - before.settled }
    this.#sums.add(assetOf(order), more)
    this.#pairs.delete(market.conditionId)
    return true
  }

  /** The order changes no more: what it used stays counted, how much that was is forgotten. */
  forget(intentId: number): void {
    this.#byOrder.delete(intentId)
  }

  /** From now on no order may use so many raw tokens of each outcome. Returns whether that is another number than before. */
  withhold(conditionId: ConditionId, setsRaw: bigint): boolean {
    if (this.withheldRaw(conditionId) === setsRaw) return false
    if (setsRaw > 0n) this.#withheld.set(conditionId, setsRaw)
    else this.#withheld.delete(conditionId)
    this.#pairs.delete(conditionId)
    return true
  }

  withheldRaw(conditionId: ConditionId): bigint {
    return this.#withheld.get(conditionId) ?? 0n
  }

  /** Markets of which sets are withheld. */
  withheldOf(): readonly ConditionId[] {
    return [...this.#withheld.keys()]
  }

  /** A transaction is on its way: a reading that shows its tokens gone shows collateral that is not confirmed. */
  expects(coming: Coming | undefined): void {
    this.#coming = coming
  }

  /** So many tokens of the market are counted now, and were before: what has come leaves more of what is on its way. */
  counted(conditionId: ConditionId, beforeRaw: readonly [bigint, bigint], nowRaw: readonly [bigint, bigint]): void {
    const coming = this.#coming
    if (coming?.leavesRaw === undefined || coming.conditionId !== conditionId) return
    const [yes, no] = coming.leavesRaw
    const cameRaw = (outcome: Outcome) => atLeastZero(nowRaw[outcome] - beforeRaw[outcome])
    this.#coming = { ...coming, leavesRaw: [yes + cameRaw(YES), no + cameRaw(NO)] }
  }

  /** Tokens left by a transaction: a reading asked for before does not show it. */
  spent(conditionId: ConditionId, tokensRaw: readonly [bigint, bigint]): void {
    for (const outcome of OUTCOMES) {
      const raw = tokensRaw[outcome]
      this.#sums.add(tokenAsset(conditionId, outcome), { matched: raw, settled: raw })
    }
    this.#pairs.delete(conditionId)
  }

  /** Raw tokens that own sales have taken, or a transaction: the reading may still show them. */
  soldRaw(conditionId: ConditionId, outcome: Outcome): bigint {
    return this.#sums.sinceReading(tokenAsset(conditionId, outcome))
  }

  /** Raw collateral that all own orders together may lock; 0 before the account was read. */
  collateralRaw(): bigint {
    if (!this.#snapshot) return 0n
    const { totalRaw } = this.#snapshot.collateral
    return atLeastZero(totalRaw - this.#usedSinceReading(COLLATERAL) - this.#unconfirmedRaw())
  }

  /** Raw tokens of each outcome that all own SELL orders together may lock; the same pair until something of the account moves. */
  heldOf(conditionId: ConditionId): readonly [bigint, bigint] {
    if (!this.#held.has(conditionId)) return NOTHING_HELD
    let pair = this.#pairs.get(conditionId)
    if (pair === undefined) {
      pair = [this.heldRaw(conditionId, YES), this.heldRaw(conditionId, NO)]
      this.#pairs.set(conditionId, pair)
    }
    return pair
  }

  /** Raw tokens that all own SELL orders together may lock. */
  heldRaw(conditionId: ConditionId, outcome: Outcome): bigint {
    const holding = this.#held.get(conditionId)
    if (!holding) return 0n
    return atLeastZero(this.#unusedRaw(holding, outcome) - this.withheldRaw(conditionId))
  }

  /** The same, with what is withheld. */
  spareRaw(conditionId: ConditionId, outcome: Outcome): bigint {
    const holding = this.#held.get(conditionId)
    return holding ? atLeastZero(this.#unusedRaw(holding, outcome)) : 0n
  }

  #unusedRaw({ conditionId, tokensRaw }: AccountSnapshot['holdings'][number], outcome: Outcome): bigint {
    return tokensRaw[outcome] - this.#usedSinceReading(tokenAsset(conditionId, outcome))
  }

  #unconfirmedRaw(): bigint {
    if (this.#coming === undefined) return 0n
    const { conditionId, leavesRaw, paidRaw } = this.#coming
    const held = this.#held.get(conditionId)?.tokensRaw ?? NOTHING_HELD
    const isShown = leavesRaw === undefined || OUTCOMES.every((outcome) => held[outcome] <= leavesRaw[outcome])
    return isShown ? paidRaw : 0n
  }

  #usedSinceReading(asset: string): bigint {
    return this.#sums.sinceReading(asset) + (this.#strange.get(asset) ?? 0n)
  }

  #strangePending({ collateral, holdings }: AccountSnapshot, { orders, markets }: OwnOrders): Map<string, bigint> {
    const pending = new Map<string, bigint>()
    // mostly nothing is, of however many tokens a long run has left
    const add = (asset: string, raw: bigint) => {
      if (raw > 0n) pending.set(asset, atLeastZero(raw - this.#sums.sinceReading(asset)))
    }
    add(COLLATERAL, collateral.pendingRaw)
    for (const { conditionId, pendingRaw } of holdings)
      if (pendingRaw[YES] > 0n || pendingRaw[NO] > 0n)
        for (const outcome of OUTCOMES) add(tokenAsset(conditionId, outcome), pendingRaw[outcome])
    for (const order of orders.living()) {
      const market = markets.get(order.draft.conditionId)
      const asset = assetOf(order)
      const strange = pending.get(asset) ?? 0n
      if (!market || strange === 0n) continue
      const unheard = outgoingRaw(order, market, order.restingRaw)
      pending.set(asset, atLeastZero(strange - unheard))
    }
    return pending
  }
}

const COLLATERAL = 'collateral'

function assetOf({ draft }: OwnOrder): string {
  return draft.side === 'BUY' ? COLLATERAL : tokenAsset(draft.conditionId, draft.outcome)
}

/** What so many raw tokens of the order take out of its asset, at its limit price. */
function outgoingRaw({ draft }: OwnOrder, { ticksPerUnit }: Market, tokensRaw: bigint): bigint {
  return draft.side === 'BUY' ? valueRaw(draft.price, tokensRaw, ticksPerUnit) : tokensRaw
}

function tokenAsset(conditionId: ConditionId, outcome: Outcome): string {
  return `${conditionId}/${outcome}`
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}
