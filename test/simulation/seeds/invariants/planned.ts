// What is sent follows from what is approved: an order is one of the approved quotes and lives as long as the settings say, no order is
// cancelled that is as it should be, and what is approved is not left undone.

import type { CoreSettings } from '../../../../src/core/settings.js'
import type { LivingOrder } from '../../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../../src/domain/orders/quote.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import type { Admitted } from './admitted.js'
import type { Violations } from './violation.js'

type PlaceCommand = Extract<Decision['commands'][number], { kind: 'place' }>
type Leg = Pick<Quote, 'conditionId' | 'outcome' | 'side'>

const LOOK_EVERY_MS = 500
/** Once all is calm: a refusal to cool down, a cancel to be confirmed, a fee to be read, and again. */
const DONE_WITHIN_MS = 12_000
/** An order is pulled: work, a cancel that is lost and sent again. */
const PULLED_WITHIN_MS = 2000
/** Most of its life that may be left of an order that is renewed: the settings' share, half as much again, and how far clocks drift. */
const JITTER = 1.5
const CLOCK_MS = 1000
/** Orders a minute, in all and for each market, and markets of a DEFAULT key. */
const FEW = 100
const FEW_EACH = 10
/** Of a strategy that follows the others' best bids, each time they move. */
const FEW_EACH_PEGGED = 20
const MANY = 10
/** Beside the shortest life that the venue takes. */
const ON_THE_WAY_SEC = 5
/** From the first sign-in of a life on; the bot counts it from the turn after that. */
const LEFT_ALONE_MS = 4900
/** Of the wanted edge, below which an order is pulled at once. */
const EDGE_KEPT = 0.1

interface Undone {
  readonly sinceMs: number
  /** Lots that were approved then. */
  readonly size: number
}

export class Planned {
  readonly #world: World
  readonly #violations: Violations
  readonly #admitted: Pick<Admitted, 'isFull'>
  #life: BotLife | undefined
  #venueMs = 0
  #lastIntent = 0
  /** Of this life, for the first time. */
  #signedInMs: number | undefined
  #sinceSignInMs = 0
  #dueMs = Number.NEGATIVE_INFINITY
  #undone = new Map<string, Undone>()

  constructor(world: World, violations: Violations, admitted: Pick<Admitted, 'isFull'>) {
    this.#world = world
    this.#admitted = admitted
    this.#violations = violations
  }

