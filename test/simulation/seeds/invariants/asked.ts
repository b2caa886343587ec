// Once all is calm: lists are read as often as they should be and no more, and the bot's count of its requests is that of what left it.

import type { RouteClassName } from '../../../../src/domain/permit.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import { TIER_LIMITS } from '../../../../src/server/api/requests/tier-limits.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 1000
const MINUTE_MS = 60_000
/** Until then a permit counts: its answer, a lost one, clocks that drift. */
const LATE_MS = 4000
/** Of permits that were given and not used yet. */
const GIVEN = 15
/** Since the start of the bot, and of the calm. */
const SETTLES_MS = 15_000
/** Between two turns, and for an answer. */
const SLACK_MS = 2500
/** From one reading that a fill has overtaken to the next. */
const OVERTAKEN_LEAST_MS = 240
/** The account is read again so soon after it was told to have changed. */
const CHANGED_MS = 3000

/** Of 15 s; a look comes with a turn. */
const CLOCK_MS = 500
const MOVES_MONEY: ReadonlySet<CoreEvent['kind']> = new Set([
  'account-changed',
  'read-failed',
  'submit-failed',
  'session',
] as const)

/** A reading of the account begins with the collateral. */
type Listed = 'orders' | 'ownTrades' | 'balances'

interface Pace {
  readonly leastMs: number
  readonly mostMs: number
}
/** Where the venue tells of orders and money by itself, and where it does not. */
const PACES: Readonly<Record<Listed, readonly [told: Pace, untold: Pace]>> = {
  orders: [
    { leastMs: 1400, mostMs: 10_000 },
    { leastMs: 1400, mostMs: 3000 },
  ],
  ownTrades: [
    { leastMs: 900, mostMs: 10_000 },
    { leastMs: 900, mostMs: 3000 },
  ],
  balances: [
    { leastMs: 2900, mostMs: 15_000 },
    { leastMs: 2900, mostMs: 8000 },
  ],
}
const LISTED = ['orders', 'ownTrades', 'balances'] as const

