// What passes by itself: a lease that is not renewed, the signer away, the venue away or refusing (no answers, 5xx, 429), no sign-in, no clock, no feed. Nothing is quoted meanwhile;
// once all has been well for a while quoting returns.
//
//   well --trouble--> pulled --well for `quoteAgainAfterMs`--> trying --an answer, or nothing failed for longer--> well
//                     pulled <------------trouble------------- trying
//
// One wait is told once, however often it is tried in vain.

import type { Failure } from '../../domain/error.js'
import { inWords } from '../../domain/error.js'
import { ROUTE_CLASSES } from '../../domain/permit.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { StandingChange, Wait } from '../../domain/run/standing.js'
import type { Instant } from '../../domain/time.js'
import type { Budget } from '../../execution/budget/budget.js'
import type { RiskLimits } from '../../risk/schema.js'
import type { Beliefs } from '../../state/beliefs.js'

/** Requests of one class have failed so often in a row, for so long, that it is no accident. */
const ROUNDS = 3
const LASTING_MS = 2000
/** Nobody has asked again for so long after the pause: what is not asked cannot fail. */
const UNASKED_MS = 1000
/** Tried for so long without a failure: whoever wants nothing gets no answer either. */
const TRIED_MS = 10_000
/** Every feed is stale for so long: shorter is a market's own affair. */
const BLIND_MS = 1000
/** The clock is of no use for so long: a jump alone pulls quotes until the next look, and no longer. */
const CLOCKLESS_MS = 1500
/** Feeds are looked at this often. */
const LOOK_MS = 1000

export interface WaitingParts {
  readonly beliefs: Beliefs
  readonly budget: Budget
  /** Why the venue's clock is of no use now. */
  readonly clockTrouble: () => string | undefined
  readonly risk: Pick<RiskLimits, 'quoteAgainAfterSec'>
}

export class Waiting {
  readonly #parts: WaitingParts
  #wait: Wait | undefined
  /** When it began. */
  #since = { monoMs: 0, wallMs: 0 }
  #troubledMonoMs = 0
  #isTrying = false
  /** Told by the session; `undefined` while it has not spoken. */
  #signInTrouble: string | undefined
  #leaseTrouble: string | undefined
  #signerTrouble: string | undefined
  #clockWasGood = false
  #clocklessMonoMs: number | undefined
  #lastFailure: Failure | undefined
  #lookedMonoMs = Number.NEGATIVE_INFINITY
  #sawFeeds = false
  #blindSinceMonoMs: number | undefined

  constructor(parts: WaitingParts) {
    this.#parts = parts
  }

  /** What is waited for, since when (unix milliseconds of this machine); `undefined` when all is well. */
  get current(): (Wait & { readonly sinceMs: number }) | undefined {
    return this.#wait && { ...this.#wait, sinceMs: this.#since.wallMs }
  }

  /** Why nothing may rest; `undefined` when it may, or is tried again. */
  get stop(): Wait | undefined {
    return this.#isTrying ? undefined : this.#wait
  }

  hear(event: CoreEvent): void {
    if (event.kind === 'session') this.#signInTrouble = event.signedIn ? undefined : event.detail
    else if (event.kind === 'lease') this.#leaseTrouble = event.reason
    else if (event.kind === 'signer') this.#signerTrouble = event.reason
    // before the first answer the clock is unknown, and nothing is quoted for that already
    else if (event.kind === 'clock') this.#clockWasGood ||= this.#parts.clockTrouble() === undefined
  }

  /** A request has failed; which of them the venue's trouble is told by. */
  failed(failure: Failure): void {
    this.#lastFailure = failure
  }

  /** At the end of a turn. Returns what has become otherwise. */
  judge(at: Instant): StandingChange | undefined {
    const trouble = this.#trouble(at.monoMs)
    if (trouble !== undefined) return this.#troubled(trouble, at)
    return this.#wait === undefined ? undefined : this.#well(this.#wait, at.monoMs)
  }

