// Own orders and instants for tests of execution: the market of test/risk/builders.ts.

import type { Hex } from '../../src/domain/market/market.js'
import type { LivingOrder, OpenOrder } from '../../src/domain/orders/own-order.js'
import type { Quote } from '../../src/domain/orders/quote.js'
import type { Instant } from '../../src/domain/time.js'
import { market } from '../risk/builders.js'

/** Venue time of monotonic 0. */
export const EPOCH_MS = 1_790_000_000_000

export function at(monoMs: number): Instant {
  return { monoMs, wallMs: EPOCH_MS + monoMs, venueMs: EPOCH_MS + monoMs }
}

export function hashOf(intentId: number): Hex {
  return `0x${intentId.toString(16).padStart(64, '0')}`
}

/** An order of `quote` that rests in full since monotonic 0, with `lifeSec` from then. */
export function restingOrder(
  quote: Quote,
  intentId: number,
  change: Partial<Pick<OpenOrder, 'restingRaw' | 'sinceMonoMs'>> & { lifeSec?: number } = {},
): OpenOrder {
  const { lifeSec = 120, ...rest } = change
  const { conditionId, outcome, side, price, size } = quote
  const originalRaw = BigInt(size) * market(conditionId).lotRaw
  return {
    intentId,
    draft: {
      ...{ conditionId, outcome, side, price, size },
      type: 'POST_ONLY',
      expirationSec: EPOCH_MS / 1000 + lifeSec,
      feeRateBps: 0,
    },
    originalRaw,
    origin: 'placed',
    sinceMonoMs: 0,
    phase: 'open',
    hash: hashOf(intentId),
    fills: [],
    matchedRaw: 0n,
    pendingRaw: 0n,
    restingRaw: originalRaw,
    ...rest,
  }
}

/** The same order in another phase. */
export function orderIn(phase: LivingOrder['phase'], quote: Quote, intentId: number): LivingOrder {
  const open = restingOrder(quote, intentId)
  switch (phase) {
    case 'signing': {
      const { hash: _hash, fills: _fills, matchedRaw: _matched, pendingRaw: _pending, ...signing } = open
      return { ...signing, phase }
    }
    case 'sent':
    case 'open':
      return { ...open, phase }
    case 'cancelling':
      return { ...open, phase, cancelSentMonoMs: 1 }
    case 'unknown':
      return { ...open, phase, isReported: false }
  }
}
