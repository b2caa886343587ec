// What only a person lifts, and which markets a person has paused: with reason, actor and time, so that a restart can take it up again.

import type { ConditionId } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import { type Halt, LOSS_CAUSES, type Pause, type Standing, type StandingChange } from '../../domain/run/standing.js'

type Operator = Extract<CoreEvent, { kind: 'operator' }>

export class Halts {
  #halt: Halt | undefined
  readonly #pauses = new Map<ConditionId, Pause>()
  readonly #changes: StandingChange[] = []

  get current(): Halt | undefined {
    return this.#halt
  }

  get pauses(): readonly Pause[] {
    return [...this.#pauses.values()]
  }

  pauseOf(conditionId: ConditionId): Pause | undefined {
    return this.#pauses.get(conditionId)
  }

  /** What a former run left behind. */
  restore({ halt, pauses }: Pick<Standing, 'halt' | 'pauses'>): void {
    this.#halt ??= halt
    for (const pause of pauses) this.#pauses.set(pause.conditionId, pause)
  }

  /** The first reason stays: what followed from it is no news. */
  halt(halt: Halt): void {
    if (this.#halt !== undefined) return
    this.#halt = halt
    this.#changes.push({ kind: 'halted', ...halt })
  }

  /**
   * `known`: the markets that a pause of all of them is about. `acceptsLoss`: the halt that it lifts was for a loss, so that the person has
   * been told of it; nobody accepts one that he knows nothing of.
   */
  operate(
    { action, cause = 'operator', actor, reason, conditionId, at }: Operator,
    known: Iterable<ConditionId>,
  ): { readonly acceptsLoss: boolean } {
    const by = { actor, reason }
    const lifted = action === 'resume' ? this.#halt?.cause : undefined
    if (action === 'halt' || action === 'give-way') this.halt({ cause, ...by, atMs: at.wallMs })
    else if (action === 'resume') {
      this.#halt = undefined
      this.#changes.push({ kind: 'resumed', ...(lifted === undefined ? {} : { cause: lifted }), ...by })
    } else if (action === 'pause' || action === 'unpause') {
      const named = conditionId === undefined ? undefined : [conditionId]
      if (action === 'unpause') for (const id of named ?? [...this.#pauses.keys()]) this.#pauses.delete(id)
      else for (const id of named ?? known) this.#pauses.set(id, { conditionId: id, ...by, atMs: at.wallMs })
      this.#changes.push({ kind: `${action}d`, ...(conditionId === undefined ? {} : { conditionId }), ...by })
    }
    return { acceptsLoss: LOSS_CAUSES.has(lifted) }
  }

  /** Something has become otherwise that `take` has not told. */
  get hasChanged(): boolean {
    return this.#changes.length > 0
  }

  /** What has become otherwise since the last call. */
  take(): readonly StandingChange[] {
    return this.#changes.splice(0)
  }
}
