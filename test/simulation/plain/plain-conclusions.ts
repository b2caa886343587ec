// What a core concludes, derived once more from what it believes: every market and every order looked at anew, without marks, running
// totals, indexes or due times. Says where the two part.

import type { Core } from '../../../src/core/core.js'
import { type ConditionId, isFinal } from '../../../src/domain/market/market.js'
import { isOver, type OwnOrder, pendingRawOf } from '../../../src/domain/orders/own-order.js'
import type { RefusalReason } from '../../../src/domain/orders/quote.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import type { Instant } from '../../../src/domain/time.js'
import type { Breach } from '../../../src/risk/limits/breach.js'
import { asLiveOrder } from '../../../src/risk/totals/market-exposure.js'
import { asLive, isUnconfirmed } from '../../../src/state/orders/exposures.js'
import { compareBook } from './plain-book.js'
import { PlainBudget } from './plain-budget.js'
import { PlainEnds } from './plain-ends.js'
import { groupsText, PlainGroups, PlainTotals, totalsText } from './plain-totals.js'
import { type Difference, isLiving, LOOK_AROUND_MS, legs, PlainTurn, SLACK_MS } from './plain-turn.js'
import { plainUnread } from './plain-unread.js'
import { PlainWishes } from './plain-wishes.js'

const MICRO = 1e6

/** Reasons to pull quotes that come and go by time alone. */
const TIMED: ReadonlySet<RefusalReason> = new Set([
  'feed-stale',
  'no-fair-value',
  'pulled',
  'strategy-fault',
  'calendar',
] as const)

const isTimed = (stop: Breach | undefined): stop is Breach => stop !== undefined && TIMED.has(stop.reason)

/** As they stand now: whoever names an order names its newest value. */
const stands = (orders: readonly OwnOrder[]) =>
  orders.map((o) => `${o.intentId} ${o.phase} ${isOver(o) ? o.restedRaw : o.restingRaw} ${pendingRawOf(o)}`).join()
/** Intents without an order in a row, from which on there are no more. */
const MOST_WITHOUT = 100

/** Compares after each turn; keeps for how long a difference that time may cause has lasted. */
export class PlainConclusions {
  /** Turns compared; those in which the totals were, and in which a shared limit has cut somebody down. */
  /** `quoting`: turns in which the bot was neither halted nor waiting. */
  readonly #counts = { turns: 0, quoting: 0, totals: 0, bound: 0 }
  readonly #core: Core
  /**
   * A plain world is that of the closed loop: the strategies of `plain-maker.ts`, whose wishes can be derived again, estimates that time
   * alone does not move.
   */
  readonly #isPlain: boolean
  readonly #isAlone: boolean
  readonly #wishes = new PlainWishes()
  readonly #budget = new PlainBudget()
  readonly #ends = new PlainEnds()
  #left: readonly HeldTokens[] = []
  /** Markets that were stopped at the last comparison for what time alone may cause. */
  readonly #stoppedSince = new Map<ConditionId, number>()
  #lastIntent = 0

  /** `isAlone`: nobody else uses the key, a former life of the bot included. */
  constructor(core: Core, world: 'plain' | 'any', isAlone = world === 'plain') {
    this.#core = core
    this.#isPlain = world === 'plain'
    this.#isAlone = isAlone
  }

