// Staleness of the connection: nothing heard for too long, whatever the socket says of itself. Pure.

export class LinkWatch {
  readonly #staleAfterMs: number
  #heardAtMonoMs: number | undefined
  #reported = true

  constructor(staleAfterMs: number) {
    this.#staleAfterMs = staleAfterMs
  }

  heard(nowMonoMs: number): void {
    this.#heardAtMonoMs = nowMonoMs
    this.#reported = false
  }

  /** The link says itself that it is down: there is nothing to find out. */
  down(): void {
    this.#reported = true
  }

  /** True once, when the silence has lasted too long. */
  isSilent(nowMonoMs: number): boolean {
    if (this.#reported || this.#heardAtMonoMs === undefined) return false
    if (nowMonoMs - this.#heardAtMonoMs <= this.#staleAfterMs) return false
    this.#reported = true
    return true
  }

  ageMs(nowMonoMs: number): number | undefined {
    return this.#heardAtMonoMs === undefined ? undefined : nowMonoMs - this.#heardAtMonoMs
  }
}
