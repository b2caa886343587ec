// The volatility of a value by a plain sum: what each move between two looks was worth a second, the older the less.

const LEAST_GAP_MS = 5000
const GAP_IN_TAUS = 3

export class PlainVolatility {
  #variance: number | undefined
  #sample: { readonly value: number; readonly atMs: number } | undefined

  /** `fairTauMs`: memory of the average that the value is. */
  isDue(nowMs: number, fairTauMs: number): boolean {
    return this.#sample === undefined || nowMs - this.#sample.atMs >= Math.max(LEAST_GAP_MS, GAP_IN_TAUS * fairTauMs)
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
