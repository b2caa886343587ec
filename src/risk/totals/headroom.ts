// What may still be added to positions and orders before a limit is passed: per market, and in totals that change by difference.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { QuoinError } from '../../domain/error.js'
import type { EndsOfGroup } from '../../domain/market/end.js'
import type { ConditionId } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import type { Quote } from '../../domain/orders/quote.js'
import { type Breach, breachOf, type Comparison, isOver, limitRaw } from '../limits/breach.js'
import type { RiskLimits } from '../schema.js'
import { areSameOrders, type CountedWith, countedWithOf, isSamePosition } from './counted-inputs.js'
import {
  type Counted,
  counted,
  countedWith,
  highRaw,
  isOverRoom,
  lowRaw,
  type MarketLimits,
  soldRaw,
} from './counted-market.js'
import { GroupLosses } from './group-losses.js'
import { addedBy, addedUp, changed, type MarketTotals, NO_TOTALS } from './market-totals.js'

export interface HeadroomParts {
  readonly limits: RiskLimits
  /** Groups of which exactly one market wins, by id: the number of all their markets. */
  readonly exclusiveGroups?: () => Readonly<Record<string, number>> | undefined
  /** Of markets that count no more, too: others may still be at stake in their groups. */
  readonly endsOf?: EndsOfGroup
  /** Raw collateral that all orders together may lock. */
  readonly collateralRaw: () => bigint
  /** Raw tokens that all SELL orders of an outcome together may lock. */
  readonly heldRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  /** What the sums over all markets count besides: of markets that nobody has read. `undefined` where that is nothing. */
  readonly beside?: () => Omit<MarketTotals, 'lockedRaw'> | undefined
}

interface RawLimits extends MarketLimits {
  readonly maxTotalShares: bigint
  readonly maxTotalCollateral: bigint
  readonly maxTotalLoss: bigint
  readonly maxGroupLoss: bigint
}

export class Headroom {
  readonly #parts: HeadroomParts
  /** Only where groups have a limit. */
  readonly #groups: GroupLosses | undefined
  readonly #markets = new Map<ConditionId, Counted>()
  readonly #inputs = new Map<ConditionId, CountedWith>()
  #unitRaw: bigint | undefined
  #limits: RawLimits | undefined
  #totals = NO_TOTALS
  /** The last quotes that were looked at, and what the market would be with them: whoever takes them asked just before. */
  #looked: Looked | undefined

  constructor(parts: HeadroomParts) {
    this.#parts = parts
    if (parts.limits.maxGroupLoss !== undefined) this.#groups = new GroupLosses(parts.exclusiveGroups?.(), parts.endsOf)
  }

  /** Sums over all markets, and what is beside them: they fall when room is given back. */
  get totals(): MarketTotals {
    const beside = this.#parts.beside?.()
    return beside === undefined ? this.#totals : addedUp(this.#totals, { ...beside, lockedRaw: 0n })
  }

  /** What each group may lose, raw; nothing where they have no limit. */
  get groupLosses(): readonly (readonly [groupId: string, lossRaw: bigint])[] {
    return this.#groups?.all() ?? []
  }

  /** From now on the market counts with this position and exactly these orders. Throws `internal` for markets of different collateral. */
  count(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const { conditionId, unitRaw } = position.market
    this.#unitRaw ??= unitRaw
    if (unitRaw !== this.#unitRaw) {
      throw new QuoinError('internal', `unitRaw of ${conditionId}: expected ${this.#unitRaw}, got ${unitRaw}`)
    }
    const inputs = this.#inputs.get(conditionId)
    const isSame = inputs !== undefined && isSamePosition(inputs, position)
    if (isSame && inputs.orders !== undefined && areSameOrders(inputs.orders, orders)) return
    const known = isSame ? this.#markets.get(conditionId) : undefined
    this.#set(conditionId, counted(position, orders, { limits: this.#rawLimits(), known }))
    if (isSame) inputs.orders = orders
    else this.#inputs.set(conditionId, countedWithOf(position, orders))
  }

  /** The market counts with what it holds now, whatever is counted of its orders. */
  isCounted(position: MarketPosition): boolean {
    const inputs = this.#inputs.get(position.market.conditionId)
    return inputs !== undefined && isSamePosition(inputs, position)
  }

  /** A limit of the market, or one that it shares, is passed by what counts. */
  isOver(conditionId: ConditionId): boolean {
    const own = this.#markets.get(conditionId)
    return own !== undefined && (isOverRoom(own) || !this.isWithinTotals)
  }

