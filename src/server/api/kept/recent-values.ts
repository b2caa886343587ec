// Values of which only the newest stay in memory where the rest is kept elsewhere; without such a place, all of them.

import type { DurableValues } from './durable-values.js'

export class RecentValues<V> {
  readonly #values: DurableValues
  readonly #kind: string
  readonly #limit: number
  /** Oldest first. */
  readonly #recent = new Map<string, V>()

  constructor(values: DurableValues, kind: string, limit = 10_000) {
    this.#values = values
    this.#kind = kind
    this.#limit = limit
  }

  get(id: string): V | undefined {
    return this.#recent.get(id) ?? this.#values.get<V>(this.#kind, id)
  }

  set(id: string, value: V): void {
    this.#recent.set(id, value)
    this.#values.put(this.#kind, id, value)
    if (!this.#values.isDurable || this.#recent.size <= this.#limit) return
    const [oldest] = this.#recent.keys()
    if (oldest !== undefined) this.#recent.delete(oldest)
  }
}
