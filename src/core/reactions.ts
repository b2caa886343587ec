// What an event means besides what is believed: learned budgets, back-off after refusals, what halts and what ends the bot.

import { ERROR_REACTIONS, type Failure, inWords } from '../domain/error.js'
import type { ConditionId, Hex } from '../domain/market/market.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { Instant } from '../domain/time.js'
import type { Budget } from '../execution/budget/budget.js'
import type { FeeBook } from '../execution/fees/fee-book.js'
import { LegBackOff, legKey } from '../execution/planning/leg-back-off.js'
import { orderLifetimeSec } from '../execution/planning/lifetime.js'
import type { OrderPlanner } from '../execution/planning/order-planner.js'
import type { ReadSchedule } from '../execution/reads/read-schedule.js'
import type { Beliefs } from '../state/beliefs.js'
import { type CoreSettings, plannerSettings } from './settings.js'
import type { BotStanding } from './standing/bot-standing.js'

/** Failures of our own making: the venue has refused nothing. */
const NOT_REFUSED: ReadonlySet<Failure['code']> = new Set(['fee-stale', 'withdrawn', 'signer-away'])

/** What another tick or size step than the market is known by makes of readings, and of orders. */
const OFF_TERMS: ReadonlySet<Failure['code']> = new Set(['bad-payload', 'bad-amounts'])

const NOTHING: readonly Command[] = []

export interface ReactionParts {
  readonly beliefs: Beliefs
  readonly budget: Budget
  readonly fees: FeeBook
  readonly planner: OrderPlanner
  readonly reads: ReadSchedule
  readonly standing: BotStanding
  readonly settings: CoreSettings
}

export class Reactions {
  readonly #parts: ReactionParts
  /** Nothing shall rest any more: the bot is on its way out. */
  draining = false
  /** Another program trades with the wallet: orders that are not ours are left alone. */
  givingWay = false
  /** Markets whose quotes a failure has pulled, by condition id. */
  readonly #pulls = new LegBackOff()
  readonly #pullReasons = new Map<ConditionId, Failure>()
  /** Markets whose quotes have to be renewed: open, and not dropped. */
  readonly #followed = new Set<ConditionId>()
  #writesPerMinute = 0

  constructor(parts: ReactionParts) {
    this.#parts = parts
  }

  /** They have been written over. */
  settingsChanged(): void {
    this.#parts.planner.change({ ...plannerSettings(this.#parts.settings), lifetimeSec: this.#lifetimeSec() })
  }

  /** Why a market's quotes are pulled after a failure; they come back after a while, later each time. */
  pulledFor(conditionId: ConditionId, nowMonoMs: number): string | undefined {
    const reason = this.#pulls.until(conditionId) > nowMonoMs ? this.#pullReasons.get(conditionId) : undefined
    return reason && inWords(reason)
  }

  /** What an event means besides what is believed: budgets, back-off, halts. */
  react(event: CoreEvent): readonly Command[] {
    // books and trades mean nothing besides
    if (event.kind === 'level' || event.kind === 'trade') return NOTHING
    this.#parts.budget.hear(event, event.at.monoMs)
    this.#followWrites()
    if (event.kind === 'turn-end') return NOTHING
    this.#parts.reads.note(event)
    this.#parts.fees.hear(event)
    this.#parts.standing.hear(event)
    switch (event.kind) {
      case 'market':
        this.#follow(event.market.conditionId)
        this.#parts.planner.setLifetime(this.#lifetimeSec())
        return []
      case 'market-status':
      case 'market-dropped':
        this.#follow(event.conditionId)
        this.#parts.planner.setLifetime(this.#lifetimeSec())
        return []
      case 'market-changed':
        if (event.detail === undefined) this.#asListed(event.conditionId)
        return NOTHING
      // whoever cancels everything waits for no plan
      case 'permit-wanted':
        return event.priority === 'emergency' ? this.#parts.budget.serveOnly('emergency', event.at.monoMs) : NOTHING
      case 'submitted':
        this.#submitted(event.intentId, event.status === 'cancelled_local', event.at)
        return []
      case 'restored':
        this.givingWay = event.standing.halt?.cause === 'second-writer'
        return []
      case 'lease':
        this.givingWay = event.isOver === true || this.#parts.standing.halted?.cause === 'second-writer'
        return []
      case 'operator':
        this.#operate(event)
        return []
      case 'session':
        return event.code === undefined ? [] : this.#hopeless({ code: event.code, message: event.detail }, event.at)
      case 'submit-failed':
        this.#refused(event.intentId, event.failure, event.at)
        return this.#failed(event.failure, event.at, this.#marketOf(event.intentId))
      case 'cancel-failed':
        this.#parts.standing.failed(event.failure, true)
        return this.#hopeless(event.failure, event.at)
      case 'look-up-failed':
        return this.#failed(event.failure, event.at, this.#parts.beliefs.orders.byHash(event.hash)?.draft.conditionId)
      case 'resent':
        return event.failure ? this.#notResent(event.hash, event.failure, event.at) : []
      case 'read-failed':
        return this.#failed(event.failure, event.at, event.conditionId)
      default:
        return NOTHING
    }
  }

