// The bot's own time in a simulation: its work takes as long as a table says, never as long as it took. While it works, what comes to it
// (deliveries, timers) waits, what it sends leaves when it has come so far, and the venue's clock goes on.

import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { CancelTimer, Clock } from '../../../src/domain/time.js'
import type { HttpResult, SocketHandlers, Transport } from '../../../src/venue/session/transport.js'

/** What work costs, microseconds. */
export interface WorkTable {
  /** Each event. */
  readonly step: number
  /** Each market that something was decided about. */
  readonly marked: number
  /** Each call of the strategy. */
  readonly strategy: number
  readonly signature: number
}

export interface WorkOptions {
  readonly table: Partial<WorkTable>
  /** A loop as it must not be: the next turn begins before anything else was heard. */
  readonly unending?: boolean
}

/** Work without an end, milliseconds: the process hangs for good. */
const HANG_MS = 60_000

export class WorkingClock implements Clock {
  /** The bot worked for so long in one go that it will never be heard of again. */
  hangs = false
  readonly #venue: VirtualClock
  readonly #options: WorkOptions
  #aheadMs: number
  /** The process lives until then: what would leave it later never does. */
  #endMs = Number.POSITIVE_INFINITY
  readonly #waiting: (() => void)[] = []
  readonly #next: (() => void)[] = []
  #isWorking = false
  #workedMs = 0
  #busyUntilMs = 0

  constructor(venue: VirtualClock, aheadMs: number, options: WorkOptions) {
    this.#venue = venue
    this.#aheadMs = aheadMs
    this.#options = options
  }

  /** Whether the process was killed. */
  get isOver(): boolean {
    return this.#endMs !== Number.POSITIVE_INFINITY
  }

  /** The process is killed at this point of its work: it hears nothing, and nothing that it would do from here on happens. */
  end(): void {
    this.#endMs = Math.min(this.#endMs, this.monoMs())
    this.#waiting.length = 0
    this.#next.length = 0
  }

  /** The wall clock of the bot's machine is set to another time. */
  stepWall(byMs: number): void {
    this.#aheadMs += byMs
  }

  /** The process is held for so long, as by a signal: what comes to it waits, and then it goes on. */
  freeze(forMs: number): void {
    this.#busyUntilMs = Math.max(this.#busyUntilMs, this.#venue.monoMs() + forMs)
    this.#venue.after(forMs, () => this.#workOff())
  }

  monoMs(): number {
    return this.#venue.monoMs() + this.#workedMs
  }

  wallMs(): number {
    return this.#venue.wallMs() + this.#workedMs + this.#aheadMs
  }

  after(delayMs: number, run: () => void): CancelTimer {
    let isCancelled = false
    const fire = () => this.hear(() => (isCancelled ? undefined : run()))
    const cancel = this.#venue.after(Math.max(0, delayMs) + this.#workedMs, fire)
    return () => {
      isCancelled = true
      cancel()
    }
  }

  soon(run: () => void): CancelTimer {
    if (!this.#options.unending || !this.#isWorking) return this.after(0, run)
    let isCancelled = false
    this.#next.push(() => (isCancelled ? undefined : run()))
    return () => {
      isCancelled = true
    }
  }

  /** Part of the work under way. */
  charge(kind: keyof WorkTable, count = 1): void {
    this.chargeMs(((this.#options.table[kind] ?? 0) * count) / 1000)
  }

  /** The same, told in milliseconds. */
  chargeMs(ms: number): void {
    if (this.#isWorking) this.#workedMs += ms
  }

  /** Something comes to the bot: now, or when it has done what it is doing. */
  hear(run: () => void): void {
    if (this.isOver) return
    this.#waiting.push(run)
    this.#workOff()
  }

  /** What the bot sends leaves at the point of its work where it is sent. */
  send(run: () => void): void {
    const atMs = this.monoMs()
    if (atMs > this.#endMs || this.isOver) return
    if (this.#workedMs === 0) run()
    else this.#venue.after(this.#workedMs, () => (atMs <= this.#endMs ? run() : undefined))
  }

  /** The same network, for a bot that is busy at times. */
  listening(network: Transport): Transport {
    return {
      http: (request, done) => this.send(() => network.http(request, (r: HttpResult) => this.hear(() => done(r)))),
      openSocket: (auth, handlers) => {
        const link = network.openSocket(auth, this.#heard(handlers))
        return {
          emit: (name, payload, { ackTimeoutMs, done }) =>
            this.send(() => link.emit(name, payload, { ackTimeoutMs, done: (ack) => this.hear(() => done(ack)) })),
          reconnect: () => this.send(() => link.reconnect()),
          close: () => link.close(),
        }
      },
    }
  }

  #heard(handlers: SocketHandlers): SocketHandlers {
    return {
      connected: () => this.hear(() => handlers.connected()),
      disconnected: (reason) => this.hear(() => handlers.disconnected(reason)),
      event: (name, payload) => this.hear(() => handlers.event(name, payload)),
      heard: () => this.hear(() => handlers.heard()),
    }
  }

  #workOff(): void {
    while (!this.#isWorking && !this.hangs && this.#busyUntilMs <= this.#venue.monoMs()) {
      const run = this.#waiting.shift()
      if (run === undefined) return
      this.#work(run)
    }
  }

  #work(run: () => void): void {
    this.#isWorking = true
    for (let part: (() => void) | undefined = run; part !== undefined && !this.hangs; part = this.#next.shift()) {
      part()
      this.hangs = this.#workedMs > HANG_MS
    }
    this.#isWorking = false
    const workedMs = this.#workedMs
    this.#workedMs = 0
    if (workedMs === 0) return
    this.#busyUntilMs = this.#venue.monoMs() + workedMs
    this.#venue.after(workedMs, () => this.#workOff())
  }
}
