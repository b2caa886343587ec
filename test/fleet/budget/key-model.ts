// Bots on one key in virtual time: each with the budget of its core, a book of parts in a plain Redis, and a venue that counts arrivals.

import type { Permit, WindowLimits } from '../../../src/domain/permit.js'
import type { Budget } from '../../../src/execution/budget/budget.js'
import { OwnPart } from '../../../src/fleet/budget/own-part.js'
import { leave as left, lookAt, type PartBook } from '../../../src/fleet/budget/part-book.js'
import { all, budgetOf } from '../../execution/budget/builders.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const LOOK_MS = 1000
const TRIES = 8
const NEVER = Number.POSITIVE_INFINITY

export interface Lags {
  /** To Redis, back from it and on to the core. */
  readonly redisMs: number
  readonly coreMs: number
  /** To the venue and back. */
  readonly outMs: number
  readonly backMs: number
  readonly isLost: boolean
}

export interface ModelBot {
  /** Requests a second that it wishes to send. */
  wish: number
  /** Redis cannot be reached until then. */
  cutUntilMs: number
  /** It does nothing until then, as one that is stopped. */
  stoppedUntilMs: number
  isDead: boolean
  isAsking: boolean
  readonly budget: Budget
  readonly part: OwnPart
}

export class KeyModel {
  readonly clock = new VirtualClock()
  /** Whether the venue's answers tell what is left: then bots would find much out by themselves. */
  tells = true
  /** Whether bots see which processes of others are not there any more. */
  isOneMachine = false
  readonly bots: ModelBot[] = []
  /** At the venue, in order. */
  readonly arrivals: number[] = []
  readonly limits: WindowLimits
  /** What bots take the limits for until the venue has told them. */
  guess: WindowLimits
  #book: PartBook | undefined
  #copy: PartBook | undefined
  #redisOffsetMs = 1_000_000
  readonly #lags: readonly Lags[]
  #turn = 0
  #ids = 0

  constructor(limits: WindowLimits, lags: readonly Lags[]) {
    this.limits = limits
    this.guess = limits
    this.#lags = lags
  }

  join(wish: number): ModelBot {
    const budget = budgetOf(all(this.guess))
    const part = new OwnPart(`bot-${this.bots.length}`)
    const bot = { ...{ wish, budget, part }, cutUntilMs: 0, stoppedUntilMs: 0, isDead: false, isAsking: false }
    // nothing is sent before the first look
    const none = all({ perSecond: 0, perMinute: 0 })
    budget.hear(
      { kind: 'budget-shared', bots: 1, part: { limits: none, untilMonoMs: NEVER, afterwards: none } },
      this.now,
    )
    this.bots.push(bot)
    this.clock.after(this.bots.length * 37, () => this.#look(bot))
    this.#send(bot)
    return bot
  }

  leave(bot: ModelBot): void {
    bot.isDead = true
    if (this.#book === undefined || bot.cutUntilMs > this.now) return
    this.#book = left(this.#book, { name: bot.part.name, use: bot.budget.uses(this.now), nowMs: this.#redisMs })
  }

  flush(): void {
    this.#book = undefined
  }

  /** What a snapshot on disk would hold. */
  copy(): void {
    this.#copy = this.#book
  }

  startFromCopy(): void {
    this.#book = this.#copy
  }

  moveRedisClock(byMs: number): void {
    this.#redisOffsetMs += byMs
  }

  run(ms: number): void {
    this.clock.advance(ms)
  }

  get now(): number {
    return this.clock.monoMs()
  }

  mostIn(windowMs: number): number {
    const sorted = [...this.arrivals].sort((a, b) => a - b)
    let [most, from] = [0, 0]
    sorted.forEach((at, i) => {
      while ((sorted[from] ?? 0) <= at - windowMs) from++
      most = Math.max(most, i - from + 1)
    })
    return most
  }

  get #redisMs(): number {
    return this.now + this.#redisOffsetMs
  }

  get #lag(): Lags {
    const lag = this.#lags[this.#turn++ % this.#lags.length]
    if (lag === undefined) throw new Error('no lag')
    return lag
  }

