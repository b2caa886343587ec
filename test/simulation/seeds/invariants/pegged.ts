// Of a strategy that pegs to the others' best bids: what it is shown is what the others bid and offer, by the venue's own book, our orders in
// whatever state left out; what it says of that follows; and what comes to rest is no dearer than they allowed.

import type { ConditionId, Hex, Market } from '../../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import type { WishedQuote } from '../../../../src/domain/orders/wish.js'
import type { ExchangeEvent } from '../../../../src/venue/simulated/exchange/exchange.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { paramsOf } from '../bound-strategies.js'
import type { MarketAsked } from '../spells.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import { keepsFormerGrid } from './listed.js'
import { OthersTop, type Top } from './others-top.js'
import { logOdds } from './plain-touch.js'
import type { Violations } from './violation.js'

/** Since the start of the bot, and since the calm. */
const SETTLES_MS = 20_000
/** What the others have shown so long ago is known, and not much older than that in what is shown. */
const BEHIND_MS = 1000
/** From a decision to an order that rests: a fee is read, a signature takes its time, so does the venue. */
const PLACED_MS = 4000
const LOOK_EVERY_MS = 250
/** What has just moved is decided on in the next turn. */
const MOST_BEHIND = 2
/** Of a price. */
const TINY = 1e-9
/** The defaults of the strategy's parameters, by its documentation. */
const DEFAULTS = { mode: 'join', improveTicks: 1, minEdgeTicks: 1, backoffTicks: 1, skew: 0.5, maxNet: 200 }

export interface PeggedParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
}

type Shown = MarketAsked['view']

