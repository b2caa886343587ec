// Where another program uses the bot's key: by what the venue tells with each answer the bot takes no more of the minute for free than is left,
// and no less either, so that it gives way at once and has its share back as soon as the others leave theirs; and it is hardly ever refused.

import type { RouteClassName } from '../../../../src/domain/permit.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { Unanswered } from './unanswered.js'
import type { Violations } from './violation.js'

const MINUTE_MS = 60_000
/** Clocks that drift, and the way of a request. */
const MARGIN_MS = 100
/** From a permit to the request that it is for. */
const SIGNED_MS = 1500
/** What leaves the minute so soon may have left the venue's already. */
const LEAVING_MS = 2100
/** When what a former life has sent leaves is known about. */
const STEPS_MS = 2000
/** Permits that were given, and not used yet. */
const GIVEN = 15
/** Of a class in a minute: two who ask at once may both find the last one of a second. */
const MOST_REFUSED = 6
/** Refused, it reads nothing for a second at least. */
const SILENT_MS = 900
/** It was handed out before. */
const UNDER_WAY_MS = 50

interface ToldLeft {
  readonly left: number
  readonly sentMs: number
}

interface OfClass {
  /** When requests were sent, and when they were answered, venue time. */
  readonly sentMs: number[]
  readonly answeredMs: number[]
  readonly refusedMs: number[]
  /** When permits were given back. */
  readonly unusedMs: number[]
  /** Answers that the bot has not worked off yet, in their order. */
  readonly told: ToldLeft[]
}

