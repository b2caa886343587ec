// What a market may rest is a grant: kept until it is given back or a rebalance takes it away. A market's own change settles that market
// alone, against the room that the others leave; what it costs does not grow with them.
//
//   give back    what a market wanted before, its unconfirmed kept; then its claims are settled anew: the reducing side first, then by edge
//   feed         room was given back: the hungry, those whom a shared limit cut down, are settled again; nobody is evicted for them
//   rebalance    all claims in one order: reducing first, then edge per locked unit, then the order of the markets. At once when a reducing
//                claim finds no room, else each second while somebody is hungry. Who has a grant already ranks a tenth higher, so that
//                equals do not evict each other.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import type { Lots } from '../../domain/amounts/size.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import { isSameQuote, type Quote, type Refusal } from '../../domain/orders/quote.js'
import { type Breach, isShared } from '../limits/breach.js'
import { outsideBand } from '../limits/market-gate.js'
import { allocate, type Claim, isReducing, mayHaveMore, newClaim } from './allocation.js'
import { areSameOrders } from './counted-inputs.js'
import { Headroom, type HeadroomParts } from './headroom.js'

/** What one market asks for. */
export interface MarketClaims {
  readonly position: MarketPosition
  readonly targets: readonly Quote[]
  /** Orders that may still live and are not among the targets: unknown, or being cancelled. */
  readonly unconfirmed: readonly LiveOrder[]
  /** Why nothing of it may rest now. */
  readonly stop: Breach | undefined
}

export interface Approval {
  /** In the order of the targets; a size may be smaller than asked. */
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
}

type Verdict = Claim | Refusal

interface Settled {
  claims: MarketClaims
  approval: Approval
  /** What was said of each target, and what could be sold then; nothing before it is settled. */
  verdicts: readonly Verdict[]
  soldFromRaw: readonly [bigint, bigint]
}

const NOBODY: ReadonlySet<ConditionId> = new Set()
const REBALANCE_EVERY_MS = 1000
const NOTHING: Approval = { approved: [], refused: [] }
const UNSETTLED: Breach = { reason: 'no-collateral', detail: 'not considered' }

export class Grants {
  readonly #parts: HeadroomParts
  #room: Headroom
  readonly #markets = new Map<ConditionId, Settled>()
  /** Markets that a shared limit has cut down. */
  readonly #hungry = new Set<ConditionId>()
  #rebalancedMonoMs = Number.NEGATIVE_INFINITY
  #collateralRaw = 0n

  constructor(parts: HeadroomParts) {
    this.#parts = parts
    this.#room = new Headroom(parts)
  }

  /** When a rebalance is due, monotonic; `undefined` while nobody is hungry. */
  get dueMonoMs(): number | undefined {
    return this.#hungry.size === 0 ? undefined : this.#rebalancedMonoMs + REBALANCE_EVERY_MS
  }

  /** Sums over what is granted, and what is unconfirmed or held. */
  get totals(): Headroom['totals'] {
    return this.#room.totals
  }

  get groupLosses(): Headroom['groupLosses'] {
    return this.#room.groupLosses
  }

  approval(conditionId: ConditionId): Approval {
    return this.#markets.get(conditionId)?.approval ?? NOTHING
  }

  /** What is approved in a smaller size than was asked for, and the limit that cut it down. */
  cuts(conditionId: ConditionId): ReadonlyMap<Quote, Breach> {
    const cuts = new Map<Quote, Breach>()
    const { approval, verdicts } = this.#markets.get(conditionId) ?? { approval: NOTHING, verdicts: [] }
    const granted = claimsAmong([verdicts]).filter((claim) => claim.granted !== undefined)
    for (const [index, quote] of approval.approved.entries()) {
      const claim = granted[index]
      if (claim?.cutBy !== undefined && quote.size < claim.quote.size) cuts.set(quote, claim.cutBy)
    }
    return cuts
  }

  /** They have been written over: nothing is counted until its market is settled. */
  limitsChanged(): void {
    this.#room = new Headroom(this.#parts)
  }

  /** The market wants nothing any more and counts in no total. */
  remove(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
    this.#hungry.delete(conditionId)
    this.#room.remove(conditionId)
  }

