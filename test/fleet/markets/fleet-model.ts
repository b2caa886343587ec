// A fleet in virtual time: bots that quote what they hold in a book of markets in a plain Redis, their watchdogs, and a venue that knows
// what of whom rests where.

import { ClaimedMarkets } from '../../../src/fleet/markets/claimed-markets.js'
import { leaveMarkets } from '../../../src/fleet/markets/look-at-markets.js'
import { markGone } from '../../../src/fleet/markets/mark-gone.js'
import type { MarketBook } from '../../../src/fleet/markets/market-book.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

export interface Lags {
  /** To Redis, and back. */
  readonly redisMs: number
  /** To the venue, and back. */
  readonly outMs: number
  readonly backMs: number
  /** Redis's answer to what was written does not arrive. */
  readonly isUnheard: boolean
}

interface Order {
  readonly market: string
  readonly expiresMs: number
  /** Until the venue has said that it does not rest. */
  isKnownGone: boolean
  restsFromMs: number
  restsUntilMs: number
}

export interface ModelBot {
  readonly name: string
  wants: readonly string[]
  readonly weight: number
  run: number
  cutUntilMs: number
  stoppedUntilMs: number
  isDead: boolean
  isLeaving: boolean
  hasWatchdog: boolean
  /** Its clocks beside the true time. */
  monoOffsetMs: number
  wallOffsetMs: number
  /** To the venue, instead of what the model draws. */
  readonly outMs?: number
  claims: ClaimedMarkets
  isAsking: boolean
  readonly orders: Order[]
}

export interface FleetTerms {
  readonly leaseMs: number
  /** Of an order. */
  readonly lifeMs: number
  readonly graceMs: number
}

const PLACE_MS = 700
const TRIES = 8
const COMMAND_MS = 2000
/** After the last sign of life: the watchdog has listed what arrived last. */
const GONE_MS = 13_000

export class FleetModel {
  readonly clock = new VirtualClock()
  readonly bots: ModelBot[] = []
  /** Every answer of Redis arrives. */
  isCalm = false
  readonly #terms: FleetTerms
  readonly #lags: readonly Lags[]
  #book: MarketBook | undefined
  #copy: MarketBook | undefined
  #redisRun = 1
  #redisDownUntilMs = 0
  #turn = 0
  #ids = 0

  constructor(terms: FleetTerms, lags: readonly Lags[]) {
    this.#terms = terms
    this.#lags = lags
  }

  get #lookMs(): number {
    return Math.min(1000, this.#terms.leaseMs / 12)
  }

  get now(): number {
    return this.clock.monoMs()
  }

  get book(): MarketBook | undefined {
    return this.#book
  }