  heard({ at }: CoreEvent, life: BotLife): void {
    if (life !== this.#life) this.#lastIntent = 0
    if (life !== this.#life) this.#undone = new Map()
    if (life !== this.#life) this.#signedInMs = undefined
    this.#life = life
    this.#venueMs = at.venueMs
    if (life.bot?.core.beliefs.signedIn) this.#signedInMs ??= at.monoMs
    this.#sinceSignInMs = at.monoMs - (this.#signedInMs ?? at.monoMs)
  }

  /** A turn has ended. */
  turned({ commands }: Decision, life: BotLife): void {
    if (life.bot === undefined) return
    for (const command of commands) {
      if (command.kind === 'place') this.#placed(command, life)
      if (command.kind === 'cancel') for (const hash of command.hashes) this.#cancelled(hash, life)
    }
    this.#look(life)
  }

  #add(what: string): void {
    this.#violations.add('planned', what)
  }

  #placed({ conditionId, intents, feeReadAtMonoMs }: PlaceCommand, { bot, clock, settings }: BotLife): void {
    if (bot === undefined) return
    const { execution } = settings
    const { approved } = bot.core.conclusions().approval(conditionId)
    const ageMs = clock.monoMs() - feeReadAtMonoMs
    if (ageMs > execution.feeMaxAgeMs + CLOCK_MS) this.#add(`placed in ${conditionId} by a fee of ${ageMs} ms`)
    for (const { intentId, draft } of intents) {
      const quote = approved.find(
        (one) => isSameLeg(one, draft) && one.price === draft.price && one.size === draft.size,
      )
      if (quote === undefined) this.#add(`intent ${intentId} is placed, and is no approved quote`)
      if (intentId <= this.#lastIntent) this.#add(`intent ${intentId} after ${this.#lastIntent}`)
      this.#lastIntent = intentId
      const livesMs = draft.expirationSec * 1000 - this.#venueMs
      const [least, most] = lifetimesSec(settings)
      if (livesMs < least * 1000 || livesMs > most * 1000 + 1000 || draft.type !== 'POST_ONLY')
        this.#add(`intent ${intentId} is ${draft.type} for ${livesMs} ms`)
    }
  }

  /** What a former run has left is not given away for want of the account, as long as nothing but that speaks against it. */
  #leftAlone({ origin, draft: { conditionId } }: LivingOrder, { core }: Bot): void {
    if (origin === 'placed' || this.#sinceSignInMs > LEFT_ALONE_MS) return
    const { beliefs, standing } = core
    const { halted, waiting } = standing
    const isStopped = halted !== undefined || waiting !== undefined || standing.pauseOf(conditionId) !== undefined
    const isQuotable = beliefs.markets.get(conditionId)?.status === 'OPEN' && beliefs.feeds.isWhole(conditionId)
    const own = beliefs.orders.livingOf(conditionId).some((one) => one.origin === 'placed')
    if (isStopped || !isQuotable || own || beliefs.funds.isKnown) return
    // what is wished is refused for want of money, and for nothing that stops the market
    const { approved, refused } = core.conclusions().approval(conditionId)
    const isForMoney = refused.length > 0 && refused.every(({ reason }) => reason === 'no-collateral')
    if (approved.length === 0 && isForMoney)
      this.#add(`an order of a former run is cancelled in ${conditionId} before the account is read`)
  }

  /** The only order of a leg with one quote, which is what it should be, is left alone. */
  #cancelled(hash: string, { bot, settings }: BotLife): void {
    const order = [...(bot?.core.beliefs.orders.living() ?? [])].find((one) => 'hash' in one && one.hash === hash)
    if (bot !== undefined && order !== undefined) this.#leftAlone(order, bot)
    if (bot === undefined || bot.core.standing.stoppedFor !== undefined) return
    const { beliefs } = bot.core
    if (order === undefined || order.origin === 'listed') return
    const { draft } = order
    const quotes = bot.core
      .conclusions()
      .approval(draft.conditionId)
      .approved.filter((one) => isSameLeg(one, draft))
    const others = beliefs.orders.livingOf(draft.conditionId).filter((one) => isSameLeg(one.draft, draft))
    const [quote] = quotes
    if (quote === undefined || quotes.length > 1 || others.length > 1) return
    const { execution } = settings
    if (this.#isOff(order, quote, bot) || this.#isDangerous(order, quote, bot)) return
    const { stopMatchingBeforeSec: margin } = settings
    const [, sec] = lifetimesSec(settings)
    const leftMs = (draft.expirationSec - margin) * 1000 - this.#venueMs
    const renewedMs = execution.renewBeforeFraction * JITTER * (sec - margin) * 1000
    if (draft.expirationSec > 0 && leftMs < renewedMs + CLOCK_MS) return
    // an order that takes more than approved where a limit is passed, or something else finds no room
    if (lotsOf(order, bot) > quote.size) return
    const isDearer = draft.side === 'BUY' ? draft.price > quote.price : draft.price < quote.price
    if (isDearer && this.#isSomeAbsent(bot, order)) return
    this.#add(`${hash} is cancelled, and is what it should be: ${draft.price} for ${quote.price}`)
  }

  /** Something approved does not rest, in whatever market; what the order itself stands for aside. */
  #isSomeAbsent({ core }: Bot, order: LivingOrder): boolean {
    const { cells, approval } = core.conclusions()
    return cells.some(({ conditionId }) => {
      const open = core.beliefs.orders.livingOf(conditionId).filter(({ phase }) => phase === 'open')
      const others = approval(conditionId).approved.filter(
        (quote) => conditionId !== order.draft.conditionId || !isSameLeg(order.draft, quote),
      )
      const rests = (leg: Omit<Leg, 'conditionId'>) => open.filter(({ draft }) => isSameLeg(draft, leg)).length
      return others.some((quote) => rests(quote) < others.filter((one) => isSameLeg(one, quote)).length)
    })
  }

  #isOff(order: LivingOrder, quote: Quote, bot: Bot): boolean {
    const { repriceTicks, resizeFraction } = this.#life?.settings.execution ?? bot.core.settings.core.execution
    const timid = -aggressionOf(order, quote)
    if (Math.max(timid, feeTicksOf(order, bot) - timid) > repriceTicks) return true
    return Math.abs(lotsOf(order, bot) - quote.size) > quote.size * resizeFraction
  }

  #isDangerous(order: LivingOrder, quote: Quote, bot: Bot): boolean {
    const ticks = bot.core.beliefs.markets.get(order.draft.conditionId)?.ticksPerUnit ?? 1
    const dearer = aggressionOf(order, quote) + feeTicksOf(order, bot)
    return quote.edge > 0 && dearer > 0 && quote.edge - dearer / ticks < quote.edge * EDGE_KEPT
  }

