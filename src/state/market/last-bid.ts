// What the others bid last for one outcome: remembered when they bid nothing, raised at once, lowered to the most that was bid all the while
// that a lower one has stood. A maker who replaces an order has not marked us down, also where he has just done so by a little.

export class LastBid {
  readonly #settings: { readonly confirmMs: number }
  #price = Number.NaN
  /** The highest of the lower bids since then; not a number while none is lower. */
  #lower = Number.NaN
  #lowerSinceMs = Number.NaN
  /** The bid that stands now, while it is lower. */
  #now = Number.NaN
  #nowSinceMs = Number.NaN

  /** `confirmMs`: how long a lower bid stands before it counts. */
  constructor(settings: { readonly confirmMs: number }) {
    this.#settings = settings
  }

  /** `price`: the best bid now, not a number for none. */
  see(price: number, nowMs: number): void {
    this.#settle(nowMs)
    if (Number.isNaN(price)) this.#forget()
    else if (price < this.#price) this.#fall(price, nowMs)
    else {
      this.#price = price
      this.#forget()
    }
  }

  /** A probability of this outcome; not a number while nobody has bid. */
  at(nowMs: number): number {
    this.#settle(nowMs)
    return this.#price
  }

  #fall(price: number, nowMs: number): void {
    if (price !== this.#now) {
      this.#now = price
      this.#nowSinceMs = nowMs
    }
    if (Number.isNaN(this.#lower)) this.#lowerSinceMs = nowMs
    if (!(price <= this.#lower)) this.#lower = price
  }

  #settle(nowMs: number): void {
    while (nowMs - this.#lowerSinceMs >= this.#settings.confirmMs) {
      this.#price = this.#lower
      if (this.#now === this.#price) this.#forget()
      else {
        this.#lower = this.#now
        this.#lowerSinceMs = this.#nowSinceMs
      }
    }
  }

  #forget(): void {
    this.#lower = this.#lowerSinceMs = Number.NaN
    this.#now = this.#nowSinceMs = Number.NaN
  }
}
