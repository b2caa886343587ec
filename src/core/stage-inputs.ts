// The beliefs as risk, the planner and the read schedule want to see them.

import type { CoreEvent } from '../domain/core-event.js'
import type { LiveOrder } from '../domain/exposure.js'
import type { ConditionId, Market } from '../domain/market.js'
import type { OwnOrder } from '../domain/own-order.js'
import type { Quote } from '../domain/quote.js'
import type { Instant } from '../domain/time.js'
import type { ReadMarket } from '../execution/market-reads.js'
import type { PlaceGate } from '../execution/order-planner.js'
import type { ReadNeeds } from '../execution/read-schedule.js'
import type { Breach } from '../risk/breach.js'
import { fits } from '../risk/gate.js'
import type { MarketClaims } from '../risk/grants.js'
import type { Headroom } from '../risk/headroom.js'
import { asLiveOrder } from '../risk/market-exposure.js'
import { marketStop } from '../risk/market-gate.js'
import type { RiskLimits } from '../risk/schema.js'
import type { Beliefs } from '../state/beliefs.js'
import { asLive, isZombie } from '../state/exposures.js'
import type { OrderEntry } from '../state/order-entry.js'

const NO_FAIR =
  "the others' book has borne no fair value for estimates.maxFairAgeMs, and no signal or prior stands in for it"

export interface StopQuestion {
  readonly halted: { readonly reason: string } | undefined
  /** Why a market's quotes are pulled for a while although its book is good. */
  readonly pulledFor: (conditionId: ConditionId, nowMonoMs: number) => string | undefined
  readonly at: Instant
  readonly limits: RiskLimits
}

/** Why nothing of a market may rest now. */
export function stopOf(market: Market, beliefs: Beliefs, question: StopQuestion): Breach | undefined {
  const { conditionId } = market
  const { at, pulledFor, halted, limits } = question
  const { health, reason } = beliefs.feeds.health(conditionId, at.monoMs)
  const { clockErrorMs, clockReason } = beliefs
  const failure = pulledFor(conditionId, at.monoMs)
  const changed = beliefs.changedMarkets.get(conditionId)
  const pulled = changed
    ? ({ reason: 'market-changed', detail: changed } as const)
    : failure
      ? ({ reason: 'pulled', detail: failure } as const)
      : beliefs.ledger.isMismatched(conditionId)
        ? ({ reason: 'holdings-differ', detail: 'the venue holds other tokens than we count' } as const)
        : undefined
  const readiness = {
    open: market.status === 'OPEN' && market.registration === 'REGISTERED',
    fresh: health !== 'stale',
    staleReason: reason,
    ...(beliefs.estimates.isKnown(market) ? {} : { noFair: NO_FAIR }),
    paused: beliefs.paused.has(conditionId),
    ...(pulled ? { pulled } : {}),
  }
  const gate = {
    signedIn: beliefs.signedIn,
    clockErrorMs,
    ...(clockReason === undefined ? {} : { clockReason }),
    ...(halted ? { halted } : {}),
  }
  return marketStop(readiness, gate, limits)
}

/** Why no market may be quoted while the venue's clock is as it is. */
export function clockTrouble({ clockErrorMs, clockReason }: Beliefs, limits: RiskLimits): string | undefined {
  return clockReason ?? (clockErrorMs <= limits.maxClockErrorMs ? undefined : 'the clock is unsure')
}

/** What a market asks of risk. */
export function claimsOf(
  market: Market,
  beliefs: Beliefs,
  targets: readonly Quote[],
  stop: Breach | undefined,
): MarketClaims {
  const living = beliefs.orders.livingOf(market.conditionId)
  return { position: beliefs.positions.position(market), targets, zombies: living.filter(isZombie).map(asLive), stop }
}

/** Why a market may not place now. */
export function closedFor(beliefs: Beliefs, orders: readonly OwnOrder[]): string | undefined {
  if (!beliefs.signedIn) return 'the sign-in'
  if (!beliefs.funds.isKnown) return 'the account to be read'
  return orders.some((o) => o.phase === 'unknown') ? 'an order of unknown outcome' : undefined
}

/** The last check before a place; in `room` every order that may still be matched counts. */
export function placeGate(beliefs: Beliefs, room: Headroom): PlaceGate {
  const living = new Map<ConditionId, LiveOrder[]>()
  const livingOf = (conditionId: ConditionId) => {
    const known = living.get(conditionId) ?? beliefs.orders.livingOf(conditionId).map(asLive)
    living.set(conditionId, known)
    return known
  }
  return {
    refuses(quote) {
      const market = beliefs.markets.get(quote.conditionId)
      const position = market && beliefs.positions.position(market)
      const breach = fits(quote, livingOf(quote.conditionId), { position, room })
      return breach && `room: ${breach.detail}`
    },
    sent(quote) {
      const market = beliefs.markets.get(quote.conditionId)
      if (!market) return
      const order = asLiveOrder(quote, market)
      room.take([order])
      livingOf(quote.conditionId).push(order)
    },
  }
}

/** `isQuoted`: something may rest in the market now. */
export function readNeeds(
  beliefs: Beliefs,
  { at, seq }: CoreEvent,
  isQuoted: (conditionId: ConditionId) => boolean,
): ReadNeeds {
  const now = at.monoMs
  const { orders } = beliefs
  return {
    nowMonoMs: now,
    nowVenueMs: at.venueMs,
    seq,
    signedIn: beliefs.signedIn,
    market: (conditionId) => readMarket(conditionId, beliefs, now),
    unknown: [...orders.unknown()].flatMap((o) =>
      o.hash
        ? [
            {
              hash: o.hash,
              dueMonoMs: o.lookUpAtMonoMs ?? now,
              resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && mayResend(o, isQuoted),
            },
          ]
        : [],
    ),
    settling: [...orders.settling()].flatMap(({ hash, sinceMonoMs }) => (hash ? [{ hash, sinceMonoMs }] : [])),
    accountStale: beliefs.accountStale || beliefs.ledger.inDoubt,
    fillsPending: orders.isPending,
    inDoubt: beliefs.ledger.wantsLists,
  }
}

function readMarket(conditionId: ConditionId, beliefs: Beliefs, nowMonoMs: number): ReadMarket | undefined {
  const market = beliefs.markets.get(conditionId)
  if (market?.status !== 'OPEN' || beliefs.dropped.has(conditionId)) return undefined
  const { feeds, recheck } = beliefs.bookWatch
  return {
    trusted: feeds.trustsSocket(conditionId, nowMonoMs),
    snapshotDueMonoMs: beliefs.bookWatch.snapshotDueMonoMs(conditionId),
    needsRecheck: recheck.has(conditionId),
  }
}

/** Sending again may place the order: only one that the venue never knew, of this run, and where we still want to quote. */
function mayResend({ foreign, record, draft }: OrderEntry, isQuoted: (conditionId: ConditionId) => boolean): boolean {
  return !foreign && record === undefined && isQuoted(draft.conditionId)
}

/** Markets in which an order of ours may live. */
export function marketsWithOrders({ markets, orders }: Beliefs): Market[] {
  const ids = new Set([...orders.live()].map((o) => o.draft.conditionId))
  return [...markets.values()].filter((m) => ids.has(m.conditionId))
}
