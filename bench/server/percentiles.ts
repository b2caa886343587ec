// Times of one kind of act, and what is said about them.

export class Times {
  readonly #ms: number[] = []

  add(ms: number): void {
    this.#ms.push(ms)
  }

  addAll(ms: readonly number[]): void {
    for (const one of ms) this.add(one)
  }

  get all(): readonly number[] {
    return this.#ms
  }

  get count(): number {
    return this.#ms.length
  }

  /** Nearest rank; `undefined` without any time. */
  percentile(p: number): number | undefined {
    const sorted = [...this.#ms].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)]
  }
}

/** How long it takes. */
export async function timed(times: Times, act: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await act()
  times.add(performance.now() - start)
}
