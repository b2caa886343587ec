// Three clocks (all in milliseconds) and the door through which time enters.
//
//   mono    monotonic, from an arbitrary origin: staleness, windows, deadlines
//   wall    the local wall clock: logs
//   venue   wall + learned offset: expirations, sign-in

/** What is so until a moment is otherwise after it, milliseconds. */
export const A_MOMENT_MS = 0.001

/** A moment, read once at the door and carried by the event. */
export interface Instant {
  readonly monoMs: number
  readonly wallMs: number
  /** The venue's clock as far as we know it; equals `wallMs` until an offset is learned. */
  readonly venueMs: number
}

/** Stops a timer; calling it again does nothing. */
export type CancelTimer = () => void

/** Source of time and timers. The real one lives in `cli`; simulations pass a virtual one. */
export interface Clock {
  monoMs(): number
  wallMs(): number
  /** Calls `run` once, `delayMs` from now. */
  after(delayMs: number, run: () => void): CancelTimer
  /** Calls `run` once, when what is under way and what has already arrived is done, without a timer's delay. */
  soon(run: () => void): CancelTimer
  /** Calls `run` once, when requests that have just been made are on the wire. Absent where there is no wire. */
  afterSends?(run: () => void): CancelTimer
}
