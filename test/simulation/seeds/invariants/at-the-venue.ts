// What must hold of our orders at the venue after every change of one: limits, no two of one intent, none against another of ours.

import { largerRaw } from '../../../../src/domain/amounts/money.js'
import type { ConditionId, Hex } from '../../../../src/domain/market/market.js'
import { netDirection } from '../../../../src/domain/market/yes-view.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import { positionRaw } from '../../../../src/risk/totals/market-exposure.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { TrueExposure, Truth } from '../truth.js'
import { unitRawOf } from '../unit.js'
import type { World } from '../world.js'
import { Losses } from './losses.js'
import type { Violations } from './violation.js'

/** Markets of former lives that the choice does not name are asked for so often, one after the other. */
const ADOPTS_MS = 500
/** What the bot cannot know yet, as a settlement that has failed or a trade by hand, is known to it after this. */
const LEARNS_MS = 8000
const AROUND_MS = 1500
/** A cancel without an answer is sent again long before, once nothing is disturbed any more. */
const CANCELS_WITHIN_MS = 15_000
/** An order being replaced and its successor, for each of the levels: documented, as cancel and place go out together. */
const MOST_PER_LEG = 2

export class AtTheVenue {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations
  readonly #unitRaw: bigint
  readonly #losses: Losses
  readonly #dirty = new Set<ConditionId>()
  /** What moved it behind the bot's back last, and when; by market. */
  readonly #surprised = new Map<ConditionId, number>()
  /** At the last change of an order. */
  readonly #exposures = new Map<ConditionId, TrueExposure>()
  /** Beyond a limit by what the bot could not foresee: what is left of it may stay, and nothing is added. */
  readonly #excused = new Map<ConditionId, TrueExposure>()
  /** Likewise of all markets together. */
  #excusedTotalRaw = 0n
  /** Life and intent of each order that was signed. */
  readonly #intents = new Map<Hex, string>()
  /** Put back to rest by a failed settlement: the venue's doing, not a second order of ours. */
  readonly #returned = new Set<Hex>()
  /** At the last look around, and since when, monotonic. */
  #over: ReadonlyMap<Hex, number> = new Map()
  #aroundMs = 0

  constructor(world: World, truth: Truth, violations: Violations) {
    this.#world = world
    this.#truth = truth
    this.#violations = violations
    this.#losses = new Losses(world, truth, violations)
    this.#unitRaw = unitRawOf(world.scenario.setting)
  }

  /** Something that the bot could not foresee. */
  surprise(conditionId: ConditionId | 'all'): void {
    const { markets, clock } = this.#world
    for (const id of conditionId === 'all' ? markets : [conditionId]) this.#surprised.set(id, clock.monoMs())
  }

  signed(hash: Hex, intent: string): void {
    this.#intents.set(hash, intent)
  }

  failed(hash: Hex): void {
    this.#returned.add(hash)
  }

  /** Of ours it may rest again after its end. */
  isReturned(hash: Hex): boolean {
    return this.#returned.has(hash)
  }

