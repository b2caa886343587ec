// What a core concludes, derived once more from what it believes: every market and every order looked at anew, without marks, running
// totals, indexes, due times or anything remembered. Says where the two part.

import type { Core } from '../../../src/core/core.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { MarketBook } from '../../../src/domain/book.js'
import type { LiveOrder, MarketPosition } from '../../../src/domain/exposure.js'
import type { ConditionId, Market } from '../../../src/domain/market.js'
import { rawToShares } from '../../../src/domain/market.js'
import { isOver, type LivingOrder, type OwnOrder, pendingRawOf } from '../../../src/domain/own-order.js'
import type { Quote } from '../../../src/domain/quote.js'
import type { Instant } from '../../../src/domain/time.js'
import { applyRules } from '../../../src/quoting/apply-rules.js'
import { asLiveOrder, exposureWith, heldExposure, lockedRaw, positionRaw } from '../../../src/risk/market-exposure.js'
import { worstOf } from '../../../src/risk/worst-case.js'
import { bookOfBids } from '../../../src/state/market/books.js'
import { withoutOwn } from '../../../src/state/market/venue-book.js'
import { asLive, isUnconfirmed } from '../../../src/state/orders/exposures.js'
import { plainWish } from './plain-maker.js'

const MICRO = 1e6
/** As the core says it: an order that ended may be in the book for as long. */
const JUST_ENDED_MS = 750
/** What only time changes is looked at once a second. */
const LOOK_AROUND_MS = 1000
const SLACK_MS = 20

/** Reasons to pull quotes that come and go by time alone. */
const TIMED = new Set(['feed-stale', 'no-fair-value', 'clock', 'pulled', 'strategy-fault'])

/** The same, and the kill switch, which trips once all markets have been aimed at: risk pulls at once, a group is told with the next look. */
const TOLD_LATER = new Set([...TIMED, 'halted'])

export interface Difference {
  readonly what: string
  readonly details: string
}

const byIntent = (a: OwnOrder, b: OwnOrder) => a.intentId - b.intentId
const legs = (quotes: readonly Quote[]) =>
  quotes.map(({ outcome, side, price, size }) => `${side}${outcome}@${price}x${size}`).join(' ')
const levels = (book: MarketBook) => JSON.stringify(book)
const isLiving = (order: OwnOrder): order is LivingOrder => !isOver(order)
/** As they stand now: whoever names an order names its newest value. */
const stands = (orders: Iterable<OwnOrder>) =>
  Array.from(orders, (o) => `${o.intentId} ${o.phase} ${isOver(o) ? o.restedRaw : o.restingRaw} ${pendingRawOf(o)}`)
const inOrder = (orders: Iterable<OwnOrder>) => stands([...orders].sort(byIntent)).join()
/** More than one turn begins. */
const MOST_NEW_ORDERS = 1000

/** Compares after each turn; keeps for how long a difference that time may cause has lasted. */
export class PlainConclusions {
  /** Turns compared; markets whose wish was derived again; turns in which a shared limit has cut somebody down. */
  readonly counts = { turns: 0, wishes: 0, totals: 0, bound: 0 }
  readonly #core: Core
  readonly #settings: CoreSettings
  readonly #since = new Map<string, number>()
  /** When the market was last stopped for a reason that a group is told with the next look. */
  readonly #toldLater = new Map<ConditionId, number>()
  #lastIntent = 0
  #found: Difference[] = []

  constructor(core: Core, settings: CoreSettings) {
    this.#core = core
    this.#settings = settings
  }

  /** Where the core and the plain derivation part at the end of a turn. */
  compare(at: Instant): readonly Difference[] {
    this.#found = []
    const all = this.#all()
    const byMarket = new Map<ConditionId, OwnOrder[]>()
    for (const order of all) {
      const known = byMarket.get(order.draft.conditionId)
      if (known) known.push(order)
      else byMarket.set(order.draft.conditionId, [order])
    }
    this.counts.turns++
    this.#orders(all, byMarket)
    this.#wishes(byMarket, at)
    this.#approvals(at)
    this.#totals(byMarket)
    return this.#found
  }

