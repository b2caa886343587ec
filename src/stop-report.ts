// What a stop left behind, for people and exit codes.

import { type ConditionId, type Market, rawToShares } from './domain/market.js'
import type { OrderRecord } from './domain/order.js'
import type { BotSnapshot } from './domain/snapshot.js'
import type { ShutdownResult } from './execution/shutdown.js'

/** Amounts in shares and units of collateral. */
export interface StopReport {
  /** Whether listing confirmed what is below. */
  readonly verified: boolean
  /** Orders that may still be matched. */
  readonly openOrders: readonly { readonly hash: string; readonly market: string; readonly expirationSec: number }[]
  /** Matches that wait for the chain. */
  readonly pendingSettlements: readonly { readonly hash: string; readonly market: string; readonly shares: number }[]
  readonly positions: readonly {
    readonly market: string
    readonly shares: readonly [number, number]
    readonly worstCaseLoss: number
  }[]
}

export interface StopContext {
  readonly markets: ReadonlyMap<ConditionId, Market>
  readonly snapshot: BotSnapshot
}

export function stopReport(
  { verified, open, pending }: ShutdownResult,
  { markets, snapshot }: StopContext,
): StopReport {
  const named = (record: OrderRecord) => ({
    hash: record.hash,
    market: markets.get(record.conditionId)?.question ?? record.conditionId,
  })
  const shares = (record: OrderRecord) => {
    const market = markets.get(record.conditionId)
    return market ? rawToShares(record.pendingRaw, market) : Number(record.pendingRaw)
  }
  return {
    verified,
    openOrders: open.map((r) => ({ ...named(r), expirationSec: r.expirationSec })),
    pendingSettlements: pending.map((r) => ({ ...named(r), shares: shares(r) })),
    positions: snapshot.markets
      .filter((m) => m.shares[0] !== 0 || m.shares[1] !== 0)
      .map((m) => ({ market: m.question, shares: m.shares, worstCaseLoss: m.worstCaseLoss })),
  }
}
