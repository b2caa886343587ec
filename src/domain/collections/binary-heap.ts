// A binary heap: the item that comes before all others is on top.

export class BinaryHeap<T> {
  readonly #items: T[] = []
  readonly #isBefore: (a: T, b: T) => boolean

  /** `isBefore` is a strict total order. */
  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore
  }

  get size(): number {
    return this.#items.length
  }

  get top(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || this.#isBefore(above, item)) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = items[child]
      const right = items[child + 1]
      if (left === undefined) break
      if (right !== undefined && this.#isBefore(right, left)) child += 1
      const smaller = items[child]
      if (smaller === undefined || this.#isBefore(last, smaller)) break
      items[at] = smaller
      at = child
    }
    items[at] = last
    return top
  }

  /** Puts another item in the place of each. */
  replace(other: (item: T) => T): void {
    for (const item of this.#items.splice(0).map(other)) this.push(item)
  }

  /** Drops the items that `keeps` refuses. */
  retain(keeps: (item: T) => boolean): void {
    for (const item of this.#items.splice(0).filter(keeps)) this.push(item)
  }
}
