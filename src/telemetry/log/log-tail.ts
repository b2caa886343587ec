// The last lines of the log, numbered, for whoever asks a running bot.

const MAX_LINES = 1000

export interface LogLines {
  /** JSON, without the line feed. */
  readonly lines: readonly string[]
  /** Number after the last one: ask from there to go on. */
  readonly next: number
}

export class LogTail {
  readonly #lines: string[] = []
  #next = 0

  write(line: string): void {
    this.#lines.push(line.trimEnd())
    this.#next++
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /** From number `from` on, or the last `most`. What is gone already is left out. */
  read({ from, most }: { readonly from?: number | undefined; readonly most: number }): LogLines {
    const first = this.#next - this.#lines.length
    const begin = from === undefined ? Math.max(0, this.#lines.length - most) : Math.max(0, from - first)
    return { lines: this.#lines.slice(begin), next: this.#next }
  }
}