  /** No limit that markets share is passed by what counts. */
  get isWithinTotals(): boolean {
    const { positionRaw, collateralRaw, lossRaw, lockedRaw } = this.totals
    const { maxTotalShares, maxTotalCollateral, maxTotalLoss } = this.#rawLimits()
    if (positionRaw > maxTotalShares || collateralRaw > maxTotalCollateral || lossRaw > maxTotalLoss) return false
    if (this.#groups?.isOver(this.#rawLimits().maxGroupLoss) === true) return false
    return lockedRaw <= this.#parts.collateralRaw()
  }

  /** The market counts no more. */
  remove(conditionId: ConditionId): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId)?.totals)
    this.#groups?.remove(conditionId)
    this.#markets.delete(conditionId)
    this.#inputs.delete(conditionId)
  }

  /** Whether `quotes`, all of one market, would pass no limit together. */
  fits(quotes: readonly Quote[]): boolean {
    const [first] = quotes
    return first === undefined || this.#passed(this.#look(first.conditionId, quotes)).length === 0
  }

  /** Every limit that `quotes`, all of one market, would pass together: the market's first, then the totals, then funds. */
  breaches(quotes: readonly Quote[]): readonly Breach[] {
    const [first] = quotes
    if (first === undefined) return NO_BREACHES
    const looked = this.#look(first.conditionId, quotes)
    const passed = this.#passed(looked)
    return passed.length === 0 ? NO_BREACHES : passed.map((one) => breachOf(one, looked.after.held.exposure.market))
  }

  #look(conditionId: ConditionId, quotes: readonly Quote[]): Looked {
    const before = this.#of(conditionId)
    const looked = { quotes, before, after: countedWith(before, quotes, this.#rawLimits()) }
    this.#looked = looked
    return looked
  }

  /** No limit is passed, not even by what was over it before. */
  #isWithin({ quotes, before, after }: Looked): boolean {
    const limits = this.#rawLimits()
    const added = addedBy(before.totals, after.totals)
    if (isOverRoom(after) || this.#isOverTotals(added, limits) || this.#isOverGroup(after, limits)) return false
    return !this.#isOverHeld(quotes, before)
  }

  /** From now on these count too. */
  take(quotes: readonly Quote[]): void {
    const [first] = quotes
    if (first === undefined) return
    const { conditionId } = first
    const before = this.#of(conditionId)
    const looked = this.#looked
    const isLooked = looked?.quotes === quotes && looked.before === before
    this.#set(conditionId, isLooked ? looked.after : countedWith(before, quotes, this.#rawLimits()))
    const inputs = this.#inputs.get(conditionId)
    if (inputs !== undefined) inputs.orders = undefined
  }

  #set(conditionId: ConditionId, after: Counted): void {
    this.#totals = changed(this.#totals, this.#markets.get(conditionId)?.totals, after.totals)
    this.#markets.set(conditionId, after)
    this.#groups?.set(after)
  }

  #isOverTotals(added: MarketTotals, limits: RawLimits): boolean {
    const { positionRaw, collateralRaw, lossRaw, lockedRaw } = this.totals
    if (added.positionRaw > 0n && positionRaw + added.positionRaw > limits.maxTotalShares) return true
    if (added.collateralRaw > 0n && collateralRaw + added.collateralRaw > limits.maxTotalCollateral) return true
    if (added.lossRaw > 0n && lossRaw + added.lossRaw > limits.maxTotalLoss) return true
    return added.lockedRaw > 0n && lockedRaw + added.lockedRaw > this.#parts.collateralRaw()
  }

  #isOverGroup(after: Counted, { maxGroupLoss }: RawLimits): boolean {
    const { groupId } = after.held.exposure.market
    return groupId !== undefined && this.#groups !== undefined && this.#groups.lossRaw(groupId, after) > maxGroupLoss
  }

  #passed(looked: Looked): readonly Comparison[] {
    if (this.#isWithin(looked)) return NOTHING_PASSED
    const { quotes, before, after } = looked
    const limits = this.#rawLimits()
    const passed: Comparison[] = []
    const compare = (comparison: Comparison) => {
      if (isOver(comparison)) passed.push(comparison)
    }
    compareMarket(looked, limits, compare)
    const { groupId } = after.held.exposure.market
    if (groupId !== undefined && this.#groups !== undefined) {
      const [beforeRaw, afterRaw] = [this.#groups.lossRaw(groupId), this.#groups.lossRaw(groupId, after)]
      compare({ reason: 'group-loss', name: 'maxGroupLoss', beforeRaw, afterRaw, limitRaw: limits.maxGroupLoss })
    }
    const { totals } = this
    compareTotals(totals, changed(totals, before.totals, after.totals), limits, compare)
    const { lockedRaw: beforeRaw } = totals
    const afterRaw = beforeRaw + after.totals.lockedRaw - before.totals.lockedRaw
    compare({
      reason: 'no-collateral',
      ...{ name: 'free collateral', beforeRaw, afterRaw },
      limitRaw: this.#parts.collateralRaw(),
    })
    for (const quote of quotes) if (isSale(quote)) compare(this.#heldBeside(quote, before))
    return passed
  }

  /** More of a token would be sold than is there. */
  #isOverHeld(quotes: readonly Quote[], before: Counted): boolean {
    for (const quote of quotes) if (isSale(quote) && isOver(this.#heldBeside(quote, before))) return true
    return false
  }

  #heldBeside({ conditionId, outcome, size }: Quote, before: Counted): Comparison {
    const beforeRaw = soldRaw(before, outcome)
    const afterRaw = beforeRaw + BigInt(size) * before.held.exposure.market.lotRaw
    const limitRaw = this.#parts.heldRaw(conditionId, outcome)
    return { reason: 'not-held', name: 'tokens to sell', beforeRaw, afterRaw, limitRaw }
  }

  #rawLimits(): RawLimits {
    this.#limits ??= rawLimits(this.#parts.limits, this.#unitRaw ?? 1n)
    return this.#limits
  }

  #of(conditionId: ConditionId): Counted {
    const counted = this.#markets.get(conditionId)
    if (counted === undefined) {
      throw new QuoinError('internal', `positions: expected one of ${conditionId}, which has an order, got none`)
    }
    return counted
  }
}

