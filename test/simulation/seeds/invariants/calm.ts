// Once all is calm nothing goes wrong any more: the venue refuses nothing, nothing is signed in again, no order waits for an answer, no request
// for its turn, every read comes when it is due. And at no time is the same asked again before it is answered, nor too soon after.

import { z } from 'zod'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 200
/** Since the start of the bot, since it may quote, and since the calm. */
const SETTLES_MS = 12_000
/** A question that has no answer by then is asked again. */
const ANSWER_MS = 6000
/** An order is signed, sent and answered, a cancel is answered, and an order that a list does not show is looked up, within this. */
const WAITS_MS = { signing: 4000, sent: 1500, cancelling: 1500, unknown: 1500 } as const
const CLOCK_MS = 300
/** Stamps in whole seconds tell it to half of one: who quotes few of many markets has few answers that tell more. */
const FEW_ANSWERS_CLOCK_MS = 510
/** A book that says nothing for half of the time after which it is stale is asked for again: it comes no sooner than after so much of that. */
const SILENT_SHARE = 0.8
/** A book that is polled is asked for before that is too old: by this share of the time after which it is, at the latest. */
const POLLED_SHARE = 1.2
/** A fee that keeps quotes back may have come down, and not every venue tells of it: it is read again after 10 s. */
const DOUBTED_MS = 13_000
/** Of its life. */
const RENEWED_SHARE = 0.7
/** Refusals that come of two who act at once: the price has moved, the order or the market is over, nobody knows the order, a nonce was raised. */
const RACES: readonly string[] = ['would_match', 'market_not_open', 'not_cancellable', 'not_found', 'bad_nonce']
/** And where it takes only so many open orders: how often each leg asks all the same is looked at elsewhere. */
const FULL = 'too_many_orders'
/** Without a budget that is used up. */
const FEW_MARKETS = 5

/** A comparison that is due comes no sooner than after so much of its time. */
const SOONER = 5 / 6

/** From one question to the next, milliseconds: at any time, and once all is calm. */
interface Pace {
  readonly leastMs: number
  readonly calmLeastMs: number
  readonly mostMs?: number
}
const bookFrame = z.looseObject({ conditionId: z.string() })

type Paced = 'best-bids' | 'orderbook' | 'fee' | 'order' | 'trades' | 'nonce'
const PACES: Readonly<Record<Paced, Pace>> = {
  'best-bids': { leastMs: 500, calmLeastMs: 500 },
  orderbook: { leastMs: 1000, calmLeastMs: 1000 },
  // where one is to be signed, and anew after a refusal
  fee: { leastMs: 0, calmLeastMs: 60 },
  order: { leastMs: 0, calmLeastMs: 0 },
  // a sign-in begins with it, and there is one at a time
  nonce: { leastMs: 0, calmLeastMs: 0 },
  trades: { leastMs: 600, calmLeastMs: 700 },
}

