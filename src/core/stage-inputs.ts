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

export interface RiskQuestion {
  readonly targets: readonly Quote[]
  readonly halted: { readonly reason: string } | undefined
  readonly at: Instant
}

export function riskInput(beliefs: Beliefs, { targets, halted, at }: RiskQuestion): RiskInput {
  const zombies = beliefs.orders.live().filter(isZombie)
  return {
    targets,
    positions: positionsOf(beliefs),
    zombies: zombies.map(asLive),
    freeCollateralRaw: beliefs.funds.collateralRaw() - lockedCollateralRaw(zombies, beliefs),
    heldSellableRaw: (conditionId, outcome) =>
      beliefs.funds.heldRaw(conditionId, outcome) - lockedTokensRaw(zombies, conditionId, outcome),
    states: new Map([...beliefs.markets.values()].map((m) => [m.conditionId, readiness(m, beliefs, at)])),
    clockErrorMs: beliefs.clockErrorMs,
    ...(halted ? { halted } : {}),
  }
}

function readiness(market: Market, beliefs: Beliefs, at: Instant) {
  const { health, reason } = beliefs.feeds.health(market.conditionId, at.monoMs)
  return {
    open: market.status === 'OPEN' && market.registration === 'REGISTERED',
    fresh: health !== 'stale',
    staleReason: reason,
    paused: beliefs.paused.has(market.conditionId),
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

export function readNeeds(beliefs: Beliefs, { at, seq }: CoreEvent): ReadNeeds {
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
      needsResync: beliefs.resync.has(conditionId),
      needsRecheck: beliefs.recheck.has(conditionId),
    })),
    unknown: orders.flatMap((o) =>
      o.phase === 'unknown' && o.hash
        ? [
            {
              hash: o.hash,
              dueMonoMs: o.lookUpAtMonoMs ?? now,
              resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && !o.foreign,
            },
          ]
        : [],
    ),
    accountStale: beliefs.accountStale,
    fillsPending: orders.some((o) => o.pendingRaw > 0n),
  }
}
