// What we hold in each market and what it earned, from our own orders and the holdings at start.
//
//   BUY   tokens += matched - fee tokens      cash -= cost
//   SELL  tokens -= matched                   cash += proceeds - fee collateral
//   P&L = cash flow + sum(tokens * fair)      spread = sum(sign * size * (fair at fill - price))      inventory = P&L - spread + fees
//
// Everything is recomputed per order as a contribution, so a reversed or corrected fill corrects itself.

import type { AccountSnapshot } from '../domain/account.js'
import type { MarketPosition } from '../domain/exposure.js'
import type { ConditionId, Market } from '../domain/market.js'
import { feeRaw, valueRaw } from '../domain/money.js'
import { YES } from '../domain/side.js'
import type { ProfitAndLoss } from '../domain/snapshot.js'
import type { OrderEntry } from './order-entry.js'

interface Contribution {
  readonly matchedRaw: bigint
  readonly tokensRaw: bigint
  readonly cashRaw: bigint
  readonly feeRaw: bigint
}

interface Holding {
  tokens: [bigint, bigint]
  cash: bigint
  /** Units of collateral, floats: they split the exact total, they do not make it. */
  spread: number
  fees: number
  fills: number
}

const NOTHING: Contribution = { matchedRaw: 0n, tokensRaw: 0n, cashRaw: 0n, feeRaw: 0n }

export class Positions {
  readonly #holdings = new Map<ConditionId, Holding>()
  readonly #contributions = new Map<number, Contribution>()
  readonly #makerPaysFee: boolean

  /** `makerPaysFee`: what is assumed of a fill until the venue's own record of it is read. */
  constructor(makerPaysFee: boolean) {
    this.#makerPaysFee = makerPaysFee
  }

  /** Holdings at start, valued at `fair` of YES: they earn nothing by being there. */
  open(snapshot: AccountSnapshot, market: Market, fair: number): void {
    const found = snapshot.holdings.find((h) => h.conditionId === market.conditionId)
    if (!found) return
    const holding = this.#of(market.conditionId)
    const value = fair * Number(found.tokensRaw[0]) + (1 - fair) * Number(found.tokensRaw[1])
    holding.tokens = [holding.tokens[0] + found.tokensRaw[0], holding.tokens[1] + found.tokensRaw[1]]
    holding.cash -= BigInt(Math.round(value))
  }

  /** Takes over what an order's state now says. `fair` is YES's fair probability at this moment. */
  apply(order: OrderEntry, market: Market, fair: number | undefined): void {
    const before = this.#contributions.get(order.intentId) ?? NOTHING
    const after = this.#contributionOf(order, market)
    if (after.matchedRaw === before.matchedRaw && after.feeRaw === before.feeRaw) return
    this.#contributions.set(order.intentId, after)
    const holding = this.#of(market.conditionId)
    const { outcome, side, price } = order.draft
    holding.tokens[outcome] += after.tokensRaw - before.tokensRaw
    holding.cash += after.cashRaw - before.cashRaw
    const units = Number(after.matchedRaw - before.matchedRaw) / Number(market.unitRaw)
    if (units > 0) holding.fills++
    const paid = price / market.ticksPerUnit
    const fairHere = fair === undefined ? paid : outcome === YES ? fair : 1 - fair
    holding.spread += (side === 'BUY' ? fairHere - paid : paid - fairHere) * units
    const feeUnits = Number(after.feeRaw - before.feeRaw) / Number(market.unitRaw)
    holding.fees += side === 'BUY' ? feeUnits * fairHere : feeUnits
  }

  position(market: Market): MarketPosition {
    const holding = this.#holdings.get(market.conditionId)
    return { market, tokensRaw: holding?.tokens ?? [0n, 0n], cashFlowRaw: holding?.cash ?? 0n }
  }

  fills(conditionId: ConditionId): number {
    return this.#holdings.get(conditionId)?.fills ?? 0
  }

  /** P&L at `fair` of YES (the payout once resolved), in units of collateral. */
  pnl(market: Market, fair: number | undefined): ProfitAndLoss {
    const holding = this.#holdings.get(market.conditionId)
    if (!holding) return { spread: 0, inventory: 0, fees: 0, total: 0 }
    const mark = fair ?? 0.5
    const value = mark * Number(holding.tokens[0]) + (1 - mark) * Number(holding.tokens[1])
    const total = (Number(holding.cash) + value) / Number(market.unitRaw)
    return { spread: holding.spread, inventory: total - holding.spread + holding.fees, fees: holding.fees, total }
  }

  #of(conditionId: ConditionId): Holding {
    let holding = this.#holdings.get(conditionId)
    if (!holding) {
      holding = { tokens: [0n, 0n], cash: 0n, spread: 0, fees: 0, fills: 0 }
      this.#holdings.set(conditionId, holding)
    }
    return holding
  }

  /** Known fills at their own price and fee; the rest of what is matched at our price and the assumed fee. */
  #contributionOf(order: OrderEntry, market: Market): Contribution {
    const { side, price, feeRateBps } = order.draft
    const { ticksPerUnit } = market
    let knownRaw = 0n
    let cost = 0n
    let fee = 0n
    for (const fill of order.fills.values()) {
      if (fill.status === 'failed') continue
      knownRaw += fill.sizeRaw
      cost += valueRaw(fill.price, fill.sizeRaw, ticksPerUnit)
      fee += fill.feeRaw
    }
    const restRaw = order.matchedRaw - knownRaw
    // a record that has shrunk below the listed fills is newer: one of them has failed
    if (restRaw !== 0n) cost += valueRaw(price, restRaw, ticksPerUnit)
    if (restRaw > 0n && this.#makerPaysFee) fee += feeRaw({ side, price, tokensRaw: restRaw, feeRateBps, ticksPerUnit })
    return side === 'BUY'
      ? { matchedRaw: order.matchedRaw, tokensRaw: order.matchedRaw - fee, cashRaw: -cost, feeRaw: fee }
      : { matchedRaw: order.matchedRaw, tokensRaw: -order.matchedRaw, cashRaw: cost - fee, feeRaw: fee }
  }
}