  #isUp(bot: ModelBot): boolean {
    return !bot.isDead && bot.stoppedUntilMs <= this.now
  }

  /** Reads, and writes unless somebody else has; the answer may be lost where Redis is cut off meanwhile. */
  #look(bot: ModelBot): void {
    if (bot.isDead) return
    this.clock.after(LOOK_MS, () => this.#whenUp(bot, () => this.#look(bot)))
    this.#ask(bot, TRIES)
  }

  #ask(bot: ModelBot, tries: number): void {
    if (!this.#isUp(bot) || bot.cutUntilMs > this.now || bot.isAsking) return
    const { redisMs, coreMs } = this.#lag
    const askedMs = this.now
    const use = bot.budget.uses(askedMs)
    bot.isAsking = true
    const gaveUp = () => {
      bot.isAsking = false
    }
    this.clock.after(redisMs, () => {
      const found = this.#book
      const nowMs = this.#redisMs
      this.clock.after(redisMs, () =>
        this.#whenUp(bot, () => {
          const look = bot.part.look(use, this.now)
          const isGone = (name: string) => this.isOneMachine && this.bots.some((b) => b.isDead && b.part.name === name)
          const mark = { process: bot.part.name, isGone }
          const seen = lookAt(found, { ...look, ...mark, nowMs, newId: `book-${this.#ids++}` })
          this.clock.after(redisMs, () => {
            if (this.#book !== found) {
              gaveUp()
              if (tries > 1) this.#whenUp(bot, () => this.#ask(bot, tries - 1))
              return
            }
            // what was written by one that dies now is written
            this.#book = seen.book
            if (bot.cutUntilMs > this.now) return gaveUp()
            this.clock.after(redisMs, () =>
              this.#whenUp(bot, () => {
                gaveUp()
                const part = bot.part.heard(seen, askedMs)
                if (part === undefined) return
                const tell = () => bot.budget.hear({ kind: 'budget-shared', bots: seen.bots, part }, this.now)
                this.clock.after(coreMs, () => this.#whenUp(bot, tell))
              }),
            )
          })
        }),
      )
    })
  }

  #whenUp(bot: ModelBot, then: () => void): void {
    if (bot.isDead) return
    if (this.#isUp(bot)) then()
    else this.clock.after(bot.stoppedUntilMs - this.now, () => this.#whenUp(bot, then))
  }

  #send(bot: ModelBot): void {
    if (bot.isDead) return
    const pauseMs = 100 + (this.#turn % 7) * 20
    this.clock.after(pauseMs, () => this.#whenUp(bot, () => this.#send(bot)))
    const wanted = Math.round(bot.wish * (pauseMs / 1000) + ((this.#turn * 7) % 10) / 10 - 0.5)
    for (const permit of bot.budget.take('write', Math.max(0, wanted), this.now)) this.#request(bot, permit)
  }

  #request(bot: ModelBot, permit: Permit): void {
    const { outMs, backMs, isLost } = this.#lag
    this.clock.after(outMs, () => {
      this.arrivals.push(this.now)
      const told = this.tells ? { short: this.#told(1_000), medium: this.#told(60_000) } : {}
      if (isLost) return
      this.clock.after(backMs, () =>
        this.#whenUp(bot, () => bot.budget.hear({ kind: 'answered', permit, told }, this.now)),
      )
    })
  }

  #told(windowMs: number) {
    const limit = windowMs === 1_000 ? this.limits.perSecond : this.limits.perMinute
    let used = 0
    for (let i = this.arrivals.length - 1; i >= 0 && (this.arrivals[i] ?? 0) > this.now - windowMs; i--) used++
    return { limit, remaining: Math.max(0, limit - used) }
  }
}
