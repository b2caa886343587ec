// Once all is calm, what the bot takes for so of the world around it: the time, its sign-in, the markets, their whole books, their values.
// And at any time the venue's clock is within the bounds that the bot has for it, where that clock is never wrong.

import type { Bot } from '../../../../src/bot/bot.js'
import type { Level } from '../../../../src/domain/market/book.js'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { LivingOrder } from '../../../../src/domain/orders/own-order.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { BotSnapshot } from '../../../../src/domain/run/snapshot.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import type { Scenario } from '../scenario.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import { keepsFormerGrid } from './listed.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 1000
/** A sign-in is renewed, markets are listed, a socket is up again: from the start of the bot, and of the calm. */
const SETTLES_MS = 20_000
/** Nothing of the market's book is on its way, and what of ours ended is out of it. */
const QUIET_MS = 1000
/** Looks in a row at which a book is another than the venue's. */
const MOST_WRONG = 2
const WRONG_FOR_MS = 8000
/** Markets are listed anew so often: where nobody tells of an end, that does. */
const LISTED_EVERY_MS = 15_000
/** Whole books are compared that often, milliseconds: the default. */
const COMPARED_MS = 60_000
/** The value follows the book's middle. */
const FOLLOWS_MS = 20_000
const FAIR_OFF = 0.025
/** Beyond the error that the clock itself tells. */
const CLOCK_SLACK_MS = 250
/** Of floats. */
const TINY_MS = 1e-3

interface Middle {
  readonly atMs: number
  readonly p: number
}

export interface FactsParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
}

export class Facts {
  readonly #parts: FactsParts
  readonly #movedMs = new Map<ConditionId, number>()
  readonly #middles = new Map<ConditionId, Middle[]>()
  readonly #wrongBooks = new Map<ConditionId, number>()
  readonly #wrongSince = new Map<string, number>()
  readonly #fairWrongForMs: number
  readonly #statusWrongForMs: number
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(parts: FactsParts) {
    this.#parts = parts
    this.#statusWrongForMs = WRONG_FOR_MS + (parts.world.scenario.setting.socket ? 0 : LISTED_EVERY_MS)
    this.#fairWrongForMs = (losesBooksUnseen(parts.world.scenario) ? COMPARED_MS : 0) + WRONG_FOR_MS
  }

  /** A level of the market's book has changed. */
  moved(conditionId: ConditionId): void {
    this.#movedMs.set(conditionId, this.#parts.world.clock.monoMs())
  }