export class Pegged {
  readonly #parts: PeggedParts
  readonly #tops: OthersTop
  readonly #last = new Map<ConditionId, Shown>()
  /** In price, by which it was asked last: a market's may become another one. */
  readonly #ticks = new Map<ConditionId, number>()
  /** When one of ours was matched last: who hears of that before the level is changed sees it as it was. */
  readonly #matchedMs = new Map<ConditionId, number>()
  readonly #seen = new Set<Hex>()
  readonly #behind = new Map<string, number>()
  #life: BotLife | undefined
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(parts: PeggedParts) {
    this.#parts = parts
    this.#tops = new OthersTop(parts.world)
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === 'level') this.#tops.moved(event.conditionId)
    if (event.kind === 'order' && event.record.account === ACCOUNT) this.#rests(event.record)
  }

  heard(life: BotLife): void {
    if (life === this.#life) return
    this.#life = life
    this.#last.clear()
    this.#behind.clear()
  }

  /** The strategy is asked about a market. */
  asked({ view, wish }: MarketAsked): void {
    const conditionId = view.market.conditionId as ConditionId
    this.#last.set(conditionId, view)
    this.#ticks.set(conditionId, view.market.tickSize)
    this.#follows(view, wish.quotes)
    const market = this.#life?.bot?.core.beliefs.markets.get(conditionId)
    if (market !== undefined && this.#isSure(market)) this.#shown(market, view)
  }

  /** A turn has ended. */
  turned(life: BotLife): void {
    const nowMs = this.#parts.world.clock.monoMs()
    if (this.#parts.world.isCalm) this.#calmMs = Math.min(this.#calmMs, nowMs)
    const core = life.bot?.core
    if (core === undefined || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    for (const [conditionId, view] of this.#last) {
      const market = core.beliefs.markets.get(conditionId)
      const stands = this.#tops.within(conditionId, BEHIND_MS)
      const isSteady = market !== undefined && stands.length === 1 && this.#isSure(market)
      const isAsked = isSteady && core.conclusions().approval(conditionId).approved.length > 0
      const isSo = isAsked && this.#isOwnKnown(market) && !isTopOf(view, stands)
      this.#count(
        conditionId,
        isSo,
        `${market?.id}: it was last shown ${text(view)}, and the others have ${text(stands)}`,
      )
    }
  }

  #add(what: string): void {
    this.#parts.violations.add('pegged', what)
  }

  #count(key: string, isSo: boolean, what: string): void {
    const count = isSo ? (this.#behind.get(key) ?? 0) + 1 : 0
    this.#behind.set(key, count)
    if (count > MOST_BEHIND) this.#add(what)
  }

  /** Nothing keeps the bot from knowing the book as it is. */
  #isSure(market: Market): boolean {
    const { world } = this.#parts
    const { clock, scenario } = world
    const life = this.#life
    const { socket, seq } = scenario.setting
    if (life?.isWorking !== true || life.startedMs === undefined || !socket || !seq) return false
    if (clock.monoMs() - Math.max(life.startedMs, this.#calmMs - SETTLES_MS / 2) < SETTLES_MS) return false
    const isTrusted = life.bot?.core.beliefs.feeds.trustsSocket(market.conditionId, clock.monoMs()) === true
    return isTrusted && !keepsFormerGrid(market, world)
  }

  /** No order of ours is shown as one of others': what stands best is never better than theirs was. */
  #shown(market: Market, view: Shown): void {
    const tops = this.#tops.within(market.conditionId, BEHIND_MS)
    for (const outcome of [0, 1] as const) {
      const bids = tops.map(({ bids }) => bids[outcome] ?? 0)
      const asks = tops.map(({ asks }) => asks[outcome] ?? 1)
      const [bid, ask] = [view.bestBid?.[outcome]?.price ?? 0, view.bestAsk?.[outcome]?.price ?? 1]
      const isBeyond = bid > Math.max(...bids) + TINY || ask < Math.min(...asks) - TINY
      if (isBeyond && !this.#isUntold(market))
        this.#add(`${market.id}: ${outcome} is shown as ${bid}/${ask}, and the others have ${text(tops)}`)
    }
  }

  /**
   * An order of ours was matched just now, and its level has not told of it; or a settlement has failed at the venue, which puts an order of ours
   * back to rest, and the bot has not heard of it yet.
   */
  #isUntold({ conditionId }: Market): boolean {
    const matchedMs = this.#matchedMs.get(conditionId) ?? Number.NEGATIVE_INFINITY
    if (this.#parts.world.clock.monoMs() - matchedMs < BEHIND_MS) return true
    const living = this.#life?.bot?.core.beliefs.orders.livingOf(conditionId) ?? []
    return this.#parts.truth.resting(conditionId).some(({ hash, remainingRaw }) => {
      const order = living.find((one) => 'hash' in one && one.hash === hash)
      return order === undefined || (order.phase !== 'unknown' && order.restingRaw < remainingRaw)
    })
  }

  /** By the formulas of the documentation, from what it is shown. */
  #follows(view: Shown, quotes: readonly WishedQuote[]): void {
    const { market, fair, inventory, bestBid, bestAsk, feeRateBps = 0 } = view
    const isSilent = fair === undefined || fair.degraded
    if (isSilent && quotes.length > 0) this.#add(`${market.id}: ${quotes.length} are wished without a sound value`)
    if (isSilent || inventory === undefined) return
    const { mode, improveTicks, minEdgeTicks, backoffTicks, skew, maxNet } = this.#params
    const odds = logOdds(fair.p) - (skew * inventory.net) / maxNet
    const tick = market.tickSize
    for (const quote of quotes) {
      const { outcome, price, side } = quote
      const worth = 1 / (1 + Math.exp(outcome === 0 ? -odds : odds))
      const best = bestBid?.[outcome]?.price
      if (best === undefined || side !== 'BUY') {
        this.#add(`${market.id}: ${side} ${outcome}@${price} is wished, and nobody bids`)
        continue
      }
      const other = bestBid?.[outcome === 0 ? 1 : 0]?.price ?? 0
      const ask = Math.min(bestAsk?.[outcome]?.price ?? 1, 1 - other)
      const peg = Math.min(best + (mode === 'improve' ? Number(improveTicks) * tick : 0), ask - tick)
      const kept = 1 - ((feeRateBps / 1e4) * Math.min(peg, 1 - peg)) / peg
      const ceiling = worth - minEdgeTicks * tick
      const due = peg / kept <= ceiling + 1e-6 * tick ? peg / kept : ceiling - backoffTicks * tick
      if (Math.abs(due - price) > TINY) this.#add(`${market.id}: ${outcome}@${price} is wished, it should be ${due}`)
    }
  }

  get #params() {
    return { ...DEFAULTS, ...paramsOf(this.#parts.world.scenario.setting, false) } as typeof DEFAULTS
  }

  /** An order of ours, which may have come just now. */
  #rests(order: OrderRecord): void {
    const { conditionId, outcome, side, price, hash } = order
    if (order.filledRaw + order.pendingRaw > 0n) this.#matchedMs.set(conditionId, this.#parts.world.clock.monoMs())
    // one that a failed settlement puts back stands where it did
    if (this.#seen.has(hash) || this.#parts.truth.strangers.has(hash)) return
    this.#seen.add(hash)
    const unit = this.#parts.world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    const { mode, improveTicks } = this.#params
    // a sale of one is a purchase of the other
    const isBid = side === 'BUY'
    const of = isBid === (outcome === 0) ? 0 : 1
    const p = isBid ? price / unit : 1 - price / unit
    const tops = this.#tops.within(conditionId, PLACED_MS)
    const best = Math.max(...tops.map(({ bids }) => bids[of] ?? 0))
    const most =
      best === 0 ? 0 : best + (mode === 'improve' ? improveTicks * (this.#ticks.get(conditionId) ?? 1 / unit) : 0)
    if (p > most + TINY) this.#add(`${hash} bids ${p} for ${of}, and of the others nobody bids more than ${best}`)
  }

  /** What is ours in the book is known. */
  #isOwnKnown({ conditionId }: Market): boolean {
    const orders = this.#life?.bot?.core.beliefs.orders
    if (orders === undefined) return false
    const nowMs = this.#parts.world.clock.monoMs()
    if (orders.inBookUntilMonoMs(conditionId, nowMs) < Number.POSITIVE_INFINITY) return false
    const there = new Map(this.#parts.truth.resting(conditionId).map(({ hash, remainingRaw }) => [hash, remainingRaw]))
    const living = orders.livingOf(conditionId)
    return (
      living.length === there.size &&
      living.every((one) => one.phase !== 'signing' && there.get(one.hash) === one.restingRaw)
    )
  }
}

function isTopOf({ bestBid, bestAsk }: Shown, [top]: readonly Top[]): boolean {
  return ([0, 1] as const).every(
    (i) => isSame(bestBid?.[i]?.price, top?.bids[i]) && isSame(bestAsk?.[i]?.price, top?.asks[i]),
  )
}

const isSame = (a: number | undefined, b: number | undefined) =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) < TINY)

const text = (value: unknown) => JSON.stringify(value)
