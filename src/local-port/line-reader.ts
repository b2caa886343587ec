// Bytes of a socket as lines; a line that is longer than allowed ends the conversation.

const NEWLINE = 0x0a

export class LineReader {
  readonly #maxBytes: number
  #heard: Buffer = Buffer.alloc(0)

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that are whole now; `undefined` when one is too long. */
  take(chunk: Buffer): readonly string[] | undefined {
    this.#heard = this.#heard.length === 0 ? chunk : Buffer.concat([this.#heard, chunk])
    const lines: string[] = []
    let from = 0
    for (let end = this.#heard.indexOf(NEWLINE); end >= 0; end = this.#heard.indexOf(NEWLINE, from)) {
      if (end - from > this.#maxBytes) return undefined
      lines.push(this.#heard.toString('utf8', from, end))
      from = end + 1
    }
    this.#heard = this.#heard.subarray(from)
    return this.#heard.length > this.#maxBytes ? undefined : lines
  }
}
