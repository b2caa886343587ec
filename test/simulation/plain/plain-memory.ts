// What a strategy remembers, derived from what it would have been shown at the end of each turn. Where it is not sure whether it was
// asked, all that it may remember, until what the core says settles it.

import { remember } from '../../../src/strategy/memory.js'

interface Remembered<M> {
  readonly memory: M
  readonly hash: string
}

export class PlainMemory<M> {
  #may: readonly Remembered<M>[]

  constructor(first: M) {
    this.#may = [remembered(first)]
  }

  /** It was asked: for certain, or perhaps. `next` returns what it was given where nothing changes. */
  asked(next: (memory: M) => M, isCertain: boolean): void {
    const after = this.#may.map((known) => {
      const memory = next(known.memory)
      return memory === known.memory ? known : remembered(memory)
    })
    if (after.every((known, i) => known === this.#may[i])) return
    const may = new Map((isCertain ? after : [...this.#may, ...after]).map((known) => [known.hash, known]))
    this.#may = [...may.values()]
  }

  /** The core says which; one that cannot be changes nothing, and whoever compares sees it. */
  heard(hash: string): void {
    if (this.#may.length === 1) return
    const that = this.#may.filter((known) => known.hash === hash)
    if (that.length > 0) this.#may = that
  }

  get hashes(): string {
    return this.#may.map(({ hash }) => hash).join(' or ')
  }

  get value(): M | undefined {
    return this.#may.length === 1 ? this.#may[0]?.memory : undefined
  }
}

function remembered<M>(memory: M): Remembered<M> {
  const known = remember(memory)
  return { memory, hash: 'hash' in known ? known.hash : known.problem }
}
