// What went wrong in one market and stays there: a strategy that throws or wishes nonsense pulls its market for a while, longer each time; a
// fault of the program closes the market until a person resumes it, and the third within ten minutes halts the bot.

import type { ConditionId } from '../../domain/market/market.js'
import type { RefusalReason } from '../../domain/orders/quote.js'
import type { MarketFault } from '../../domain/run/decision.js'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const PROGRAM_FAULTS = 3
const PROGRAM_WINDOW_MS = 600_000

const NONE: readonly MarketFault[] = []

interface Pause {
  readonly message: string
  readonly faults: number
  readonly lengthMs: number
  readonly untilMonoMs: number
  /** It has answered as it should since. */
  readonly answered: boolean
}

export class MarketFaults {
  readonly #pauses = new Map<ConditionId, Pause>()
  readonly #closed = new Map<ConditionId, string>()
  #programFaults: number[] = []
  #told: MarketFault[] = []

  /** Why nothing of the market may rest; `undefined` when it may. */
  stop(
    conditionId: ConditionId,
    nowMonoMs: number,
  ): { readonly reason: RefusalReason; readonly detail: string } | undefined {
    if (this.#closed.size === 0 && this.#pauses.size === 0) return undefined
    const closed = this.#closed.get(conditionId)
    if (closed !== undefined) return { reason: 'program-fault', detail: `closed until resumed: ${closed}` }
    const pause = this.#pauses.get(conditionId)
    if (pause === undefined || pause.untilMonoMs <= nowMonoMs) return undefined
    return { reason: 'strategy-fault', detail: `the strategy: ${pause.message}` }
  }

  /** When the pause of its strategy ends, monotonic; infinite where there is none. */
  pauseEndMonoMs(conditionId: ConditionId, nowMonoMs: number): number {
    if (this.#pauses.size === 0) return Number.POSITIVE_INFINITY
    const untilMonoMs = this.#pauses.get(conditionId)?.untilMonoMs
    return untilMonoMs === undefined || untilMonoMs <= nowMonoMs ? Number.POSITIVE_INFINITY : untilMonoMs
  }

  /** What went wrong, until it is resumed or answers as it should; `undefined` when all is well. */
  faultOf(conditionId: ConditionId): string | undefined {
    const pause = this.#pauses.get(conditionId)
    return this.#closed.get(conditionId) ?? (pause?.answered ? undefined : pause?.message)
  }

  /** Returns when the strategy is asked again, monotonic. */
  strategy(conditionId: ConditionId, message: string, nowMonoMs: number): number {
    const faults = (this.#pauses.get(conditionId)?.faults ?? 0) + 1
    const lengthMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (faults - 1))
    const untilMonoMs = nowMonoMs + lengthMs
    this.#pauses.set(conditionId, { message, faults, lengthMs, untilMonoMs, answered: false })
    this.#told.push({ conditionId, kind: 'strategy', message })
    return untilMonoMs
  }

  /** It takes longer than allowed, and is asked less often for it. */
  slow(conditionId: ConditionId, message: string): void {
    this.#told.push({ conditionId, kind: 'slow', message })
  }

  /** The strategy has answered as it should. Its faults are forgotten once it has done so for as long as the last one was paused for. */
  answered(conditionId: ConditionId, nowMonoMs: number): void {
    if (this.#pauses.size === 0) return
    const pause = this.#pauses.get(conditionId)
    if (pause === undefined) return
    if (nowMonoMs >= pause.untilMonoMs + pause.lengthMs) this.#pauses.delete(conditionId)
    else if (!pause.answered) this.#pauses.set(conditionId, { ...pause, answered: true })
  }

  /** What another one did amiss says nothing of this one. */
  strategyBegins(): void {
    this.#pauses.clear()
  }

  /** Returns whether so many of them have come together that the bot must halt. One that lasts counts once: its market is closed. */
  program(conditionId: ConditionId, message: string, nowMonoMs: number): boolean {
    if (this.#closed.has(conditionId)) return false
    this.#closed.set(conditionId, message)
    this.#told.push({ conditionId, kind: 'program', message })
    this.#programFaults = [...this.#programFaults.filter((at) => nowMonoMs - at < PROGRAM_WINDOW_MS), nowMonoMs]
    return this.#programFaults.length >= PROGRAM_FAULTS
  }

  /** A person has looked at it: of one market, or of all. */
  resume(conditionId?: ConditionId): void {
    if (conditionId === undefined) this.#closed.clear()
    else this.#closed.delete(conditionId)
    this.#programFaults = []
  }

  /** The faults since the last call. */
  take(): readonly MarketFault[] {
    // the list itself is never handed out while it is added to: what is told stays what it was
    if (this.#told.length === 0) return NONE
    const told = this.#told
    this.#told = []
    return told
  }
}
