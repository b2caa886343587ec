// Items in the order of joining, each of which can leave at once, wherever it stands.

export interface Link<T> {
  readonly item: T
  before: Link<T> | undefined
  after: Link<T> | undefined
}

export class LinkedList<T> {
  #first: Link<T> | undefined
  #last: Link<T> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Joins at the end. The link is what it leaves by. */
  append(item: T): Link<T> {
    const link: Link<T> = { item, before: this.#last, after: undefined }
    if (this.#last === undefined) this.#first = link
    else this.#last.after = link
    this.#last = link
    this.#size += 1
    return link
  }

  /** `link` is of this list, and still in it. */
  remove({ before, after }: Link<T>): void {
    if (before === undefined) this.#first = after
    else before.after = after
    if (after === undefined) this.#last = before
    else after.before = before
    this.#size -= 1
  }

  /** First to last. */
  toArray(): T[] {
    const items: T[] = []
    for (let link = this.#first; link !== undefined; link = link.after) items.push(link.item)
    return items
  }
}
