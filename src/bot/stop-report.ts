// What a stop left behind, for people and exit codes.

import { lotsToRaw } from '../domain/amounts/size.js'
import { type ConditionId, type Hex, rawToShares } from '../domain/market/market.js'
import { payoutRaw } from '../domain/market/payout.js'
import { type Outcome, type Side, YES } from '../domain/market/side.js'
import type { OrderDraft, OrderRecord } from '../domain/orders/order.js'
import type { CancelOutcome } from '../execution/effects/cancel-everything.js'
import { worstCaseRaw } from '../risk/totals/worst-case.js'
import type { Beliefs } from '../state/beliefs.js'
import { asLive } from '../state/orders/exposures.js'

/** Price as a probability; absent, with the shares, where nothing is known of the market but its id. */
export interface StopOrder {
  readonly hash: string
  readonly market: string
  readonly outcome: 'YES' | 'NO'
  readonly side: Side
  readonly price?: number
  /** That may still be matched. */
  readonly shares?: number
  /** Unix seconds; 0 means never. */
  readonly expirationSec: number
}

export interface StopSettlement {
  readonly hash: string
  readonly market: string
  readonly shares: number
}

export interface StopPosition {
  readonly market: string
  /** Of YES and NO. */
  readonly shares: readonly [number, number]
  /** Loss of the worst outcome still open, with every order that may live; 0 once the market is over. */
  readonly worstCaseLoss: number
  /** What redeeming pays; only of a market that is over. */
  readonly payout?: number
}

/** Amounts in shares and units of collateral. */
export interface StopReport {
  /** Whether listing confirmed `openOrders` and `pendingSettlements`, which are absent otherwise. */
  readonly verified: boolean
  /** Orders that may still be matched. */
  readonly openOrders?: readonly StopOrder[]
  /** Matches that wait for the chain. */
  readonly pendingSettlements?: readonly StopSettlement[]
  /** Instead of a listing: what journal, beliefs and the last listing say may still live, each order until it expires. */
  readonly unconfirmed?: {
    readonly orders: readonly StopOrder[]
    readonly pendingSettlements: readonly StopSettlement[]
  }
  /** Everything held, in markets that are over too; absent where the venue has not said yet what is. */
  readonly positions?: readonly StopPosition[]
}

/** An order that may live as far as we know. */
export interface BelievedOrder {
  readonly hash: Hex
  readonly draft: OrderDraft
  /** Raw tokens; all of its size where nothing was heard of it. */
  readonly restingRaw?: bigint
  readonly pendingRaw?: bigint
}

export interface StopContext {
  readonly beliefs: Beliefs
  /** Orders by the journal that may live. */
  readonly signed: readonly BelievedOrder[]
}

type Markets = Beliefs['markets']

export function stopReport(result: CancelOutcome, { beliefs, signed }: StopContext): StopReport {
  const { markets } = beliefs
  const positions = beliefs.funds.isKnown ? { positions: heldPositions(beliefs) } : {}
  const { open, pending } = result.verified ? listed(result) : believed(result, believedOrders(beliefs, signed))
  const orders = open.map((order) => stopOrder(order, markets))
  const pendingSettlements = pending.map((order) => settlement(order, markets))
  return result.verified
    ? { verified: true, openOrders: orders, pendingSettlements, ...positions }
    : { verified: false, unconfirmed: { orders, pendingSettlements }, ...positions }
}

/** What is held stays ours when its market is over or not followed any more. */
function heldPositions(beliefs: Beliefs): StopPosition[] {
  return [...beliefs.markets.values()].flatMap((market) => {
    const position = beliefs.positions.position(market)
    const [yes, no] = position.tokensRaw
    if (yes === 0n && no === 0n) return []
    const orders = [...beliefs.orders.living()].filter(({ draft }) => draft.conditionId === market.conditionId)
    const payout = payoutRaw(market, position.tokensRaw)
    return [
      {
        market: market.question,
        shares: [rawToShares(yes, market), rawToShares(no, market)] as const,
        worstCaseLoss: rawToShares(-worstCaseRaw(position, orders.map(asLive)), market),
        ...(payout === undefined ? {} : { payout: rawToShares(payout, market) }),
      },
    ]
  })
}

/** What may live by our beliefs, and what was signed and nothing was ever heard of. */
function believedOrders({ orders }: Beliefs, signed: readonly BelievedOrder[]): BelievedOrder[] {
  const living = [...orders.living()].flatMap((order) => (order.phase === 'signing' ? [] : order))
  const settling = [...orders.settling()].map((order) => ({ ...order, restingRaw: 0n }))
  return [...living, ...settling, ...signed.filter(({ hash }) => orders.byHash(hash) === undefined)]
}

interface Left {
  readonly open: readonly BelievedOrder[]
  readonly pending: readonly BelievedOrder[]
}

function listed({ open, pending }: CancelOutcome): Left {
  return { open: open.map(ofRecord), pending: pending.map(ofRecord) }
}

/** The last listing knows orders that we do not; of those that both know, what we heard since counts. */
function believed(last: CancelOutcome, orders: readonly BelievedOrder[]): Left {
  const known = new Set(orders.map(({ hash }) => hash))
  const { open, pending } = listed(last)
  const unknown = (order: BelievedOrder) => !known.has(order.hash)
  return {
    open: [...orders.filter(({ restingRaw }) => restingRaw !== 0n), ...open.filter(unknown)],
    pending: [...orders.filter(({ pendingRaw = 0n }) => pendingRaw > 0n), ...pending.filter(unknown)],
  }
}

function ofRecord({ hash, remainingRaw, pendingRaw, ...record }: OrderRecord): BelievedOrder {
  const { conditionId, outcome, side, price, type, expirationSec } = record
  // not used as lots: the record has the raw amounts
  const size = 0 as OrderDraft['size']
  const draft = { conditionId, outcome, side, price, size, type, expirationSec, feeRateBps: 0 }
  return { hash, draft, restingRaw: remainingRaw, pendingRaw }
}

function stopOrder({ hash, draft, restingRaw }: BelievedOrder, markets: Markets): StopOrder {
  const market = markets.get(draft.conditionId)
  const named = { hash, market: nameOf(draft.conditionId, markets), outcome: outcomeName(draft.outcome) }
  const { side, expirationSec } = draft
  if (market === undefined) return { ...named, side, expirationSec }
  const shares = rawToShares(restingRaw ?? lotsToRaw(draft.size, market.lotRaw), market)
  return { ...named, side, price: draft.price / market.ticksPerUnit, shares, expirationSec }
}

function settlement({ hash, draft, pendingRaw = 0n }: BelievedOrder, markets: Markets): StopSettlement {
  const market = markets.get(draft.conditionId)
  const shares = market ? rawToShares(pendingRaw, market) : Number(pendingRaw)
  return { hash, market: nameOf(draft.conditionId, markets), shares }
}

function nameOf(conditionId: ConditionId, markets: Markets): string {
  return markets.get(conditionId)?.question ?? conditionId
}

const outcomeName = (outcome: Outcome): StopOrder['outcome'] => (outcome === YES ? 'YES' : 'NO')
