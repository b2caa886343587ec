// What happened, folded into one number: two runs with the same hash did the same at the same time.

import { createHash } from 'node:crypto'

const PIECE_CHARS = 65_536

export class Trace {
  readonly #hash = createHash('sha256')
  #piece = ''
  /** The last of what happened, for whoever reads a failure. */
  readonly last: string[] = []
  keeps = 0

  add(atMs: number, text: string): void {
    const line = `${atMs.toFixed(3)} ${text}\n`
    this.#piece += line
    if (this.keeps > 0) {
      this.last.push(line)
      if (this.last.length > this.keeps) this.last.shift()
    }
    if (this.#piece.length > PIECE_CHARS) this.#flush()
  }

  /** 16 hexadecimal digits; of what was added until now. */
  digest(): string {
    this.#flush()
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  #flush(): void {
    this.#hash.update(this.#piece)
    this.#piece = ''
  }
}
