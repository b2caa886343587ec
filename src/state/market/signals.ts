// Values from outside, by name: of one market or of all, each with the time it was made.

import type { ConditionId } from '../../domain/market/market.js'

export interface Signal {
  readonly value: number
  /** When it was made, by the bot's monotonic clock. */
  readonly atMonoMs: number
}

export interface SignalKey {
  readonly name: string
  /** Without one it is of all markets. */
  readonly conditionId?: ConditionId
}

export class Signals {
  readonly #signals = new Map<string, Map<ConditionId | undefined, Signal>>()

  /** A value that is no number, or older than what is known, changes nothing. Returns whether it is known from now on. */
  tell({ name, conditionId }: SignalKey, signal: Signal): boolean {
    if (!Number.isFinite(signal.value)) return false
    const named = this.#signals.get(name) ?? new Map<ConditionId | undefined, Signal>()
    this.#signals.set(name, named)
    const known = named.get(conditionId)
    if (known !== undefined && known.atMonoMs > signal.atMonoMs) return false
    named.set(conditionId, signal)
    return true
  }

  /** The market's own, or that of all markets. */
  of(name: string, conditionId: ConditionId): Signal | undefined {
    const named = this.#signals.get(name)
    return named?.get(conditionId) ?? named?.get(undefined)
  }

  /** Everything that is known, by name and then in the order in which markets were first told of. */
  all(): (SignalKey & Signal)[] {
    return [...this.#signals].flatMap(([name, named]) =>
      [...named].map(([conditionId, signal]) => ({
        name,
        ...signal,
        ...(conditionId === undefined ? {} : { conditionId }),
      })),
    )
  }
}
