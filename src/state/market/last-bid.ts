// What the others bid last for one outcome: remembered when they bid nothing, raised at once, lowered when the lower bid has stood for a
// while. A maker who replaces an order has not marked us down.

export class LastBid {
  readonly #settings: { readonly confirmMs: number }
  #price = Number.NaN
  #lower = Number.NaN
  #lowerSinceMs = Number.NaN

  /** `confirmMs`: how long a lower bid stands before it counts. */
  constructor(settings: { readonly confirmMs: number }) {
    this.#settings = settings
  }

  /** `price`: the best bid now, not a number for none. */
  see(price: number, nowMs: number): void {
    this.#settle(nowMs)
    if (Number.isNaN(price)) this.#forget()
    else if (price < this.#price) {
      if (Number.isNaN(this.#lower)) this.#lowerSinceMs = nowMs
      this.#lower = price
    } else {
      this.#price = price
      this.#forget()
    }
  }

  /** A probability of this outcome; not a number while nobody has bid. */
  at(nowMs: number): number {
    this.#settle(nowMs)
    return this.#price
  }

  #settle(nowMs: number): void {
    if (!(nowMs - this.#lowerSinceMs >= this.#settings.confirmMs)) return
    this.#price = this.#lower
    this.#forget()
  }

  #forget(): void {
    this.#lower = Number.NaN
    this.#lowerSinceMs = Number.NaN
  }
}
