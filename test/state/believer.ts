// Beliefs fed one event after the other, for tests.

import type { AccountSnapshot } from '../../src/domain/account/account.js'
import type { MarketPosition } from '../../src/domain/account/exposure.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { OwnOrder } from '../../src/domain/orders/own-order.js'
import type { CoreEvent, CoreInput } from '../../src/domain/run/core-event.js'
import { type BeliefSettings, Beliefs } from '../../src/state/beliefs.js'
import { market } from '../risk/builders.js'
import type { TrueOrder } from './true-order.js'

export const SETTINGS: BeliefSettings = {
  makerPaysFee: true,
  holdingsLagMs: 0,
  mergedBestBids: false,
  staleAfterMs: 3000,
  pollStaleAfterMs: 5000,
  fairTauMs: 1000,
  confirmMs: 3000,
  maxFairAgeMs: 30_000,
  volatilityTauMs: 60_000,
  execution: { unknownGraceSec: 30, submitInFlightSec: 10 },
  termRefusals: new Set(['fee-changed']),
}

export const instant = (ms: number) => ({ monoMs: ms, wallMs: ms, venueMs: ms })

export function account(totalRaw: bigint, tokens: Record<string, readonly [bigint, bigint]> = {}): AccountSnapshot {
  return {
    collateral: { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw },
    holdings: Object.entries(tokens).map(([id, tokensRaw]) => ({
      conditionId: id as ConditionId,
      tokensRaw,
      lockedRaw: [0n, 0n] as const,
      pendingRaw: [0n, 0n] as const,
    })),
  }
}

export class Believer {
  readonly beliefs: Beliefs
  nowMs = 1000
  seq = 0

  constructor(markets: readonly Market[] = [market()], settings: Partial<BeliefSettings> = {}) {
    this.beliefs = new Beliefs({ ...SETTINGS, ...settings })
    for (const m of markets) this.tell({ kind: 'market', market: m })
  }

  event(input: CoreInput): CoreEvent {
    return { ...input, seq: ++this.seq, at: instant(this.nowMs) }
  }

  tell(input: CoreInput): ReadonlySet<ConditionId> | 'all' {
    this.beliefs.takeTouched()
    this.beliefs.apply(this.event(input))
    const touched = this.beliefs.takeTouched()
    return touched === 'all' ? touched : new Set(touched)
  }

  /** The core's own half of a place: the order counts from now on. Returns how it stands at every moment. */
  intend({ draft, originalRaw }: TrueOrder): () => OwnOrder {
    const { orders } = this.beliefs
    const intentId = orders.nextIntentId()
    orders.intend({ draft, originalRaw, intentId, atMonoMs: this.nowMs })
    return () => {
      const order = orders.byIntent(intentId)
      if (!order) throw new Error(`order ${intentId} is forgotten`)
      return order
    }
  }

  /** Placed, signed and accepted as resting. */
  place(order: TrueOrder): () => OwnOrder {
    const entry = this.intend(order)
    const { intentId } = entry()
    this.tell({ kind: 'signed', intentId, hash: order.hash })
    this.tell({ kind: 'submitted', intentId, hash: order.hash, status: 'open' })
    return entry
  }

  /** Of every known market. */
  positions(): Map<ConditionId, MarketPosition> {
    const { markets, positions } = this.beliefs
    return new Map([...markets.values()].map((known) => [known.conditionId, positions.position(known)]))
  }

  /** A reading asked for and answered at once. */
  readAccount(snapshot: AccountSnapshot): void {
    const askedSeq = this.seq
    this.beliefs.asked([{ kind: 'read-account', permits: [], askedSeq }])
    this.tell({ kind: 'account', snapshot, askedSeq })
  }
}
