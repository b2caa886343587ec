// What is due at which time: the earliest first, and of those due at once the one that came first. Times and ages are compared as numbers, in
// place: a heap that asks for the order of two items pays a call for each comparison.

interface Entry<T> {
  readonly atMs: number
  readonly age: number
  readonly item: T
}

export class TimeQueue<T> {
  #entries: Entry<T>[] = []
  #age = 0

  get size(): number {
    return this.#entries.length
  }

  /** When the first item is due; infinite where there is none. */
  get nextMs(): number {
    return this.#entries[0]?.atMs ?? Number.POSITIVE_INFINITY
  }

  add(atMs: number, item: T): void {
    const entries = this.#entries
    const entry = { atMs, age: this.#age++, item }
    let at = entries.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = entries[parent]
      // what came before is older
      if (above === undefined || above.atMs <= atMs) break
      entries[at] = above
      at = parent
    }
    entries[at] = entry
  }

  /** Takes the first item that is due by `atMs`. */
  takeBy(atMs: number): T | undefined {
    const entries = this.#entries
    const first = entries[0]
    if (first === undefined || first.atMs > atMs) return undefined
    const last = entries.pop()
    if (last !== undefined && entries.length > 0) this.#sink(last)
    return first.item
  }

  /** Drops the items that `keeps` refuses; the others keep their age. */
  retain(keeps: (item: T) => boolean): void {
    const kept = this.#entries.filter(({ item }) => keeps(item))
    // what is sorted is a heap
    this.#entries = kept.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  }

  /** Into the place of the first one, and down to its own. */
  #sink(entry: Entry<T>): void {
    const entries = this.#entries
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      let below = entries[child]
      if (below === undefined) break
      const right = entries[child + 1]
      if (right !== undefined && isBefore(right, below)) {
        child += 1
        below = right
      }
      if (isBefore(entry, below)) break
      entries[at] = below
      at = child
    }
    entries[at] = entry
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.age < b.age)
}
