// Orders whose outcome is unclear: looked up by hash, sent again byte for byte, at last proven dead; until then their market is closed.
//
//   look-up --record--> what it says              look-up --404--> again, later each time; from the second on, where it is still wanted:
//   resend --answer, or none--> look-up           resend --refused--> look-up
//
//   dead   not known to the venue (404)
//          when asked after its expiration, and a grace has passed: asked before, it may have arrived later, and be matched by now; or
//          after `submitInFlightSec` since the last sending that was not itself refused, where the venue has since refused the same bytes
//          for a reason that does not depend on our own orders: what was on its way has arrived by then, and was refused too
//          or of a former run, and past its expiration and a grace by a venue's clock that is known: nobody asks for what lay still so long
//
// The only owner of these rules. The phases follow the table of transitions: what is concluded here is told as an event of the order.

import type { ErrorCode } from '../../domain/error.js'
import type { ConditionId, Hex } from '../../domain/market/market.js'
import { isForeign, type LivingOrder, type OwnOrder, type UnknownOrder } from '../../domain/orders/own-order.js'
import type { Command } from '../../domain/run/command.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { Instant } from '../../domain/time.js'
import type { OwnOrders } from './own-orders.js'

export interface UnknownSettings {
  readonly execution: { readonly unknownGraceSec: number; readonly submitInFlightSec: number }
  /** Refusals that do not depend on our own orders. */
  readonly termRefusals: ReadonlySet<ErrorCode>
}

/** What is to be asked about an order, and from when on. */
export interface Question {
  readonly hash: Hex
  readonly dueMonoMs: number
  readonly resend: boolean
}

interface Doubt {
  /** Look-ups that found nothing. */
  misses: number
  /** Those since the last sending. */
  missesSinceSent: number
  askAtMonoMs: number
  /** When the last look-up went out, monotonic. */
  lookedUpMonoMs: number
  /** When the last one that found nothing did, by the venue's clock. */
  missedVenueMs: number
  /** When the last sending that was not itself refused went out, or the doubt began, monotonic. */
  sentMonoMs: number
  /** The venue has refused the same bytes since, whatever else of ours rests. */
  isRefusedOnTerms: boolean
  /** A look-up found nothing when that sending had arrived long ago, or never will. */
  isAbsent: boolean
}

/** An order counts as overdue so long after its expiration. */
const OVERDUE_MS = 1000
/** An order that the venue has just called alive is not doubted again sooner. */
const DOUBT_EVERY_MS = 1000
/** The first repetition of a look-up, doubled by each that finds nothing, up to the longest. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 4000
/** Sent again after so many look-ups that found nothing: a record may take a moment to show. */
const RESEND_AFTER = 2

const NO_QUESTIONS: readonly Question[] = []

/** Why a market with these orders may not place, or `undefined`. */
export function quarantine(orders: readonly OwnOrder[]): string | undefined {
  return orders.some(({ phase }) => phase === 'unknown') ? 'an order of unknown outcome' : undefined
}

export class Unknowns {
  readonly #orders: OwnOrders
  readonly #settings: UnknownSettings
  /** By intent. */
  readonly #doubts = new Map<number, Doubt>()

  constructor(orders: OwnOrders, settings: UnknownSettings) {
    this.#orders = orders
    this.#settings = settings
  }

