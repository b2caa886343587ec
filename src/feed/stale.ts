// Silence of the connection: no news of any market for too long, whatever the socket says of itself. Pure.
// Pings and acknowledgements are no news; markets that are quiet by themselves are asked for snapshots, which are.

export class LinkWatch {
  readonly #limits: { readonly staleAfterMs: number }
  #newsAtMonoMs: number | undefined
  #reported = true
  #suspected = false

  constructor(limits: { readonly staleAfterMs: number }) {
    this.#limits = limits
  }

  /** A market event came. */
  news(nowMonoMs: number): void {
    this.#newsAtMonoMs = nowMonoMs
    this.#reported = false
    this.#suspected = false
  }

  /** The link says itself that it is down: there is nothing to find out. */
  down(): void {
    this.#reported = true
  }

  /** True once, when the silence has lasted too long and is still there at the next look: after a pause of our own process, what waits at the socket is read first. */
  isSilent(nowMonoMs: number): boolean {
    if (this.#reported || this.#newsAtMonoMs === undefined) return false
    if (nowMonoMs - this.#newsAtMonoMs <= this.#limits.staleAfterMs) return false
    if (!this.#suspected) {
      this.#suspected = true
      return false
    }
    this.#reported = true
    return true
  }
}
