// Faults that happen at one moment rather than on occasions: a restart and a cut take place when they begin.

import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { FaultSpec, WireActiveFault } from '../../../venue/wire/fault-schema.js'
import type { SteadyDriver } from '../driver.js'
import type { Catalogue } from '../markets/catalogue.js'
import type { PrivateRooms } from '../socket/private-rooms.js'
import type { Rooms } from '../socket/rooms.js'
import type { FaultPlan } from './fault-plan.js'
import type { SocketFaults } from './socket-faults.js'

export interface FaultStartParts {
  readonly plan: FaultPlan
  readonly sockets: SocketFaults
  readonly rooms: Rooms
  readonly privateRooms: PrivateRooms
  readonly exchange: Exchange
  readonly markets: Catalogue
}

/** How long a restart without a duration takes. */
const RESTART_MS = 1000

type Moment = Extract<FaultSpec, { readonly kind: 'restart' | 'socket-cut' }>

interface Start {
  readonly id: string
  readonly spec: Moment
  readonly fromMs: number
}

export class FaultStarts implements SteadyDriver {
  readonly #parts: FaultStartParts
  /** Id -> what has not begun yet. */
  readonly #waiting = new Map<string, Start>()
  #down: { readonly id: string; readonly untilMs: number } | undefined

  constructor(parts: FaultStartParts) {
    this.#parts = parts
  }

  add(spec: FaultSpec, nowMs: number): WireActiveFault {
    const { plan } = this.#parts
    const once = spec.kind === 'restart' && spec.durationMs === undefined ? { ...spec, durationMs: RESTART_MS } : spec
    const made = plan.add(once, nowMs)
    if (once.kind === 'restart' || once.kind === 'socket-cut') {
      this.#waiting.set(made.id, { id: made.id, spec: once, fromMs: made.fromMs })
      this.advance(nowMs)
    }
    return made
  }

  /** One, or all of them; a restart under way ends at once. */
  clear(id?: string): number {
    if (id === undefined) this.#waiting.clear()
    else this.#waiting.delete(id)
    if (id === undefined || this.#down?.id === id) this.#down = undefined
    return this.#parts.plan.clear(id)
  }

  isDown(nowMs: number): boolean {
    return this.#down !== undefined && nowMs < this.#down.untilMs
  }

  nextDueMs(): number | undefined {
    const starts = [...this.#waiting.values()].map(({ fromMs }) => fromMs)
    return starts.length === 0 ? undefined : Math.min(...starts)
  }

  advance(nowMs: number): void {
    for (const [id, { spec, fromMs }] of this.#waiting) {
      if (fromMs > nowMs) continue
      this.#waiting.delete(id)
      this.#begin({ id, spec, fromMs }, nowMs)
    }
  }

  /** Of all faults. */
  rebase(byMs: number): void {
    this.#parts.plan.rebase(byMs)
    for (const [id, start] of this.#waiting) this.#waiting.set(id, { ...start, fromMs: start.fromMs + byMs })
    if (this.#down !== undefined) this.#down = { ...this.#down, untilMs: this.#down.untilMs + byMs }
  }

  #begin({ id, spec, fromMs }: Start, nowMs: number): void {
    const { plan, sockets, rooms, privateRooms } = this.#parts
    if (spec.kind === 'socket-cut') {
      sockets.cut()
      // without an end of its own it was this one moment
      if (spec.count === undefined && spec.durationMs === undefined) plan.clear(id)
      return
    }
    this.#down = { id, untilMs: fromMs + (spec.durationMs ?? RESTART_MS) }
    sockets.cut(true)
    rooms.restart()
    privateRooms.restart()
    if (spec.losesOrders) this.#cancelEverything(nowMs)
  }

  #cancelEverything(nowMs: number): void {
    const { markets, exchange } = this.#parts
    for (const { conditionId, incomplete } of markets.all()) {
      if (incomplete) continue
      // a cancel changes the books that the generator walks
      const resting = Array.from(exchange.restingOrders(conditionId))
      for (const { hash, account } of resting) exchange.cancel(hash, account, nowMs)
    }
  }
}
