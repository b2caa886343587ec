// Port: the right of one process at a time to trade with a wallet. On one machine a lock file stands behind it.
//
//   taken        with a fencing number, higher than that of every holder before
//   renewed      by whoever stands behind it, while the process lives
//   lost         taken by another, as after this process was stopped for long: nothing is sent any more, and the bot halts
//   given back   the next may take it at once

export interface Lease {
  /** Of two holders the one with the lower number is past. Every line of the journal carries it. */
  readonly fence: number
  /** Why it is ours no more; `undefined` while it is. Asked before every order. */
  lost(): string | undefined
  release(): Promise<void>
}