  #troubled(trouble: Wait, at: Instant): StandingChange | undefined {
    const isNew = this.#wait === undefined
    if (isNew) this.#since = at
    this.#wait = trouble
    this.#troubledMonoMs = at.monoMs
    this.#isTrying = false
    return isNew ? { kind: 'waiting', ...trouble } : undefined
  }

  #well(wait: Wait, nowMonoMs: number): StandingChange | undefined {
    const wellMs = nowMonoMs - this.#troubledMonoMs
    const { risk, budget } = this.#parts
    const quoteAgainAfterMs = risk.quoteAgainAfterSec * 1000
    if (wellMs < quoteAgainAfterMs) return undefined
    this.#isTrying = true
    const isAnswered = ROUTE_CLASSES.every((name) => (budget.trouble(name)?.rounds ?? 0) < ROUNDS)
    if (!isAnswered && wellMs < quoteAgainAfterMs + TRIED_MS) return undefined
    this.#wait = undefined
    this.#isTrying = false
    return { kind: 'waited', ...wait, forMs: nowMonoMs - this.#since.monoMs }
  }

  #trouble(nowMonoMs: number): Wait | undefined {
    if (this.#leaseTrouble !== undefined) return { cause: 'lease', reason: this.#leaseTrouble }
    if (this.#signerTrouble !== undefined) return { cause: 'signer', reason: this.#signerTrouble }
    const venue = this.#venueTrouble(nowMonoMs)
    if (venue !== undefined) return { cause: 'venue', reason: venue }
    if (this.#signInTrouble !== undefined) return { cause: 'sign-in', reason: this.#signInTrouble }
    const clock = this.#clockTrouble(nowMonoMs)
    if (clock !== undefined) return { cause: 'clock', reason: clock }
    return this.#isBlind(nowMonoMs) ? { cause: 'feed', reason: 'every feed is stale' } : undefined
  }

  #venueTrouble(nowMonoMs: number): string | undefined {
    const { budget } = this.#parts
    // asked at the end of each turn
    if (!budget.isTroubled) return undefined
    for (const name of ROUTE_CLASSES) {
      const trouble = budget.trouble(name)
      if (trouble === undefined || trouble.rounds < ROUNDS) continue
      if (nowMonoMs - trouble.sinceMonoMs < LASTING_MS || nowMonoMs > trouble.untilMonoMs + UNASKED_MS) continue
      return this.#lastFailure ? inWords(this.#lastFailure) : trouble.code
    }
    return undefined
  }

  #clockTrouble(nowMonoMs: number): string | undefined {
    const trouble = this.#clockWasGood ? this.#parts.clockTrouble() : undefined
    if (trouble === undefined) this.#clocklessMonoMs = undefined
    else this.#clocklessMonoMs ??= nowMonoMs
    return this.#clocklessMonoMs !== undefined && nowMonoMs - this.#clocklessMonoMs >= CLOCKLESS_MS
      ? trouble
      : undefined
  }

  #isBlind(nowMonoMs: number): boolean {
    if (nowMonoMs - this.#lookedMonoMs >= LOOK_MS) this.#look(nowMonoMs)
    return this.#blindSinceMonoMs !== undefined && nowMonoMs - this.#blindSinceMonoMs >= BLIND_MS
  }

  #look(nowMonoMs: number): void {
    this.#lookedMonoMs = nowMonoMs
    const { markets, dropped, feeds } = this.#parts.beliefs
    let [isAnyFollowed, isFed] = [false, false]
    for (const { status, conditionId } of markets.present.values()) {
      if (status !== 'OPEN' || dropped.has(conditionId)) continue
      isAnyFollowed = true
      isFed = feeds.health(conditionId, nowMonoMs).health !== 'stale'
      if (isFed) break
    }
    this.#sawFeeds ||= isFed
    if (isFed || !isAnyFollowed) this.#blindSinceMonoMs = undefined
    else if (this.#sawFeeds) this.#blindSinceMonoMs ??= nowMonoMs
  }
}