  /** What time it is, by an event of the bot. */
  heard(event: CoreEvent, life: BotLife): void {
    if (event.kind === 'clock') this.#bounds(event)
    const { at, kind } = event
    if (kind !== 'turn-end' || !this.#isSettled(life)) return
    const { clock } = this.#parts.world
    const errorMs = life.bot?.core.beliefs.clockErrorMs ?? 0
    const offMs = Math.abs(at.venueMs - clock.wallMs())
    if (offMs <= errorMs + CLOCK_SLACK_MS) this.#wrongSince.delete('clock')
    else this.#add('clock', `its clock is ${offMs} ms off, and ${errorMs} by its own word`, WRONG_FOR_MS)
  }

  /** Now and then; `snapshotOf`: as the bot is now. */
  look(snapshotOf: (bot: Bot) => BotSnapshot): void {
    const { world } = this.#parts
    const { clock, life, isCalm } = world
    if (clock.monoMs() < this.#dueMs) return
    this.#dueMs = clock.monoMs() + LOOK_EVERY_MS
    for (const conditionId of world.markets) this.#note(conditionId)
    if (isCalm) this.#calmMs = Math.min(this.#calmMs, clock.monoMs())
    const { bot } = life ?? {}
    if (life === undefined || bot === undefined || !this.#isSettled(life)) return
    const seen = snapshotOf(bot)
    this.#standing(seen)
    for (const conditionId of world.markets) this.#market(conditionId, seen, life)
  }

  /** What answers and events tell of the venue's clock are bounds, not guesses: no sample that is right leaves the time outside of them. */
  #bounds({ at, errorMs }: Extract<CoreEvent, { kind: 'clock' }>): void {
    const { clock, scenario } = this.#parts.world
    if (scenario.disturbances.some((one) => one.kind === 'server-fault' && one.spec.kind === 'clock-skew')) return
    const offMs = Math.abs(at.venueMs - at.monoMs - (clock.wallMs() - clock.monoMs()))
    if (offMs > errorMs + TINY_MS)
      this.#add('bounds', `its clock is ${offMs} ms off, and within ${errorMs} by its own word`)
  }

  /** Which is added once it has been so for a while. */
  #add(key: string, what: string, forMs = 0): void {
    const nowMs = this.#parts.world.clock.monoMs()
    const sinceMs = this.#wrongSince.get(key) ?? nowMs
    this.#wrongSince.set(key, sinceMs)
    if (nowMs - sinceMs >= forMs) this.#parts.violations.add('facts', what)
  }

  #isSettled(life: BotLife): boolean {
    const { clock } = this.#parts.world
    if (!life.isWorking || life.startedMs === undefined) return false
    return clock.monoMs() - Math.max(life.startedMs, this.#calmMs - SETTLES_MS / 2) >= SETTLES_MS
  }

  #note(conditionId: ConditionId): void {
    const { api, clock } = this.#parts.world
    // whoever bids there is gone in a moment: the middle jumps, and none of its jumps is confirmed
    if (this.#isWidened(conditionId)) this.#middles.delete(conditionId)
    const [yes, no] = api.exchange.bestBids(conditionId, ACCOUNT)
    const unit = api.exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
    if (yes === undefined || no === undefined) return
    const middles = this.#middles.get(conditionId) ?? []
    middles.push({ atMs: clock.monoMs(), p: (yes.price + unit - no.price) / 2 / unit })
    while ((middles[0]?.atMs ?? 0) < clock.monoMs() - FOLLOWS_MS) middles.shift()
    this.#middles.set(conditionId, middles)
  }

  #isWidened(conditionId: ConditionId): boolean {
    const { scenario, markets, sinceStartMs } = this.#parts.world
    return scenario.disturbances.some((one) => {
      if (one.kind !== 'wide-book' || markets[one.market] !== conditionId) return false
      return one.atMs <= sinceStartMs && sinceStartMs <= one.atMs + (one.forMs ?? Number.POSITIVE_INFINITY)
    })
  }

