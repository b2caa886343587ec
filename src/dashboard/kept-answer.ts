// An answer that is made when somebody asks, at most once in a while, and the same for all who ask meanwhile.

export class KeptAnswer {
  readonly #make: () => Promise<Buffer>
  readonly #keptMs: number
  #kept: { readonly madeMonoMs: number; readonly body: Promise<Buffer> } | undefined

  constructor(keptMs: number, make: () => Promise<Buffer>) {
    this.#keptMs = keptMs
    this.#make = make
  }

  get(nowMonoMs: number): Promise<Buffer> {
    if (this.#kept !== undefined && nowMonoMs - this.#kept.madeMonoMs < this.#keptMs) return this.#kept.body
    const body = this.#make()
    this.#kept = { madeMonoMs: nowMonoMs, body }
    // one that failed is made anew
    body.catch(() => {
      if (this.#kept?.body === body) this.#kept = undefined
    })
    return body
  }
}
