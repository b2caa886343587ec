// One order as the venue has it: matches, settlements, failures and a cancel, each with its own moment; the truth that beliefs are held against.

import { feeRaw, valueRaw } from '../../src/domain/amounts/money.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../src/domain/market/market.js'
import type { Outcome, Side } from '../../src/domain/market/side.js'
import type { Fill, SettlementStatus } from '../../src/domain/orders/fill.js'
import type { OrderDraft, OrderRecord, OrderStatus } from '../../src/domain/orders/order.js'
import { A } from '../risk/builders.js'

export const LOT = 10_000n
export const TICKS = 100
export const ACCOUNT = '0x00000000000000000000000000000000000000b0'

export interface TrueOrderOptions {
  readonly hash?: Hex
  readonly conditionId?: ConditionId
  readonly outcome?: Outcome
  readonly side?: Side
  readonly price?: number
  readonly size?: number
  readonly feeRateBps?: number
  readonly expirationSec?: number
}

interface Trade {
  readonly tradeId: string
  readonly sizeRaw: bigint
  readonly venueMs: number
  status: SettlementStatus
}

export class TrueOrder {
  readonly hash: Hex
  readonly draft: OrderDraft
  readonly trades: Trade[] = []
  restingRaw: bigint
  ended: 'cancelled_local' | undefined
  updatedMs: number

  constructor(options: TrueOrderOptions = {}, nowMs = 1) {
    const { conditionId = A, outcome = 0, side = 'BUY', price = 40, size = 100 } = options
    this.hash = options.hash ?? '0x01'
    this.draft = {
      ...{ conditionId, outcome, side, price: ticks(price), size: lots(size), type: 'POST_ONLY' },
      expirationSec: options.expirationSec ?? 0,
      feeRateBps: options.feeRateBps ?? 0,
    }
    this.restingRaw = BigInt(size) * LOT
    this.updatedMs = nowMs
  }

  get originalRaw(): bigint {
    return BigInt(this.draft.size) * LOT
  }

  sumRaw(...statuses: SettlementStatus[]): bigint {
    return this.trades.reduce((sum, t) => (statuses.includes(t.status) ? sum + t.sizeRaw : sum), 0n)
  }

  /** Matches at most `size` lots of what rests. */
  match(size: number, nowMs: number): void {
    const wished = BigInt(size) * LOT
    const sizeRaw = wished < this.restingRaw ? wished : this.restingRaw
    if (sizeRaw === 0n) return
    this.restingRaw -= sizeRaw
    this.updatedMs = nowMs
    this.trades.push({ tradeId: `${this.hash}-${this.trades.length}`, sizeRaw, venueMs: nowMs, status: 'pending' })
  }

  /** Settles or fails the oldest pending match; what failed returns to the book unless the order has ended. */
  settle(status: 'settled' | 'failed', nowMs: number): string | undefined {
    const trade = this.trades.find((t) => t.status === 'pending')
    if (!trade) return undefined
    trade.status = status
    this.updatedMs = nowMs
    if (status === 'failed' && !this.ended) this.restingRaw += trade.sizeRaw
    return trade.tradeId
  }

  cancel(nowMs: number): boolean {
    if (this.ended || this.restingRaw === 0n) return false
    this.ended = 'cancelled_local'
    this.restingRaw = 0n
    this.updatedMs = nowMs
    return true
  }

  get status(): OrderStatus {
    if (this.ended) return this.ended
    const matched = this.sumRaw('pending', 'settled')
    if (this.restingRaw > 0n) return matched > 0n ? 'partially_filled' : 'open'
    return this.sumRaw('pending') > 0n ? 'pending_settlement' : 'filled'
  }

  record(): OrderRecord {
    const { conditionId, outcome, side, price, type, expirationSec } = this.draft
    return {
      ...{ hash: this.hash, account: ACCOUNT, conditionId, outcome, side, price, type, expirationSec },
      originalRaw: this.originalRaw,
      filledRaw: this.sumRaw('settled'),
      pendingRaw: this.sumRaw('pending'),
      remainingRaw: this.restingRaw,
      status: this.status,
      createdMs: 1,
      updatedMs: this.updatedMs,
    }
  }

  feeOf(sizeRaw: bigint): bigint {
    const { side, price, feeRateBps } = this.draft
    return feeRaw({ side, price, tokensRaw: sizeRaw, feeRateBps, ticksPerUnit: TICKS })
  }

  fills(): Fill[] {
    const { conditionId, outcome, side, price } = this.draft
    return this.trades.map((t) => ({
      ...{ tradeId: t.tradeId, hash: this.hash, conditionId, outcome, side, price },
      ...{ sizeRaw: t.sizeRaw, feeRaw: this.feeOf(t.sizeRaw), liquidity: 'maker' as const },
      ...{ status: t.status, venueMs: t.venueMs },
    }))
  }

  /** What the standing matches changed, from scratch. */
  effect(): { readonly tokens: bigint; readonly cash: bigint } {
    return this.effectOf('pending', 'settled')
  }

  effectOf(...statuses: SettlementStatus[]): { readonly tokens: bigint; readonly cash: bigint } {
    let tokens = 0n
    let cash = 0n
    for (const trade of this.trades) {
      if (!statuses.includes(trade.status)) continue
      const cost = valueRaw(this.draft.price, trade.sizeRaw, TICKS)
      const fee = this.feeOf(trade.sizeRaw)
      const buys = this.draft.side === 'BUY'
      tokens += buys ? trade.sizeRaw - fee : -trade.sizeRaw
      cash += buys ? -cost : cost - fee
    }
    return { tokens, cash }
  }
}
