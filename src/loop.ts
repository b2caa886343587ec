// Feeds the core one numbered event at a time and carries its commands out. Synchronous: live and simulated time use the same loop.

import type { Core } from './core.js'
import type { CoreEvent, CoreInput } from './domain/core-event.js'
import type { Decision } from './domain/decision.js'
import type { CancelTimer, Clock, Instant } from './domain/time.js'
import type { Executor } from './execution/executor.js'

export interface LoopTap {
  event(event: CoreEvent): void
  step(decision: Decision, durationMs: number): void
}

export interface LoopParts {
  readonly core: Core
  readonly executor: Executor
  readonly clock: Clock
  /** The venue's clock, unix milliseconds. */
  readonly venueMs: () => number
  readonly tap?: LoopTap
  /** A fault of the program in one step: what it would have decided is lost, the next event is worked on. */
  readonly onFault: (error: unknown, event: CoreEvent) => void
}

/** After a fault the core is woken again this much later. */
const FAULT_PAUSE_MS = 250

export class Loop {
  readonly #parts: LoopParts
  readonly #queue: CoreInput[] = []
  #seq = 0
  #running = false
  #wake: { readonly atMonoMs: number; readonly cancel: CancelTimer } | undefined
  #closed = false

  constructor(parts: LoopParts) {
    this.#parts = parts
  }

  now(): Instant {
    const { clock, venueMs } = this.#parts
    return { monoMs: clock.monoMs(), wallMs: clock.wallMs(), venueMs: venueMs() }
  }

  /** Events that arise while another is worked on wait for their turn. */
  push(input: CoreInput): void {
    if (this.#closed) return
    this.#queue.push(input)
    if (this.#running) return
    this.#running = true
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) this.#step(next)
    } finally {
      this.#running = false
    }
  }

  close(): void {
    this.#closed = true
    this.#wake?.cancel()
  }

  /** Nothing is worked on after `close`, not even what came before it. */
  #next(): CoreInput | undefined {
    return this.#closed ? undefined : this.#queue.shift()
  }

  #step(input: CoreInput): void {
    const event: CoreEvent = { ...input, seq: ++this.#seq, at: this.now() }
    try {
      this.#carryOut(event)
    } catch (error) {
      this.#sleepUntil(event.at.monoMs + FAULT_PAUSE_MS)
      this.#parts.onFault(error, event)
    }
  }

  #carryOut(event: CoreEvent): void {
    const { core, executor, tap, clock } = this.#parts
    tap?.event(event)
    const decision = core.step(event)
    this.#sleepUntil(decision.wakeAtMonoMs)
    for (const hash of decision.ended) executor.settle(hash)
    for (const command of decision.commands) executor.run(command)
    tap?.step(decision, clock.monoMs() - event.at.monoMs)
  }

  #sleepUntil(atMonoMs: number | undefined): void {
    if (atMonoMs === undefined || this.#closed) return
    if (this.#wake && this.#wake.atMonoMs <= atMonoMs) return
    this.#wake?.cancel()
    const delayMs = Math.max(1, atMonoMs - this.#parts.clock.monoMs())
    const cancel = this.#parts.clock.after(delayMs, () => {
      this.#wake = undefined
      this.push({ kind: 'wake' })
    })
    this.#wake = { atMonoMs, cancel }
  }
}
