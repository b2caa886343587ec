// The budget of one route class: both windows, what others use of them, and silence after a 429.
//
//   free(window)   = limit - used by others - used by us - reserve (routine requests only)
//   used by others = (limit - remaining) - the most of ours that the venue can have counted by then (bounds: `budget-window.ts`)
//
// A request that was given up without an answer may lie before a venue that stands still, which counts it when it goes on: it stays in use until
// something is answered again, or a socket is back (`unheard-requests.ts`).
// A 429 silences the class for as long as it says, within bounds (`blocks.ts`); failures one after the other, longer each time (`back-off.ts`).

import type {
  FormerUse,
  KeyPart,
  Permit,
  Priority,
  RouteClassName,
  StockOrder,
  Told,
  WindowLimits,
  WindowName,
} from '../../domain/permit.js'
import type { Random } from '../../domain/random.js'
import type { BudgetSnapshot } from '../../domain/run/snapshot.js'
import { BackOff, HURRIED_PAUSE_MS, LONGEST_PAUSE_MS, type Trouble, troubleOf } from './back-off.js'
import { Blocks } from './blocks.js'
import { BudgetWindow } from './budget-window.js'
import type { Need } from './need.js'
import { takePart, type Windows } from './own-use.js'
import { StockBook } from './stock-book.js'
import { roomUnderWay } from './under-way.js'
import { LOST_MARGIN_MS, UnheardRequests } from './unheard-requests.js'

/** Both limits, and how they are to be taken. */
export interface GivenLimits extends WindowLimits {
  /** One request alone until the first answer has shown what is left. */
  readonly learnFirst?: boolean
  /** Permits are drawn from a second keeper before they can be taken; none is drawn yet. */
  readonly stocked?: boolean
  /** What the process before this one has used. */
  readonly former?: FormerUse
}

const WINDOW_MS: Readonly<Record<WindowName, number>> = { short: 1_000, medium: 60_000 }
const WINDOWS: readonly WindowName[] = ['short', 'medium']
/** Clock drift over a window: 1 ms in a second, 60 ms in a minute, is far above what clocks do; scheduling noise is on top. */
const MARGIN_MS: Readonly<Record<WindowName, number>> = { short: 10, medium: 60 }
/** How soon to look again while requests are unheard. */
const UNHEARD_LOOK_MS = 1000
/** How soon to ask again when only an answer or a drawing, which are events of their own, can free a permit. */
const EVENT_WAIT_MS = 50
/** A permit that nobody has told of for so long is lost, with whoever was to: far longer than a request may take. */
const PERMIT_LIFE_MS = 10_000

interface TakenPermit {
  /** How many of ours each window counted then, this one included. */
  readonly usedAtTake: Readonly<Record<WindowName, number>>
  readonly partAtTake: Readonly<Record<WindowName, number>>
  readonly serial: number
  readonly takenMonoMs: number
  readonly untilMonoMs: number
}

