// What the control port shows of a bot, as data on its way to JSON: prices as probabilities, sizes in shares, ages in milliseconds.

import { lots, lotsToRaw } from '../../domain/amounts/size.js'
import { type ConditionId, type Market, rawToShares } from '../../domain/market/market.js'
import { type Fill, fillPrice } from '../../domain/orders/fill.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import type { Refusal } from '../../domain/orders/quote.js'
import type { MarketDecision } from '../../domain/run/decision.js'
import type { QuoteRow } from '../../domain/run/market-look.js'
import type { MarketSnapshot } from '../../domain/run/snapshot.js'
import type { RecentDecision } from '../recent-decisions.js'
import { reasonOf } from './market-reason.js'
import { ACCOUNT_UNREAD } from './troubles.js'
import { outcomeName, type ViewSource } from './view-source.js'

export function positionsView(source: ViewSource) {
  const { markets, over, totals, isAccountUnread } = source.snapshot
  const held = markets.filter(({ shares: [yes, no] }) => yes !== 0 || no !== 0)
  return {
    over: over.map(({ shares: [yes, no], pnl, ...market }) => ({ ...market, yes, no, pnl: pnl.total })),
    positions: held.map((market) => {
      const { conditionId, question, status, shares, pnl, worstCaseLoss, fair } = market
      return {
        ...{ conditionId, question, status, yes: shares[0], no: shares[1], pnl: pnl.total, worstCaseLoss },
        fair,
        reason: reasonOf(source.memory.decision(market.conditionId), market, source.snapshot),
      }
    }),
    totals,
    ...(isAccountUnread ? { unknown: ACCOUNT_UNREAD } : {}),
  }
}

export function ordersView(source: ViewSource) {
  const { markets } = source.snapshot
  const orders = markets.flatMap((market) => {
    const parts = orderParts(market, source)
    return market.ownQuotes.map((quote) => orderView(market, quote, parts))
  })
  return { orders }
}

export function fillsView({ memory, venueMs }: ViewSource) {
  return {
    fills: memory.fills().flatMap((fill) => {
      const market = memory.market(fill.conditionId)
      return market === undefined ? [] : [fillView(fill, market, venueMs)]
    }),
  }
}

/** Orders and cancels that were decided on, the newest first: of all markets, or of one. */
export function decisionsView({ memory }: ViewSource, of?: ConditionId) {
  const wanted = memory.recent.filter(({ conditionId }) => of === undefined || conditionId === of)
  return {
    decisions: wanted.flatMap((recent) => {
      const market = memory.market(recent.conditionId)
      return market === undefined ? [] : [decisionView(recent, market)]
    }),
  }
}

function decisionView({ seq, atMs, kind, conditionId, orders, decision }: RecentDecision, market: Market) {
  const shown = ({ outcome, side, price, size }: OrderDraft) => ({
    ...{ outcome: outcomeName(outcome), side, price: price / market.ticksPerUnit },
    shares: rawToShares(lotsToRaw(size, market.lotRaw), market),
  })
  const why = kind === 'place' ? (decision?.note ?? 'wished and approved') : cancelReason(decision)
  return { seq, atMs, kind, conditionId, question: market.question, orders: orders.map(shown), why }
}

const cancelReason = (decision: MarketDecision | undefined) =>
  decision?.approved.length ? 'another quote is wished there' : (reasonOf(decision) ?? 'no quote is wished there')

/** The market that a person means: by condition id, id, or a part of its question that no other has. */
export function marketNamed(name: string, { snapshot, memory }: ViewSource): MarketSnapshot | readonly string[] {
  const wanted = name.toLowerCase()
  const ids = (m: MarketSnapshot) => [m.conditionId.toLowerCase(), memory.market(m.conditionId)?.id.toLowerCase()]
  const exact = snapshot.markets.find((market) => ids(market).includes(wanted))
  if (exact !== undefined) return exact
  const found = snapshot.markets.filter(({ question }) => question.toLowerCase().includes(wanted))
  return found.length === 1 && found[0] ? found[0] : found.map(({ question }) => question)
}

/** Why it is there: what is done about it now. */
export function orderView(market: MarketSnapshot, quote: MarketSnapshot['ownQuotes'][number], parts: OrderParts) {
  const { decision, rows, known } = parts
  const { outcome, side, price, size, phase, ageMs, expirationSec, hash } = quote
  const isIt = (one: { readonly outcome: number; readonly side: string; readonly price: number }) =>
    one.outcome === outcome && one.side === side && Math.abs(one.price - price) < 1e-9
  const row = rows.find(({ resting }) => resting !== undefined && isIt(resting))
  const reason = row === undefined ? (decision?.stopped ?? 'not decided yet') : withNote(row.what, decision)
  const ticksPerUnit = known?.ticksPerUnit ?? Number.NaN
  const approved = decision?.approved.find((a) => isIt({ ...a, price: a.price / ticksPerUnit }))
  return {
    conditionId: market.conditionId,
    question: market.question,
    ...{ outcome: outcomeName(outcome), side, price, shares: size, phase, ageMs, expirationSec, reason },
    hash,
    edge: approved?.edge,
  }
}

const withNote = (what: string, decision: MarketDecision | undefined) =>
  decision?.note === undefined ? what : `${what}; ${decision.note}`

interface OrderParts {
  readonly decision: MarketDecision | undefined
  readonly rows: readonly QuoteRow[]
  readonly known: Market | undefined
}

/** What the orders of one market are shown by. */
export function orderParts({ conditionId, ownQuotes }: MarketSnapshot, { memory, look }: ViewSource): OrderParts {
  const rows = ownQuotes.length === 0 ? [] : (look(conditionId)?.rows ?? [])
  return { decision: memory.decision(conditionId), rows, known: memory.market(conditionId) }
}

function fillView(fill: Fill, market: Market, venueMs: number) {
  const { tradeId, hash, conditionId, side, status, liquidity } = fill
  return {
    ...{ tradeId, hash, conditionId, question: market.question, outcome: outcomeName(fill.outcome), side, status },
    ...{ liquidity, price: fillPrice(fill, market.ticksPerUnit), shares: rawToShares(fill.sizeRaw, market) },
    ...{ fee: rawToShares(fill.feeRaw, market), atMs: fill.venueMs, ageMs: venueMs - fill.venueMs },
  }
}

/** What the strategy wished is a probability, and shares; what has a place on the grid, ticks and lots. */
export function refusalView({ quote, reason, detail }: Refusal, market: Market | undefined) {
  const isOnGrid = market !== undefined && quote.price >= 1 && reason !== 'off-range'
  const price = isOnGrid ? quote.price / market.ticksPerUnit : quote.price
  const shares = isOnGrid ? rawToShares(lotsToRaw(lots(Math.round(quote.size)), market.lotRaw), market) : quote.size
  return { outcome: outcomeName(quote.outcome), side: quote.side, price, shares, reason, detail }
}
