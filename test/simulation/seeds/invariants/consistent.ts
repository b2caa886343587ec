// Of a strategy that quotes the markets of a group, of which one wins, around prices that sum to one: what it wishes is what its formulas make of
// what it is shown; by the venue's own book, who fills all our bids of one side sells us nothing at a loss, and nothing rests where a market of the
// group is none any more in which it may.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import type { PartialGroupView } from '../../../../src/strategy/view/group-view.js'
import { paramsOf } from '../bound-strategies.js'
import type { GroupAsked } from '../spells.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import { logOdds } from './plain-touch.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 250
/** Since the start of the bot, and since the calm. */
const SETTLES_MS = 20_000
/** An order that is too near is replaced within this where orders are few. */
const REPLACED_MS = 12_000
/** That a market is over is heard, and what rests in its siblings is cancelled. */
const PULLED_MS = 5000
/** Before the end of a market. */
const FAR_MS = 60_000
/** Of a price. */
const TINY = 1e-9
/** Log-odds, further than any. */
const FAR = 50
const HALVINGS = 200

export interface ConsistentParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
}

type Numbers = Readonly<Record<'halfSpread' | 'maxSurplus' | 'skew' | 'size' | 'maxNet', number>>

export class Consistent {
  readonly #parts: ConsistentParts
  readonly #lasting = new Lasting()
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(parts: ConsistentParts) {
    this.#parts = parts
  }

  /** The strategy is asked about a group. */
  asked({ view, wish }: GroupAsked): void {
    for (const { conditionId, quotes } of wish?.markets ?? []) {
      const worth = this.#worthOf(view, conditionId)
      if (worth === undefined && quotes.length > 0)
        this.#add(`${conditionId}: ${quotes.length} are wished, and its group is none that sums to one`)
      if (worth === undefined) continue
      const { halfSpread } = this.#numbers
      if (quotes.length === 0 && this.#isFarFromEnd(view, conditionId)) this.#add(`${conditionId}: nothing is wished`)
      for (const { outcome, side, price, size: wished } of quotes) {
        const due = (outcome === 0 ? worth : 1 - worth) - halfSpread
        if (side !== 'BUY' || !(Math.abs(price - due) <= TINY))
          this.#add(`${conditionId}: ${side} ${outcome}@${price} is wished, it should be ${due}`)
        if (wished > this.#mostShares + TINY)
          this.#add(`${conditionId}: ${wished} shares are wished, it should be ${this.#mostShares} at most`)
      }
    }
  }

  /** Often. */
  look(): void {
    const { world } = this.#parts
    const { clock, life, isCalm } = world
    const nowMs = clock.monoMs()
    if (isCalm) this.#calmMs = Math.min(this.#calmMs, nowMs)
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    if (life?.isWorking !== true || life.startedMs === undefined) return
    if (nowMs - Math.max(life.startedMs, this.#calmMs - SETTLES_MS / 2) < SETTLES_MS) return
    this.#lasting.begin(nowMs)
    this.#lookAtSums()
    const over = world.markets.find((id) => this.#isOver(id))
    const overMs = over === undefined ? 0 : this.#lasting.seen('over')
    const left = this.#parts.truth.resting()
    if (overMs > PULLED_MS && left.length > 0)
      this.#add(`${over} is over and has not lost, and in its group ${left.map(({ hash }) => hash).join()} rest`)
  }

  get #numbers(): Numbers {
    return paramsOf(this.#parts.world.scenario.setting, false) as Numbers
  }

  /** Of either configuration. */
  get #mostShares(): number {
    const { setting } = this.#parts.world.scenario
    return Math.max(...[false, true].map((isOther) => Number(paramsOf(setting, isOther)['size'])))
  }

  /** What reduces a position is wished, however much is held. */
  #isFarFromEnd({ markets }: PartialGroupView, conditionId: string): boolean {
    const { timeLeftMs = 0 } = markets.find(({ market }) => market.conditionId === conditionId) ?? {}
    return timeLeftMs > FAR_MS
  }

  #add(what: string): void {
    this.#parts.violations.add('consistent', what)
  }

  /** Of its siblings one may win, and it is not said to have lost. */
  #isOver(conditionId: ConditionId): boolean {
    const { status, winner } = this.#parts.world.api.exchange.market(conditionId) ?? {}
    return status !== 'OPEN' && !(status === 'RESOLVED' && winner === 1)
  }

  /** One winner brings 1 to who has YES of each, and all but one to who has NO of each; within the ticks that a resting price may be off. */
  #lookAtSums(): void {
    const { open, settings, api } = this.#parts.world
    const { halfSpread } = this.#numbers
    const ticks = open.map((id) => tickOf(api.exchange.market(id)))
    const off = ticks.reduce((sum, tick) => sum + (settings.execution.repriceTicks + 1) * tick - halfSpread, 0)
    for (const way of [1, -1] as const) {
      const bids = open.flatMap((id) => this.#bestBid(id, way) ?? [])
      const brings = way === 1 ? 1 : open.length - 1
      const paid = bids.reduce((sum, bid) => sum + bid, 0)
      if (bids.length < open.length || bids.length < 2 || paid <= brings + off + TINY) continue
      if (this.#lasting.seen(`${way}`) > REPLACED_MS)
        this.#add(`bids of one side cost ${paid} together for ${REPLACED_MS} ms, at most ${brings + off} is wanted`)
    }
  }

  /** In price, for YES or for NO: a sale of one is a purchase of the other. */
  #bestBid(conditionId: ConditionId, way: 1 | -1): number | undefined {
    const { truth, world } = this.#parts
    const unit = world.api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    const prices = truth
      .resting(conditionId)
      .filter((order) => netDirection(order) === way)
      .map((order) => (way === 1 ? truth.yesTicks(order) / unit : 1 - truth.yesTicks(order) / unit))
    return prices.length === 0 ? undefined : Math.max(...prices)
  }

  /** What a share of YES is worth to us, by the formulas of the documentation; nothing where none of them may rest. */
  #worthOf({ exclusive, markets }: PartialGroupView, conditionId: string): number | undefined {
    const { maxSurplus, skew, maxNet } = this.#numbers
    const fair = markets.flatMap((one) => (one.stopped === undefined && one.fair?.degraded === false ? one.fair.p : []))
    const sum = fair.reduce((total, p) => total + p, 0)
    if (!exclusive || fair.length < markets.length || fair.length < 2 || Math.abs(sum - 1) > maxSurplus)
      return undefined
    const alike = summingToOne(fair)
    const weights = alike.map((p, i) => p * Math.exp((-skew / maxNet) * (markets[i]?.inventory?.net ?? 0)))
    const place = markets.findIndex(({ market }) => market.conditionId === conditionId)
    return (weights[place] ?? Number.NaN) / weights.reduce((total, weight) => total + weight, 0)
  }
}

/** All odds times the one factor with which they do. */
function summingToOne(fair: readonly number[]): readonly number[] {
  const shifted = (by: number) => fair.map((p) => 1 / (1 + Math.exp(-logOdds(p) - by)))
  let [low, high] = [-FAR, FAR]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (shifted(middle).reduce((sum, p) => sum + p, 0) < 1) low = middle
    else high = middle
  }
  return shifted(low)
}

const tickOf = (market: ReturnType<World['api']['exchange']['market']>) =>
  (market?.grid.tick ?? 1) / (market?.spec.ticksPerUnit ?? 1)