export class ClassBudget {
  readonly #routeClass: RouteClassName
  readonly #windows: Windows = {
    short: new BudgetWindow(WINDOW_MS.short, MARGIN_MS.short),
    medium: new BudgetWindow(WINDOW_MS.medium, MARGIN_MS.medium),
  }
  /** Permits that nobody has told of yet, in the order of their taking. */
  readonly #taken = new Map<number, TakenPermit>()
  readonly #stock: StockBook
  readonly #unheard = new UnheardRequests()
  #serial = 0
  #mustLearn = false
  readonly #blocks: Blocks
  readonly #backOff: BackOff

  constructor(routeClass: RouteClassName, random: Random) {
    this.#routeClass = routeClass
    this.#backOff = new BackOff(random, { longestMs: LONGEST_PAUSE_MS[routeClass] })
    this.#blocks = new Blocks(routeClass)
    this.#stock = new StockBook(routeClass)
  }

  give({ learnFirst = false, stocked = false, former, ...limits }: GivenLimits, nowMonoMs: number): void {
    this.#windows.short.limit = limits.perSecond
    this.#windows.medium.limit = limits.perMinute
    this.#mustLearn = learnFirst
    if (former !== undefined) this.#windows.medium.takeFormer(former, nowMonoMs)
    if (stocked) this.#stock.open(limits)
  }

  /** So many bots share the key. */
  share(bots: number, part: KeyPart | undefined): void {
    takePart(this.#windows, this.#routeClass, { bots, part })
  }

  /** For whoever divides the key, or begins with it next. */
  use<T>(of: (windows: Windows, nowMonoMs: number) => T, nowMonoMs: number): T {
    this.#expire(nowMonoMs)
    return of(this.#windows, nowMonoMs)
  }

  /** Chance for the pauses after failures, from now on. */
  seed(random: Random): void {
    this.#backOff.seed(random)
  }

  /** Requests that fail, and have not been answered since; `undefined` while all is well. */
  get trouble(): Trouble | undefined {
    const { trouble } = this.#backOff
    return trouble && { ...trouble, untilMonoMs: this.#silentUntilMonoMs() }
  }

  /** Somebody waits for the end: pauses after failures are short from now on. */
  hurry(): void {
    this.#backOff.hurry(HURRIED_PAUSE_MS)
  }

  drawn(count: number): void {
    this.#stock.drawn(count)
  }

  /** As many of `requests` as may be sent now. */
  take(requests: number, nowMonoMs: number, priority: Priority): Permit[] {
    const count = Math.min(requests, this.available(nowMonoMs, { priority }))
    return Array.from({ length: count }, () => this.#takeOne(nowMonoMs))
  }

  /** Returns whether the class is answered again after it was not. */
  answered({ serial }: Permit, nowMonoMs: number, told: Told | undefined): boolean {
    this.#expire(nowMonoMs)
    const taken = this.#taken.get(serial)
    if (taken && told === undefined) this.#giveUp(serial, nowMonoMs)
    else if (taken) this.#settle(serial, nowMonoMs, 0)
    const trouble = troubleOf(told)
    if (trouble !== undefined) this.#backOff.failed(trouble, { serial, newest: this.#serial }, nowMonoMs)
    else this.#blocks.answered()
    const isBack = trouble === undefined && this.#backOff.answered()
    if (told === undefined || told.unsent) return false
    this.#mustLearn = false
    this.#learn(serial, taken, { told, nowMonoMs })
    const { block } = told
    if (block?.window) this.#windows[block.window].halve()
    // what is cut short is tried again by one request first
    if (block && this.#blocks.begin(block, { serial, newest: this.#serial }, nowMonoMs)) this.#mustLearn = true
    return isBack
  }

  /** The venue answers, whatever class was asked: what lay before it is counted by now, or soon. */
  heard(nowMonoMs: number): void {
    for (const lateMs of this.#unheard.takeAll(nowMonoMs)) this.#spend(nowMonoMs, lateMs)
  }

  /** Another class is answered again. */
  hope(nowMonoMs: number): void {
    this.#backOff.hope(nowMonoMs)
  }

  unused({ serial }: Permit): void {
    if (!this.#taken.delete(serial)) return
    for (const name of WINDOWS) this.#windows[name].count.giveBack()
    this.#stock.drawn(1)
  }

  /** Requests that may be sent now; 0 while blocked. */
  available(nowMonoMs: number, need: Need): number {
    this.#expire(nowMonoMs)
    if (this.#silentUntilMonoMs(need.priority) > nowMonoMs) return 0
    const alone = this.#taken.size > 0 ? 0 : 1
    // the emergency waits for no answer to others, which may be lost
    const isAlone = (this.#mustLearn || this.#backOff.isProbing) && need.priority !== 'emergency'
    const most = isAlone ? alone : Number.POSITIVE_INFINITY
    const { short, medium } = this.#windows
    const free = Math.min(
      short.free(nowMonoMs, ofWindow(need, 'short')),
      medium.free(nowMonoMs, ofWindow(need, 'medium')),
    )
    return Math.max(0, Math.min(most, this.#stock.available, free, this.#roomUnderWay(need)))
  }

  /** Earliest time at which asking again makes sense; now when the need can be met now, never while no answer can change it. */
  nextMonoMs(nowMonoMs: number, need: Need): number {
    const { requests = 1 } = need
    if (this.available(nowMonoMs, need) >= requests) return nowMonoMs
    const silentUntilMonoMs = this.#silentUntilMonoMs(need.priority)
    if (silentUntilMonoMs > nowMonoMs) return silentUntilMonoMs
    const freeAt = WINDOWS.map((name) => this.#windows[name].freeAt(nowMonoMs, requests, ofWindow(need, name)))
    // an answer is an event; before it the oldest of the unheard is given up now and then
    const eventMs = this.#unheard.count > 0 ? UNHEARD_LOOK_MS : EVENT_WAIT_MS
    const byWindows = Math.max(...freeAt.map((at) => at ?? nowMonoMs + eventMs))
    return byWindows > nowMonoMs ? byWindows : nowMonoMs + EVENT_WAIT_MS
  }

  /** Limits in force, the use of others taken off; zero before they are known. */
  get limits(): WindowLimits {
    return { perSecond: this.#windows.short.open, perMinute: this.#windows.medium.open }
  }

  /** That of the minute alone. */
  get perMinute(): number {
    return this.#windows.medium.open
  }

  /** What the keeper of the stock is to be told since the last call. */
  takeOrders(nowMonoMs: number): readonly StockOrder[] {
    if (!this.#stock.isOpen) return []
    this.#expire(nowMonoMs)
    const { short, medium } = this.#windows
    return this.#stock.takeOrders({ perSecond: short.keptAt(nowMonoMs), perMinute: medium.keptAt(nowMonoMs) })
  }

  /** Changes nothing: it is looked at from outside, at any time. What others use of the limits counts as used. */
  snapshot(nowMonoMs: number): BudgetSnapshot {
    const { short, medium } = this.#windows
    return {
      routeClass: this.#routeClass,
      ...{ perSecond: short.partAt(nowMonoMs), perMinute: medium.partAt(nowMonoMs) },
      leftInMinute: Math.max(0, medium.open - medium.usedOfPart(nowMonoMs)),
      blockedForMs: Math.max(0, this.#silentUntilMonoMs() - nowMonoMs),
    }
  }

  #silentUntilMonoMs(priority?: Priority): number {
    return Math.max(this.#blocks.untilMonoMs(priority), this.#backOff.untilMonoMs)
  }

  #takeOne(nowMonoMs: number): Permit {
    const serial = ++this.#serial
    const untilMonoMs = nowMonoMs + PERMIT_LIFE_MS
    this.#stock.take()
    const { short, medium } = this.#windows
    for (const { count } of [short, medium]) count.take()
    const usedAtTake = { short: short.count.used(nowMonoMs), medium: medium.count.used(nowMonoMs) }
    const partAtTake = { short: short.partAtTake(nowMonoMs), medium: medium.partAtTake(nowMonoMs) }
    this.#taken.set(serial, { usedAtTake, partAtTake, untilMonoMs, serial, takenMonoMs: nowMonoMs })
    return { routeClass: this.#routeClass, serial, untilMonoMs }
  }

  #roomUnderWay(need: Need): number {
    const [taken, unheard, perSecond] = [this.#taken.size, this.#unheard.count, this.#windows.short.open]
    return roomUnderWay(this.#routeClass, need, { taken, unheard, perSecond })
  }

  #settle(serial: number, atMonoMs: number, lateMs: number): void {
    this.#taken.delete(serial)
    this.#spend(atMonoMs, lateMs)
  }

  /** No answer came: nobody knows whether the venue has counted it. */
  #giveUp(serial: number, nowMonoMs: number): void {
    this.#taken.delete(serial)
    this.#unheard.add(nowMonoMs)
  }

  #spend(atMonoMs: number, lateMs: number): void {
    const { short, medium } = this.#windows
    for (const { count } of [short, medium]) count.settle(atMonoMs + lateMs)
    this.#stock.spent({ shortMs: short.count.holdMs + lateMs, mediumMs: medium.count.holdMs + lateMs })
  }

  #expire(nowMonoMs: number): void {
    for (let at = this.#unheard.takeOldest(nowMonoMs); at !== undefined; at = this.#unheard.takeOldest(nowMonoMs))
      this.#spend(at, 0)
    if (this.#taken.size === 0) return
    for (const [serial, { untilMonoMs }] of this.#taken) {
      if (untilMonoMs > nowMonoMs) break
      // by its own time, not by that of the look: a look from elsewhere must not move it
      this.#settle(serial, untilMonoMs, LOST_MARGIN_MS)
    }
  }

  #learn(serial: number, taken: TakenPermit | undefined, heard: { told: Told; nowMonoMs: number }): void {
    const { told, nowMonoMs } = heard
    const newer = this.#serial - serial
    for (const name of WINDOWS) {
      const window = this.#windows[name]
      const tells = told[name]
      // unknown when the permit was lost meanwhile
      const ours = taken && { most: taken.usedAtTake[name] + newer, part: taken.partAtTake[name], at: taken }
      window.learn(tells ?? {}, nowMonoMs, ours)
    }
  }
}

/** Reserves beyond the usual one are kept of the minute. */
function ofWindow({ priority = 'routine', reserve = 0 }: Need, name: WindowName) {
  return { priority, reserve: name === 'medium' ? reserve : 0 }
}
