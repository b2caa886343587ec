// What the limits allow, by plain sums: nothing is approved beyond one, and what is refused or cut down would be beyond the one that is named.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { Quote, RefusalReason } from '../../../../src/domain/orders/quote.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import { withEdges } from '../../../../src/quoting/apply-rules.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import { plainUnread } from '../../plain/plain-unread.js'
import type { BotLife } from '../bot-life.js'
import { limitRaw, unitRawOf } from '../unit.js'
import type { World } from '../world.js'
import { isBeyond, type Judged, ofSize, type Room } from './beyond.js'
import { CAPITAL, LIMITED, OF_ALL, OF_MARKET, plus, SHARED, type Totals } from './limit-rules.js'
import { wrongOrder } from './order-limits.js'
import { PlainExposure, type PlainOrder } from './plain-exposure.js'
import { groupLossRaw } from './plain-groups.js'
import { misranked } from './ranked.js'
import { crowdedOut } from './reducing-first.js'
import { wrongStop } from './stopped.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 500
/** Room that others give back is given out again within this: a rebalance a second, and a turn. */
const SHARED_WITHIN_MS = 3000
/** Likewise to what brings a position down: a rebalance may meet orders of others on their way, which keep their room until a later one. */
const REDUCING_WITHIN_MS = 6000

