// Reads that go out now, as far as the read budget allows, and when the next may follow.

import type { Command } from '../../domain/command.js'
import type { BudgetPlanner } from '../planning/budget-planner.js'

/** A read without an answer is asked again after this. */
export const ANSWER_MS = 6000

/** A question that went out. */
export interface Asked {
  readonly atMonoMs: number
  /** Its answer is still out. */
  readonly open: boolean
}

/** The answer is still to be waited for. */
export function isAwaited(asked: Asked | undefined, nowMonoMs: number): boolean {
  return asked?.open === true && nowMonoMs - asked.atMonoMs < ANSWER_MS
}

/** When it may be asked again that was last asked so, `everyMs` apart, monotonic; at once when it never was. */
export function dueAfter(asked: Asked | undefined, everyMs: number): number {
  if (asked === undefined) return 0
  return asked.atMonoMs + (asked.open ? Math.max(everyMs, ANSWER_MS) : everyMs)
}

export interface ReadCost {
  /** `resend` is a write. */
  readonly routeClass?: 'read' | 'write'
  /** Share of a minute's budget that stays untouched. Default 0. */
  readonly reserveShare?: number
  /** Default 1. */
  readonly requests?: number
}

export class ReadRequests {
  readonly #budget: BudgetPlanner
  #commands: Command[] = []

  constructor(budget: BudgetPlanner) {
    this.#budget = budget
  }

  perMinute(): number {
    return this.#budget.perMinute('read')
  }

  /** What is to go out, since the last call. */
  take(): readonly Command[] {
    const commands = this.#commands
    this.#commands = []
    return commands
  }

  /** Costs no budget. */
  send(command: Command): void {
    this.#commands.push(command)
  }

  /** `undefined` when it goes out; else when the budget may allow it, monotonic. */
  ask(command: Command, nowMonoMs: number, cost: ReadCost = {}): number | undefined {
    const { routeClass = 'read', reserveShare = 0, requests = 1 } = cost
    const reserve = Math.floor(this.#budget.perMinute(routeClass) * reserveShare)
    if (this.#budget.available(routeClass, nowMonoMs, reserve) < requests) {
      return this.#budget.nextMonoMs(routeClass, nowMonoMs, { requests, reserve })
    }
    this.#budget.spend(routeClass, requests, nowMonoMs)
    this.#commands.push(command)
    return undefined
  }
}
