// The volatility of a value by a plain sum: what each move between two looks was worth a second, the older the less.

const SAMPLE_GAP_MS = 5000

export class PlainVolatility {
  #variance: number | undefined
  #sample: { readonly value: number; readonly atMs: number } | undefined

  isDue(nowMs: number): boolean {
    return this.#sample === undefined || nowMs - this.#sample.atMs >= SAMPLE_GAP_MS
  }

  /** Looked at now. */
  sampled(value: number, nowMs: number, tauMs: number): void {
    const before = this.#sample
    this.#sample = { value, atMs: nowMs }
    if (before === undefined) return
    const sec = (nowMs - before.atMs) / 1000
    const rate = (value - before.value) ** 2 / sec
    const kept = Math.exp((-sec * 1000) / tauMs)
    this.#variance = this.#variance === undefined ? rate : kept * this.#variance + (1 - kept) * rate
  }

  /** Of the value, squared, per second; `undefined` before the second look. */
  get variance(): number | undefined {
    return this.#variance
  }
}
