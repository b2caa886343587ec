// When a strategy was last asked, and what it remembers: of one market, or of a whole group.

import type { Instant } from '../../domain/time.js'
import type { Reads } from '../../strategy/inputs.js'
import type { Memory } from '../../strategy/memory.js'
import type { WantedQuotes } from './wanted-quotes.js'

/** The memory itself is told this often, its hash in every record. */
const TELL_MEMORY_MS = 60_000

export class Asking {
  /** When the strategy was last asked, monotonic. */
  askedMonoMs = Number.NEGATIVE_INFINITY
  /** When its inputs were last seen to be what the wish came from. */
  trueMonoMs = Number.NEGATIVE_INFINITY
  /** Of the strategy; `undefined` before the first call, and where it has none. */
  memory: Memory | undefined
  readonly #everyMs: number
  #toldMonoMs = Number.NEGATIVE_INFINITY

  constructor(reads: Reads) {
    this.#everyMs = reads.inputs.includes('time') ? reads.everyMs : Number.POSITIVE_INFINITY
  }

  /** When time alone makes it due, monotonic; infinite where it never does. */
  get nextMonoMs(): number {
    return this.#everyMs === Number.POSITIVE_INFINITY ? this.#everyMs : this.askedMonoMs + this.#everyMs
  }

  /** As records show it: with the hash of the memory, and at the start and each minute with the memory itself. */
  withMemory(wanted: WantedQuotes, { monoMs }: Instant): WantedQuotes {
    const { memory } = this
    if (memory === undefined) return wanted
    if (monoMs < this.#toldMonoMs + TELL_MEMORY_MS) return { ...wanted, memoryHash: memory.hash }
    this.#toldMonoMs = monoMs
    return { ...wanted, memoryHash: memory.hash, memory: memory.value }
  }
}