  #follow(conditionId: ConditionId): void {
    const { markets, dropped } = this.#parts.beliefs
    const isFollowed = markets.get(conditionId)?.status === 'OPEN' && !dropped.has(conditionId)
    if (isFollowed) this.#followed.add(conditionId)
    else this.#followed.delete(conditionId)
  }

  /** It is known by the venue's terms again: what failed by others pulls it no longer. */
  #asListed(conditionId: ConditionId): void {
    const failure = this.#pullReasons.get(conditionId)
    if (failure !== undefined && OFF_TERMS.has(failure.code)) this.#pulls.accepted(conditionId)
  }

  /** Whatever an answer or time has taught of the writes, orders live by it. */
  #followWrites(): void {
    const writesPerMinute = this.#parts.budget.perMinute('write')
    if (writesPerMinute === this.#writesPerMinute) return
    this.#writesPerMinute = writesPerMinute
    this.#parts.planner.setLifetime(this.#lifetimeSec())
  }

  /** A refusal is news of the terms, not of the order: what it proves is for the unknowns to say. */
  #notResent(hash: Hex, failure: Failure, at: Instant): Command[] {
    const conditionId = this.#parts.beliefs.orders.byHash(hash)?.draft.conditionId
    if (failure.mayHaveHappened) return this.#failed(failure, at, conditionId)
    if (conditionId !== undefined && !NOT_REFUSED.has(failure.code)) this.#parts.fees.refused(conditionId)
    return []
  }

  #failed(failure: Failure, at: Instant, conditionId?: ConditionId): Command[] {
    const { code } = failure
    this.#parts.standing.failed(failure)
    if (ERROR_REACTIONS[code] === 'pull-quotes' && conditionId !== undefined) {
      this.#pulls.refused(conditionId, at.monoMs)
      this.#pullReasons.set(conditionId, failure)
    }
    return this.#hopeless(failure, at)
  }

  /** Halts or ends the bot on what waiting cannot mend, and on nothing else. */
  #hopeless(failure: Failure, at: Instant): Command[] {
    const { standing } = this.#parts
    const reaction = ERROR_REACTIONS[failure.code]
    if (reaction === 'halt') standing.halt('signature-refused', inWords(failure), at)
    if (reaction !== 'stop') return []
    standing.end(inWords(failure), at)
    return [{ kind: 'stop', failure }]
  }

  #marketOf(intentId: number): ConditionId | undefined {
    return this.#parts.beliefs.orders.byIntent(intentId)?.draft.conditionId
  }

  #submitted(intentId: number, refused: boolean, at: Instant): void {
    const order = this.#parts.beliefs.orders.byIntent(intentId)
    if (!order) return
    if (refused) this.#parts.planner.backOff.refused(legKey(order.draft), at.monoMs)
    else {
      this.#parts.planner.backOff.accepted(legKey(order.draft))
      this.#pulls.accepted(order.draft.conditionId)
    }
  }

  #refused(intentId: number, failure: Failure, at: Instant): void {
    const order = this.#parts.beliefs.orders.byIntent(intentId)
    if (!order) return
    if (failure.code === 'insufficient-balance') this.#parts.beliefs.accountStale = true
    if (NOT_REFUSED.has(failure.code)) return
    this.#parts.fees.refused(order.draft.conditionId)
    this.#parts.planner.backOff.refused(legKey(order.draft), at.monoMs, failure.notBeforeMonoMs)
  }

  #operate(event: Extract<CoreEvent, { kind: 'operator' }>): void {
    if (event.action === 'give-way') this.givingWay = true
    if (event.action === 'resume') this.givingWay = false
    if (event.action === 'drain') this.draining = true
  }

  #lifetimeSec(): number {
    return orderLifetimeSec({
      configured: this.#parts.settings.execution.orderLifetimeSec,
      quotes: Math.max(2, this.#followed.size * 2),
      writesPerMinute: this.#parts.budget.perMinute('write'),
      stopMatchingBeforeSec: this.#parts.settings.stopMatchingBeforeSec,
      minLifetimeSec: this.#parts.settings.minLifetimeSec,
    })
  }
}