  /** The order is new, or has changed. */
  changed({ intentId, phase, sinceMonoMs }: OwnOrder): void {
    if (phase !== 'unknown') this.#doubts.delete(intentId)
    else if (!this.#doubts.has(intentId)) this.#doubts.set(intentId, beginning(sinceMonoMs))
  }

  /** What an event tells of unknown orders, once it is believed what it says of their phases. */
  hear(event: CoreEvent): void {
    switch (event.kind) {
      case 'submit-failed': {
        const doubt = this.#doubts.get(event.intentId)
        if (doubt && event.sentMonoMs !== undefined) doubt.sentMonoMs = event.sentMonoMs
        return
      }
      case 'cancel-answered':
        for (const { hash } of event.failed) this.#soon(hash, event.at.monoMs)
        return
      case 'looked-up':
        // an older word than one we have says nothing: asked again, not at once
        if (event.record) this.#later(event.hash, event.at.monoMs)
        else this.#missed(event.hash, event.at)
        return
      case 'look-up-failed':
        this.#later(event.hash, event.at.monoMs)
        return
      case 'resent':
        this.#resent(event)
        return
      default:
        return
    }
  }

  /** The venue does not have it, and will not unless it is sent again: it cannot have been matched. */
  isAbsent(order: OwnOrder): boolean {
    return order.phase === 'unknown' && !order.isReported && this.#doubts.get(order.intentId)?.isAbsent === true
  }

  /** The venue has answered that there is no such order: nothing of it is matched by now. */
  isDenied(order: OwnOrder): boolean {
    return order.phase === 'unknown' && !order.isReported && (this.#doubts.get(order.intentId)?.misses ?? 0) > 0
  }

  /** A question goes out. */
  asked(command: Command, nowMonoMs: number): void {
    if (command.kind !== 'look-up' && command.kind !== 'resend') return
    const doubt = this.#of(command.hash)
    if (doubt && command.kind === 'look-up') doubt.lookedUpMonoMs = nowMonoMs
    else if (doubt) doubt.isAbsent = false
  }

  /** What is to be asked; `isQuoted`: something may rest in the market now. */
  questions(nowMonoMs: number, isQuoted: (conditionId: ConditionId) => boolean): readonly Question[] {
    if (!this.#orders.hasUnknown) return NO_QUESTIONS
    return Array.from(this.#orders.unknown(), (order) => {
      const doubt = this.#doubts.get(order.intentId)
      const resend = doubt !== undefined && mayResend(order, doubt) && isQuoted(order.draft.conditionId)
      return { hash: order.hash, dueMonoMs: doubt?.askAtMonoMs ?? nowMonoMs, resend }
    })
  }

  /** Ends unknown orders past their grace; doubts live ones that should be over. `clock`: how well the venue's time is known. */
  expire(at: Instant, clock: { readonly clockErrorMs: number; readonly clockReason: string | undefined }): void {
    const clockErrorMs = clock.clockReason === undefined ? clock.clockErrorMs : Number.POSITIVE_INFINITY
    for (const order of this.#orders.takeDue(at.venueMs - OVERDUE_MS)) {
      const { intentId } = order
      const expirationMs = order.draft.expirationSec * 1000
      const overMs = at.venueMs - expirationMs - this.#settings.execution.unknownGraceSec * 1000
      if (overMs > 0 && (this.#isUnheardOf(order) || (isOfFormerRun(order) && overMs > clockErrorMs))) {
        this.#orders.died(intentId, at.monoMs)
        continue
      }
      if (at.monoMs - order.sinceMonoMs >= DOUBT_EVERY_MS) this.#orders.overdue(intentId, at.monoMs)
      // overdue orders are few: each is looked at again at the next step
      this.#orders.watch(intentId, expirationMs)
    }
  }

  /** Not known to the venue once it could not be matched any more, or still signing after its own life: the signature never came. */
  #isUnheardOf({ phase, intentId, draft }: LivingOrder): boolean {
    if (phase !== 'unknown') return phase === 'signing'
    const doubt = this.#doubts.get(intentId)
    return doubt !== undefined && doubt.missedVenueMs >= draft.expirationSec * 1000
  }

  #missed(hash: Hex, { monoMs: nowMonoMs, venueMs }: Instant): void {
    const order = this.#orders.byHash(hash)
    const doubt = order && this.#doubts.get(order.intentId)
    if (!order || !doubt) return
    doubt.misses++
    doubt.missedVenueMs = venueMs - (nowMonoMs - doubt.lookedUpMonoMs)
    doubt.missesSinceSent++
    const provableMonoMs = doubt.sentMonoMs + this.#settings.execution.submitInFlightSec * 1000
    doubt.isAbsent = doubt.lookedUpMonoMs >= provableMonoMs
    if (doubt.isRefusedOnTerms && doubt.isAbsent) {
      this.#orders.died(order.intentId, nowMonoMs)
      return
    }
    const againMonoMs = nowMonoMs + waitMs(doubt)
    // the look-up that proves it is not late
    doubt.askAtMonoMs = doubt.isRefusedOnTerms
      ? Math.max(nowMonoMs, Math.min(againMonoMs, provableMonoMs))
      : againMonoMs
  }

  #resent({ hash, failure, sentMonoMs, at }: Extract<CoreEvent, { kind: 'resent' }>): void {
    const doubt = this.#of(hash)
    if (!doubt) return
    doubt.missesSinceSent = 0
    if (failure === undefined || failure.mayHaveHappened) {
      doubt.sentMonoMs = sentMonoMs
      doubt.isRefusedOnTerms = false
    } else doubt.isRefusedOnTerms ||= this.#settings.termRefusals.has(failure.code)
    doubt.askAtMonoMs = failure?.mayHaveHappened ? at.monoMs + waitMs(doubt) : at.monoMs
  }

  #later(hash: Hex, nowMonoMs: number): void {
    const doubt = this.#of(hash)
    if (doubt) doubt.askAtMonoMs = nowMonoMs + waitMs(doubt)
  }

  #soon(hash: Hex, nowMonoMs: number): void {
    const doubt = this.#of(hash)
    if (doubt) doubt.askAtMonoMs = nowMonoMs
  }

  #of(hash: Hex): Doubt | undefined {
    const order = this.#orders.byHash(hash)
    return order && this.#doubts.get(order.intentId)
  }
}

/** And the venue has said nothing of it to this one. */
function isOfFormerRun(order: LivingOrder): boolean {
  return order.phase === 'unknown' && order.origin === 'recovered' && !order.isReported
}

function beginning(nowMonoMs: number): Doubt {
  const never = { lookedUpMonoMs: Number.NEGATIVE_INFINITY, missedVenueMs: Number.NEGATIVE_INFINITY }
  const nothing = { misses: 0, missesSinceSent: 0, isRefusedOnTerms: false, isAbsent: false }
  return { askAtMonoMs: nowMonoMs, sentMonoMs: nowMonoMs, ...never, ...nothing }
}

function waitMs({ misses }: Doubt): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(misses, 3))
}

/** Sending again may place the order: only one that the venue never knew, of this run, and no more once its terms were refused. */
function mayResend(order: UnknownOrder, { missesSinceSent, isRefusedOnTerms }: Doubt): boolean {
  return !isForeign(order) && !order.isReported && missesSinceSent >= RESEND_AFTER && !isRefusedOnTerms
}