const NO_BREACHES: readonly Breach[] = []
const NOTHING_PASSED: readonly Comparison[] = []

const isSale = ({ side }: Quote) => side === 'SELL'

function rawLimits(limits: RiskLimits, unitRaw: bigint): RawLimits {
  const raw = (limit: number) => limitRaw(limit, unitRaw)
  return {
    maxMarketShares: raw(limits.maxMarketShares),
    maxMarketCollateral: raw(limits.maxMarketCollateral),
    maxMarketLoss: raw(limits.maxMarketLoss),
    maxTotalShares: raw(limits.maxTotalShares),
    maxTotalCollateral: raw(limits.maxTotalCollateral),
    maxTotalLoss: raw(limits.maxTotalLoss),
    maxGroupLoss: raw(limits.maxGroupLoss ?? 0),
  }
}

type Compare = (comparison: Comparison) => void

interface Looked {
  readonly quotes: readonly Quote[]
  readonly before: Counted
  readonly after: Counted
}

function compareMarket({ before, after }: Looked, limits: RawLimits, compare: Compare): void {
  const { maxMarketShares, maxMarketCollateral, maxMarketLoss } = limits
  const position = { reason: 'market-position', name: 'maxMarketShares', limitRaw: maxMarketShares } as const
  // each direction by itself: what lowers a position that is too high may not make it too low
  compare({ beforeRaw: highRaw(before), afterRaw: highRaw(after), ...position })
  compare({ beforeRaw: -lowRaw(before), afterRaw: -lowRaw(after), ...position })
  const [collateral, loss] = [
    { reason: 'market-collateral', name: 'maxMarketCollateral', limitRaw: maxMarketCollateral },
    { reason: 'market-loss', name: 'maxMarketLoss', limitRaw: maxMarketLoss },
  ] as const
  compare({ beforeRaw: before.totals.collateralRaw, afterRaw: after.totals.collateralRaw, ...collateral })
  compare({ beforeRaw: before.totals.lossRaw, afterRaw: after.totals.lossRaw, ...loss })
}

const TOTALS = [
  ['total-position', 'maxTotalShares', 'positionRaw'],
  ['total-collateral', 'maxTotalCollateral', 'collateralRaw'],
  ['total-loss', 'maxTotalLoss', 'lossRaw'],
] as const

function compareTotals(before: MarketTotals, after: MarketTotals, limits: RawLimits, compare: Compare): void {
  for (const [reason, name, key] of TOTALS)
    compare({ reason, name, beforeRaw: before[key], afterRaw: after[key], limitRaw: limits[name] })
}