  /** Settles what these markets ask for. Returns every market whose approval is another than before, they and others. */
  settle(asking: readonly MarketClaims[], nowMonoMs: number): ReadonlySet<ConditionId> {
    // most news changes nothing of what its market asks for but the edge
    if (this.#hungry.size === 0 && this.#stand(asking)) return this.#renew(asking)
    const changed = new Set<ConditionId>()
    const before = this.#room.totals
    const wasHungry = this.#hungry.size === 0 ? NOBODY : new Set(this.#hungry)
    const markets = asking.map((claims) => this.#enter(claims))
    this.#decide(markets, changed)
    const isCrowded = this.#markets.size > markets.length
    if (isCrowded && markets.some((market) => this.#isBlocked(market) && !wasHungry.has(idOf(market)))) {
      this.#rebalance(nowMonoMs, changed)
    } else if (this.#hungry.size > 0) {
      const { totals } = this.#room
      const collateralRaw = this.#parts.collateralRaw()
      const isFreer =
        collateralRaw > this.#collateralRaw ||
        totals.positionRaw < before.positionRaw ||
        totals.collateralRaw < before.collateralRaw ||
        totals.lossRaw < before.lossRaw ||
        totals.lockedRaw < before.lockedRaw
      if (isCrowded && nowMonoMs - this.#rebalancedMonoMs >= REBALANCE_EVERY_MS) this.#rebalance(nowMonoMs, changed)
      else if (isFreer) this.#feed(new Set(markets), changed)
    }
    this.#collateralRaw = this.#parts.collateralRaw()
    return changed
  }

  /** Each asks for what it has, and to settle them again would say the same: nothing that markets share is short. */
  #stand(asking: readonly MarketClaims[]): boolean {
    for (const claims of asking) {
      const settled = this.#markets.get(claims.position.market.conditionId)
      if (settled === undefined || !areSameClaims(settled, claims)) return false
      if (!this.#room.isCounted(claims.position)) return false
      if (claims.targets.some(isSale) && !isSamePair(settled.soldFromRaw, this.#heldRaw(claims))) return false
    }
    return asking.length === 0 || this.#room.isWithinTotals
  }

  /** The same as before is said of what they ask for now. */
  #renew(asking: readonly MarketClaims[]): ReadonlySet<ConditionId> {
    let changed: Set<ConditionId> | undefined
    for (const claims of asking) {
      const settled = this.#enter(claims)
      const { verdicts, approval } = settled
      if (verdicts.every(({ quote }, i) => quote.edge === claims.targets[i]?.edge)) continue
      settled.verdicts = claims.targets.map((quote, i) => about(verdicts[i], quote))
      settled.approval = sorted(settled.verdicts)
      if (isSame(approval, settled.approval)) continue
      changed ??= new Set()
      changed.add(idOf(settled))
    }
    return changed ?? NOBODY
  }

  #enter(claims: MarketClaims): Settled {
    const { conditionId } = claims.position.market
    let settled = this.#markets.get(conditionId)
    if (settled === undefined) {
      settled = { claims, approval: NOTHING, verdicts: [], soldFromRaw: [0n, 0n] }
      this.#markets.set(conditionId, settled)
    } else settled.claims = claims
    return settled
  }

  #heldRaw({ position }: MarketClaims): readonly [bigint, bigint] {
    const { conditionId } = position.market
    return [this.#parts.heldRaw(conditionId, YES), this.#parts.heldRaw(conditionId, NO)]
  }

  /** The hungry who were not settled just now. */
  #feed(settled: ReadonlySet<Settled>, changed: Set<ConditionId>): void {
    const hungry = [...this.#markets.values()].filter((m) => this.#hungry.has(idOf(m)) && !settled.has(m))
    // most find no more than before: to say so anew of each would cost a turn of many markets dear
    const fed = hungry.filter(({ verdicts }) => mayHaveMore(verdicts.filter(isClaim), this.#room))
    if (fed.length > 0) this.#decide(fed, changed)
  }

  #rebalance(nowMonoMs: number, changed: Set<ConditionId>): void {
    this.#rebalancedMonoMs = nowMonoMs
    this.#decide([...this.#markets.values()], changed)
  }

  /** These markets give back what they have and are settled together; the others keep theirs. */
  #decide(markets: readonly Settled[], changed: Set<ConditionId>): void {
    for (const { claims } of markets) this.#room.count(claims.position, claims.unconfirmed)
    const verdicts = markets.map((market) => this.#verdicts(market))
    allocate(claimsAmong(verdicts), this.#room)
    for (const [index, market] of markets.entries()) {
      const own = verdicts[index] ?? []
      const approval = sorted(own)
      market.verdicts = own
      if (market.claims.targets.some(isSale)) market.soldFromRaw = this.#heldRaw(market.claims)
      if (!isSame(market.approval, approval)) changed.add(idOf(market))
      market.approval = approval
      if (own.some(isStarved)) this.#hungry.add(idOf(market))
      else this.#hungry.delete(idOf(market))
    }
  }

  #verdicts({ claims, approval }: Settled): Verdict[] {
    const { position, targets, stop } = claims
    return targets.map((quote) => {
      const breach = stop ?? outsideBand(quote, position.market, this.#parts.limits)
      if (breach !== undefined) return { quote, ...breach }
      const isIncumbent = approval.approved.some((q) => q.outcome === quote.outcome && q.side === quote.side)
      return newClaim(quote, position, isIncumbent)
    })
  }

  /** A quote that would bring the position down found no room at all. */
  #isBlocked({ claims, approval }: Settled): boolean {
    if (approval.refused.length === 0) return false
    const reducing = claims.targets.filter((quote) => isReducing({ quote, position: claims.position }))
    return approval.refused.some((refusal) => isShared(refusal) && reducing.some((quote) => quote === refusal.quote))
  }
}

/** The same wish beside the same orders; by their edges bids are ranked where several bring the position down. */
function areSameClaims({ claims: a, verdicts }: Settled, b: MarketClaims): boolean {
  if (a.targets.length !== b.targets.length || !areSameOrders(a.unconfirmed, b.unconfirmed)) return false
  if (a.stop?.reason !== b.stop?.reason || a.stop?.detail !== b.stop?.detail) return false
  let isOtherEdge = false
  for (let i = 0; i < a.targets.length; i++) {
    const [one, other] = [a.targets[i], b.targets[i]]
    if (one === undefined || !isSameQuote(one, other)) return false
    isOtherEdge ||= one.edge !== other?.edge
  }
  return !isOtherEdge || verdicts.filter(isReducingBid).length <= 1
}

const isReducingBid = (verdict: Verdict) => !isSale(verdict.quote) && isClaim(verdict) && isReducing(verdict)

const isSale = ({ side }: Pick<Quote, 'side'>) => side === 'SELL'

function isSamePair(a: readonly [bigint, bigint], b: readonly [bigint, bigint]): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

function idOf({ claims }: Settled): ConditionId {
  return claims.position.market.conditionId
}

function isClaim(verdict: Verdict): verdict is Claim {
  return 'position' in verdict
}

function claimsAmong(verdicts: readonly (readonly Verdict[])[]): readonly Claim[] {
  const claims: Claim[] = []
  for (const own of verdicts) for (const verdict of own) if (isClaim(verdict)) claims.push(verdict)
  return claims
}

/** A limit that it shares with other markets has refused it, or cut it down. */
function isStarved(verdict: Verdict): boolean {
  if (!isClaim(verdict)) return false
  const cause = verdict.granted === undefined ? (verdict.breach ?? UNSETTLED) : verdict.cutBy
  return cause !== undefined && isShared(cause)
}

function sorted(verdicts: readonly Verdict[]): Approval {
  const approved: Quote[] = []
  const refused: Refusal[] = []
  for (const verdict of verdicts) {
    if (!isClaim(verdict)) refused.push(verdict)
    else if (verdict.granted !== undefined) approved.push(ofSize(verdict.quote, verdict.granted))
    else refused.push({ quote: verdict.quote, ...(verdict.breach ?? UNSETTLED) })
  }
  return { approved, refused }
}

/** The same verdict on another quote. */
function about(verdict: Verdict | undefined, quote: Quote): Verdict {
  if (verdict === undefined) return { quote, ...UNSETTLED }
  return isClaim(verdict) ? { ...verdict, quote } : { ...verdict, quote }
}

function ofSize(quote: Quote, size: Lots): Quote {
  return quote.size === size ? quote : { ...quote, size }
}

function isSame(a: Approval, b: Approval): boolean {
  if (a.approved.length !== b.approved.length || a.refused.length !== b.refused.length) return false
  return (
    a.approved.every((quote, i) => isSameQuote(quote, b.approved[i]) && quote.edge === b.approved[i]?.edge) &&
    a.refused.every((refusal, i) => refusal.detail === b.refused[i]?.detail && refusal.reason === b.refused[i]?.reason)
  )
}