  /** With the markets whose wish was derived again. */
  get counts() {
    return { ...this.#counts, wishes: this.#wishes.derived }
  }

  hear(event: CoreEvent): void {
    this.#wishes.hear(event)
    this.#budget.hear(event)
    this.#ends.hear(event)
    if (event.kind === 'verify') this.#left = event.held
  }

  decided(decision: Decision): void {
    this.#budget.decided(decision)
  }

  /** A turn has ended at which nothing is compared: what is not so now has not lasted since the last comparison. */
  pass(at: Instant): void {
    const { stopOf } = this.#core.conclusions()
    for (const conditionId of this.#stoppedSince.keys())
      if (!isTimed(stopOf(conditionId, at))) this.#stoppedSince.delete(conditionId)
  }

  /** Every order that is not forgotten: intents count up from 1, and the newest are not. */
  orders(): readonly OwnOrder[] {
    const { orders } = this.#core.beliefs
    const all: OwnOrder[] = []
    for (let intentId = 1; intentId <= this.#lastIntent + MOST_WITHOUT; intentId++) {
      const order = orders.byIntent(intentId)
      if (!order) continue
      all.push(order)
      this.#lastIntent = Math.max(this.#lastIntent, intentId)
    }
    return all
  }

  /** Where the core and the plain derivation part at the end of a turn. */
  compare(at: Instant, all: readonly OwnOrder[] = this.orders()): readonly Difference[] {
    const turn = new PlainTurn(this.#core, { at, all })
    this.#counts.turns++
    const { halted, waiting } = this.#core.standing
    if (halted === undefined && waiting === undefined) this.#counts.quoting++
    this.#orders(turn)
    for (const market of this.#core.beliefs.markets.values()) {
      compareBook(turn, market)
      this.#ends.compare(turn, market)
    }
    if (this.#isPlain) this.#wishes.compare(turn)
    this.#approvals(turn)
    this.#totals(turn)
    this.#budget.compare(turn, this.#isAlone)
    return turn.differences
  }

  /** The index of orders is a filter over all of them. */
  #orders(turn: PlainTurn): void {
    const { orders } = this.#core.beliefs
    const { all } = turn
    const compare = (what: string, plain: readonly OwnOrder[], indexed: Iterable<OwnOrder>) => {
      const known = [...indexed]
      if (plain.length === known.length && plain.every((order, i) => order === known[i])) return
      turn.differ(what, stands(plain), stands(known))
    }
    const inOrder = (indexed: Iterable<OwnOrder>) => [...indexed].sort((a, b) => a.intentId - b.intentId)
    const isSettling = (o: OwnOrder) => isOver(o) && pendingRawOf(o) > 0n
    compare('living orders', all.filter(isLiving), inOrder(orders.living()))
    const unknown = all.filter((o) => o.phase === 'unknown')
    compare('unknown orders', unknown, inOrder(orders.unknown()))
    compare('settling orders', all.filter(isSettling), inOrder(orders.settling()))
    turn.differ('pending', `${all.some((o) => pendingRawOf(o) > 0n)}`, `${orders.isPending}`)
    for (const id of turn.byMarket.keys())
      compare(`living orders of ${id}, oldest first`, turn.livingOf(id), orders.livingOf(id))
  }

  /** Nothing is approved of a market that is stopped, nothing that is not wanted, and no more than that. */
  #approvals(turn: PlainTurn): void {
    const { cells, isMarked, approval, stopOf, approved } = this.#core.conclusions()
    const { at } = turn
    let [quotes, isBound] = [0, false]
    for (const cell of cells) {
      const { conditionId } = cell
      const asked = approval(conditionId)
      const granted = asked.approved
      quotes += granted.length
      isBound ||= asked.refused.some(({ reason }) => reason.startsWith('total-'))
      if (isMarked(cell)) continue
      const stop = stopOf(conditionId, at)
      // a clock that is set right by a little moves the edge of a time once more
      const isOver = !isTimed(stop) || (stop.reason === 'calendar' && granted.length === 0)
      if (isOver) this.#stoppedSince.delete(conditionId)
      const mustPull = stop !== undefined && (!isTimed(stop) || this.#lasts(conditionId, at))
      if (mustPull) turn.differ(`approved in ${conditionId}, stopped for ${stop.reason}`, '', legs(granted))
      const decided = granted.length + asked.refused.length
      turn.differ(`decided in ${conditionId}`, `${cell.wanted.quotes.length}`, `${decided}`)
      for (const quote of granted) {
        const wish = cell.wanted.quotes.find((q) => legs([{ ...q, size: quote.size }]) === legs([quote]))
        if (wish === undefined || wish.size < quote.size)
          turn.differ(`approved in ${conditionId}`, legs(cell.wanted.quotes), legs([quote]))
      }
    }
    if (isBound) this.#counts.bound++
    turn.differ('quotes approved', `${quotes}`, `${approved}`)
  }

  /** Whether a stop that time alone may cause has been there for longer than it may take to be seen. */
  #lasts(conditionId: ConditionId, { monoMs }: Instant): boolean {
    const since = this.#stoppedSince.get(conditionId) ?? monoMs
    this.#stoppedSince.set(conditionId, since)
    return monoMs - since > LOOK_AROUND_MS + SLACK_MS
  }

  #totals(turn: PlainTurn): void {
    const { cells, isMarked, approval, totals, groupLosses, pnlMicro } = this.#core.conclusions()
    if (cells.some((cell) => isMarked(cell))) return
    this.#counts.totals++
    const { beliefs } = this.#core
    const unread = plainUnread(this.#left, beliefs)
    const [granted, living] = [new PlainTotals(unread), new PlainTotals(unread)]
    const { exclusiveGroups, risk } = turn.settings
    const groups = { granted: new PlainGroups(exclusiveGroups), living: new PlainGroups(exclusiveGroups) }
    for (const { conditionId } of cells) {
      const market = beliefs.markets.get(conditionId)
      if (!market) continue
      const own = turn.livingOf(conditionId)
      const untold = beliefs.orders.untoldOf(conditionId)
      const may = [...own.map(asLive), ...untold]
      const position = beliefs.positions.position(market)
      living.add(position, may)
      const grants = approval(conditionId).approved.map((quote) => asLiveOrder(quote, market))
      const mayRest = [...own.filter(isUnconfirmed).map(asLive), ...untold, ...grants]
      granted.add(position, mayRest)
      groups.living.add(position, may)
      groups.granted.add(position, mayRest)
    }
    const counted = new Set(cells.map(({ conditionId }) => conditionId))
    for (const market of beliefs.markets.values()) {
      if (counted.has(market.conditionId) || !isFinal(market)) continue
      groups.living.addOver(market)
      groups.granted.addOver(market)
    }
    for (const [groupId, ends] of this.#wishes.listed)
      for (const { conditionId, end } of ends) {
        if (beliefs.markets.get(conditionId) !== undefined) continue
        groups.living.addEnd(groupId, end)
        groups.granted.addEnd(groupId, end)
      }
    if (risk.maxGroupLoss !== undefined) {
      turn.differ('losses of groups, of what may be matched', groups.living.text, groupsText(groupLosses.living))
      turn.differ('losses of groups, of what is granted', groups.granted.text, groupsText(groupLosses.granted))
    }
    turn.differ('totals of what may be matched', totalsText(living), totalsText(totals.living))
    turn.differ('totals of what is granted', totalsText(granted), totalsText(totals.granted))
    if (!this.#isPlain) return
    let pnl = 0
    for (const market of beliefs.markets.values()) {
      pnl += Math.round(beliefs.positions.worstPnl(market, beliefs.estimates.marks(market)) * MICRO)
    }
    turn.differ('profit and loss at the worst', `${pnl}`, `${pnlMicro}`)
  }
}
