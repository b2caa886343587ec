// Feeds the core one numbered event at a time and carries its commands out. Synchronous: live and simulated time use the same loop.
//
//   turn   the events that are waiting, at most so many or for so long, then its end: a numbered event too, at which the core decides,
//          asking the strategy no more often than it has time for
//
// What a turn has decided is carried out in order. Where there is a wire, a cancel reaches it before anything that comes after it begins:
// twenty signatures take as long as the venue does.
//
// Between two turns the process sees to its sockets, timers and signals. What arises in a turn, refusals of our own making included, waits
// for the next one; so no strategy and no refusal can keep the bot from hearing.

import type { Core } from '../core/core.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent, CoreInput } from '../domain/run/core-event.js'
import type { Decision } from '../domain/run/decision.js'
import type { CancelTimer, Clock, Instant } from '../domain/time.js'
import type { Executor } from '../execution/effects/executor.js'

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
  /** For how many markets the end of a turn has time to ask the strategy; `undefined` for all. */
  readonly strategyCalls?: () => number | undefined
  readonly tap?: LoopTap
  /** Told after each event has been taken in. */
  readonly onTaken?: (event: CoreEvent) => void
  /** A fault of the program in one step: what it would have decided is lost, the next event is worked on. */
  readonly onFault: (error: unknown, event: CoreEvent) => void
}

/** After a fault the core is woken again this much later. */
const FAULT_PAUSE_MS = 250
/** Longest turn: a backlog is worked off in several, so that a signal or a cancel's answer never waits behind all of it. */
const TURN_EVENTS = 1000
const TURN_MS = 5
const NOTHING: readonly CoreInput[] = []
const NONE: readonly Command[] = []

