// How long the strategy takes: measured around each call, outside the core. What follows from it enters the core as events, and as the
// number of calls that the end of a turn has time for; so a replay of the events decides the same without measuring.

import type { ConditionId } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'

export interface StrategyMeterParts {
  readonly monoMs: () => number
  /** Longest call that is not slow, milliseconds. */
  readonly slowAfterMs: () => number
  readonly emit: (input: CoreInput) => void
  /** Told of each call. */
  readonly onCall: (durationMs: number) => void
}

/** So many slow calls of one market in a row are a verdict, and so many fast ones after it take it back. */
const IN_A_ROW = 3
/** Time for strategies at the end of a turn, milliseconds; one is asked whatever it takes. */
const TURN_MS = 20
/** Weight of a call in the mean. */
const WEIGHT = 0.2
/** More calls than this are no limit. */
const NO_LIMIT = 1000

interface Row {
  readonly isSlow: boolean
  readonly calls: number
}

export class StrategyMeter {
  readonly #parts: StrategyMeterParts
  /** Calls of one kind in a row, by market. */
  readonly #rows = new Map<ConditionId, Row>()
  readonly #slow = new Set<ConditionId>()
  #meanMs = 0

  constructor(parts: StrategyMeterParts) {
    this.#parts = parts
  }

  /** What the call returns, or throws; either is measured. */
  measured<T>(conditionId: ConditionId, call: () => T): T {
    const fromMs = this.#parts.monoMs()
    try {
      return call()
    } finally {
      this.#note(conditionId, this.#parts.monoMs() - fromMs)
    }
  }

  /** Markets whose strategy may be asked at the end of this turn; `undefined` for all. */
  callsInTurn(): number | undefined {
    const calls = Math.max(1, Math.floor(TURN_MS / this.#meanMs))
    return calls > NO_LIMIT ? undefined : calls
  }

  #note(conditionId: ConditionId, durationMs: number): void {
    const { emit, onCall } = this.#parts
    const slowAfterMs = this.#parts.slowAfterMs()
    onCall(durationMs)
    this.#meanMs += (durationMs - this.#meanMs) * WEIGHT
    const isSlow = durationMs > slowAfterMs
    const row = this.#rows.get(conditionId)
    const calls = row?.isSlow === isSlow ? row.calls + 1 : 1
    this.#rows.set(conditionId, { isSlow, calls: calls % IN_A_ROW })
    if (calls < IN_A_ROW) return
    if (isSlow) {
      this.#slow.add(conditionId)
      emit({ kind: 'strategy-slow', conditionId, durationMs, allowedMs: slowAfterMs })
    } else if (this.#slow.delete(conditionId)) emit({ kind: 'strategy-fast', conditionId })
  }
}