export class Calm {
  readonly #world: World
  readonly #violations: Violations
  readonly #lasting = new Lasting()
  #life: BotLife | undefined
  /** Since when nothing is disturbed and the bot may quote, monotonic. */
  #sinceMs = Number.POSITIVE_INFINITY
  #dueMs = 0
  /** When the venue has answered to a sign-in, or a part of one, last. */
  #signedInMs = Number.NEGATIVE_INFINITY
  readonly #snapshotMs = new Map<string, number>()
  /** By path, when it was asked for last, and whether its answer is out. */
  readonly #asked = new Map<string, { readonly atMs: number; readonly decidedMs: number; isOpen: boolean }>()
  /** Of the event that the bot works off: what it decides by then leaves when its work is done, a slow strategy's included. */
  #decidedMs = 0
  /** Markets that it follows, since when: listed late, or chosen again. */
  readonly #followedMs = new Map<ConditionId, number>()
  /** Paths whose question the venue has refused for its token. */
  readonly #refused = new Set<string>()

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  /** Before the bot works it off. */
  heard(event: CoreEvent): void {
    const { monoMs } = event.at
    this.#decidedMs = monoMs
    if (event.kind === 'market-dropped') this.#followedMs.delete(event.conditionId)
    if (event.kind !== 'market') return
    const { conditionId, id } = event.market
    // that it was looked at before it was taken up puts no comparison off
    if (!this.#followedMs.has(conditionId)) this.#asked.delete(`/markets/${id}/orderbook`)
    this.#followedMs.set(conditionId, this.#followedMs.get(conditionId) ?? monoMs)
  }

  sent({ method, path }: HttpRequest, life: BotLife): void {
    if (life !== this.#life) this.#begin(life)
    const nowMs = this.#world.clock.monoMs()
    const isSettled = this.#isSettled
    if (isSettled && path.startsWith('/auth/')) this.#signedIn(path)
    const paced = method === 'GET' ? pacedOf(path) : undefined
    if (paced === undefined) return
    const [bare = path] = path.split('?')
    // the same question, with another token
    if (this.#refused.delete(bare)) return
    const before = this.#asked.get(bare)
    const isNextPage = /[?&]offset=[1-9]/.test(path)
    const decidedMs = Math.min(nowMs, this.#decidedMs)
    this.#asked.set(bare, { atMs: nowMs, decidedMs, isOpen: true })
    if (before === undefined || isNextPage) return
    const afterMs = Math.max(nowMs - before.atMs, decidedMs - before.decidedMs)
    if (before.isOpen && nowMs - before.atMs < ANSWER_MS - 10 && paced !== 'trades' && paced !== 'fee')
      this.#add(`${path} is asked for again after ${afterMs} ms, and there is no answer yet`)
    // what leaves as a sign-in is done has waited for it, and was decided on who knows how long before
    if (before.atMs === this.#signedInMs) return
    const { leastMs, calmLeastMs } = this.#paceOf(paced, path)
    if (afterMs < (isSettled ? calmLeastMs : leastMs)) this.#add(`${path} is asked for again after ${afterMs} ms`)
  }

  /** What is compared now and then is asked for about as often as the settings say. */
  #paceOf(paced: Paced, path: string): Pace {
    const { checkBestEverySec, compareBookEverySec } = this.#world.settings.feed
    if (paced === 'best-bids') return { ...PACES[paced], mostMs: checkBestEverySec * 1000 + 3000 }
    if (paced !== 'orderbook' || this.#isLookedAt(path)) return PACES[paced]
    const everyMs = compareBookEverySec * 1000
    return { ...PACES[paced], calmLeastMs: everyMs * SOONER, mostMs: everyMs + 5000 }
  }

  /** It is not followed: whether its book is as narrow as the choice wants it is asked with each look at the markets. */
  #isLookedAt(path: string): boolean {
    const id = /^\/markets\/([^/]+)/.exec(path)?.[1]
    const listed = this.#world.api.markets.all().find((one) => one.id === id)
    return listed !== undefined && !this.#followedMs.has(listed.conditionId)
  }

  /** It has heard so over its socket. */
  framed(name: string, payload: unknown, life: BotLife): void {
    if (name !== 'orderbook.snapshot' || life !== this.#life) return
    const { data } = bookFrame.safeParse(payload)
    if (data === undefined) return
    const nowMs = this.#world.clock.monoMs()
    const afterMs = nowMs - (this.#snapshotMs.get(data.conditionId) ?? Number.NEGATIVE_INFINITY)
    this.#snapshotMs.set(data.conditionId, nowMs)
    const silentMs = this.#world.settings.feed.staleAfterMs / 2
    if (this.#isSettled && afterMs < SILENT_SHARE * silentMs)
      this.#add(`the book of ${data.conditionId} is told again after ${afterMs} ms`)
  }

  answered({ method, path }: HttpRequest, result: HttpResult, life: BotLife): void {
    if (life !== this.#life) return
    if (path.startsWith('/auth/') && result.kind === 'response' && result.status < 300)
      this.#signedInMs = this.#world.clock.monoMs()
    const bare = path.split('?')[0] ?? path
    const asked = this.#asked.get(bare)
    if (method === 'GET' && asked !== undefined) asked.isOpen = false
    // a token that has ended is replaced, and the question is put once more
    if (method === 'GET' && result.kind === 'response' && result.status === 401) {
      this.#asked.delete(bare)
      this.#refused.add(bare)
    }
    if (!this.#isSettled || (result.kind === 'response' && result.status < 300)) return
    const what = result.kind === 'failed' ? result.reason : `${result.status} ${result.body.slice(0, 200)}`
    if (what.includes(FULL) && this.#world.scenario.setting.terms?.maxOpenOrders !== undefined) return
    if (!RACES.some((code) => what.toLowerCase().includes(code))) this.#add(`${method} ${path}: ${what}`)
  }

  /** Now and then. */
  look(): void {
    const { clock, life, isCalm } = this.#world
    const nowMs = clock.monoMs()
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const core = life?.bot?.core
    if (!isCalm || !life?.isWorking || core === undefined || core.standing.stoppedFor !== undefined) {
      this.#sinceMs = Number.POSITIVE_INFINITY
      return
    }
    this.#sinceMs = Math.min(this.#sinceMs, nowMs)
    if (!this.#isSettled) return
    this.#lasting.begin(nowMs)
    for (const order of core.beliefs.orders.living()) {
      const { phase, intentId } = order
      if (phase === 'open') continue
      const sinceMs = phase === 'cancelling' ? order.cancelSentMonoMs : order.sinceMonoMs
      const ageMs = life.clock.monoMs() - sinceMs
      // what was lost while something was disturbed may stay so
      if (phase === 'unknown' && ageMs > nowMs - this.#sinceMs - SETTLES_MS) continue
      this.#late(`${phase} ${intentId}`, WAITS_MS[phase], `the order of intent ${intentId} is ${phase} for ${ageMs} ms`)
    }
    const unsureMs = this.#world.scenario.setting.terms?.chosen === undefined ? CLOCK_MS : FEW_ANSWERS_CLOCK_MS
    if (core.beliefs.clockErrorMs > unsureMs)
      this.#late('clock', 3000, `its clock is unsure by ${core.beliefs.clockErrorMs} ms`)
    for (const { routeClass, blockedForMs } of core.budget.snapshot(life.clock.monoMs()))
      if (blockedForMs > 0) this.#late(routeClass, 2000, `${routeClass} waits for ${blockedForMs} ms more`)
    if (!this.#isScarce) this.#reads(nowMs, life)
  }

  #begin(life: BotLife): void {
    this.#life = life
    this.#asked.clear()
    this.#refused.clear()
    this.#followedMs.clear()
    this.#signedInMs = Number.NEGATIVE_INFINITY
    this.#sinceMs = Number.POSITIVE_INFINITY
  }

  #add(what: string): void {
    this.#violations.add('calm', what)
  }

  #late(key: string, mostMs: number, what: string): void {
    if (this.#lasting.seen(key) > mostMs) this.#add(what)
  }

  /** Who is signed in stays so: a sign-in is renewed when little of it is left. */
  #signedIn(path: string): void {
    const { clock, scenario } = this.#world
    const lifeMs = (scenario.setting.tokenSec ?? Number.POSITIVE_INFINITY) * 1000
    const heldMs = clock.monoMs() - this.#signedInMs
    if (!path.endsWith('/refresh') || heldMs < RENEWED_SHARE * lifeMs)
      this.#add(`${path}, and a sign-in of ${heldMs} ms ago holds for ${lifeMs} ms`)
  }

  get #isSettled(): boolean {
    return !this.#world.isEnding && this.#world.clock.monoMs() - this.#sinceMs >= SETTLES_MS
  }

  /** There are more markets than requests for them. */
  get #isScarce(): boolean {
    return this.#world.scenario.setting.tier === 'DEFAULT' || this.#world.open.length > FEW_MARKETS
  }

  #reads(nowMs: number, { bot, startedMs = nowMs }: BotLife): void {
    const { api, settings } = this.#world
    const { pollStaleAfterMs } = settings.feed
    const agoOf = (id: string, what: string, followedMs = startedMs) =>
      nowMs - Math.max(this.#asked.get(`/markets/${id}/${what}`)?.atMs ?? startedMs, followedMs)
    for (const listed of api.markets.all()) {
      const { conditionId, id } = listed
      if (api.exchange.market(conditionId)?.status !== 'OPEN' || !this.#isFollowed(conditionId, bot)) continue
      const isPolled = bot?.core.beliefs.feeds.trustsSocket(conditionId, nowMs) !== true
      for (const what of ['best-bids', 'orderbook'] as const) {
        if (isPolled && what === 'orderbook') continue
        const mostMs = isPolled
          ? POLLED_SHARE * pollStaleAfterMs
          : (this.#paceOf(what, `/markets/${id}/${what}`).mostMs ?? Number.POSITIVE_INFINITY)
        const agoMs = agoOf(id, what, this.#followedMs.get(conditionId))
        if (agoMs > mostMs) this.#late(`${what} ${id}`, 5000, `${what} of ${id} was asked for ${agoMs} ms ago`)
      }
      const agoMs = agoOf(id, 'fee', this.#followedMs.get(conditionId))
      if (agoMs > DOUBTED_MS && this.#isKeptBackByFee(conditionId, bot))
        this.#late(`fee ${id}`, 3000, `a fee keeps ${id} back that was asked for ${agoMs} ms ago`)
    }
  }

  #isKeptBackByFee(conditionId: ConditionId, bot: BotLife['bot']): boolean {
    const wanted = bot?.core.conclusions().cells.find((cell) => cell.conditionId === conditionId)?.wanted
    return wanted?.refused.some(({ reason }) => reason === 'fee-cap') === true
  }

  #isFollowed(conditionId: ConditionId, bot: BotLife['bot']): boolean {
    const { markets, dropped } = bot?.core.beliefs ?? {}
    return markets?.get(conditionId)?.status === 'OPEN' && dropped?.has(conditionId) === false
  }
}

function pacedOf(path: string): Paced | undefined {
  const [bare = ''] = path.split('?')
  if (bare === '/me/trades') return 'trades'
  if (bare === '/auth/nonce') return 'nonce'
  const what = /^\/markets\/[^/]+\/(best-bids|orderbook|fee)$/.exec(bare)?.[1]
  if (what === 'best-bids' || what === 'orderbook' || what === 'fee') return what
  return bare.startsWith('/orders/0x') ? 'order' : undefined
}
