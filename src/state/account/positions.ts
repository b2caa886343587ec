// What we hold in each market and what it earned, from our own orders and the holdings at start.
//
//   BUY   tokens += matched - fee tokens      cash -= cost
//   SELL  tokens -= matched                   cash += proceeds - fee collateral
//   cost of what is held: the average of what was paid; a sale takes its share along (cost-basis.ts)
//   P&L = cash flow + sum(tokens * fair)      spread = sum(sign * size * (others' mid at the fill - price))      inventory = P&L - spread + fees
//   worst P&L = the same with what is held at the lower of the fair value and the others' last bid, from a start measured alike
//
// Where nothing is known of a market's value, what is held is worth what it cost: a missing book is no loss.
//
// Everything is recomputed per order as a contribution, so a reversed or corrected fill corrects itself.

import type { AccountSnapshot } from '../../domain/account/account.js'
import type { MarketPosition } from '../../domain/account/exposure.js'
import { NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import { MarketMap } from '../../domain/collections/market-map.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, type Outcome, YES } from '../../domain/market/side.js'
import { fillsOf, type OwnOrder } from '../../domain/orders/own-order.js'
import type { ProfitAndLoss } from '../../domain/run/snapshot.js'
import type { Marks } from '../market/estimates.js'
import { Arrivals } from './arrivals.js'
import { type Booked, type Contribution, contributionOf, fillCount, floatsOf, isSame, NOTHING } from './booked.js'
import { bought, released, shareUp } from './cost-basis.js'
import { valueAt, valuesAt, worstAt } from './valuation.js'

interface Holding {
  tokens: [bigint, bigint]
  /** What these tokens cost. */
  cost: [bigint, bigint]
  assumedFee: [bigint, bigint]
  cash: bigint
  /** Units of collateral, floats: they split the exact total, they do not make it. */
  spread: number
  fees: number
  fills: number
  /** What was held at the start counts. */
  isOpen: boolean
  /** Tokens that came or went without an order. */
  readonly arrivals: Arrivals
  /** P&L while nothing is held and nothing has happened since it was looked at, units of collateral; otherwise no number. */
  flatPnl: number
}

/** Value of YES while nothing is known of it. */
const NO_FAIR = 0.5

const UNKNOWN: Marks = { fair: undefined, isFirm: false, bids: [Number.NaN, Number.NaN] }

export class Positions {
  readonly #holdings = new MarketMap<Holding>()
  readonly #booked = new Map<number, Booked>()
  readonly #makerPaysFee: boolean
  readonly #onMoving: (conditionId: ConditionId) => void

  /** `makerPaysFee`: what is assumed of a fill until the venue's own record of it is read. `onMoving`: what is held is about to change. */
  constructor(makerPaysFee: boolean, onMoving: (conditionId: ConditionId) => void = () => undefined) {
    this.#makerPaysFee = makerPaysFee
    this.#onMoving = onMoving
  }

  /**
   * Holdings at start, as the first snapshot has them. They earn nothing by being there: their value at the first firm fair value of YES
   * counts as paid, and until there is one, their value at a prior, or at 0.5. Calling it again only values them, and what has come
   * since. Returns whether they have another value now.
   */
  open(snapshot: AccountSnapshot, { conditionId }: Market, marksNow: () => Marks): boolean {
    if (this.isSettled(conditionId)) return false
    const holding = this.#of(conditionId)
    if (holding.isOpen) return this.#value(holding, marksNow())
    holding.isOpen = true
    const tokensRaw = snapshot.holdings.find((h) => h.conditionId === conditionId)?.tokensRaw ?? NO_TOKENS
    this.#arrive(holding, tokensRaw, marksNow())
    return tokensRaw.some((raw) => raw !== 0n)
  }

  /** What was held at start is counted. */
  isOpen(conditionId: ConditionId): boolean {
    return this.#holdings.get(conditionId)?.isOpen === true
  }

  /** What was held at start and what came without an order is valued, for good. */
  isSettled(conditionId: ConditionId): boolean {
    const holding = this.#holdings.get(conditionId)
    return holding?.isOpen === true && holding.arrivals.isSettled
  }

  /** The same by a firm value, whether or not somebody has bid for it since. */
  isValued(conditionId: ConditionId): boolean {
    const holding = this.#holdings.get(conditionId)
    return holding?.isOpen === true && holding.arrivals.isValued
  }

  /** How many that were, less those that went without an order. */
  arrivedRaw(conditionId: ConditionId): Tokens {
    return this.#holdings.get(conditionId)?.arrivals.cameRaw ?? NO_TOKENS
  }

  /** What that was worth when it came, units of collateral. */
  arrivedWorth({ conditionId, unitRaw }: Market): number {
    return (this.#holdings.get(conditionId)?.arrivals.worth ?? 0) / Number(unitRaw)
  }

  /** Tokens that came or went without an order of ours: they earn and lose nothing by that, and are valued as those held at start. */
  correct(conditionId: ConditionId, differenceRaw: Tokens, marks: Marks = UNKNOWN): void {
    this.#arrive(this.#of(conditionId), differenceRaw, marks)
  }

  /** Tokens that a transaction has turned into collateral. */
  exchanged(conditionId: ConditionId, tokensRaw: readonly [bigint, bigint], paidRaw: bigint): void {
    const holding = this.#of(conditionId)
    for (const outcome of [YES, NO]) sell(holding, outcome, tokensRaw[outcome])
    holding.cash += paidRaw
  }

  /** Takes over what an order's state now says, and returns whether that changes anything. `midNow`: YES halfway between the others' bid and offer. */
  apply(order: OwnOrder, market: Market, midNow: () => number | undefined): boolean {
    const before = this.#booked.get(order.intentId) ?? NOTHING
    const after = contributionOf(order, market, this.#makerPaysFee)
    const fills = fillCount(before, after, fillsOf(order))
    const isNew = !isSame(before, after)
    if (!isNew && fills === before.fills) return false
    const holding = this.#of(market.conditionId)
    const releasedRaw = take(holding, order.draft, { before, after })
    const booked = { releasedRaw, fills, ...floatsOf({ before, after, order, market, mid: midNow() }), ...after }
    this.#booked.set(order.intentId, booked)
    holding.assumedFee[order.draft.outcome] += after.assumedFeeRaw - before.assumedFeeRaw
    holding.cash += after.cashRaw - before.cashRaw
    holding.fills += fills - before.fills
    holding.spread += booked.spread - before.spread
    holding.fees += booked.fees - before.fees
    return isNew
  }

  /** What an order has added in this run. */
  contribution(intentId: number): Contribution {
    return this.#booked.get(intentId) ?? NOTHING
  }

  /** The order changes no more: what it added stays, how much that was is forgotten. */
  forget(intentId: number): void {
    this.#booked.delete(intentId)
  }

  /** `cashFlowRaw`: collateral received minus paid, for good or for what is held; what was held at start counts at its fair value then. */
  position(market: Market): MarketPosition & { readonly cashFlowRaw: bigint } {
    const holding = this.#holdings.get(market.conditionId)
    return {
      market,
      tokensRaw: holding?.tokens ?? [0n, 0n],
      assumedFeeRaw: holding?.assumedFee ?? [0n, 0n],
      costRaw: holding ? holding.cost[YES] + holding.cost[NO] : 0n,
      cashFlowRaw: holding?.cash ?? 0n,
    }
  }

  /** Raw tokens held of each outcome; the list itself moves with them. */
  tokensRaw(conditionId: ConditionId): Tokens {
    return this.#holdings.get(conditionId)?.tokens ?? NO_TOKENS
  }

  fills(conditionId: ConditionId): number {
    return this.#holdings.get(conditionId)?.fills ?? 0
  }

  /** P&L at `fair` of YES (the payout once resolved; `undefined`: at cost), in units of collateral. */
  pnl(market: Market, fair: number | undefined): ProfitAndLoss {
    const holding = this.#holdings.get(market.conditionId)
    if (!holding) return { spread: 0, inventory: 0, fees: 0, total: 0 }
    const value = fair === undefined ? costOf(holding) : valueAt(fair, holding.tokens)
    const total = (Number(holding.cash) + value) / Number(market.unitRaw)
    return { spread: holding.spread, inventory: total - holding.spread + holding.fees, fees: holding.fees, total }
  }

  /** As `worstPnl`, and asks for the marks only where they make a difference. */
  worstPnlNow(market: Market, marksNow: (market: Market) => Marks): number {
    const holding = this.#holdings.get(market.conditionId)
    if (holding === undefined) return 0
    if (!Number.isNaN(holding.flatPnl)) return holding.flatPnl
    const { tokens, cost } = holding
    const isFlat = tokens[YES] === 0n && tokens[NO] === 0n && cost[YES] === 0n && cost[NO] === 0n
    if (!isFlat) return this.worstPnl(market, marksNow(market))
    holding.flatPnl = (Number(holding.cash) + holding.arrivals.markdown) / Number(market.unitRaw)
    return holding.flatPnl
  }

  /**
   * Total P&L with what is held at its worst, in units of collateral. What came without an order counts from its worst value then: a wide
   * book is no loss by itself.
   */
  worstPnl(market: Market, { fair, bids }: Marks): number {
    const holding = this.#holdings.get(market.conditionId)
    if (!holding) return 0
    const value = fair === undefined ? costOf(holding) : worstAt(fair, bids, holding.tokens)
    return (Number(holding.cash) + value + holding.arrivals.markdown) / Number(market.unitRaw)
  }

  /** What of that is not in what is held, units of collateral. */
  realisedAtWorst({ conditionId, unitRaw }: Market): number {
    const holding = this.#holdings.get(conditionId)
    return holding ? (Number(holding.cash) + holding.arrivals.markdown) / Number(unitRaw) : 0
  }

  /** Whoever asks is about to change it. */
  #of(conditionId: ConditionId): Holding {
    let holding = this.#holdings.get(conditionId)
    if (!holding) {
      const none = { tokens: [0n, 0n], cost: [0n, 0n], assumedFee: [0n, 0n] } satisfies Partial<Holding>
      const nothing = { cash: 0n, spread: 0, fees: 0, fills: 0, flatPnl: Number.NaN }
      holding = { isOpen: false, arrivals: new Arrivals(), ...nothing, ...none }
      this.#holdings.set(conditionId, holding)
    }
    holding.flatPnl = Number.NaN
    this.#onMoving(conditionId)
    return holding
  }

  #arrive(holding: Holding, tokensRaw: Tokens, marks: Marks): void {
    // what came before is not marked down with it
    this.#value(holding, marks)
    const { arrivals, tokens } = holding
    const markdown = -markdownOf(tokens, marks)
    const bookedRaw = bookedIn(holding, tokensRaw, marks.fair)
    for (const outcome of [YES, NO]) holding.cash -= bookedRaw[outcome]
    arrivals.add(tokensRaw, bookedRaw, marks.isFirm ? markdown + markdownOf(tokens, marks) : 0)
    const waiting = (outcome: Outcome) => (marks.isFirm && !Number.isNaN(marks.bids[outcome]) ? 0n : tokensRaw[outcome])
    arrivals.await([waiting(YES), waiting(NO)])
    this.#value(holding, marks)
  }

  /** Returns whether what came without an order has another value now. */
  #value(holding: Holding, marks: Marks): boolean {
    const { arrivals, tokens } = holding
    const [yes, no] = arrivals.tokensRaw
    const paidRaw = arrivals.value(marks, tokens)
    for (const outcome of [YES, NO]) holding.cash -= paidRaw[outcome]
    // what has gone has no part in what the rest has cost
    if (yes >= 0n) buy(holding, YES, { tokensRaw: 0n, paidRaw: paidRaw[YES] })
    if (no >= 0n) buy(holding, NO, { tokensRaw: 0n, paidRaw: paidRaw[NO] })
    return paidRaw.some((raw) => raw !== 0n)
  }
}

