// What a core concludes is what follows from what it believes, derived anew: its indexes of orders, what is approved, its running totals,
// the requests that are left.

import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import { PlainConclusions } from '../../plain/plain-conclusions.js'
import type { BotLife } from '../bot-life.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 500

export class Concluded {
  readonly #violations: Violations
  #life: BotLife | undefined
  #plain: PlainConclusions | undefined
  #event: CoreEvent | undefined
  #dueMs = Number.NEGATIVE_INFINITY

  constructor(violations: Violations) {
    this.#violations = violations
  }

  heard(event: CoreEvent, life: BotLife): void {
    const { bot } = life
    if (life !== this.#life) {
      this.#life = life
      this.#plain = bot && new PlainConclusions(bot.core, 'any')
      this.#dueMs = Number.NEGATIVE_INFINITY
    }
    this.#event = event
    this.#plain?.hear(event)
  }

  decided(decision: Decision): void {
    this.#plain?.decided(decision)
    // a stop takes from the count of requests beside the turns
    if (this.#event?.kind !== 'turn-end' || this.#life?.isWorking !== true) return
    if (this.#event.at.monoMs < this.#dueMs) {
      this.#plain?.pass(this.#event.at)
      return
    }
    this.#dueMs = this.#event.at.monoMs + LOOK_EVERY_MS
    for (const { what, details } of this.#plain?.compare(this.#event.at) ?? [])
      this.#violations.add('concluded', `${what}: ${details}`)
  }
}