  /** Every order that is not forgotten: intents count up from 1. */
  #all(): readonly OwnOrder[] {
    const { orders } = this.#core.beliefs
    const all: OwnOrder[] = []
    for (let intentId = 1; intentId <= this.#lastIntent + MOST_NEW_ORDERS; intentId++) {
      const order = orders.byIntent(intentId)
      if (!order) continue
      all.push(order)
      this.#lastIntent = Math.max(this.#lastIntent, intentId)
    }
    return all
  }

  #differ(what: string, plain: string, concluded: string): void {
    if (plain !== concluded) this.#found.push({ what, details: `plain: ${plain} core: ${concluded}` })
  }

  /** The index of orders is a filter over all of them. */
  #orders(all: readonly OwnOrder[], byMarket: ReadonlyMap<ConditionId, readonly OwnOrder[]>): void {
    const { orders } = this.#core.beliefs
    const isSettling = (o: OwnOrder) => isOver(o) && pendingRawOf(o) > 0n
    this.#differ('living orders', inOrder(all.filter(isLiving)), inOrder(orders.living()))
    this.#differ('unknown orders', inOrder(all.filter((o) => o.phase === 'unknown')), inOrder(orders.unknown()))
    this.#differ('settling orders', inOrder(all.filter(isSettling)), inOrder(orders.settling()))
    this.#differ('pending', `${all.some((o) => pendingRawOf(o) > 0n)}`, `${orders.isPending}`)
    for (const [id, own] of byMarket) {
      const living = own.filter(isLiving)
      this.#differ(`living orders of ${id}, oldest first`, inOrder(living), stands(orders.livingOf(id)).join())
    }
  }

  #wishes(byMarket: ReadonlyMap<ConditionId, readonly OwnOrder[]>, at: Instant): void {
    const { beliefs } = this.#core
    const { cells, isMarked } = this.#core.conclusions()
    for (const cell of cells) {
      const market = beliefs.markets.get(cell.conditionId)
      if (!market || isMarked(cell) || this.#isUnsettled(market, at)) continue
      this.counts.wishes++
      const own = byMarket.get(cell.conditionId) ?? []
      const others = this.#others(market, own, at)
      this.#differ(`book without us of ${cell.conditionId}`, levels(others), levels(beliefs.others(market)))
      const isStopped = this.#isOfGroups && this.#core.conclusions().stopOf(cell.conditionId, at) !== undefined
      const wanted = isStopped ? [] : this.#wanted(market, own, others)
      this.#differ(`wanted in ${cell.conditionId}`, legs(wanted), legs(cell.wanted.quotes))
    }
  }

  get #isOfGroups(): boolean {
    return this.#settings.quoter.scope === 'group'
  }

  /** Markets of the group that are at work, the market itself among them. */
  #groupOf({ conditionId, groupId }: Market): readonly Market[] {
    const { markets } = this.#core.beliefs
    return this.#core.conclusions().cells.flatMap((cell) => {
      const other = markets.get(cell.conditionId)
      return other && (other.conditionId === conditionId || (groupId && other.groupId === groupId)) ? other : []
    })
  }

  /** Of groups: a sibling is worked on in the next turn, or what stopped the market, or let it go, is told with the next look. */
  #isUnsettled(market: Market, at: Instant): boolean {
    if (!this.#isOfGroups) return false
    const { cells, isMarked, stopOf } = this.#core.conclusions()
    const stop = stopOf(market.conditionId, at)
    if (stop && TOLD_LATER.has(stop.reason)) this.#toldLater.set(market.conditionId, at.monoMs)
    const sinceMs = at.monoMs - (this.#toldLater.get(market.conditionId) ?? Number.NEGATIVE_INFINITY)
    if (sinceMs <= LOOK_AROUND_MS + SLACK_MS) return true
    const group = new Set(this.#groupOf(market).map(({ conditionId }) => conditionId))
    return cells.some((cell) => group.has(cell.conditionId) && isMarked(cell))
  }

  #net(market: Market): number {
    const { tokensRaw } = this.#core.beliefs.positions.position(market)
    return rawToShares(tokensRaw[0] - tokensRaw[1], market)
  }

  #others(market: Market, own: readonly OwnOrder[], { monoMs }: Instant): MarketBook {
    const { feeds, bookWatch } = this.#core.beliefs
    const { conditionId } = market
    const polled = feeds.trustsSocket(conditionId, monoMs) ? undefined : feeds.polledBids(conditionId)
    const inBook = own.filter((o) => isLiving(o) || monoMs - o.sinceMonoMs <= JUST_ENDED_MS)
    return polled ? bookOfBids(polled) : withoutOwn(bookWatch.books.venueBook(conditionId), market, inBook)
  }

  #wanted(market: Market, own: readonly OwnOrder[], others: MarketBook): readonly Quote[] {
    const { beliefs } = this.#core
    const { conditionId } = market
    if (beliefs.dropped.has(conditionId) || market.status !== 'OPEN') return []
    const fair = beliefs.estimates.fair(market)
    const { tokensRaw } = beliefs.positions.position(market)
    const net = this.#net(market)
    const all = this.#isOfGroups ? this.#groupOf(market).reduce((total, other) => total + this.#net(other), 0) : net
    const bids = own.filter(isLiving).filter((o) => !isUnconfirmed(o) && o.draft.side === 'BUY')
    const { makerPaysFee, execution, risk, maxLevels } = this.#settings
    const { quotes } = applyRules(plainWish(fair?.p, net, all - net), {
      ...{ market, others, maxLevels, band: risk.priceBand, useHeld: execution.useHeldTokens },
      heldRaw: [beliefs.funds.heldRaw(conditionId, 0), beliefs.funds.heldRaw(conditionId, 1)],
      feeRateBps: makerPaysFee ? (this.#core.fees.rateBps(conditionId) ?? market.feeRateBps) : 0,
      netRaw: tokensRaw[0] - tokensRaw[1],
      ...(fair === undefined ? {} : { fair: fair.p, jump: fair.jump }),
      ...(fair?.mid === undefined ? {} : { mid: fair.mid }),
      bidding: new Set(bids.map((o) => o.draft.outcome)),
    })
    return quotes
  }

  /** Nothing is approved of a market that is stopped, nothing that is not wanted, and no more than that. */
  #approvals(at: Instant): void {
    const { cells, isMarked, approval, stopOf, approved } = this.#core.conclusions()
    let [quotes, isBound] = [0, false]
    for (const cell of cells) {
      const { conditionId } = cell
      const granted = approval(conditionId).approved
      quotes += granted.length
      isBound ||= approval(conditionId).refused.some(({ reason }) => reason.startsWith('total-'))
      if (isMarked(cell)) continue
      const stop = stopOf(conditionId, at)
      const mustPull = stop !== undefined && (!TIMED.has(stop.reason) || this.#lasts(`stop ${conditionId}`, at))
      if (stop === undefined) this.#since.delete(`stop ${conditionId}`)
      if (mustPull) this.#differ(`approved in ${conditionId}, stopped for ${stop.reason}`, '', legs(granted))
      const asked = approval(conditionId)
      const decided = asked.approved.length + asked.refused.length
      this.#differ(`decided in ${conditionId}`, `${cell.wanted.quotes.length}`, `${decided}`)
      for (const quote of granted) {
        const wish = cell.wanted.quotes.find((q) => legs([{ ...q, size: quote.size }]) === legs([quote]))
        this.#differ(`approved ${legs([quote])} of ${conditionId}`, `${(wish?.size ?? 0) >= quote.size}`, 'true')
      }
    }
    if (isBound) this.counts.bound++
    this.#differ('quotes approved', `${quotes}`, `${approved}`)
  }

  /** Whether something that time alone may cause has been so for longer than it may take to be seen. */
  #lasts(what: string, { monoMs }: Instant): boolean {
    const since = this.#since.get(what) ?? monoMs
    this.#since.set(what, since)
    return monoMs - since > LOOK_AROUND_MS + SLACK_MS
  }

  #totals(byMarket: ReadonlyMap<ConditionId, readonly OwnOrder[]>): void {
    const { cells, isMarked, approval, totals, pnlMicro } = this.#core.conclusions()
    if (cells.some((cell) => isMarked(cell))) return
    this.counts.totals++
    const { beliefs } = this.#core
    const [granted, living] = [new PlainTotals(), new PlainTotals()]
    for (const { conditionId } of cells) {
      const market = beliefs.markets.get(conditionId)
      if (!market) continue
      const own = (byMarket.get(conditionId) ?? []).filter(isLiving)
      const position = beliefs.positions.position(market)
      living.add(position, own.map(asLive))
      const grants = approval(conditionId).approved.map((quote) => asLiveOrder(quote, market))
      granted.add(position, [...own.filter(isUnconfirmed).map(asLive), ...grants])
    }
    this.#differ('totals of what may be matched', totalsText(living), totalsText(totals.living))
    this.#differ('totals of what is granted', totalsText(granted), totalsText(totals.granted))
    let pnl = 0
    for (const market of beliefs.markets.values()) {
      pnl += Math.round(beliefs.positions.worstPnl(market, beliefs.estimates.marks(market)) * MICRO)
    }
    this.#differ('profit and loss at the worst', `${pnl}`, `${pnlMicro}`)
  }
}

function totalsText(sums: Omit<PlainTotals, 'add'>): string {
  return `${sums.positionRaw} ${sums.collateralRaw} ${sums.lossRaw} ${sums.lockedRaw}`
}

/** Sums over markets, each counted once with all its orders. */
class PlainTotals {
  positionRaw = 0n
  collateralRaw = 0n
  lossRaw = 0n
  lockedRaw = 0n

  add(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const exposure = orders.reduce(exposureWith, heldExposure(position))
    this.positionRaw += positionRaw(exposure)
    this.collateralRaw += exposure.collateralRaw
    this.lossRaw -= worstOf(exposure.wealth, position.market)
    for (const order of orders) this.lockedRaw += lockedRaw(order, position.market)
  }
}
