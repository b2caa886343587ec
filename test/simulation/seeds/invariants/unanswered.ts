// Requests of which the bot never heard what the venue made of them: they count as its own until long after the venue has counted them, and how
// long nobody but the bot knows. A lost one counts from when something is heard again; one that a life leaves without an answer, as late as
// the next life has to assume.

import type { RouteClassName } from '../../../../src/domain/permit.js'
import type { HttpRequest } from '../../../../src/venue/session/transport.js'

interface UnderWay {
  readonly routeClass: RouteClassName
  readonly sentMs: number
  lostMs?: number
}

/** When the bot may take a request for counted. */
interface Assumed {
  readonly routeClass: RouteClassName
  readonly fromMs: number
  readonly untilMs: number
}

/** A lost one may still reach the venue, and one that stood still counts it when it goes on. */
const LOST_MS = 2000
const GOES_ON_MS = 500
/** The next life assumes them so much later than they were kept, steps and lost ones included; and they are kept so often, and written down. */
const LEFT_MS = 3000
const KEPT_MS = 1500

export class Unanswered {
  readonly #underWay = new Map<HttpRequest, UnderWay>()
  /** Answered so lately that a life that dies now has not kept it. */
  #answered: { readonly one: UnderWay; readonly atMs: number }[] = []
  readonly #assumed: Assumed[] = []
  #lastMs = 0

  sent(request: HttpRequest, sentMs: number): void {
    this.#lastMs = sentMs
    this.#underWay.set(request, { routeClass: request.routeClass, sentMs })
  }

  lost(request: HttpRequest, nowMs: number): void {
    this.#lastMs = nowMs
    const one = this.#underWay.get(request)
    if (one !== undefined) one.lostMs = nowMs
  }

  answered(request: HttpRequest, nowMs: number): void {
    this.#lastMs = nowMs
    const answered = this.#underWay.get(request)
    this.#underWay.delete(request)
    this.#answered = this.#answered.filter(({ atMs }) => atMs > nowMs - KEPT_MS)
    if (answered !== undefined) this.#answered.push({ one: answered, atMs: nowMs })
    for (const [other, { routeClass, lostMs }] of this.#underWay) {
      if (lostMs === undefined) continue
      this.#underWay.delete(other)
      this.#assumed.push({ routeClass, fromMs: lostMs, untilMs: Math.max(nowMs + GOES_ON_MS, lostMs + LOST_MS) })
    }
  }

  /** The life is over. */
  end(): void {
    const untilMs = this.#lastMs + KEPT_MS + LEFT_MS
    const lately = this.#answered.filter(({ atMs }) => atMs > this.#lastMs - KEPT_MS).map(({ one }) => one)
    for (const { routeClass, sentMs } of [...this.#underWay.values(), ...lately])
      this.#assumed.push({ routeClass, fromMs: sentMs + LEFT_MS, untilMs })
    this.#underWay.clear()
    this.#answered = []
  }

  /** How many may have been taken for counted between then and then. */
  within(routeClass: RouteClassName, fromMs: number, untilMs: number): number {
    return this.#assumed.filter(
      (one) => one.routeClass === routeClass && one.untilMs >= fromMs && one.fromMs <= untilMs,
    ).length
  }
}
