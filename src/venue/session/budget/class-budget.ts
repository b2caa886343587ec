// The budget of one route class: both windows, what others use of them, and silence after a 429.
//
//   used by others = (limit - remaining) - the most of ours that the venue can have counted by then
//
// A block ends `Retry-After` later plus a margin. Without a hint the silence starts at one second and doubles up to a minute.

import type { RouteClass, WindowLimits } from '../../wire/profile.js'
import { createForeignUse, type ForeignUse } from './foreign-use.js'
import type { Availability, Permit, PermitStock, Priority } from './permit.js'
import { type Headers, retryAfter, WINDOW_MS, WINDOWS, type WindowName, windowHeaders } from './rate-headers.js'
import { createWindowCount, type WindowCount } from './window-count.js'

export interface ClassBudget {
  tryTake(now: number, priority: Priority): Permit | undefined
  settle(permit: Permit, now: number, headers?: Headers): void
  block(headers: Headers, now: number): void
  availability(now: number, priority: Priority): Availability
  nextFreeMs(now: number, priority: Priority): number
  limits(): WindowLimits
}

export interface ClassBudgetOptions {
  readonly cls: RouteClass
  readonly limits: WindowLimits
  readonly reserve: number
  readonly learnFirst: boolean
  readonly stock: PermitStock | undefined
  readonly changed: (limits: WindowLimits, blockedUntilMs: number | undefined) => void
}

/** Clock drift over a window: 1 ms in a second, 60 ms in a minute, is far above what clocks do; scheduling noise is on top. */
const MARGIN_MS: Readonly<Record<WindowName, number>> = { short: 10, medium: 60 }
const BLOCK_MARGIN_MS = 50
/** A request given up at its deadline may reach the venue this much later. */
const LOST_MARGIN_MS = 2_000
/** How soon to ask again when only a permit's drawing is awaited. */
const STOCK_WAIT_MS = 10
/** How soon to ask again when only an answer can free a permit. */
const ANSWER_WAIT_MS = 50

interface Window {
  readonly count: WindowCount
  limit: number
  /** Whether the venue has told the limit. */
  learned: boolean
  readonly foreign: ForeignUse
  /** What `foreign` was when it was last told. */
  foreignTold: number
}

class TwoWindowBudget implements ClassBudget {
  private readonly options: ClassBudgetOptions
  private readonly windows: Readonly<Record<WindowName, Window>>
  private serial = 0
  private inFlight = 0
  /** Whether an answer of this class has shown what is left. */
  private answered: boolean
  private blockedUntil: number | undefined
  private silence: number = WINDOW_MS.short

  constructor(options: ClassBudgetOptions) {
    this.options = options
    this.answered = !options.learnFirst
    const window = (name: WindowName, limit: number): Window => ({
      count: createWindowCount(WINDOW_MS[name], MARGIN_MS[name]),
      limit,
      learned: false,
      foreign: createForeignUse(),
      foreignTold: 0,
    })
    this.windows = {
      short: window('short', options.limits.perSecond),
      medium: window('medium', options.limits.perMinute),
    }
  }

  tryTake(now: number, priority: Priority): Permit | undefined {
    const { short, medium } = this.availability(now, priority)
    if (short < 1 || medium < 1) return undefined
    this.options.stock?.take(this.options.cls)
    for (const name of WINDOWS) this.windows[name].count.take()
    this.inFlight++
    this.serial++
    const usedAtTake = { short: this.windows.short.count.used(now), medium: this.windows.medium.count.used(now) }
    return { cls: this.options.cls, usedAtTake, serial: this.serial }
  }

  settle(permit: Permit, now: number, headers?: Headers): void {
    const late = headers ? 0 : LOST_MARGIN_MS
    for (const name of WINDOWS) this.windows[name].count.settle(now + late)
    this.inFlight--
    const { short, medium } = this.windows
    const holds = { shortMs: short.count.holdMs + late, mediumMs: medium.count.holdMs + late }
    this.options.stock?.settled(this.options.cls, holds)
    if (headers) this.learn(permit, now, headers)
  }

