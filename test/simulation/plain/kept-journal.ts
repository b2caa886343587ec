// A journal in memory: what a bot leaves to the one after it.

import type { Failure } from '../../../src/domain/error.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { JournalLine, SignedLine } from '../../../src/execution/journal/journal-line.js'

export class KeptJournal {
  readonly #signed = new Map<Hex, SignedLine>()

  append(lines: readonly JournalLine[], done: (failure?: Failure) => void): void {
    for (const line of lines) {
      if (line.kind === 'signed') this.#signed.set(line.hash, line)
      else this.#signed.delete(line.hash)
    }
    done()
  }

  /** Signed, and not known to be over. */
  left(): readonly SignedLine[] {
    return [...this.#signed.values()]
  }
}
