// How many orders the bot has sent within the last second and minute, and when it may send the next one. An order that is written down and
// signed counts as one of them all that time: it leaves later than it was decided on, and may leave together with what is decided next.

import type { RiskLimits } from '../schema.js'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
/** Where all that may be sent is about to be. */
const LOOK_AGAIN_MS = 100

/** The moments of the last `keeps` orders, written over in turn: as many as may count by the highest limit that there was. */
class Window {
  readonly most: number
  readonly #lengthMs: number
  readonly #keeps: number
  readonly #sentMonoMs: number[] = []
  #oldest = 0

  constructor(most: number, lengthMs: number, keeps = most) {
    this.most = most
    this.#lengthMs = lengthMs
    this.#keeps = keeps
  }

  sent(nowMonoMs: number): void {
    if (this.#sentMonoMs.length < this.#keeps) this.#sentMonoMs.push(nowMonoMs)
    else {
      this.#sentMonoMs[this.#oldest] = nowMonoMs
      this.#oldest = (this.#oldest + 1) % this.#keeps
    }
  }

  /** The same, of at most so many: with all that it holds, the oldest first. */
  with(most: number): Window {
    const window = new Window(most, this.#lengthMs, Math.max(most, this.#keeps))
    const { length } = this.#sentMonoMs
    for (let i = 0; i < length; i++) window.sent(this.#sentMonoMs[(this.#oldest + i) % length] ?? 0)
    return window
  }

  /** From when on one more may be sent, monotonic, while so many are about to be. */
  freeMonoMs(leaving: number): number {
    if (leaving >= this.most) return Number.POSITIVE_INFINITY
    const { length } = this.#sentMonoMs
    const older = length - (this.most - leaving)
    const first = older < 0 ? undefined : this.#sentMonoMs[(this.#oldest + older) % length]
    return first === undefined ? Number.NEGATIVE_INFINITY : first + this.#lengthMs
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

  /** An order has left. */
  sent(nowMonoMs: number): void {
    this.#second.sent(nowMonoMs)
    this.#minute.sent(nowMonoMs)
  }

  /** What keeps the next order from being sent now, and until when, monotonic; `leaving`: decided on, and not sent yet. */
  held(nowMonoMs: number, leaving: number): { readonly detail: string; readonly untilMonoMs: number } | undefined {
    const [second, minute] = [this.#second.freeMonoMs(leaving), this.#minute.freeMonoMs(leaving)]
    const untilMonoMs = Math.max(second, minute)
    if (untilMonoMs <= nowMonoMs) return undefined
    const words = minute === untilMonoMs ? `${this.#minute.most} in a minute` : `${this.#second.most} in a second`
    return {
      detail: `orderRate: ${words} are sent`,
      untilMonoMs: Number.isFinite(untilMonoMs) ? untilMonoMs : nowMonoMs + LOOK_AGAIN_MS,
    }
  }
}