export class Allowed {
  readonly #world: World
  readonly #violations: Violations
  readonly #unitRaw: bigint
  #life: BotLife | undefined
  #dueMs = Number.NEGATIVE_INFINITY
  /** Since when something that others may cause is so, monotonic. */
  #since = new Map<string, number>()

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
    this.#unitRaw = unitRawOf(world.scenario.setting)
  }

  /** A turn has ended. */
  turned({ markets }: Decision, life: BotLife): void {
    const nowMs = this.#world.clock.monoMs()
    if (life !== this.#life) {
      this.#since = new Map()
      this.#dueMs = Number.NEGATIVE_INFINITY
    }
    this.#life = life
    this.#endWhatIsWithin(life)
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const { bot } = life
    if (bot === undefined) return
    const { halted } = bot.core.standing
    if (halted?.cause === 'unexplained-position' && !this.#world.copies.mustGuess(life))
      this.#violations.add('verified-start', halted.reason)
    const { settings } = life
    const { beliefs } = bot.core
    const { cells, isMarked, approval, totals } = bot.core.conclusions()
    if (cells.some(isMarked)) return
    const { risk } = settings
    const judged = cells.flatMap((cell): Judged[] => {
      const market = beliefs.markets.get(cell.conditionId)
      if (market === undefined) return []
      const { conditionId } = market
      const { approved, refused } = approval(conditionId)
      const doubted = beliefs.orders
        .livingOf(conditionId)
        .filter(({ phase }) => phase === 'unknown' || phase === 'cancelling')
      const may = [...doubted.map(asPlain), ...beliefs.orders.untoldOf(conditionId)]
      const position = beliefs.positions.position(market)
      const base = new PlainExposure(position, may)
      const whole = base.with(approved.map((quote) => ofSize(quote, quote.size, market)))
      const { tokensRaw } = position
      const wanted = withEdges(cell.wanted.quotes, cell.wanted.worth, market)
      return [{ market, tokensRaw, wanted, cell: cell.wanted, approved, refused, base, whole }]
    })
    const unread = plainUnread(life.leftAtStart, beliefs)
    const granted = judged.reduce((sum, { whole }) => plus(sum, whole.sums), unread)
    this.#sameTotals('granted', granted, totals.granted)
    const living = judged.map(({ market }) => {
      const { orders, positions } = beliefs
      const may = [...orders.livingOf(market.conditionId).map(asPlain), ...orders.untoldOf(market.conditionId)]
      return new PlainExposure(positions.position(market), may)
    })
    this.#sameTotals(
      'living',
      living.reduce((sum, one) => plus(sum, one.sums), unread),
      totals.living,
    )
    const room = {
      totals: granted,
      freeRaw: beliefs.funds.collateralRaw(),
      heldRaw: (conditionId: ConditionId, outcome: 0 | 1) => beliefs.funds.heldRaw(conditionId, outcome),
      groupLossRaw: (market: Market, instead: PlainExposure) =>
        risk.maxGroupLoss === undefined
          ? undefined
          : groupLossRaw(this.#world, judged, { market, instead, exclusive: settings.exclusiveGroups }),
    }
    const before = this.#since
    this.#since = new Map()
    for (const one of judged) {
      const isDecided = markets.some(({ conditionId }) => conditionId === one.market.conditionId)
      const wrong =
        wrongStop(one.market, bot.core, one) ??
        (isDecided ? wrongOrder(one.market, { core: bot.core, settings }, one.cell) : undefined)
      if (wrong !== undefined) this.#add(`${one.market.id}: ${wrong}`)
      this.#whole(one)
      this.#within(one, risk)
      this.#refusals(one, { risk, room, before })
      for (const { key, what } of crowdedOut(one, judged, { risk, room }))
        this.#doubt(key, before, 'total-position', what, REDUCING_WITHIN_MS)
    }
    this.#totals(judged, { risk, room, unread, before })
    const money = { ...room, mostCollateralRaw: limitRaw(risk.maxTotalCollateral, this.#unitRaw) }
    for (const { without, worse } of misranked(judged, money))
      this.#doubt(
        `${without.id} ranks`,
        before,
        'no-collateral',
        `${without.id} goes without, and ${worse.id}, which earns less for what it locks, does not`,
      )
  }

  /** Between two looks, too: a rebalance each second may go beyond a limit each time, until what it cancels is gone. */
  #endWhatIsWithin({ bot, settings: { risk } }: BotLife): void {
    if (bot === undefined || this.#since.size === 0) return
    const { granted } = bot.core.conclusions().totals
    for (const { reason, amount, limit } of OF_ALL)
      if (amount(granted) <= limitRaw(limit(risk), this.#unitRaw)) this.#since.delete(`all ${reason}`)
    if (granted.lockedRaw <= bot.core.beliefs.funds.collateralRaw()) this.#since.delete('all free')
  }

  #add(what: string): void {
    this.#violations.add('limits', what)
  }

  #sameTotals(what: string, plain: Totals, kept: Totals): void {
    for (const key of ['positionRaw', 'collateralRaw', 'lossRaw', 'lockedRaw'] as const)
      if (plain[key] !== kept[key]) this.#add(`${key} of what is ${what}: ${kept[key]}, by plain sums ${plain[key]}`)
  }

  /** Each wish is approved, in part at most, or refused. */
  #whole({ market, wanted, approved, refused }: Judged): void {
    if (approved.length + refused.length !== wanted.length)
      this.#add(`${market.id}: ${wanted.length} wanted, ${approved.length} approved and ${refused.length} refused`)
    for (const quote of approved) {
      const wish = wanted.find((one) => isSamePlace(one, quote))
      if (wish === undefined || wish.size < quote.size || quote.size < Math.max(1, market.minLots))
        this.#add(`${market.id}: approved ${words(quote)}, wanted ${wish === undefined ? 'nothing' : words(wish)}`)
    }
  }

  /** Beyond a limit is only what is beyond it without any grant. */
  #within({ market, base, whole }: Judged, risk: RiskLimits): void {
    const [before, after] = [base.sums, whole.sums]
    for (const { reason, amount, limit } of OF_MARKET) {
      const [beforeRaw, afterRaw] = [amount(before), amount(after)]
      if (afterRaw > limitRaw(limit(risk), market.unitRaw) && afterRaw > beforeRaw)
        this.#add(`${market.id}: ${reason} would be ${afterRaw}, allowed ${limit(risk)}`)
    }
  }

  /** What is refused, or cut down, does not fit; what others share may have come free a moment ago. */
  #refusals(judged: Judged, parts: { risk: RiskLimits; room: Room; before: ReadonlyMap<string, number> }): void {
    const { market, wanted, approved, refused } = judged
    const least = Math.max(1, market.minLots)
    const limited = refused.filter(({ reason }) => LIMITED.has(reason))
    const together = limited.map(({ quote }) => ofSize(quote, least, market))
    for (const { quote, reason, detail } of refused) {
      if (!LIMITED.has(reason)) continue
      if (reason === 'pair-unfunded') {
        if (!refused.some((other) => CAPITAL.has(other.reason)))
          this.#add(`${market.id}: ${words(quote)} is refused for its pair, and nothing of that is`)
        continue
      }
      const tries = CAPITAL.has(reason) ? [[ofSize(quote, least, market)], together] : [[ofSize(quote, least, market)]]
      if (tries.some((orders) => isBeyond(reason, judged, { ...parts, orders }))) continue
      this.#doubt(
        `${market.id} ${quote.outcome}${quote.side} ${reason}`,
        parts.before,
        reason,
        `${market.id}: ${words(quote)} is refused (${detail}), and would fit`,
      )
    }
    const cut = approved.filter((quote) => quote.size < (wanted.find((one) => isSamePlace(one, quote))?.size ?? 0))
    if (cut.length === 0) return
    const tries = [cut, ...cut.map((one) => [one])].map((some) => some.map((quote) => ofSize(quote, 1, market)))
    const reasons = [...LIMITED]
    if (tries.some((orders) => reasons.some((reason) => isBeyond(reason, judged, { ...parts, orders })))) return
    this.#doubt(
      `${market.id} cut`,
      parts.before,
      'total-loss',
      `${market.id}: ${cut.map(words).join()} is cut down, and more would fit`,
    )
  }

  #doubt(
    key: string,
    before: ReadonlyMap<string, number>,
    reason: RefusalReason,
    what: string,
    withinMs = SHARED_WITHIN_MS,
  ): void {
    const nowMs = this.#world.clock.monoMs()
    const sinceMs = before.get(key) ?? nowMs
    this.#since.set(key, sinceMs)
    if (!SHARED.has(reason) || nowMs - sinceMs > withinMs) this.#add(what)
  }

  /** What all share is beyond a limit for a moment at most, unless it is without any grant. */
  #totals(
    judged: readonly Judged[],
    parts: { risk: RiskLimits; room: Room; unread: Totals; before: ReadonlyMap<string, number> },
  ): void {
    const { risk, room, unread, before } = parts
    const without = judged.reduce((sum, { base }) => plus(sum, base.sums), unread)
    for (const { reason, amount, limit } of OF_ALL)
      if (amount(room.totals) > limitRaw(limit(risk), this.#unitRaw) && amount(room.totals) > amount(without))
        this.#doubt(
          `all ${reason}`,
          before,
          reason,
          `${reason} would be ${amount(room.totals)}, allowed ${limit(risk)}`,
        )
    for (const { market, whole, base } of judged) {
      const lossRaw = room.groupLossRaw(market, whole) ?? 0n
      if (
        lossRaw > limitRaw(risk.maxGroupLoss ?? 0, market.unitRaw) &&
        lossRaw > (room.groupLossRaw(market, base) ?? 0n)
      )
        this.#doubt(
          `group of ${market.id}`,
          before,
          'group-loss',
          `the group of ${market.id} may lose ${lossRaw}, allowed ${risk.maxGroupLoss}`,
        )
    }
    if (room.totals.lockedRaw > room.freeRaw && room.totals.lockedRaw > without.lockedRaw)
      this.#doubt(
        'all free',
        before,
        'no-collateral',
        `orders would need ${room.totals.lockedRaw}, free ${room.freeRaw}`,
      )
  }
}

const asPlain = ({ draft, restingRaw }: { draft: Omit<PlainOrder, 'sizeRaw'>; restingRaw: bigint }): PlainOrder => ({
  ...{ outcome: draft.outcome, side: draft.side, price: draft.price },
  sizeRaw: restingRaw,
})

type Place = Pick<Quote, 'outcome' | 'side'> & { readonly price: number }

const isSamePlace = (a: Place, b: Place) => a.outcome === b.outcome && a.side === b.side && a.price === b.price

const words = ({ outcome, side, price, size }: Place & { readonly size: number }) =>
  `${side}${outcome}@${price}x${size}`
