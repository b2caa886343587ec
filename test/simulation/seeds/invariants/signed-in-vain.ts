// No order is signed only to be withdrawn, again and again: what the plan wants may leave, unless something has come between the two.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'

const WITHIN_MS = 1000
/** A halt, a pause, a fault may each come while one is signed, and be over at once. */
const MOST = 3

type Add = (what: string) => void

export class SignedInVain {
  readonly #add: Add
  /** What was planned, by intent: its market, and in which turn. */
  readonly #planned = new Map<number, { readonly conditionId: ConditionId; readonly seq: number }>()
  readonly #vain = new Map<ConditionId, { readonly seq: number; readonly atMonoMs: number }[]>()

  constructor(add: Add) {
    this.#add = add
  }

  turned({ commands, seq }: Pick<Decision, 'commands' | 'seq'>): void {
    for (const command of commands)
      if (command.kind === 'place')
        for (const { intentId } of command.intents)
          this.#planned.set(intentId, { conditionId: command.conditionId, seq })
  }

  heard(event: CoreEvent): void {
    if (event.kind !== 'submitted' && event.kind !== 'submit-failed') return
    const planned = this.#planned.get(event.intentId)
    this.#planned.delete(event.intentId)
    if (event.kind === 'submitted' || event.failure.code !== 'withdrawn' || planned === undefined) return
    const { conditionId, seq } = planned
    const atMonoMs = event.at.monoMs
    const last = (this.#vain.get(conditionId) ?? []).filter((one) => atMonoMs - one.atMonoMs < WITHIN_MS)
    if (last.at(-1)?.seq !== seq) last.push({ seq, atMonoMs })
    this.#vain.set(conditionId, last)
    if (last.length > MOST)
      this.#add(`orders of ${last.length} plans are withdrawn within a second: ${event.failure.message}`)
  }
}