/** Takes tokens in, or out. Returns what they count as paid for: where nothing is known of their value, those that go went at their cost. */
function bookedIn(holding: Holding, tokensRaw: Tokens, fair: number | undefined): Tokens {
  const valuesRaw = valuesAt(fair ?? NO_FAIR, tokensRaw)
  const booked = (outcome: Outcome) => {
    const [movedRaw, paidRaw] = [tokensRaw[outcome], valuesRaw[outcome]]
    if (movedRaw >= 0n) buy(holding, outcome, { tokensRaw: movedRaw, paidRaw })
    const releasedRaw = movedRaw < 0n ? sell(holding, outcome, -movedRaw) : 0n
    return fair === undefined && movedRaw < 0n ? -releasedRaw : paidRaw
  }
  return [booked(YES), booked(NO)]
}

/** Tokens and cost of what an order brought or took since `before`; returns what the tokens it took had cost. */
function take(
  holding: Holding,
  { side, outcome }: OwnOrder['draft'],
  { before, after }: { readonly before: Booked; readonly after: Contribution },
): bigint {
  const tokensRaw = after.tokensRaw - before.tokensRaw
  if (side === 'BUY') buy(holding, outcome, { tokensRaw, paidRaw: before.cashRaw - after.cashRaw })
  else if (tokensRaw < 0n) return before.releasedRaw + sell(holding, outcome, -tokensRaw)
  else {
    // what a failed settlement gives back costs what it had cost
    const paidRaw = shareUp(before.releasedRaw, tokensRaw, before.matchedRaw)
    buy(holding, outcome, { tokensRaw, paidRaw })
    return before.releasedRaw - paidRaw
  }
  return before.releasedRaw
}

function buy(
  { tokens, cost }: Holding,
  outcome: Outcome,
  { tokensRaw, paidRaw }: { readonly tokensRaw: bigint; readonly paidRaw: bigint },
): void {
  const held = bought({ tokensRaw: tokens[outcome], costRaw: cost[outcome] }, tokensRaw, paidRaw)
  tokens[outcome] = held.tokensRaw
  cost[outcome] = held.costRaw
}

function sell({ tokens, cost }: Holding, outcome: Outcome, tokensRaw: bigint): bigint {
  const held = released({ tokensRaw: tokens[outcome], costRaw: cost[outcome] }, tokensRaw)
  tokens[outcome] = held.tokensRaw
  cost[outcome] = held.costRaw
  return held.releasedRaw
}

function costOf({ cost }: Holding): number {
  return Number(cost[YES] + cost[NO])
}

function markdownOf(tokens: Tokens, { fair, bids }: Marks): number {
  return fair === undefined ? 0 : valueAt(fair, tokens) - worstAt(fair, bids, tokens)
}