  /** Orders, or the requests for them, are so few that some wait for long. */
  get #isScarce(): boolean {
    const { settings, scenario, markets } = this.#world
    const { perSecond, perMinute } = settings.risk.orderRate
    const each = scenario.setting.strategy === 'best-bid-peg' ? FEW_EACH_PEGGED : FEW_EACH
    if (Math.min(perMinute, 60 * perSecond) < Math.max(FEW, each * markets.length)) return true
    return scenario.setting.tier === 'DEFAULT' && markets.length > MANY
  }

  /** Now and then: what is approved rests, as it should. */
  #look(life: BotLife): void {
    const nowMs = this.#world.clock.monoMs()
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const before = this.#undone
    this.#undone = new Map()
    const { bot } = life
    if (bot === undefined || !this.#world.isCalm || !life.isWorking) return
    if (bot.core.standing.stoppedFor !== undefined || this.#isScarce) return
    const { cells, approval } = bot.core.conclusions()
    for (const { conditionId } of cells) {
      const living = bot.core.beliefs.orders.livingOf(conditionId)
      if (bot.core.isStarved(conditionId) || living.some(({ phase }) => phase === 'unknown')) continue
      const { approved } = approval(conditionId)
      for (const quote of approved) {
        const isAlone = approved.filter((one) => isSameLeg(one, quote)).length === 1
        const orders = living.filter(({ draft }) => isSameLeg(draft, quote))
        const [order] = orders
        // one that has lost nearly all of its edge does not wait for its turn
        if (isAlone && orders.length === 1 && order?.phase === 'open' && this.#isDangerous(order, quote, bot)) {
          const dangerousMs = this.#lasting(`${order.hash}`, before)
          if (dangerousMs > PULLED_WITHIN_MS)
            this.#add(
              `${order.hash} at ${order.draft.price} for ${quote.price} has next to no edge for ${dangerousMs} ms, and is not pulled`,
            )
        }
        const isDone = orders.some((order) => order.phase === 'open' && !(isAlone && this.#isOff(order, quote, bot)))
        if (isDone) continue
        const key = `${conditionId} ${quote.outcome}${quote.side}`
        // an order stands there, and what is approved moves further than its size may be off: no order has that for long
        const isOpen = orders.some(({ phase }) => phase === 'open')
        const isOther = isOpen && isResized(quote.size, before.get(key)?.size, life)
        const undoneMs = this.#lasting(key, isOther ? NONE : before, quote.size)
        if (undoneMs > DONE_WITHIN_MS && !this.#admitted.isFull)
          this.#add(`${key}@${quote.price}x${quote.size} is approved, and for ${undoneMs} ms no such order rests`)
      }
    }
  }

  /** For how long it has been so. */
  #lasting(key: string, before: ReadonlyMap<string, Undone>, size = 0): number {
    const nowMs = this.#world.clock.monoMs()
    const undone = before.get(key) ?? { sinceMs: nowMs, size }
    this.#undone.set(key, undone)
    return nowMs - undone.sinceMs
  }
}

type Bot = NonNullable<BotLife['bot']>

const NONE: ReadonlyMap<string, Undone> = new Map()

const isResized = (size: number, before: number | undefined, { settings }: BotLife) =>
  before !== undefined && Math.abs(size - before) > before * settings.execution.resizeFraction

/** At least and at most; an order is matched for half of what is meant, and for the shortest life that the venue takes. */
function lifetimesSec(settings: CoreSettings): readonly [number, number] {
  const { execution, stopMatchingBeforeSec, minLifetimeSec } = settings
  const taken = minLifetimeSec > 0 ? minLifetimeSec + ON_THE_WAY_SEC : 0
  const of = (meant: number) =>
    Math.ceil(Math.max(meant, taken, stopMatchingBeforeSec + Math.max(minLifetimeSec, meant / 2)))
  const { orderLifetimeSec: sec } = execution
  return sec === 'auto' ? [of(60), of(300)] : [of(sec), of(sec)]
}

function lotsOf({ draft, restingRaw }: LivingOrder, { core }: Bot): number {
  const lotRaw = core.beliefs.markets.get(draft.conditionId)?.lotRaw ?? 1n
  return Number(restingRaw / lotRaw)
}

const aggressionOf = ({ draft }: LivingOrder, quote: Quote) =>
  draft.side === 'BUY' ? draft.price - quote.price : quote.price - draft.price

/** Ticks that the fee which it signed makes a fill dearer than the fee of now would. */
function feeTicksOf({ draft, origin }: LivingOrder, { core }: Bot): number {
  const market = core.beliefs.markets.get(draft.conditionId)
  if (market === undefined || origin === 'listed' || !core.settings.core.makerPaysFee) return 0
  const nowBps = core.fees.rateBps(market.conditionId) ?? market.feeRateBps
  if (nowBps === draft.feeRateBps) return 0
  const { price } = draft
  const taken = (bps: number) => (bps / 1e4) * Math.min(price, market.ticksPerUnit - price)
  // who buys keeps fewer tokens for what they cost, who sells gets less
  const cost = (bps: number) => (draft.side === 'BUY' ? price / (1 - taken(bps) / price) : taken(bps) - price)
  return cost(draft.feeRateBps) - cost(nowBps)
}

const isSameLeg = (a: Omit<Leg, 'conditionId'>, b: Omit<Leg, 'conditionId'>) =>
  a.outcome === b.outcome && a.side === b.side
