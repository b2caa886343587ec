// Port: the right of one process at a time to trade with a wallet. On one machine a lock file stands behind it, on several a lease in Redis.
//
//   taken        with a fencing number, higher than that of every holder before
//   renewed      by whoever stands behind it, while the process lives
//   unrenewed    nobody knows whether it is still ours: nothing is sent until it is known
//   lost         taken by another, as after this process was stopped for long: nothing is sent any more, and the bot halts
//   given back   the next may take it at once

export interface Lease {
  /** Of two holders the one with the lower number is past. Every line of the journal carries it. */
  readonly fence: number
  /** Why it is ours no more; `undefined` while it is. Asked before every order. */
  lost(): string | undefined
  /** Why nothing may be sent now although nobody is known to have taken it; absent where it needs no renewal. */
  unrenewed?(): Unrenewed | undefined
  release(): Promise<void>
}

/** How a start waits for one that another holds. One of whom no sign of life is seen is waited for, until it counts as dead. */
export interface LeaseWait {
  /** What is done while another is seen to live: wait until it is free, or throw. */
  readonly whenHeld: 'wait' | 'refuse'
  readonly note: (message: string) => void
  /** Ends the wait, by `StoppedWaiting`. */
  readonly stopped: Promise<unknown>
}

/** Somebody ended the wait: nothing is held, and nothing went wrong. */
export class StoppedWaiting extends Error {}

export interface Unrenewed {
  /** For people. */
  readonly reason: string
  /** Its time has passed: it may be another's by now. */
  readonly isOver: boolean
}
