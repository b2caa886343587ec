// What an event means besides what is believed: learned budgets, back-off after refusals, halts and stops.

import type { Command } from '../domain/command.js'
import type { CoreEvent } from '../domain/core-event.js'
import { ERROR_REACTIONS, type Failure } from '../domain/error.js'
import type { Instant } from '../domain/time.js'
import type { BudgetPlanner } from '../execution/budget-planner.js'
import { legKey } from '../execution/leg-back-off.js'
import { orderLifetimeSec } from '../execution/lifetime.js'
import type { OrderPlanner } from '../execution/order-planner.js'
import type { ReadSchedule } from '../execution/read-schedule.js'
import type { KillSwitch } from '../risk/kill-switch.js'
import type { Beliefs } from '../state/beliefs.js'
import type { CoreSettings } from './settings.js'

export interface ReactionParts {
  readonly beliefs: Beliefs
  readonly budget: BudgetPlanner
  readonly planner: OrderPlanner
  readonly reads: ReadSchedule
  readonly kill: KillSwitch
  readonly settings: CoreSettings
}

export class Reactions {
  readonly #parts: ReactionParts
  /** Nothing shall rest any more: the bot is on its way out. */
  draining = false
  #operatorHalt: { readonly reason: string; readonly actor: string } | undefined

  constructor(parts: ReactionParts) {
    this.#parts = parts
  }

  get halted(): { readonly reason: string; readonly actor: string } | undefined {
    const { tripped } = this.#parts.kill
    return this.#operatorHalt ?? (tripped && { reason: tripped.reason, actor: 'kill switch' })
  }

  /** What an event means besides what is believed: budgets, back-off, halts. */
  react(event: CoreEvent): Command[] {
    this.#parts.reads.note(event)
    switch (event.kind) {
      case 'budget':
        this.#parts.budget.limit(event.routeClass, event)
        this.#parts.planner.setLifetime(this.#lifetimeSec())
        return []
      case 'fee':
        this.#parts.planner.fees.answered(event.conditionId)
        return []
      case 'submitted':
        this.#submitted(event.intentId, event.status === 'cancelled_local', event.at)
        return []
      case 'operator':
        this.#operate(event)
        return []
      case 'submit-failed':
        this.#refused(event.intentId, event.failure, event.at)
        return this.#failed(event.failure, event.at)
      case 'cancel-failed':
      case 'look-up-failed':
        return this.#failed(event.failure, event.at)
      case 'read-failed':
        if (event.read === 'fee' && event.conditionId) this.#parts.planner.fees.answered(event.conditionId)
        return this.#failed(event.failure, event.at)
      default:
        return []
    }
  }

  #failed(failure: Failure, at: Instant): Command[] {
    this.#parts.kill.onError(failure.code, at.monoMs)
    return ERROR_REACTIONS[failure.code] === 'stop'
      ? [{ kind: 'stop', reason: `${failure.code}: ${failure.message}` }]
      : []
  }

  #submitted(intentId: number, refused: boolean, at: Instant): void {
    const order = this.#parts.beliefs.orders.byIntent(intentId)
    if (!order) return
    if (refused) this.#parts.planner.backOff.refused(legKey(order.draft), at.monoMs)
    else this.#parts.planner.backOff.accepted(legKey(order.draft))
  }

  #refused(intentId: number, failure: Failure, at: Instant): void {
    const order = this.#parts.beliefs.orders.byIntent(intentId)
    if (!order) return
    const { conditionId } = order.draft
    // a fee from before a refusal is never signed again
    this.#parts.beliefs.fees.delete(conditionId)
    if (failure.code === 'insufficient-balance') this.#parts.beliefs.accountStale = true
    if (failure.code !== 'fee-stale')
      this.#parts.planner.backOff.refused(legKey(order.draft), at.monoMs, failure.notBeforeMonoMs)
  }

  #operate(event: Extract<CoreEvent, { kind: 'operator' }>): void {
    if (event.action === 'halt') this.#operatorHalt = { reason: event.reason, actor: event.actor }
    if (event.action === 'drain') this.draining = true
    if (event.action === 'resume') {
      this.#operatorHalt = undefined
      this.#parts.kill.resume()
    }
  }

  #lifetimeSec(): number {
    return orderLifetimeSec({
      configured: this.#parts.settings.execution.orderLifetimeSec,
      quotes: Math.max(2, this.#parts.beliefs.markets.size * 2),
      writesPerMinute: this.#parts.budget.perMinute('write'),
      stopMatchingBeforeSec: this.#parts.settings.stopMatchingBeforeSec,
      minLifetimeSec: this.#parts.settings.minLifetimeSec,
    })
  }
}
