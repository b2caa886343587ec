// What is so at each look, and since when it has been so without a break.

export class Lasting {
  #before: ReadonlyMap<string, number> = new Map()
  #now = new Map<string, number>()
  #nowMs = 0

  /** A look begins; what is not seen in it has ended. `nowMs`: monotonic. */
  begin(nowMs: number): void {
    this.#before = this.#now
    this.#now = new Map()
    this.#nowMs = nowMs
  }

  /** It is so. Returns for how long by now, milliseconds. */
  seen(key: string): number {
    const sinceMs = this.#before.get(key) ?? this.#nowMs
    this.#now.set(key, sinceMs)
    return this.#nowMs - sinceMs
  }
}
