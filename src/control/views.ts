// What the control port shows of a bot, as data on its way to JSON: prices as probabilities, sizes in shares, ages in milliseconds.

import type { Fill } from '../domain/fill.js'
import { type Market, rawToShares } from '../domain/market.js'
import type { Refusal } from '../domain/quote.js'
import { lots, lotsToRaw } from '../domain/size.js'
import type { BotSnapshot, MarketSnapshot } from '../domain/snapshot.js'
import type { BotMemory } from './bot-memory.js'

export interface ViewSource {
  readonly snapshot: BotSnapshot
  readonly memory: BotMemory
  /** By the venue's clock, unix milliseconds. */
  readonly venueMs: number
}

const outcomeName = (outcome: 0 | 1) => (outcome === 0 ? 'YES' : 'NO')
export function statusView(source: ViewSource) {
  const { totals, collateral, capital, halted, waiting, massCancel, ramp, signedIn } = source.snapshot
  const { clockErrorMs, markets, budgets } = source.snapshot
  return {
    state: halted ? ('halted' as const) : waiting ? ('waiting' as const) : ('running' as const),
    halted,
    waiting,
    massCancel,
    ramp,
    ...{ signedIn, clockErrorMs, totals },
    collateral,
    capital,
    budgets,
    markets: markets.map((market) => {
      const { conditionId, question, status, fair, shares, pnl, feed } = market
      return {
        ...{ conditionId, question, status, shares, pnl: pnl.total, quotes: market.ownQuotes.length, feed },
        fair,
        reason: reasonOf(market, source),
      }
    }),
  }
}

export function positionsView(source: ViewSource) {
  const { markets, totals } = source.snapshot
  const held = markets.filter(({ shares: [yes, no] }) => yes !== 0 || no !== 0)
  return {
    positions: held.map((market) => {
      const { conditionId, question, status, shares, pnl, worstCaseLoss, fair } = market
      return {
        ...{ conditionId, question, status, yes: shares[0], no: shares[1], pnl: pnl.total, worstCaseLoss },
        fair,
        reason: reasonOf(market, source),
      }
    }),
    totals,
  }
}

export function ordersView(source: ViewSource) {
  const { markets } = source.snapshot
  return { orders: markets.flatMap((market) => market.ownQuotes.map((quote) => orderView(market, quote, source))) }
}

export function fillsView({ memory, venueMs }: ViewSource) {
  return {
    fills: memory.fills().flatMap((fill) => {
      const market = memory.market(fill.conditionId)
      return market === undefined ? [] : [fillView(fill, market, venueMs)]
    }),
  }
}

/** Why each quote is there, and why others are not. */
export function explainView(market: MarketSnapshot, source: ViewSource) {
  const { conditionId, question, status, fair, fairBasis, fairAgeMs, feed, shares, bestOthers } = market
  const decision = source.memory.decision(conditionId)
  return {
    ...{ conditionId, question, status, feed, shares, bestOthers },
    fair,
    fairBasis,
    fairAgeMs,
    note: decision?.note,
    terms: decision?.terms,
    stopped: decision?.stopped,
    massCancel: source.snapshot.massCancel,
    cautions: decision?.cautions,
    quotes: market.ownQuotes.map((quote) => orderView(market, quote, source)),
    refused: (decision?.refused ?? []).map((refusal) => refusalView(refusal, source.memory.market(conditionId))),
    waiting: decision?.waiting ?? [],
    wished: decision?.wished,
  }
}

/** The market that a person means: by condition id, id, or a part of its question that no other has. */
export function marketNamed(name: string, { snapshot, memory }: ViewSource): MarketSnapshot | readonly string[] {
  const wanted = name.toLowerCase()
  const ids = (m: MarketSnapshot) => [m.conditionId.toLowerCase(), memory.market(m.conditionId)?.id.toLowerCase()]
  const exact = snapshot.markets.find((market) => ids(market).includes(wanted))
  if (exact !== undefined) return exact
  const found = snapshot.markets.filter(({ question }) => question.toLowerCase().includes(wanted))
  return found.length === 1 && found[0] ? found[0] : found.map(({ question }) => question)
}

/** Why a market is not quoted, not in full or not as close as wished; `undefined` when it is. */
function reasonOf({ conditionId }: MarketSnapshot, { memory }: ViewSource): string | undefined {
  const decision = memory.decision(conditionId)
  if (decision === undefined) return 'nothing is decided yet'
  const [refused] = decision.refused
  if (decision.stopped !== undefined) return decision.stopped
  if (refused !== undefined) return `${refused.reason}: ${refused.detail}`
  const [waiting] = decision.waiting
  if (waiting !== undefined) return `waits for ${waiting}`
  if (decision.approved.length === 0) return `nothing wished${decision.note ? `: ${decision.note}` : ''}`
  return decision.cautions?.[0]
}

function orderView(market: MarketSnapshot, quote: MarketSnapshot['ownQuotes'][number], { memory }: ViewSource) {
  const decision = memory.decision(market.conditionId)
  const { outcome, side, price, size, phase, ageMs, expirationSec, hash } = quote
  const ticks = price * (memory.market(market.conditionId)?.ticksPerUnit ?? Number.NaN)
  const approved = decision?.approved.find(
    (a) => a.outcome === outcome && a.side === side && Math.abs(a.price - ticks) < 1e-6,
  )
  const reason =
    phase === 'unknown'
      ? 'nobody knows what became of it: it is looked up'
      : (decision?.stopped ?? (approved ? (decision?.note ?? 'wished and approved') : 'to be replaced or cancelled'))
  return {
    conditionId: market.conditionId,
    question: market.question,
    ...{ outcome: outcomeName(outcome), side, price, shares: size, phase, ageMs, expirationSec, reason },
    hash,
    edge: approved?.edge,
  }
}

function fillView(fill: Fill, market: Market, venueMs: number) {
  const { tradeId, hash, conditionId, side, status, liquidity } = fill
  return {
    ...{ tradeId, hash, conditionId, question: market.question, outcome: outcomeName(fill.outcome), side, status },
    ...{ liquidity, price: fill.price / market.ticksPerUnit, shares: rawToShares(fill.sizeRaw, market) },
    ...{ fee: rawToShares(fill.feeRaw, market), atMs: fill.venueMs, ageMs: venueMs - fill.venueMs },
  }
}

/** What the strategy wished is a probability, and shares; what has a place on the grid, ticks and lots. */
function refusalView({ quote, reason, detail }: Refusal, market: Market | undefined) {
  const isOnGrid = market !== undefined && quote.price >= 1 && reason !== 'off-range'
  const price = isOnGrid ? quote.price / market.ticksPerUnit : quote.price
  const shares = isOnGrid ? rawToShares(lotsToRaw(lots(Math.round(quote.size)), market.lotRaw), market) : quote.size
  return { outcome: outcomeName(quote.outcome), side: quote.side, price, shares, reason, detail }
}