  #standing({ signedIn, clockErrorMs, totals, markets }: BotSnapshot): void {
    const { world } = this.#parts
    const orders = world.life?.bot?.core.beliefs.orders
    const risk = world.settings.risk
    if (!signedIn) this.#add('signed-in', 'it is not signed in', WRONG_FOR_MS)
    else this.#wrongSince.delete('signed-in')
    if (!(clockErrorMs <= risk.maxClockErrorMs))
      this.#add('unsure', `its clock is unsure by ${clockErrorMs} ms`, WRONG_FOR_MS)
    else this.#wrongSince.delete('unsure')
    const living = [...(orders?.living() ?? [])]
    if (totals.openOrders !== living.length)
      this.#add('open', `${totals.openOrders} open orders, there are ${living.length}`)
    const shown = markets.reduce((sum, { ownQuotes }) => sum + ownQuotes.length, 0)
    if (shown > living.length) this.#add('shown', `${shown} own quotes, there are ${living.length} orders`)
  }

  #market(conditionId: ConditionId, seen: BotSnapshot, { bot }: BotLife): void {
    const { api, clock, scenario } = this.#parts.world
    const snapshot = seen.markets.find((one) => one.conditionId === conditionId)
    const status = api.exchange.market(conditionId)?.status
    const beliefs = bot?.core.beliefs
    const market = beliefs?.markets.get(conditionId)
    if (beliefs === undefined || market === undefined) return
    const key = `status ${conditionId}`
    if (market.status !== status && !beliefs.dropped.has(conditionId))
      this.#add(key, `${market.id} is ${status}, the bot takes it for ${market.status}`, this.#statusWrongForMs)
    else this.#wrongSince.delete(key)
    if (status !== 'OPEN' || snapshot === undefined) return
    this.#fair(conditionId, snapshot)
    const quietMs = clock.monoMs() - (this.#movedMs.get(conditionId) ?? 0)
    // without numbers a change that was lost is found by a comparison of the whole book alone, once a minute
    const { socket, seq } = scenario.setting
    const isStreamed = socket && seq && beliefs.feeds.trustsSocket(conditionId, clock.monoMs())
    if (!isStreamed || quietMs < QUIET_MS || !this.#isOwnKnown(conditionId, beliefs.orders.livingOf(conditionId)))
      return
    // and told by the tick and the size step that it was taken up with
    if (keepsFormerGrid(market, this.#parts.world)) return
    // what has just ended is taken off for a moment more
    if (beliefs.orders.inBookUntilMonoMs(conditionId, clock.monoMs()) < Number.POSITIVE_INFINITY) return
    const [there, here] = [this.#others(market), textOf(beliefs.others(market))]
    const wrong = there === here ? 0 : (this.#wrongBooks.get(conditionId) ?? 0) + 1
    this.#wrongBooks.set(conditionId, wrong)
    if (wrong >= MOST_WRONG) this.#add('book', `the others' book of ${market.id} is ${there}, the bot has ${here}`)
  }

  #fair(conditionId: ConditionId, { fair, fairBasis, fairAgeMs = 0, question }: BotSnapshot['markets'][number]): void {
    const middles = this.#middles.get(conditionId) ?? []
    const [first] = middles
    const nowMs = this.#parts.world.clock.monoMs()
    if (fair === undefined || fairBasis !== 'two-sided' || fairAgeMs > 0) return
    if (first === undefined || first.atMs > nowMs - FOLLOWS_MS + 2 * LOOK_EVERY_MS) return
    const all = middles.map(({ p }) => p)
    if (fair < Math.min(...all) - FAIR_OFF || fair > Math.max(...all) + FAIR_OFF)
      this.#add(
        `fair ${conditionId}`,
        `${question} is worth ${fair}, its middle was ${Math.min(...all)} to ${Math.max(...all)}`,
        this.#fairWrongForMs,
      )
    else this.#wrongSince.delete(`fair ${conditionId}`)
  }

  /** What is ours in the book is known: an order of unknown outcome counts as being there, and is mostly not. */
  #isOwnKnown(conditionId: ConditionId, living: readonly LivingOrder[]): boolean {
    const there = new Map(this.#parts.truth.resting(conditionId).map(({ hash, remainingRaw }) => [hash, remainingRaw]))
    const isKnown = (order: LivingOrder) => order.phase !== 'signing' && there.get(order.hash) === order.restingRaw
    return living.length === there.size && living.every(isKnown)
  }

  /** The book without us, from what rests at the venue. */
  #others(market: Market): string {
    const { conditionId, lotRaw } = market
    const sides = new Map<string, Map<number, number>>()
    for (const order of this.#parts.world.api.exchange.restingOrders(conditionId)) {
      if (order.account === ACCOUNT) continue
      const key = `${order.outcome}${order.side}`
      const levels = sides.get(key) ?? new Map<number, number>()
      const price = this.#parts.truth.inTicksOf(market, order.price)
      levels.set(price, (levels.get(price) ?? 0) + Number(order.remainingRaw) / Number(lotRaw))
      sides.set(key, levels)
    }
    const of = (outcome: 0 | 1, side: 'BUY' | 'SELL'): Level[] =>
      [...(sides.get(`${outcome}${side}`) ?? [])]
        .map(([price, size]) => ({ price, size }) as Level)
        .sort((a, b) => (side === 'BUY' ? b.price - a.price : a.price - b.price))
    return textOf([0, 1].map((outcome) => ({ bids: of(outcome as 0, 'BUY'), asks: of(outcome as 0, 'SELL') })))
  }
}

interface Sides {
  readonly bids: readonly { readonly price: number; readonly size: number }[]
  readonly asks: readonly { readonly price: number; readonly size: number }[]
}

function textOf(book: readonly Sides[]): string {
  const side = (levels: Sides['bids']) => levels.map(({ price, size }) => `${price}x${size}`).join(' ')
  return book.map(({ bids, asks }) => `${side(bids)} | ${side(asks)}`).join(' / ')
}

/** Most changes of a book are gone for a while, and no number tells: where no trade meets what is missing, a comparison of the whole book does. */
function losesBooksUnseen({ setting, disturbances }: Scenario): boolean {
  if (setting.seq) return false
  return disturbances.some(
    (one) => one.kind === 'server-fault' && one.spec.kind === 'event-lost' && one.spec.event === 'orderbook.update',
  )
}
