// Reads that go out now, as far as the read budget allows, and when the next may follow.

import type { Priority } from '../../domain/permit.js'
import type { Command, Unpaid } from '../../domain/run/command.js'
import type { Budget } from '../budget/budget.js'

/** A read without an answer is asked again after this. */
export const ANSWER_MS = 6000

/** A question that went out. */
export interface Asked {
  readonly atMonoMs: number
  /** Its answer is still out. */
  readonly open: boolean
  /** The answer was a failure. */
  readonly hasFailed?: boolean
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

/** Polls and checks are routine; look-ups, lists and sendings of unknown orders are not. */
function priorityOf({ kind }: Unpaid): Priority {
  return kind === 'read-best-bids' || kind === 'read-book' ? 'routine' : 'urgent'
}

export interface ReadCost {
  /** `resend` is a write. */
  readonly routeClass?: 'read' | 'write'
  /** Share of a minute's budget that stays untouched besides. Default 0. */
  readonly reserveShare?: number
  /** Default 1. */
  readonly requests?: number
}

export class ReadRequests {
  readonly #budget: Budget
  #commands: Command[] = []

  constructor(budget: Budget) {
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
  ask(command: Unpaid, nowMonoMs: number, cost: ReadCost = {}): number | undefined {
    const { routeClass = 'read', reserveShare = 0, requests = 1 } = cost
    const need = {
      priority: priorityOf(command),
      reserve: Math.floor(this.#budget.perMinute(routeClass) * reserveShare),
    }
    if (this.#budget.available(routeClass, nowMonoMs, need) < requests) {
      return this.#budget.nextMonoMs(routeClass, nowMonoMs, { ...need, requests })
    }
    this.#commands.push({ ...command, permits: this.#budget.take(routeClass, requests, nowMonoMs) })
    return undefined
  }
}
