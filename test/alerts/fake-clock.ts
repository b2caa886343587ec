// A clock that a test moves: what is due runs in its order.

export class FakeClock {
  #nowMs = 0
  readonly #due = new Set<{ readonly atMs: number; readonly run: () => void }>()

  monoMs = () => this.#nowMs
  wallMs = () => this.#nowMs

  after = (delayMs: number, run: () => void): (() => void) => {
    const one = { atMs: this.#nowMs + delayMs, run }
    this.#due.add(one)
    return () => this.#due.delete(one)
  }

  get waiting(): number {
    return this.#due.size
  }

  /** What was promised meanwhile is kept before the next. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms
    for (;;) {
      await new Promise((done) => setImmediate(done))
      const [next] = [...this.#due].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
      if (next === undefined) break
      this.#due.delete(next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.run()
    }
    this.#nowMs = untilMs
  }
}
