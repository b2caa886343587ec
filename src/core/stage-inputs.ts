// The beliefs as risk, the planner and the read schedule want to see them.

import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId, Market } from '../domain/market.js'
import type { OwnOrder } from '../domain/own-order.js'
import type { Quote } from '../domain/quote.js'
import type { Outcome } from '../domain/side.js'
import type { Instant } from '../domain/time.js'
import type { PlaceGate } from '../execution/order-planner.js'
import type { ReadNeeds } from '../execution/read-schedule.js'
import type { RiskInput } from '../risk/approve.js'
import { fits } from '../risk/gate.js'
import { asLiveOrder } from '../risk/market-exposure.js'
import type { RiskLimits } from '../risk/schema.js'
import type { Beliefs } from '../state/beliefs.js'
import { asLive, isZombie, lockedCollateralRaw, lockedTokensRaw, positionsOf } from '../state/exposures.js'
import type { OrderEntry } from '../state/order-entry.js'

export interface RiskQuestion {
  readonly targets: readonly Quote[]
  readonly halted: { readonly reason: string } | undefined
  /** Why a market's quotes are pulled for a while although its book is good. */
  readonly pulledFor: (conditionId: ConditionId) => string | undefined
  readonly at: Instant
}

export function riskInput(beliefs: Beliefs, question: RiskQuestion): RiskInput {
  const { targets, halted } = question
  const zombies = beliefs.orders.live().filter(isZombie)
  return {
    targets,
    positions: positionsOf(beliefs),
    zombies: zombies.map(asLive),
    freeCollateralRaw: beliefs.funds.collateralRaw() - lockedCollateralRaw(zombies, beliefs),
    heldSellableRaw: (conditionId, outcome) =>
      beliefs.funds.heldRaw(conditionId, outcome) - lockedTokensRaw(zombies, conditionId, outcome),
    states: new Map([...beliefs.markets.values()].map((m) => [m.conditionId, readiness(m, beliefs, question)])),
    clockErrorMs: beliefs.clockErrorMs,
    ...(beliefs.clockReason === undefined ? {} : { clockReason: beliefs.clockReason }),
    ...(halted ? { halted } : {}),
  }
}

function readiness(market: Market, beliefs: Beliefs, { at, pulledFor }: RiskQuestion) {
  const { health, reason } = beliefs.feeds.health(market.conditionId, at.monoMs)
  const failure = pulledFor(market.conditionId)
  const changed = beliefs.changedMarkets.get(market.conditionId)
  const pulled = changed
    ? ({ reason: 'market-changed', detail: changed } as const)
    : failure
      ? ({ reason: 'pulled', detail: failure } as const)
      : beliefs.ledger.isMismatched(market.conditionId)
        ? ({ reason: 'holdings-differ', detail: 'the venue holds other tokens than we count' } as const)
        : undefined
  return {
    open: market.status === 'OPEN' && market.registration === 'REGISTERED',
    fresh: health !== 'stale',
    staleReason: reason,
    paused: beliefs.paused.has(market.conditionId),
    ...(pulled ? { pulled } : {}),
  }
}

/** Why a market may not place now. */
export function closedFor(beliefs: Beliefs, orders: readonly OwnOrder[]): string | undefined {
  if (!beliefs.signedIn) return 'the sign-in'
  if (!beliefs.funds.isKnown) return 'the account to be read'
  return orders.some((o) => o.phase === 'unknown') ? 'an order of unknown outcome' : undefined
}

/** The last check before a place: every order that may still live counts, and what was let through before it. */
export function placeGate(beliefs: Beliefs, live: readonly OwnOrder[], limits: RiskLimits): PlaceGate {
  const orders = live.map(asLive)
  const context = {
    positions: positionsOf(beliefs),
    collateralRaw: beliefs.funds.collateralRaw(),
    heldRaw: (conditionId: ConditionId, outcome: Outcome) => beliefs.funds.heldRaw(conditionId, outcome),
    limits,
  }
  return {
    refuses(quote) {
      const breach = fits(quote, orders, context)
      return breach && `room: ${breach.detail}`
    },
    sent(quote) {
      const market = beliefs.markets.get(quote.conditionId)
      if (market) orders.push(asLiveOrder(quote, market))
    },
  }
}

/** `quoted`: markets in which something may rest now. */
export function readNeeds(beliefs: Beliefs, { at, seq }: CoreEvent, quoted: ReadonlySet<ConditionId>): ReadNeeds {
  const now = at.monoMs
  const orders = [...beliefs.orders.all()]
  const wanted = [...beliefs.markets.values()].filter((m) => m.status === 'OPEN' && !beliefs.dropped.has(m.conditionId))
  return {
    nowMonoMs: now,
    nowVenueMs: at.venueMs,
    seq,
    signedIn: beliefs.signedIn,
    markets: wanted.map(({ conditionId }) => ({
      conditionId,
      trusted: beliefs.feeds.trustsSocket(conditionId, now),
      snapshotDueMonoMs: beliefs.bookWatch.snapshotDueMonoMs(conditionId),
      needsRecheck: beliefs.bookWatch.recheck.has(conditionId),
    })),
    unknown: orders.flatMap((o) =>
      o.phase === 'unknown' && o.hash
        ? [
            {
              hash: o.hash,
              dueMonoMs: o.lookUpAtMonoMs ?? now,
              resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && mayResend(o, quoted),
            },
          ]
        : [],
    ),
    settling: orders.flatMap(({ phase, hash, pendingRaw, sinceMonoMs }) =>
      phase === 'ended' && hash && pendingRaw > 0n ? [{ hash, sinceMonoMs }] : [],
    ),
    accountStale: beliefs.accountStale || beliefs.ledger.inDoubt,
    fillsPending: orders.some((o) => o.pendingRaw > 0n),
    inDoubt: beliefs.ledger.wantsLists,
  }
}

/** Sending again may place the order: only one that the venue never knew, of this run, and where we still want to quote. */
function mayResend({ foreign, record, draft }: OrderEntry, quoted: ReadonlySet<ConditionId>): boolean {
  return !foreign && record === undefined && quoted.has(draft.conditionId)
}

/** Markets in which an order of ours may live. */
export function marketsWithOrders({ markets, orders }: Beliefs): Market[] {
  const ids = new Set(orders.live().map((o) => o.draft.conditionId))
  return [...markets.values()].filter((m) => ids.has(m.conditionId))
}
