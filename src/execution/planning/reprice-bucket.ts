// A bucket for routine reprices: they use what renewals and new quotes leave over, evenly instead of in bursts.

export class RepriceBucket {
  #level = 0
  #atMonoMs: number | undefined

  /** Refills at `perMinute` requests a minute up to `burst`, and takes `requests` if they are there. */
  take(requests: number, nowMonoMs: number, rate: { readonly perMinute: number; readonly burst: number }): boolean {
    this.#refill(nowMonoMs, rate)
    if (this.#level < requests) return false
    this.#level -= requests
    return true
  }

  /** Takes `requests` whether they are there or not: work that cannot wait makes the routine wait longer. */
  charge(requests: number, nowMonoMs: number, rate: { readonly perMinute: number; readonly burst: number }): void {
    this.#refill(nowMonoMs, rate)
    this.#level = Math.max(-rate.burst, this.#level - requests)
  }

  /** Milliseconds from `nowMonoMs` until `requests` are there. */
  waitMs(requests: number, rate: { readonly perMinute: number; readonly burst: number }, nowMonoMs: number): number {
    this.#refill(nowMonoMs, rate)
    return Math.max(0, ((requests - this.#level) / Math.max(rate.perMinute, 0.001)) * 60_000)
  }

  #refill(nowMonoMs: number, rate: { readonly perMinute: number; readonly burst: number }): void {
    const elapsed = this.#atMonoMs === undefined ? undefined : nowMonoMs - this.#atMonoMs
    this.#atMonoMs = nowMonoMs
    this.#level =
      elapsed === undefined ? rate.burst : Math.min(rate.burst, this.#level + (elapsed / 60_000) * rate.perMinute)
  }
}
