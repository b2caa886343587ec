// What the world does next, earliest first (a binary heap); at one moment, in the order in which it was planned.

export type Errand = (nowMs: number) => void

interface Entry {
  readonly dueMs: number
  readonly sequence: number
  readonly errand: Errand
}

export class Agenda {
  readonly #heap: Entry[] = []
  #sequence = 0

  /** `dueMs` may be fractional, so that fast worlds keep their rates. */
  plan(dueMs: number, errand: Errand): void {
    const heap = this.#heap
    const entry = { dueMs, errand, sequence: this.#sequence++ }
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || isBefore(above, entry)) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  /** Whole milliseconds, rounded up. */
  nextDueMs(): number | undefined {
    const top = this.#heap[0]
    return top && Math.ceil(top.dueMs)
  }

  /** Runs everything due by `nowMs`, errands planned on the way included. */
  runUntil(nowMs: number): void {
    for (let top = this.#heap[0]; top !== undefined && top.dueMs <= nowMs; top = this.#heap[0]) {
      this.#removeTop()
      top.errand(top.dueMs)
    }
  }

  #removeTop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = heap[child]
      const right = heap[child + 1]
      if (left === undefined) break
      if (right !== undefined && isBefore(right, left)) child += 1
      const smaller = heap[child]
      if (smaller === undefined || isBefore(last, smaller)) break
      heap[at] = smaller
      at = child
    }
    heap[at] = last
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return (a.dueMs - b.dueMs || a.sequence - b.sequence) < 0
}
