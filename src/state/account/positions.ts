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
import { feeRaw, valueRaw } from '../../domain/amounts/money.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { NO, type Outcome, YES } from '../../domain/market/side.js'
import { fillsOf, matchedRawOf, type OwnOrder } from '../../domain/orders/own-order.js'
import type { ProfitAndLoss } from '../../domain/run/snapshot.js'
import type { Marks } from '../market/estimates.js'
import { type Booked, type Contribution, fillCount, floatsOf, isSame, NOTHING } from './booked.js'
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
  /** By how much tokens that came without an order were worth less at the worst than at the fair value, when they came. */
  markdown: number
  /** P&L while nothing is held and nothing has happened since it was looked at, units of collateral; otherwise no number. */
  flatPnl: number
}

interface Opening {
  readonly tokensRaw: readonly [bigint, bigint]
  readonly valuesRaw: readonly [bigint, bigint]
  /** Valued at a firm fair value, for good. */
  readonly isValued: boolean
  readonly markdown: number
}

/** Value of YES while nothing is known of it. */
const NO_FAIR = 0.5

const NO_TOKENS: readonly [bigint, bigint] = [0n, 0n]

export class Positions {
  readonly #holdings = new Map<ConditionId, Holding>()
  readonly #openings = new Map<ConditionId, Opening>()
  readonly #booked = new Map<number, Booked>()
  readonly #makerPaysFee: boolean

  /** `makerPaysFee`: what is assumed of a fill until the venue's own record of it is read. */
  constructor(makerPaysFee: boolean) {
    this.#makerPaysFee = makerPaysFee
  }

  /**
   * Holdings at start, as the first snapshot has them. They earn nothing by being there: their value at the first firm fair value of YES
   * counts as paid, and until there is one, their value at a prior, or at 0.5. Calling it again only values them. Returns whether
   * they have another value now.
   */
  open(snapshot: AccountSnapshot, market: Market, marksNow: () => Marks): boolean {
    const { conditionId } = market
    let opening = this.#openings.get(conditionId)
    if (opening?.isValued) return false
    const holding = this.#of(conditionId)
    if (!opening) {
      const tokensRaw = snapshot.holdings.find((h) => h.conditionId === conditionId)?.tokensRaw ?? [0n, 0n]
      for (const outcome of [YES, NO]) buy(holding, outcome, { tokensRaw: tokensRaw[outcome], paidRaw: 0n })
      opening = { tokensRaw, valuesRaw: [0n, 0n], isValued: false, markdown: 0 }
    }
    const marks = marksNow()
    const before = opening.valuesRaw
    const valuesRaw = valuesAt(marks.fair ?? NO_FAIR, opening.tokensRaw)
    const markdown = markdownOf(opening.tokensRaw, marks)
    holding.markdown += markdown - opening.markdown
    for (const outcome of [YES, NO]) {
      const paidRaw = valuesRaw[outcome] - opening.valuesRaw[outcome]
      buy(holding, outcome, { tokensRaw: 0n, paidRaw })
      holding.cash -= paidRaw
    }
    this.#openings.set(conditionId, { ...opening, valuesRaw, isValued: marks.isFirm, markdown })
    return valuesRaw.some((valueRaw, outcome) => valueRaw !== before[outcome])
  }

  /** What was held at start is valued, for good. */
  isValued(conditionId: ConditionId): boolean {
    return this.#openings.get(conditionId)?.isValued === true
  }

  /** Tokens that came or went without an order of ours, at today's fair value of YES: they earn and lose nothing by that. */
  correct(conditionId: ConditionId, differenceRaw: readonly [bigint, bigint], marks: Marks | undefined): void {
    const holding = this.#of(conditionId)
    const before = marks ? markdownOf(holding.tokens, marks) : 0
    const valuesRaw = valuesAt(marks?.fair ?? NO_FAIR, differenceRaw)
    for (const outcome of [YES, NO]) {
      const [tokensRaw, paidRaw] = [differenceRaw[outcome], valuesRaw[outcome]]
      if (tokensRaw > 0n) buy(holding, outcome, { tokensRaw, paidRaw })
      else sell(holding, outcome, -tokensRaw)
      holding.cash -= paidRaw
    }
    if (marks) holding.markdown += markdownOf(holding.tokens, marks) - before
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
    const after = this.#contributionOf(order, market)
    if (isSame(before, after)) return false
    const holding = this.#of(market.conditionId)
    const releasedRaw = take(holding, order.draft, { before, after })
    const fills = fillCount(before, after, fillsOf(order))
    const booked = { releasedRaw, fills, ...floatsOf({ before, after, order, market, mid: midNow() }), ...after }
    this.#booked.set(order.intentId, booked)
    holding.assumedFee[order.draft.outcome] += after.assumedFeeRaw - before.assumedFeeRaw
    holding.cash += after.cashRaw - before.cashRaw
    holding.fills += fills - before.fills
    holding.spread += booked.spread - before.spread
    holding.fees += booked.fees - before.fees
    return true
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
  tokensRaw(conditionId: ConditionId): readonly [bigint, bigint] {
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
    holding.flatPnl = (Number(holding.cash) + holding.markdown) / Number(market.unitRaw)
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
    return (Number(holding.cash) + value + holding.markdown) / Number(market.unitRaw)
  }

  /** Whoever asks is about to change it. */
  #of(conditionId: ConditionId): Holding {
    let holding = this.#holdings.get(conditionId)
    if (!holding) {
      const none = { tokens: [0n, 0n], cost: [0n, 0n], assumedFee: [0n, 0n] } satisfies Partial<Holding>
      holding = { cash: 0n, spread: 0, fees: 0, fills: 0, markdown: 0, flatPnl: Number.NaN, ...none }
      this.#holdings.set(conditionId, holding)
    }
    holding.flatPnl = Number.NaN
    return holding
  }

  /** Known fills at their own price and fee; the rest of what is matched at our price and the assumed fee. */
  #contributionOf(order: OwnOrder, market: Market): Contribution {
    const { side, price, feeRateBps } = order.draft
    const { ticksPerUnit } = market
    const matchedRaw = matchedRawOf(order)
    let knownRaw = 0n
    let cost = 0n
    let fee = 0n
    for (const fill of fillsOf(order)) {
      if (fill.status === 'failed') continue
      knownRaw += fill.sizeRaw
      cost += valueRaw(fill.price, fill.sizeRaw, ticksPerUnit)
      fee += fill.feeRaw
    }
    const restRaw = matchedRaw - knownRaw
    // a record that has shrunk below the listed fills is newer: one of them has failed
    if (restRaw !== 0n) cost += valueRaw(price, restRaw, ticksPerUnit)
    const isAssumed = restRaw > 0n && this.#makerPaysFee
    const assumed = isAssumed ? feeRaw({ side, price, tokensRaw: restRaw, feeRateBps, ticksPerUnit }) : 0n
    fee += assumed
    const shared = { matchedRaw, feeRaw: fee }
    return side === 'BUY'
      ? { tokensRaw: matchedRaw - fee, cashRaw: -cost, assumedFeeRaw: assumed, ...shared }
      : { tokensRaw: -matchedRaw, cashRaw: cost - fee, assumedFeeRaw: 0n, ...shared }
  }
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

function markdownOf(tokens: readonly [bigint, bigint], { fair, bids }: Marks): number {
  return fair === undefined ? 0 : valueAt(fair, tokens) - worstAt(fair, bids, tokens)
}