  block(headers: Headers, now: number): void {
    const told = retryAfter(headers)
    const wait = told?.waitMs ?? this.silence
    if (!told) this.silence = Math.min(this.silence * 2, WINDOW_MS.medium)
    const window = told?.window ? this.windows[told.window] : undefined
    // a venue that publishes no limits teaches them by refusing
    if (window && !window.learned) window.limit = Math.max(1, Math.floor(window.limit / 2))
    this.blockedUntil = Math.max(this.blockedUntil ?? 0, now + wait + BLOCK_MARGIN_MS)
    this.tell()
  }

  availability(now: number, priority: Priority): Availability {
    if (this.blockedUntil !== undefined && now < this.blockedUntil) {
      return { short: 0, medium: 0, blockedUntilMs: this.blockedUntil }
    }
    if (this.blockedUntil !== undefined) {
      this.blockedUntil = undefined
      this.tell()
    }
    if (!this.answered && this.inFlight > 0) return { short: 0, medium: 0 }
    const stock = this.options.stock?.available(this.options.cls) ?? Number.POSITIVE_INFINITY
    const free = (name: WindowName) => Math.max(0, Math.min(stock, this.free(name, now, priority)))
    return { short: free('short'), medium: free('medium') }
  }

  nextFreeMs(now: number, priority: Priority): number {
    if (this.blockedUntil !== undefined && now < this.blockedUntil) return this.blockedUntil
    let at = now
    for (const name of WINDOWS) {
      const missing = 1 - this.free(name, now, priority)
      const window = this.windows[name]
      const freeAt = window.count.freeAt(now, missing) ?? window.foreign.endsMonoMs
      at = Math.max(at, freeAt ?? now + ANSWER_WAIT_MS)
    }
    const waits = this.availability(now, priority)
    return at > now || (waits.short > 0 && waits.medium > 0) ? at : now + STOCK_WAIT_MS
  }

  limits(): WindowLimits {
    const { short, medium } = this.windows
    return {
      perSecond: Math.max(1, short.limit - short.foreignTold),
      perMinute: Math.max(1, medium.limit - medium.foreignTold),
    }
  }

  private free(name: WindowName, now: number, priority: Priority): number {
    const window = this.windows[name]
    if (this.retell(window, now)) this.tell()
    const open = window.limit - window.foreignTold
    // a reserve that left nothing for routine work would stop it for ever
    const kept = priority === 'routine' ? Math.min(Math.ceil(open * this.options.reserve), open - 1) : 0
    return open - Math.max(0, kept) - window.count.used(now)
  }

  private retell(window: Window, now: number): boolean {
    const foreign = window.foreign.at(now)
    const changed = foreign !== window.foreignTold
    window.foreignTold = foreign
    return changed
  }

  private learn(permit: Permit, now: number, headers: Headers): void {
    this.answered = true
    let changed = false
    for (const name of WINDOWS) {
      const told = windowHeaders(headers, name)
      const window = this.windows[name]
      if (told.limit !== undefined) {
        changed ||= told.limit !== window.limit
        window.limit = told.limit
        window.learned = true
        this.silence = WINDOW_MS.short
      }
      if (told.remaining === undefined || !window.learned) continue
      const mostOfOurs = permit.usedAtTake[name] + this.serial - permit.serial
      window.foreign.note(window.limit - told.remaining - mostOfOurs, now + window.count.holdMs)
      changed = this.retell(window, now) || changed
    }
    if (changed) this.tell()
  }

  private tell(): void {
    this.options.stock?.resize(this.options.cls, this.limits())
    this.options.changed(this.limits(), this.blockedUntil)
  }
}

export function createClassBudget(options: ClassBudgetOptions): ClassBudget {
  return new TwoWindowBudget(options)
}
