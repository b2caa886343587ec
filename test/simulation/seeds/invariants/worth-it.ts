// What is done on the chain is what the settings allow and what is worth its cost; and once all is calm, what is both is done.

import { smallerRaw } from '../../../../src/domain/amounts/money.js'
import { type ConditionId, isFinal } from '../../../../src/domain/market/market.js'
import { payoutRaw } from '../../../../src/domain/market/payout.js'
import type { LivingOrder } from '../../../../src/domain/orders/own-order.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import { chainPolicy } from '../configured.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 1000
/** Since the start of the bot, and of the calm. */
const SETTLES_MS = 8000
/** A market's last settlements, a list of what is held, which a DEFAULT key reads every 15 s, and the transaction, three blocks deep. */
const DONE_WITHIN_MS = 20_000
/** One transaction after the other: for each that was mined meanwhile. */
const EACH_MS = 5000
const UNIT = 1e6

/** Full sets that are left, in units, should each of these sales come to rest after all. */
function setsBeside(orders: readonly LivingOrder[], [yes, no]: readonly [bigint, bigint]): number {
  const leftRaw: [bigint, bigint] = [yes, no]
  for (const { draft, restingRaw } of orders) if (draft.side === 'SELL') leftRaw[draft.outcome] -= restingRaw
  return Number(smallerRaw(...leftRaw)) / UNIT
}

export class WorthIt {
  readonly #world: World
  readonly #violations: Violations
  readonly #lasting = new Lasting()
  /** How many transactions were mined when it was first seen so. */
  readonly #mined = new Map<ConditionId, number>()
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  /** Now and then. */
  look(): void {
    const { chain, clock, life, isCalm, isEnding, scenario } = this.#world
    const nowMs = clock.monoMs()
    if (chain === undefined || nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    for (const what of chain.unwarranted) this.#violations.add('chain-worth', what)
    if (isCalm) this.#calmMs = Math.min(this.#calmMs, nowMs)
    const { core } = life?.bot ?? {}
    const settledMs = nowMs - Math.max(life?.startedMs ?? nowMs, this.#calmMs)
    if (core === undefined || !life?.isWorking || isEnding || settledMs < SETTLES_MS || chain.isDear) return
    // who is halted leaves everything as it is
    if (core.standing.halted !== undefined || core.standing.unverified !== undefined) return
    const { actions, mergeMin, maxCostShare } = chainPolicy(scenario.setting)
    const { exchange } = this.#world.api
    const isNowhere = (order: LivingOrder) => order.phase === 'unknown' && exchange.order(order.hash) === undefined
    this.#lasting.begin(nowMs)
    for (const market of core.beliefs.markets.values()) {
      const { tokensRaw } = exchange.ledger.tokens(ACCOUNT, market.conditionId)
      const sets = Number(smallerRaw(...tokensRaw)) / UNIT
      const isOver = isFinal(market)
      const brings = isOver ? Number(payoutRaw(market, tokensRaw) ?? 0n) / UNIT : sets
      const isAllowed = isOver || (actions !== 'redeem' && sets >= mergeMin)
      if (!isAllowed || brings <= 0 || chain.cost > brings * maxCostShare) continue
      // until it is proven dead, what is held of a market that is over may still become another
      const nowhere = core.beliefs.orders.livingOf(market.conditionId).filter(isNowhere)
      if (isOver ? nowhere.length > 0 : setsBeside(nowhere, tokensRaw) < sets) continue
      const forMs = this.#lasting.seen(market.conditionId)
      const minedNow = chain.mined.length
      const minedBefore = forMs === 0 ? minedNow : (this.#mined.get(market.conditionId) ?? minedNow)
      this.#mined.set(market.conditionId, minedBefore)
      if (forMs > DONE_WITHIN_MS + EACH_MS * (minedNow - minedBefore))
        this.#violations.add('chain-worth', `${brings} of ${market.id} are left on the chain for ${forMs} ms`)
    }
  }
}
