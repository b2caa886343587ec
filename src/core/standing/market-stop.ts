// Why nothing of a market may rest now, or nothing new be placed in it.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { Halt, Pause, Wait } from '../../domain/run/standing.js'
import type { Instant } from '../../domain/time.js'
import type { Breach } from '../../risk/limits/breach.js'
import { type MarketReadiness, marketStop } from '../../risk/limits/market-gate.js'
import type { RiskLimits } from '../../risk/schema.js'
import type { Beliefs } from '../../state/beliefs.js'
import { quarantine } from '../../state/orders/unknowns.js'

const NO_FAIR =
  "the others' book has borne no fair value for estimates.maxFairAgeMs, and no signal or prior stands in for it"

export interface StopQuestion {
  readonly halted: Halt | undefined
  readonly waiting: Wait | undefined
  readonly pauseOf: (conditionId: ConditionId) => Pause | undefined
  /** Why a market's quotes are pulled for a while although its book is good. */
  readonly pulledFor: (conditionId: ConditionId, nowMonoMs: number) => string | undefined
  readonly at: Instant
  readonly limits: RiskLimits
}

/** Why nothing of a market may rest now. */
export function stopOf(market: Market, beliefs: Beliefs, question: StopQuestion): Breach | undefined {
  const { conditionId } = market
  const { at, pulledFor, pauseOf, halted, waiting, limits } = question
  // a stream that is believed is fresh, whatever else might be told of it
  const doubt = beliefs.feeds.trustsSocket(conditionId, at.monoMs)
    ? undefined
    : beliefs.feeds.health(conditionId, at.monoMs)
  const { clockErrorMs, clockReason } = beliefs
  const readiness = {
    open: market.status === 'OPEN' && market.registration === 'REGISTERED',
    fresh: doubt?.health !== 'stale',
    staleReason: doubt?.reason ?? '',
    noFair: beliefs.estimates.isKnown(market) ? undefined : NO_FAIR,
    paused: pauseOf(conditionId),
    pulled: pulledBy(conditionId, beliefs, pulledFor(conditionId, at.monoMs)),
  }
  return marketStop(readiness, { signedIn: beliefs.signedIn, clockErrorMs, clockReason, halted, waiting }, limits)
}

function pulledBy(conditionId: ConditionId, beliefs: Beliefs, failure: string | undefined): MarketReadiness['pulled'] {
  const { changed, notOurs } = beliefs.heldBack
  const other = notOurs.get(conditionId)
  if (other !== undefined) return other
  const detail = changed.get(conditionId)
  if (detail) return { reason: 'market-changed', detail }
  if (failure) return { reason: 'pulled', detail: failure }
  if (!beliefs.ledger.isMismatched(conditionId)) return undefined
  return { reason: 'holdings-differ', detail: 'the venue holds other tokens than we count' }
}

/** Why no market may be quoted while the venue's clock is as it is. */
export function clockTrouble({ clockErrorMs, clockReason }: Beliefs, limits: RiskLimits): string | undefined {
  return clockReason ?? (clockErrorMs <= limits.maxClockErrorMs ? undefined : 'the clock is unsure')
}

/** Why a market may not place now. */
export function closedFor(
  conditionId: ConditionId,
  beliefs: Beliefs,
  orders: readonly LivingOrder[],
): string | undefined {
  if (!beliefs.signedIn) return 'the sign-in'
  if (!beliefs.funds.isKnown) return 'the account to be read'
  if (beliefs.ledger.isDoubted(conditionId)) return 'lists that decide what is held'
  return quarantine(orders)
}
