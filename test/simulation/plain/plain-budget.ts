// The requests of a minute, counted anew from every permit that was handed out and what was heard of it.

import { type Permit, ROUTE_CLASSES, type RouteClassName } from '../../../src/domain/permit.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { PlainTurn } from './plain-turn.js'

/** As the core says it: a minute and what clocks drift in it, and how late a request that was given up may still arrive. */
const HOLD_MS = 60_060
const LOST_MS = 2000

interface HandedOut {
  readonly permit: Permit
  /** Until then it counts, monotonic; absent while nobody has told of it. */
  untilMonoMs?: number
}

export class PlainBudget {
  #out: HandedOut[] = []
  /** Classes in which a permit came back after its time, which the core may have seen or not, until then. */
  readonly #unsure = new Map<RouteClassName, number>()

  hear(event: CoreEvent): void {
    const { monoMs } = event.at
    if (event.kind === 'answered') {
      const handed = this.#find(event.permit)
      if (handed && handed.untilMonoMs === undefined && event.permit.untilMonoMs > monoMs)
        handed.untilMonoMs = monoMs + HOLD_MS + (event.told ? 0 : LOST_MS)
    } else if (event.kind === 'permit-unused') {
      if (event.permit.untilMonoMs <= monoMs) this.#unsure.set(event.permit.routeClass, monoMs + HOLD_MS + LOST_MS)
      this.#out = this.#out.filter(({ permit }) => !isSame(permit, event.permit))
    }
  }

  decided({ commands }: Decision): void {
    for (const command of commands) {
      if ('permits' in command) this.#out.push(...command.permits.map((permit) => ({ permit })))
      else if (command.kind === 'give-permit') this.#out.push({ permit: command.permit })
    }
  }

  /** Where others use the key too, or a former life did, less is left. */
  compare(turn: PlainTurn, isAlone: boolean): void {
    const { monoMs } = turn.at
    const endOf = ({ permit, untilMonoMs }: HandedOut) => untilMonoMs ?? permit.untilMonoMs + LOST_MS + HOLD_MS
    this.#out = this.#out.filter((handed) => endOf(handed) > monoMs)
    const snapshots = turn.core.budget.snapshot(monoMs)
    for (const routeClass of ROUTE_CLASSES) {
      const snapshot = snapshots.find((one) => one.routeClass === routeClass)
      if (snapshot === undefined || (this.#unsure.get(routeClass) ?? 0) > monoMs) continue
      const used = this.#out.filter(({ permit }) => permit.routeClass === routeClass).length
      const left = Math.max(0, snapshot.perMinute - used)
      // a token that is not taken counts with the venue as a guess, in the class of accounts and beside the request itself
      if ((!isAlone || routeClass === 'account') && snapshot.leftInMinute < left) continue
      turn.differ(`requests left in the minute: ${routeClass}`, `${left}`, `${snapshot.leftInMinute}`)
    }
  }

  #find(permit: Permit): HandedOut | undefined {
    return this.#out.find((handed) => isSame(handed.permit, permit))
  }
}

const isSame = (a: Permit, b: Permit) => a.routeClass === b.routeClass && a.serial === b.serial
