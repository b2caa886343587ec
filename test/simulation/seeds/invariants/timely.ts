// Nothing is quoted on what is older, later or further off than the settings allow: a book that has said nothing for too long, a poll that is too
// old, a change that came too late, a clock of the machine that is too far from the venue's.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import type { Violations } from './violation.js'

/**
 * A silent stream is asked for its book at a look of each second, and what waits at the socket is read before an answer counts as missing; a slow
 * strategy takes its time with each of twenty markets.
 */
const PULLED_WITHIN_MS = { steady: 1200, slow: 2500 } as const
/** So many streams are asked in a second, as they need to be, those that were silent longest first. */
const ASKED_PER_SEC = { least: 5, most: 20 } as const
/** A bot that does nothing for longer is held, or its strategy is slow: what has waited is worked off first. */
const HELD_MS = 400
/** The least that the time of an event is known by. */
const SLACK_MS = 200
/** The venue's stamps are whole seconds, and may be late. */
const STAMP_MS = 1100
/** An answer that took longer leaves more time open than that. */
const FAST_MS = 200
/** Of which one is asked for again and one is believed. */
const MOST_ANSWERS = 3
/** From the last of them until nothing is sent any more: the clock is looked at once a second. */
const NOTICED_MS = 2000

interface Word {
  toldMs: number
  polledMs: number
}

export class Timely {
  readonly #world: World
  readonly #violations: Violations
  readonly #lasting = new Lasting()
  readonly #isSteady: boolean
  readonly #pulledWithinMs: number
  /** Until all streams have been asked, five in a second, and twenty. */
  readonly #askedWithinMs: { readonly most: number; readonly least: number }
  readonly #isTrue: boolean
  #life: BotLife | undefined
  readonly #words = new Map<ConditionId, Word>()
  #turnMs = 0
  readonly #askedMs = new WeakMap<HttpRequest, number>()
  /** Since the machine's clock is too far off: fast answers that say so, and when enough of them had come. */
  #off = { answers: 0, isVague: false, knownMs: Number.POSITIVE_INFINITY }

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
    const { disturbances } = world.scenario
    this.#isSteady = !disturbances.some(({ kind }) => kind === 'strategy-slow' || kind === 'bot-freeze')
    this.#pulledWithinMs = PULLED_WITHIN_MS[this.#isSteady ? 'steady' : 'slow']
    const { markets } = world.scenario
    this.#askedWithinMs = { most: (1000 * markets) / ASKED_PER_SEC.least, least: (1000 * markets) / ASKED_PER_SEC.most }
    this.#isTrue = !disturbances.some((one) => one.kind === 'server-fault' && one.spec.kind === 'clock-skew')
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) this.#begin(life)
    if (event.kind === 'best-bids') this.#wordOf(event.conditionId).polledMs = event.at.monoMs
    if (event.kind === 'level') this.#lag(event, life)
    if (event.kind === 'level' || (event.kind === 'book' && event.via === 'socket'))
      this.#wordOf(event.conditionId).toldMs = event.at.monoMs
  }

  turned(life: BotLife): void {
    const nowMs = life.clock.monoMs()
    const isHeld = nowMs - this.#turnMs > HELD_MS
    this.#turnMs = nowMs
    if (life !== this.#life || life.bot === undefined) return
    const { core } = life.bot
    const { staleAfterMs, pollStaleAfterMs } = life.settings.feed
    this.#lasting.begin(nowMs)
    if (isHeld) this.#lasting.begin(nowMs)
    const { least, most } = this.#askedWithinMs
    const pulledWithinMs = this.#pulledWithinMs + Math.max(least, Math.min(most, staleAfterMs / 2))
    const { cells, approval } = core.conclusions()
    for (const { conditionId } of cells) {
      if (approval(conditionId).approved.length === 0) continue
      const { health } = core.beliefs.feeds.health(conditionId, nowMs)
      const { toldMs, polledMs } = this.#wordOf(conditionId)
      const [ageMs, mostMs] =
        health === 'polled' ? [nowMs - polledMs, pollStaleAfterMs] : [nowMs - toldMs, staleAfterMs]
      if (ageMs > mostMs && this.#lasting.seen(conditionId) > pulledWithinMs)
        this.#add(`${conditionId} is quoted on a ${health} book of ${Math.round(ageMs)} ms ago, allowed ${mostMs}`)
    }
  }

  sent(request: HttpRequest, life: BotLife): void {
    this.#askedMs.set(request, this.#world.clock.monoMs())
    if (!this.#isTrue || life !== this.#life || request.method !== 'POST' || !request.path.endsWith('/orders')) return
    this.#noteOff(life)
    const forMs = life.clock.monoMs() - this.#off.knownMs
    if (!this.#off.isVague && forMs > NOTICED_MS)
      this.#add(`${request.path}, and answers have said for ${Math.round(forMs)} ms that the clock is too far off`)
  }

  answered(request: HttpRequest, result: HttpResult, life: BotLife): void {
    if (!this.#isTrue || life !== this.#life || result.kind !== 'response' || result.headers.date === undefined) return
    const tookMs = this.#world.clock.monoMs() - (this.#askedMs.get(request) ?? Number.NEGATIVE_INFINITY)
    if (!this.#noteOff(life)) return
    if (tookMs > FAST_MS) this.#off.isVague = true
    else if (++this.#off.answers === MOST_ANSWERS) this.#off.knownMs = life.clock.monoMs()
  }

  #begin(life: BotLife): void {
    this.#life = life
    this.#words.clear()
    this.#turnMs = life.clock.monoMs()
    this.#off = { answers: 0, isVague: false, knownMs: Number.POSITIVE_INFINITY }
  }

  /** Whether the machine's clock is too far off now, however an answer is read. */
  #noteOff({ clock }: BotLife): boolean {
    const offMs = Math.abs(clock.wallMs() - clock.monoMs() - (this.#world.clock.wallMs() - this.#world.clock.monoMs()))
    const isOff = offMs > this.#world.settings.feed.maxClockOffsetSec * 1000 + STAMP_MS
    if (!isOff) this.#off = { answers: 0, isVague: false, knownMs: Number.POSITIVE_INFINITY }
    return isOff
  }

  #lag({ conditionId, venueMs }: Extract<CoreEvent, { kind: 'level' }>, { bot }: BotLife): void {
    if (!this.#isTrue || !this.#isSteady || venueMs === undefined || bot === undefined) return
    const { settings, beliefs } = bot.core
    const { maxLagMs } = settings.core.feed
    const lagMs = this.#world.clock.wallMs() - venueMs
    if (lagMs > maxLagMs + 2 * beliefs.clockErrorMs + SLACK_MS)
      this.#add(`a change of ${conditionId} is taken ${Math.round(lagMs)} ms after its stamp, allowed ${maxLagMs}`)
  }

  #wordOf(conditionId: ConditionId): Word {
    let word = this.#words.get(conditionId)
    if (word === undefined) {
      word = { toldMs: Number.NEGATIVE_INFINITY, polledMs: Number.NEGATIVE_INFINITY }
      this.#words.set(conditionId, word)
    }
    return word
  }

  #add(what: string): void {
    this.#violations.add('timely', what)
  }
}