export class Loop {
  readonly #parts: LoopParts
  /** What waits for the next turn; absent while nothing does. */
  #queue: CoreInput[] | undefined
  /** What no backlog keeps waiting, in its own order. */
  #urgent: CoreInput[] = []
  readonly #begin = () => this.#turn()
  readonly #wakeUp = () => {
    this.#wake = undefined
    this.push({ kind: 'wake' })
  }
  #now: Instant = { monoMs: Number.NaN, wallMs: Number.NaN, venueMs: Number.NaN }
  #seq = 0
  /** Or the rest of this one, which comes first. */
  #nextTurn: CancelTimer | undefined
  #wake: { readonly atMonoMs: number; readonly cancel: CancelTimer } | undefined
  #closed = false

  constructor(parts: LoopParts) {
    this.#parts = parts
  }

  now(): Instant {
    const { clock } = this.#parts
    const monoMs = clock.monoMs()
    const wallMs = clock.wallMs()
    const venueMs = this.#parts.venueMs()
    const before = this.#now
    // a turn mostly ends at the moment at which its event came, where time is coarse or stands
    if (monoMs === before.monoMs && wallMs === before.wallMs && venueMs === before.venueMs) return before
    this.#now = { monoMs, wallMs, venueMs }
    return this.#now
  }

  /** The event is worked on in the next turn, together with those that arrive before it; before them where a person or a mass cancel waits. */
  push(input: CoreInput): void {
    if (this.#closed) return
    if (isUrgent(input)) this.#urgent.push(input)
    else if (this.#queue === undefined) this.#queue = [input]
    else this.#queue.push(input)
    this.#nextTurn ??= this.#parts.clock.soon(this.#begin)
  }

  /** Nothing is worked on any more, not even what is waiting. */
  close(): void {
    this.#closed = true
    this.#wake?.cancel()
    this.#nextTurn?.()
  }

  #turn(): void {
    const waiting = this.#waiting()
    const untilMonoMs = this.#parts.clock.monoMs() + TURN_MS
    let taken = 0
    for (const input of waiting) {
      if (taken === TURN_EVENTS || (taken > 0 && this.#parts.clock.monoMs() > untilMonoMs)) break
      this.#step(numbered(input, ++this.#seq, this.now()))
      taken++
      if (this.#closed) return
    }
    const end = this.#turnEnd(this.#parts.strategyCalls?.())
    const rest = this.#step(end, this.#parts.clock.afterSends !== undefined)
    // what was left comes before what has arisen meanwhile
    if (taken < waiting.length) this.#queue = [...waiting.slice(taken), ...(this.#queue ?? NOTHING)]
    this.#goOn(end, rest)
  }

  /** With the rest of a turn, then with the next one. */
  #goOn(end: CoreEvent, rest: readonly Command[]): void {
    const { clock } = this.#parts
    this.#nextTurn = undefined
    if (this.#closed) return
    if (rest.length > 0) {
      this.#nextTurn = clock.afterSends?.(() => {
        this.#goOn(end, this.#resume(end, rest))
      })
    } else if (this.#queue !== undefined || this.#urgent.length > 0) this.#nextTurn = clock.soon(this.#begin)
  }

  /** Taken out of its queues. */
  #waiting(): readonly CoreInput[] {
    const queue = this.#queue ?? NOTHING
    this.#queue = undefined
    if (this.#urgent.length === 0) return queue
    const urgent = this.#urgent
    this.#urgent = []
    return [...urgent, ...queue]
  }

  #turnEnd(strategyCalls: number | undefined): CoreEvent {
    const [seq, at] = [++this.#seq, this.now()]
    return strategyCalls === undefined ? { seq, at, kind: 'turn-end' } : { seq, at, kind: 'turn-end', strategyCalls }
  }

  /** Returns the commands that wait until others are on the wire. */
  #step(event: CoreEvent, mayWait = false): readonly Command[] {
    try {
      const rest = this.#carryOut(event, mayWait)
      this.#parts.onTaken?.(event)
      return rest
    } catch (error) {
      return this.#failed(event, error)
    }
  }

  /** The commands that waited are carried out: returns those of them that wait again. */
  #resume(event: CoreEvent, commands: readonly Command[]): readonly Command[] {
    try {
      return this.#run(commands, true)
    } catch (error) {
      return this.#failed(event, error)
    }
  }

  #failed(event: CoreEvent, error: unknown): readonly Command[] {
    this.#sleepUntil(event.at.monoMs + FAULT_PAUSE_MS)
    this.#parts.onFault(error, event)
    return NONE
  }

  #carryOut(event: CoreEvent, mayWait: boolean): readonly Command[] {
    const { core, executor, tap, clock } = this.#parts
    tap?.event(event)
    const decision = core.step(event)
    this.#sleepUntil(decision.wakeAtMonoMs)
    for (const hash of decision.ended) executor.settle(hash)
    const rest = this.#run(decision.commands, mayWait)
    tap?.step(decision, clock.monoMs() - event.at.monoMs)
    return rest
  }

  /** In order, up to what waits. */
  #run(commands: readonly Command[], mayWait: boolean): readonly Command[] {
    if (commands.length === 0) return NONE
    const { executor } = this.#parts
    for (const [index, command] of commands.entries()) {
      executor.run(command)
      if (mayWait && command.kind === 'cancel') return commands.slice(index + 1)
    }
    return NONE
  }

  #sleepUntil(atMonoMs: number | undefined): void {
    if (atMonoMs === undefined || this.#closed) return
    if (this.#wake && this.#wake.atMonoMs <= atMonoMs) return
    this.#wake?.cancel()
    const delayMs = Math.max(1, atMonoMs - this.#parts.clock.monoMs())
    this.#wake = { atMonoMs, cancel: this.#parts.clock.after(delayMs, this.#wakeUp) }
  }
}

/** What comes most often is written out: a spread looks up each name in turn, and costs more than the event's own way through the loop. */
function numbered(input: CoreInput, seq: number, at: Instant): CoreEvent {
  if (input.kind !== 'level') return { seq, at, ...input }
  const { kind, conditionId, change, venueMs } = input
  return venueMs === undefined
    ? { seq, at, kind, conditionId, change }
    : { seq, at, kind, conditionId, change, venueMs }
}

/** A person's order, what it must not overtake, and the permit for a mass cancel. */
function isUrgent(input: CoreInput): boolean {
  if (input.kind === 'permit-wanted') return input.priority === 'emergency'
  return input.kind === 'operator' || input.kind === 'restored'
}