  /** An order has changed; looked at when what the venue is doing is done. */
  changed({ account, conditionId }: OrderRecord): void {
    if (account !== ACCOUNT || this.#dirty.has(conditionId)) return
    if (this.#dirty.size === 0) this.#world.clock.soon(() => this.#look())
    this.#dirty.add(conditionId)
  }

  /** Now and then: what rests although the bot is sure that it is over, at two looks in a row. */
  lookAround(): void {
    const { life, clock } = this.#world
    const orders = life?.bot?.core.beliefs.orders
    if (orders === undefined || clock.monoMs() < this.#aroundMs) return
    this.#aroundMs = clock.monoMs() + AROUND_MS
    const over = new Map<Hex, number>()
    for (const { hash, conditionId } of this.#truth.resting()) {
      const own = orders.byHash(hash)
      if (
        this.#world.isCalm &&
        own?.phase === 'cancelling' &&
        clock.monoMs() - own.cancelSentMonoMs > CANCELS_WITHIN_MS
      )
        this.#violations.add('orphan', `${hash} rests in ${conditionId}, and its cancel is not sent again`)
      if (own?.phase !== 'ended' || this.#returned.has(hash)) continue
      const sinceMs = this.#over.get(hash) ?? clock.monoMs()
      over.set(hash, sinceMs)
      if (clock.monoMs() - sinceMs >= this.#findsWithinMs)
        this.#violations.add('orphan', `${hash} rests in ${conditionId}, and the bot is sure that it is over`)
    }
    this.#over = over
  }

  /** A request that was refused and that the network brings again rests until a list shows it. */
  get #findsWithinMs(): number {
    return this.#world.mayArriveTwice ? LEARNS_MS : AROUND_MS
  }

  #look(): void {
    for (const conditionId of this.#dirty) {
      const resting = this.#truth.resting(conditionId)
      this.#lookAtIntents(resting)
      this.#lookAtLegs(conditionId, resting)
      this.#lookAtExposure(conditionId)
    }
    this.#dirty.clear()
    this.#lookAtTotals()
  }

  #lookAtIntents(resting: readonly OrderRecord[]): void {
    const seen = new Map<string, Hex>()
    for (const { hash } of resting) {
      const intent = this.#intents.get(hash)
      if (intent === undefined) {
        // a process that dies while it sends has not told of it any more
        if (!this.#world.disk.has(hash, this.#world.scenario.setting.durability))
          this.#violations.add('journal-first', `order ${hash} rests, and was never signed`)
        continue
      }
      const other = seen.get(intent)
      if (other !== undefined) this.#violations.add('one-intent', `${other} and ${hash} of intent ${intent} both rest`)
      seen.set(intent, hash)
    }
  }

  #lookAtLegs(conditionId: ConditionId, resting: readonly OrderRecord[]): void {
    const [bids, asks] = [1, -1].map((way) => resting.filter((order) => netDirection(order) === way))
    for (const bid of bids ?? [])
      for (const ask of asks ?? [])
        if (this.#truth.yesTicks(bid) >= this.#truth.yesTicks(ask))
          this.#violations.add('self-cross', `in ${conditionId}: ${bid.hash} and ${ask.hash} cross`)
    if (this.#world.scenario.setting.strategy === 'as-logit') return
    const levels = this.#world.scenario.setting.terms?.ladder === true ? 2 : 1
    for (const side of [bids ?? [], asks ?? []]) {
      const own = side.filter(({ hash }) => !this.#returned.has(hash) && this.#isOfThisLife(hash))
      const legs = new Set(own.map(({ outcome, side: way }) => `${outcome}${way}`))
      for (const leg of legs) {
        const count = own.filter(({ outcome, side: way }) => `${outcome}${way}` === leg).length
        if (count > MOST_PER_LEG * levels)
          this.#violations.add('one-intent', `${count} orders rest on one leg of ${conditionId}`)
      }
    }
  }

  #isOfThisLife(hash: Hex): boolean {
    return this.#intents.get(hash)?.startsWith(`${this.#world.life?.parts.number}/`) === true
  }

  #lookAtExposure(conditionId: ConditionId): void {
    const exposure = this.#truth.exposure(conditionId)
    const before = this.#exposures.get(conditionId)
    this.#exposures.set(conditionId, exposure)
    if (this.isSurprised(conditionId)) {
      this.#excused.set(conditionId, exposure)
      return
    }
    this.#losses.look(conditionId)
    const { highRaw, lowRaw, lockedRaw } = exposure
    const { settings, wereLowered } = this.#world
    // what is held and rests when a limit is lowered may stay for a while, but nothing is added to it
    const former = wereLowered ? before : this.#excused.get(conditionId)
    const most = BigInt(settings.risk.maxMarketShares) * this.#unitRaw
    if (highRaw <= most && lowRaw >= -most) this.#excused.delete(conditionId)
    else if (this.#excused.has(conditionId)) this.#excused.set(conditionId, exposure)
    if (highRaw > largerRaw(most, former?.highRaw ?? 0n) || lowRaw < -largerRaw(most, -(former?.lowRaw ?? 0n)))
      this.#violations.add('exposure', `position of ${conditionId}: ${lowRaw} to ${highRaw}, limit ${most}`)
    if (lockedRaw > BigInt(settings.risk.maxMarketCollateral) * this.#unitRaw)
      this.#violations.add('exposure', `collateral behind orders of ${conditionId}: ${lockedRaw}`)
  }

  #lookAtTotals(): void {
    const { risk } = this.#world.settings
    let [position, locked] = [0n, 0n]
    let isSurprised = false
    for (const conditionId of this.#world.markets) {
      isSurprised ||= this.isSurprised(conditionId) || this.#isUnread(conditionId)
      if (!this.#truth.isOpen(conditionId)) continue
      // whatever moves it changes an order of the market
      const { highRaw, lowRaw, lockedRaw } = this.#exposures.get(conditionId) ?? this.#truth.exposure(conditionId)
      position += positionRaw({ highRaw, lowRaw })
      locked += lockedRaw
    }
    // as in one market: what came unawares may stay for a while, but nothing is added to it
    const most = BigInt(risk.maxTotalShares) * this.#unitRaw
    if (isSurprised) {
      this.#excusedTotalRaw = position
      return
    }
    this.#losses.lookTogether()
    const isExcused = position > most && position <= this.#excusedTotalRaw
    this.#excusedTotalRaw = isExcused ? position : 0n
    if (position > most && !isExcused) this.#violations.add('exposure', `positions in all: ${position}`)
    if (locked > BigInt(risk.maxTotalCollateral) * this.#unitRaw)
      this.#violations.add('exposure', `locked in all: ${locked}`)
  }

  /**
   * Something is held in a market that the bot has not asked for since its start, and former lives kept no cost of it: it asks for one after
   * the other, and counts what they kept until then.
   */
  #isUnread(conditionId: ConditionId): boolean {
    const { life, clock, markets } = this.#world
    if (life?.bot === undefined || life.bot.core.beliefs.markets.has(conditionId)) return false
    const kept = life.keptAtStart?.held?.find((one) => one.conditionId === conditionId)
    if (kept?.worth !== undefined && kept.worth > 0 && !kept.isOver) return false
    const ageMs = clock.monoMs() - (life.startedMs ?? clock.monoMs())
    return ageMs < LEARNS_MS + ADOPTS_MS * markets.length && this.#truth.tokensRaw(conditionId).some((raw) => raw > 0n)
  }

  /** Something happened that the bot may not know of yet. */
  isSurprised(conditionId: ConditionId): boolean {
    return this.#world.clock.monoMs() - (this.#surprised.get(conditionId) ?? Number.NEGATIVE_INFINITY) < LEARNS_MS
  }
}