export class Asked {
  readonly #world: World
  readonly #violations: Violations
  #life: BotLife | undefined
  #sent = new Map<RouteClassName, number[]>()
  #lastSent = new Map<string, number>()
  #listedMs = new Map<Listed, number>()
  /** Since when it is known that the account has changed, and not read; monotonic. */
  #changedMs: number | undefined
  /** Something that moves money was heard since it was read. */
  #isMoneyNews = false
  /** Lists whose last request was for another page than the first. */
  readonly #paged = new Set<Listed>()
  #lostMs = Number.NEGATIVE_INFINITY
  #blockedMs = Number.NEGATIVE_INFINITY
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  sent({ routeClass, path }: HttpRequest, life: BotLife): void {
    if (life !== this.#life) this.#begin(life)
    const nowMs = this.#world.clock.monoMs()
    const times = this.#sent.get(routeClass) ?? []
    this.#sent.set(routeClass, times)
    times.push(nowMs)
    const { what, isFirst } = this.#listed(path)
    if (what === undefined) return
    // whoever finds that a list has moved from one page to the next begins again
    const isAgain = this.#paged.delete(what)
    if (!isFirst) {
      this.#paged.add(what)
      return
    }
    const beforeMs = this.#listedMs.get(what)
    this.#listedMs.set(what, nowMs)
    const { standing, beliefs } = life.bot?.core ?? {}
    // whoever cancels everything lists until nothing rests
    const isRoutine = this.#isSettled && !this.#world.isEnding && standing?.stoppedFor === undefined
    // a reading that a fill has overtaken is worth nothing
    const isOvertaken = what === 'balances' && beliefs?.ledger.isOvertaken === true
    const leastMs = isOvertaken ? OVERTAKEN_LEAST_MS : PACES[what][0].leastMs
    if (what === 'balances') this.#readMoney(beforeMs, isRoutine && !isOvertaken, life)
    if (beforeMs !== undefined && isRoutine && !isAgain && nowMs - beforeMs < leastMs)
      this.#violations.add('asked', `${path} ${nowMs - beforeMs} ms after the last time`)
  }

  heard({ kind, at }: CoreEvent, life: BotLife): void {
    if (life !== this.#life) return
    if (kind === 'account-changed') this.#changedMs ??= at.monoMs
    if (MOVES_MONEY.has(kind)) this.#isMoneyNews = true
  }

  /** Nobody asks before it is due without a cause. */
  #readMoney(beforeMs: number | undefined, isRoutine: boolean, { bot }: BotLife): void {
    const { clock, lives, scenario } = this.#world
    const { mostMs } = PACES.balances[scenario.setting.privateEvents ? 0 : 1]
    const isEarly = beforeMs !== undefined && clock.monoMs() - beforeMs < mostMs - CLOCK_MS
    // what orders of a former life are filled with is money of which nothing but a list may tell; what is exchanged must be held now
    const isBeside = lives.length > 1 || scenario.setting.chain === true
    const isAsked = this.#isMoneyNews || isBeside || bot?.core.beliefs.ledger.inDoubt !== false
    if (isEarly && isRoutine && !isAsked)
      this.#violations.add('asked', `money is read after ${clock.monoMs() - beforeMs} ms, and nothing has changed`)
    this.#isMoneyNews = false
    this.#changedMs = undefined
  }

  answered(_: HttpRequest, result: HttpResult, life: BotLife): void {
    if (life !== this.#life) return
    if (result.kind === 'failed') this.#lostMs = this.#world.clock.monoMs()
    else if (result.status === 429) this.#blockedMs = this.#world.clock.monoMs()
  }

  /** Now and then. */
  look(): void {
    const { clock, life, isCalm, isEnding } = this.#world
    const nowMs = clock.monoMs()
    if (isCalm) this.#calmMs = Math.min(this.#calmMs, nowMs)
    if (nowMs < this.#dueMs || life !== this.#life || !life?.isWorking || isEnding) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    this.#counts(life)
    if (!this.#isSettled || this.#world.scenario.setting.tier === 'DEFAULT') return
    for (const what of LISTED) {
      const { mostMs } = PACES[what][this.#world.scenario.setting.privateEvents ? 0 : 1]
      const agoMs = nowMs - (this.#listedMs.get(what) ?? Number.NEGATIVE_INFINITY)
      if (agoMs > mostMs + SLACK_MS) this.#violations.add('asked', `${what} was read ${agoMs} ms ago`)
    }
    const changedForMs = nowMs - (this.#changedMs ?? nowMs)
    if (changedForMs > CHANGED_MS + SLACK_MS)
      this.#violations.add('asked', `the account has changed ${changedForMs} ms ago, and was not read`)
  }

  #begin(life: BotLife): void {
    this.#life = life
    this.#sent = new Map()
    this.#lastSent = new Map()
    this.#listedMs = new Map()
    this.#paged.clear()
    this.#changedMs = undefined
    this.#lostMs = this.#blockedMs = Number.NEGATIVE_INFINITY
  }

  #listed(path: string): { what: Listed | undefined; isFirst: boolean } {
    const { paths } = this.#world.api.profile
    const [bare = '', query = ''] = path.split('?')
    const offset = new URLSearchParams(query).get('offset') ?? '0'
    return { what: LISTED.find((what) => paths[what] === bare), isFirst: offset === '0' }
  }

  get #isSettled(): boolean {
    const { clock } = this.#world
    const startedMs = this.#life?.startedMs ?? Number.POSITIVE_INFINITY
    return clock.monoMs() - Math.max(startedMs, this.#calmMs) > SETTLES_MS
  }

  #hasOthers(routeClass: string): boolean {
    return this.#world.scenario.disturbances.some(
      (one) => one.kind === 'other-program' && one.routeClass === routeClass,
    )
  }

  #counts(life: BotLife): void {
    const { clock, scenario, lives } = this.#world
    const nowMs = clock.monoMs()
    // what a former life has sent is told of as a stranger's use, and so is what the network sends twice
    const isShared = scenario.setting.watchdog === true || lives.length > 1 || this.#world.mayArriveTwice
    for (const { routeClass, perSecond, perMinute, leftInMinute, blockedForMs } of life.bot?.core.budget.snapshot(
      life.clock.monoMs(),
    ) ?? []) {
      const times = this.#sent.get(routeClass) ?? []
      while ((times[0] ?? nowMs) < nowMs - MINUTE_MS - LATE_MS) times.shift()
      const last = times.at(-1)
      if (last !== undefined) this.#lastSent.set(routeClass, last)
      const limits = TIER_LIMITS[scenario.setting.tier][routeClass]
      const seen = times.filter((atMs) => atMs > nowMs - MINUTE_MS).length
      if (perMinute === limits.perMinute && leftInMinute > perMinute - seen)
        this.#violations.add('asked', `${leftInMinute} of ${routeClass} left, and ${seen} of ${perMinute} were sent`)
      if (!this.#isSettled || isShared || nowMs - this.#blockedMs < MINUTE_MS + LATE_MS) continue
      if (times.length > 0 && (perMinute !== limits.perMinute || perSecond !== limits.perSecond))
        this.#violations.add('asked', `${perMinute} of ${routeClass} a minute, the key allows ${limits.perMinute}`)
      if (blockedForMs > 0 && nowMs - this.#lostMs > SETTLES_MS)
        this.#violations.add('asked', `${routeClass} is silent for ${blockedForMs} ms more, and nothing has failed`)
      if (nowMs - this.#lostMs < MINUTE_MS + LATE_MS || perMinute - leftInMinute <= times.length + GIVEN) continue
      // what another program had used is told with an answer, and counts for as long again
      const toldMs = this.#lastSent.get(routeClass) ?? Number.NEGATIVE_INFINITY
      if (this.#hasOthers(routeClass) && nowMs - toldMs < 2 * MINUTE_MS) continue
      this.#violations.add('asked', `${leftInMinute} of ${perMinute} of ${routeClass} left after ${times.length}`)
    }
  }
}
