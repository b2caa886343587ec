// What a reading of the account is held against: of each market what we count, and by how much the reading may differ without a fault.

import type { AccountSnapshot } from '../../domain/account/account.js'
import { areSameTokens, NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import { byMarket } from '../../domain/collections/by-market.js'
import { type ConditionId, isFinal, type Market } from '../../domain/market/market.js'
import { NO, type Outcome, YES } from '../../domain/market/side.js'
import { isForeign, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import type { KnownMarkets } from '../known-markets.js'
import type { OwnOrders } from '../orders/own-orders.js'
import type { Positions } from './positions.js'
import { slackOf, unsettledOf } from './reading-slack.js'
import type { Count } from './reconciliation.js'

/** By how much a reading may lie below and above the count for what happens on the chain, raw tokens. */
export interface Moved {
  readonly below: Tokens
  readonly above: Tokens
}

export interface CountParts {
  readonly markets: Pick<KnownMarkets, 'get' | 'past' | 'present'>
  readonly orders: Pick<OwnOrders, 'livingOf' | 'recentOf' | 'settling'>
  readonly positions: Pick<Positions, 'position' | 'tokensRaw'>
  /** An order of unknown outcome that the venue does not have. */
  readonly isAbsent: (order: OwnOrder) => boolean
  /** A reading that agrees with the count may end a doubt. */
  readonly isConcerned: (conditionId: ConditionId) => boolean
  /** When what is matched or settled of an order last changed, monotonic. */
  readonly movedMonoMs: (order: OwnOrder) => number
  /** `undefined` where nothing happens on the chain. */
  readonly onChain: (conditionId: ConditionId) => Moved | undefined
  /** A reading may lack what was settled in the last so many milliseconds. */
  readonly holdingsLagMs: number
}

const UNMOVED: Moved = { below: NO_TOKENS, above: NO_TOKENS }

/** Between the end and the outcome nobody knows what a token is worth: a correction would book it at a guess. */
export function isJudged(market: Market): boolean {
  return market.status === 'OPEN' || isFinal(market)
}

/** Of the markets of which the reading has something to say: after a long run a few of thousands. */
export function countsAgainst({ holdings }: AccountSnapshot, nowMonoMs: number, parts: CountParts): readonly Count[] {
  const held = new Map(holdings.map(({ conditionId, tokensRaw }) => [conditionId, tokensRaw]))
  const { present, past } = parts.markets
  const differing: Market[] = []
  for (const market of present.values()) {
    const { conditionId } = market
    const counted = parts.positions.tokensRaw(conditionId)
    const agrees = areSameTokens(counted, held.get(conditionId) ?? NO_TOKENS) && !parts.isConcerned(conditionId)
    if (!agrees && isJudged(market)) differing.push(market)
  }
  // those that are past are over, and a reading agreed with each
  for (const conditionId of differingPast(past, held)) {
    const market = parts.markets.get(conditionId)
    if (market !== undefined) differing.push(market)
  }
  if (differing.length === 0) return []
  const settling = byMarket(parts.orders.settling(), ({ draft }) => draft.conditionId)
  return differing.map((market) => countOf(market, settling.get(market.conditionId) ?? [], nowMonoMs, parts))
}

/** What is counted of them is what was told when they left. */
function differingPast(past: CountParts['markets']['past'], held: ReadonlyMap<ConditionId, Tokens>): ConditionId[] {
  const differing: ConditionId[] = []
  for (const [conditionId, { held: counted }] of past) {
    const heldRaw = held.get(conditionId)
    if (counted === undefined && heldRaw === undefined) continue
    if (!areSameTokens(counted?.tokensRaw ?? NO_TOKENS, heldRaw ?? NO_TOKENS)) differing.push(conditionId)
  }
  return differing
}

function countOf(market: Market, settling: readonly OwnOrder[], nowMonoMs: number, parts: CountParts): Count {
  const { conditionId } = market
  const { orders: all, isAbsent, holdingsLagMs } = parts
  // orders that a reading may see otherwise than we do: all that may live, changed a moment ago, or are not settled
  const orders = [...all.livingOf(conditionId), ...new Set([...all.recentOf(conditionId, nowMonoMs), ...settling])]
  const { tokensRaw, assumedFeeRaw } = parts.positions.position(market)
  const recently = (order: OwnOrder) => nowMonoMs - parts.movedMonoMs(order) < holdingsLagMs
  const onChain = parts.onChain(conditionId)
  const { below, above } = onChain ?? UNMOVED
  const context = (outcome: Outcome) => ({
    aboveRaw: assumedFeeRaw[outcome] + above[outcome],
    belowRaw: below[outcome],
    ...{ nowMonoMs, recently },
  })
  const slack = (outcome: Outcome) => slackOf(outcome, orders, context(outcome))
  const unsettled = (outcome: Outcome) => unsettledOf(outcome, orders, context(outcome))
  const isQuiet =
    onChain === undefined && orders.every((order) => (isAtRest(order) || isAbsent(order)) && !recently(order))
  const slacks = { slack: [slack(YES), slack(NO)], unsettled: [unsettled(YES), unsettled(NO)] } as const
  return { conditionId, tokensRaw, isQuiet, ...slacks }
}

/** What a recovered order had before its first record is never counted, so it cannot be counted wrongly. */
function isAtRest(order: OwnOrder): boolean {
  return pendingRawOf(order) === 0n && (order.phase !== 'unknown' || (isForeign(order) && !order.isReported))
}