  join(wants: readonly string[], more: Partial<ModelBot> = {}): ModelBot {
    const bot: ModelBot = {
      ...{ name: `bot-${this.bots.length}`, wants, weight: 1, run: 1, cutUntilMs: 0, stoppedUntilMs: 0 },
      ...{ isDead: false, isLeaving: false, hasWatchdog: false, monoOffsetMs: 0, wallOffsetMs: 0, isAsking: false },
      ...{ claims: new ClaimedMarkets(this.#terms.leaseMs), orders: [] },
      ...more,
    }
    this.bots.push(bot)
    this.#begin(bot)
    return bot
  }

  kill(bot: ModelBot): void {
    if (bot.isDead) return
    bot.isDead = true
    if (bot.hasWatchdog) this.#watch(bot)
  }

  /** The same bot again: it knows nothing, and finds the orders of its former run. */
  restart(bot: ModelBot): void {
    if (!bot.isDead) return
    Object.assign(bot, { isDead: false, isLeaving: false, isAsking: false, run: bot.run + 1, stoppedUntilMs: 0 })
    bot.claims = new ClaimedMarkets(this.#terms.leaseMs)
    this.#begin(bot)
  }

  /** Cancels all, and says so in the book. */
  leave(bot: ModelBot): void {
    if (bot.isDead || bot.isLeaving) return
    bot.isLeaving = true
    for (const order of bot.orders) this.#cancel(bot, order)
    const run = bot.run
    this.clock.after(5_000, () =>
      this.#whenUp(bot, run, () => {
        bot.isDead = true
        if (this.#book === undefined || this.#isAway(bot)) return
        this.#book = leaveMarkets(this.#book, { bot: bot.name, run, isClear: (market) => isClear(bot, market) })
      }),
    )
  }

  stop(bot: ModelBot, ms: number, sleeps: boolean): void {
    bot.stoppedUntilMs = this.now + ms
    if (sleeps) bot.monoOffsetMs -= ms
    if (bot.hasWatchdog) this.#watch(bot)
  }

  flush(): void {
    this.#book = undefined
  }

  copy(): void {
    this.#copy = this.#book
  }

  /** From the last copy, or empty. */
  restartRedis(downMs: number, from: 'copy' | 'nothing'): void {
    this.#redisRun++
    this.#redisDownUntilMs = this.now + downMs
    this.#book = from === 'copy' ? this.#copy : undefined
  }

  run(ms: number): void {
    this.clock.advance(ms)
  }

  holdersOf(market: string): readonly ModelBot[] {
    return this.bots.filter((bot) => !bot.isDead && this.#mayPlace(bot, market))
  }

  quotersOf(market: string): readonly string[] {
    const { now } = this
    const rests = (order: Order) => order.market === market && order.restsFromMs <= now && order.restsUntilMs > now
    return this.bots.filter(({ orders }) => orders.some(rests)).map(({ name }) => name)
  }

  /** Two bots whose quotes rested in one market at one moment. */
  clashes(): readonly string[] {
    const all = this.bots.flatMap((bot) => bot.orders.map((order) => ({ bot, ...order })))
    const found: string[] = []
    const markets = new Set(all.map(({ market }) => market))
    for (const market of markets) {
      const inOrder = all
        .filter((order) => order.market === market && order.restsUntilMs > order.restsFromMs)
        .sort((a, b) => a.restsFromMs - b.restsFromMs)
      let longest = inOrder[0]
      for (const order of inOrder) {
        if (longest === undefined) break
        if (order.bot !== longest.bot && order.restsFromMs < longest.restsUntilMs) {
          const from = (order.restsFromMs / 1000).toFixed(1)
          found.push(`${market}: ${longest.bot.name} and ${order.bot.name} from ${from} s`)
        }
        if (order.restsUntilMs > longest.restsUntilMs) longest = order
      }
    }
    return found
  }

  get #lag(): Lags {
    const lag = this.#lags[this.#turn++ % this.#lags.length]
    if (lag === undefined) throw new Error('no lag')
    return lag
  }

  #sight(bot: ModelBot) {
    return { monoMs: this.now + bot.monoOffsetMs, wallMs: this.now + bot.wallOffsetMs }
  }

  #begin(bot: ModelBot): void {
    const { run } = bot
    this.clock.after((this.bots.length * 37) % this.#lookMs, () => this.#look(bot, run))
    this.clock.after((this.bots.length * 53) % PLACE_MS, () => this.#quote(bot, run))
  }

  #isAway(bot: ModelBot): boolean {
    return bot.cutUntilMs > this.now || this.#redisDownUntilMs > this.now
  }

  #look(bot: ModelBot, run: number): void {
    if (bot.isDead || bot.run !== run) return
    this.clock.after(this.#lookMs, () => this.#whenUp(bot, run, () => this.#look(bot, run)))
    if (bot.isAsking || bot.isLeaving) return
    bot.isAsking = true
    this.#ask(bot, run, { asked: this.#sight(bot), tries: TRIES })
  }

  #ask(bot: ModelBot, run: number, of: { asked: { monoMs: number; wallMs: number }; tries: number }): void {
    const { redisMs, isUnheard } = this.#lag
    const { claims } = bot
    const failed = () =>
      this.clock.after(COMMAND_MS, () =>
        this.#whenUp(bot, run, () => {
          claims.failed()
          bot.isAsking = false
        }),
      )
    this.clock.after(redisMs, () => {
      if (this.#isAway(bot)) return failed()
      const [found, redisRun] = [this.#book, `redis-${this.#redisRun}`]
      this.clock.after(redisMs, () =>
        this.#whenUp(bot, run, () => {
          const shown = {
            ...{ bot: bot.name, label: bot.name, weight: bot.weight, run, wants: bot.wants, holdings: [] },
            restMs: this.#terms.lifeMs + this.#terms.graceMs,
            isClear: (market: string) => isClear(bot, market),
          }
          const seen = claims.look({ book: found, redisRun, newId: `book-${this.#ids++}` }, shown, this.#sight(bot))
          this.clock.after(redisMs, () => {
            if (this.#isAway(bot)) return failed()
            if (this.#book !== found) {
              if (of.tries <= 1) return failed()
              this.#whenUp(bot, run, () => this.#ask(bot, run, { ...of, tries: of.tries - 1 }))
              return
            }
            // what was written by one that dies now is written
            this.#book = seen.book
            if (isUnheard && !this.isCalm) return failed()
            this.clock.after(redisMs, () => {
              if (this.#isAway(bot)) return failed()
              this.#whenUp(bot, run, () => {
                claims.heard(seen, shown.restMs, of.asked)
                bot.isAsking = false
              })
            })
          })
        }),
      )
    })
  }

  #mayPlace(bot: ModelBot, market: string): boolean {
    const { claims } = bot
    const restMs = this.#terms.lifeMs + this.#terms.graceMs
    return !bot.isLeaving && claims.held.has(market) && claims.mayAct(this.#sight(bot), restMs)
  }

  /** Renews what it may quote, and cancels what it may not. */
  #quote(bot: ModelBot, run: number): void {
    if (bot.isDead || bot.run !== run) return
    this.clock.after(PLACE_MS, () => this.#whenUp(bot, run, () => this.#quote(bot, run)))
    const { now } = this
    for (const order of bot.orders) {
      if (now >= order.expiresMs + this.#terms.graceMs) order.isKnownGone = true
      if (!order.isKnownGone && !this.#mayPlace(bot, order.market)) this.#cancel(bot, order)
    }
    for (const market of bot.wants) {
      const living = bot.orders.filter((order) => order.market === market && !order.isKnownGone)
      if (this.#mayPlace(bot, market) && !living.some((order) => order.expiresMs - now > this.#terms.lifeMs / 2))
        this.#place(bot, market)
    }
  }

  #place(bot: ModelBot, market: string): void {
    const expiresMs = this.now + this.#terms.lifeMs
    const order: Order = { market, expiresMs, isKnownGone: false, restsFromMs: 0, restsUntilMs: 0 }
    bot.orders.push(order)
    this.clock.after(bot.outMs ?? this.#lag.outMs, () => {
      if (this.now >= expiresMs) return
      Object.assign(order, { restsFromMs: this.now, restsUntilMs: expiresMs })
    })
  }

  /** One that overtakes its order finds nothing: the bot hears so, and asks again. */
  #cancel(bot: ModelBot, order: Order): void {
    const { run } = bot
    const { outMs, backMs } = this.#lag
    this.clock.after(bot.outMs ?? outMs, () => {
      if (order.restsUntilMs === 0) return
      order.restsUntilMs = Math.min(order.restsUntilMs, this.now)
      this.clock.after(backMs, () =>
        this.#whenUp(bot, run, () => {
          order.isKnownGone = true
        }),
      )
    })
  }

  /** Cancels for a bot that shows no sign of life, and says that it is gone where it has not looked since. */
  #watch(bot: ModelBot): void {
    const { run, orders } = bot
    const isSilent = () => bot.run === run && (bot.isDead || bot.stoppedUntilMs > this.now)
    this.clock.after(GONE_MS, () => {
      if (!isSilent() || this.#isAway(bot)) return
      const before = this.#book?.bots[bot.name]
      const id = this.#book?.id
      for (const order of orders) order.restsUntilMs = Math.min(order.restsUntilMs, this.now)
      this.clock.after(500, () => {
        const book = this.#book
        if (!isSilent() || this.#isAway(bot) || before === undefined || book === undefined || id !== book.id) return
        this.#book = markGone(book, bot.name, before)
      })
    })
  }

  #whenUp(bot: ModelBot, run: number, then: () => void): void {
    if (bot.isDead || bot.run !== run) return
    if (bot.stoppedUntilMs <= this.now) then()
    else this.clock.after(bot.stoppedUntilMs - this.now, () => this.#whenUp(bot, run, then))
  }
}

const isClear = (bot: ModelBot, market: string) =>
  bot.orders.every((order) => order.market !== market || order.isKnownGone)
