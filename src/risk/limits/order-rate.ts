// How many orders the bot has sent within the last second and minute, and when it may send the next one.

import type { RiskLimits } from '../schema.js'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** The moments of the last `most` orders, written over in turn. */
class Window {
  readonly most: number
  readonly #lengthMs: number
  readonly #sentMonoMs: number[] = []
  #oldest = 0

  constructor(most: number, lengthMs: number) {
    this.most = most
    this.#lengthMs = lengthMs
  }

  sent(nowMonoMs: number): void {
    if (this.#sentMonoMs.length < this.most) this.#sentMonoMs.push(nowMonoMs)
    else {
      this.#sentMonoMs[this.#oldest] = nowMonoMs
      this.#oldest = (this.#oldest + 1) % this.most
    }
  }

  /** The same, of at most so many: those that it holds, the oldest first. */
  with(most: number): Window {
    const window = new Window(most, this.#lengthMs)
    const { length } = this.#sentMonoMs
    for (let i = 0; i < length; i++) window.sent(this.#sentMonoMs[(this.#oldest + i) % length] ?? 0)
    return window
  }

  /** From when on one more may be sent, monotonic. */
  get freeMonoMs(): number {
    const first = this.#sentMonoMs[this.#oldest]
    return this.#sentMonoMs.length < this.most || first === undefined
      ? Number.NEGATIVE_INFINITY
      : first + this.#lengthMs
  }
}

export class OrderRate {
  readonly #second: Window
  readonly #minute: Window

  constructor({ perSecond, perMinute }: RiskLimits['orderRate'], before?: OrderRate) {
    this.#second = before ? before.#second.with(perSecond) : new Window(perSecond, SECOND_MS)
    this.#minute = before ? before.#minute.with(perMinute) : new Window(perMinute, MINUTE_MS)
  }

  /** With other limits: what was sent counts. */
  with(limits: RiskLimits['orderRate']): OrderRate {
    return new OrderRate(limits, this)
  }

  /** An order is sent. */
  sent(nowMonoMs: number): void {
    this.#second.sent(nowMonoMs)
    this.#minute.sent(nowMonoMs)
  }

  /** What keeps the next order from being sent now, and until when, monotonic. */
  held(nowMonoMs: number): { readonly detail: string; readonly untilMonoMs: number } | undefined {
    const untilMonoMs = Math.max(this.#second.freeMonoMs, this.#minute.freeMonoMs)
    if (untilMonoMs <= nowMonoMs) return undefined
    const isMinute = this.#minute.freeMonoMs === untilMonoMs
    const words = isMinute ? `${this.#minute.most} in a minute` : `${this.#second.most} in a second`
    return { detail: `orderRate: ${words} are sent`, untilMonoMs }
  }
}