export class SharedKey {
  readonly #world: World
  readonly #violations: Violations
  readonly #isShared: boolean
  /** What is lost, sent twice, forgotten, or refused for its key counts for the bot and not for the venue. */
  readonly #isTrue: boolean
  #life: BotLife | undefined
  readonly #classes = new Map<RouteClassName, OfClass>()
  readonly #sentMs = new WeakMap<HttpRequest, number>()
  readonly #unanswered = new Unanswered()
  #lostMs = Number.NEGATIVE_INFINITY
  /** Of the event that the bot works off: what it decides by then leaves when its work is done, a slow strategy's included. */
  #decidedMs = 0
  #heard: { readonly routeClass: RouteClassName; readonly told: ToldLeft } | undefined

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
    const { disturbances } = world.scenario
    this.#isShared = disturbances.some(({ kind }) => kind === 'other-program')
    this.#isTrue = !disturbances.some(
      (one) =>
        one.kind === 'server-crash' ||
        // with a key that is none it counts by its address
        one.kind === 'key-refused' ||
        one.kind === 'net-duplicate' ||
        (one.kind === 'server-fault' && (one.spec.kind === 'restart' || one.spec.kind === 'proxy-429')),
    )
  }

  sent(request: HttpRequest, life: BotLife): void {
    if (!this.#isShared) return
    if (life !== this.#life) this.#begin(life)
    const nowMs = this.#world.clock.monoMs()
    const { sentMs, refusedMs } = this.#of(request.routeClass)
    this.#sentMs.set(request, nowMs)
    this.#unanswered.sent(request, nowMs)
    sentMs.push(nowMs)
    const refused = refusedMs.at(-1) ?? Number.NEGATIVE_INFINITY
    const silentMs = nowMs - refused
    const isTold = this.#isTrue && this.#decidedMs > refused
    if (isTold && request.routeClass === 'read' && silentMs > UNDER_WAY_MS && silentMs < SILENT_MS)
      this.#add(`${request.path} ${silentMs} ms after ${request.routeClass} was refused`)
  }

  answered(request: HttpRequest, result: HttpResult, life: BotLife): void {
    if (!this.#isShared || life !== this.#life) return
    const nowMs = this.#world.clock.monoMs()
    if (result.kind === 'failed') {
      this.#lostMs = nowMs
      this.#unanswered.lost(request, nowMs)
      return
    }
    this.#unanswered.answered(request, nowMs)
    const { answeredMs, refusedMs, told } = this.#of(request.routeClass)
    answeredMs.push(nowMs)
    if (result.status === 429) this.#refused(request.routeClass, refusedMs, nowMs)
    const left = result.headers['x-ratelimit-remaining-medium']
    if (left !== undefined) told.push({ left: Number(left), sentMs: this.#sentMs.get(request) ?? nowMs })
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent, life: BotLife): void {
    this.#heard = undefined
    this.#decidedMs = event.at.monoMs
    if (!this.#isShared || life !== this.#life) return
    if (event.kind === 'permit-unused') this.#of(event.permit.routeClass).unusedMs.push(this.#world.clock.monoMs())
    if (event.kind !== 'answered') return
    const remaining = event.told?.medium?.remaining
    if (remaining === undefined) return
    const { routeClass } = event.permit
    const { told } = this.#of(routeClass)
    const at = told.findIndex(({ left }) => left === remaining)
    const [one] = at < 0 ? [] : told.splice(0, at + 1).slice(-1)
    if (one !== undefined) this.#heard = { routeClass, told: one }
  }

  /** The bot has worked it off. */
  decided(): void {
    if (this.#heard === undefined) return
    const { routeClass, told } = this.#heard
    this.#heard = undefined
    const life = this.#life
    const nowMs = this.#world.clock.monoMs()
    const seen = life?.bot?.core.budget.snapshot(life.clock.monoMs()).find((one) => one.routeClass === routeClass)
    if (seen === undefined) return
    const { sentMs, answeredMs, refusedMs, unusedMs } = this.#of(routeClass)
    const isFirst = this.#world.lives.length === 1
    const [fromMs, untilMs] = [told.sentMs - SIGNED_MS, nowMs + (isFirst ? MARGIN_MS : STEPS_MS)]
    const leftSince = (times: readonly number[]) => within(times, fromMs - MINUTE_MS, untilMs - MINUTE_MS)
    const assumed = this.#unanswered.within(routeClass, fromMs - MINUTE_MS, untilMs - MINUTE_MS)
    const ended = assumed + leftSince(answeredMs) + (isFirst ? 0 : leftSince(sentMs))
    // what was taken meanwhile counts as ours, although it was given back
    const unused = within(unusedMs, told.sentMs - SIGNED_MS, nowMs)
    if (seen.leftInMinute > told.left + ended + unused)
      this.#add(`${seen.leftInMinute} of ${routeClass} are taken for free, the venue has ${told.left} left`)
    const wasHindered = Math.max(this.#lostMs, refusedMs.at(-1) ?? Number.NEGATIVE_INFINITY) > nowMs - 2 * MINUTE_MS
    if (!this.#isTrue || wasHindered || !isFirst) return
    const since = within(sentMs, told.sentMs, nowMs)
    const leaving = within(answeredMs, nowMs - MINUTE_MS - LEAVING_MS, nowMs - MINUTE_MS + LEAVING_MS)
    const least = told.left - since - leaving - GIVEN
    if (seen.leftInMinute < least)
      this.#add(
        `${seen.leftInMinute} of ${routeClass} are taken for free, the venue has ${told.left} left, at least ${least}`,
      )
  }

  #refused(routeClass: RouteClassName, refusedMs: number[], nowMs: number): void {
    refusedMs.push(nowMs)
    const lately = within(refusedMs, nowMs - MINUTE_MS, nowMs)
    if (this.#isTrue && lately > MOST_REFUSED) this.#add(`${lately} of ${routeClass} were refused within a minute`)
  }

  #add(what: string): void {
    this.#violations.add('shared-key', what)
  }

  #begin(life: BotLife): void {
    this.#life = life
    this.#unanswered.end()
    this.#lostMs = Number.NEGATIVE_INFINITY
    // what was sent before still leaves the minute
    for (const one of this.#classes.values()) {
      one.refusedMs.length = one.unusedMs.length = one.told.length = 0
    }
  }

  #of(routeClass: RouteClassName): OfClass {
    const known = this.#classes.get(routeClass)
    if (known !== undefined) return known
    const made = { sentMs: [], answeredMs: [], refusedMs: [], unusedMs: [], told: [] }
    this.#classes.set(routeClass, made)
    return made
  }
}

/** How many of these times, in rising order, are within. */
function within(times: readonly number[], fromMs: number, untilMs: number): number {
  return times.filter((atMs) => atMs >= fromMs && atMs <= untilMs).length
}
