// Why a market's quotes are there, and why others are not, as data on its way to JSON: prices as probabilities, sizes in shares, ages in milliseconds.

import type { TermNote, Terms } from '../../domain/orders/wish.js'
import type { MarketInputs, PlacedQuote, QuoteRow } from '../../domain/run/market-look.js'
import { notQuoting } from '../../domain/run/not-quoting.js'
import type { BotSnapshot, MarketSnapshot } from '../../domain/run/snapshot.js'
import { depthOf } from '../view/depth.js'
import { outcomeName, type ViewSource } from '../view/view-source.js'
import { decisionsView, orderParts, orderView, refusalView } from '../view/views.js'

/** Of one market's decisions. */
const MOST_RECENT = 10

export function explainView(market: MarketSnapshot, source: ViewSource) {
  const { conditionId, question, status, fair, fairBasis, fairAgeMs, feed, shares, bestOthers } = market
  const { memory, snapshot, book } = source
  const decision = memory.decision(conditionId)
  const known = memory.market(conditionId)
  const waiting = decision?.waiting ?? []
  const orders = orderParts(market, source)
  const why = notQuoting(market, decision, snapshot)
  return {
    ...{ conditionId, id: known?.id, question, status, feed, shares, bestOthers },
    depth: known && depthOf(book(known), known),
    says: saysOf(market, why),
    notQuoting: why,
    paused: source.pauses().find((pause) => pause.conditionId === conditionId),
    ...{ fair, fairBasis, fairAgeMs },
    stopped: decision?.stopped,
    massCancel: snapshot.massCancel,
    ...lookView(market, source),
    quotes: market.ownQuotes.map((quote) => orderView(market, quote, orders)),
    refused: (decision?.refused ?? []).map((refusal) => refusalView(refusal, known)),
    ...{ waiting, waitingForMs: waiting.length === 0 ? undefined : memory.waitsForMs(conditionId, snapshot.monoMs) },
    budget: budgetView(snapshot),
    worstCaseLoss: market.worstCaseLoss,
    recent: decisionsView(source, conditionId).decisions.slice(0, MOST_RECENT),
  }
}

function saysOf({ ownQuotes }: MarketSnapshot, why: ReturnType<typeof notQuoting>): string {
  if (why !== undefined) return `no quote of ours is there (${why.reason}): ${why.detail}`
  return ownQuotes.length === 1 ? 'one quote of ours is there' : `${ownQuotes.length} quotes of ours are there`
}

/** What is read from the core at this moment; without it, what the last decision says. */
function lookView({ conditionId, terms }: MarketSnapshot, { look, memory, termNotes }: ViewSource) {
  const looked = look(conditionId)
  if (looked === undefined) {
    const { note, cautions } = memory.decision(conditionId) ?? {}
    return { ...{ note, cautions, terms }, made: madeOf(terms, termNotes()), rows: [] }
  }
  const { note, cautions, inputs, rows, closesInMs, matchStartsInMs, matchEndsInMs, askedAgoMs, termsProblem } = looked
  const { strategyFair } = looked
  return {
    ...{ note, strategyFair, cautions, closesInMs, matchStartsInMs, matchEndsInMs, askedAgoMs, termsProblem },
    ...{ terms: looked.terms, made: madeOf(looked.terms, termNotes()), inputs: inputsView(inputs) },
    rows: rows.map(rowView),
  }
}

/** The terms with what they are. */
function madeOf(terms: Terms | undefined, notes: Readonly<Record<string, TermNote>>) {
  return Object.entries(terms ?? {}).map(([name, value]) => ({ name, value, ...notes[name] }))
}

function inputsView({ trade, ...inputs }: MarketInputs) {
  return { ...inputs, trade: trade && { ...placedView(trade), ageMs: trade.ageMs } }
}

function rowView({ wished, allowed, resting, what }: QuoteRow) {
  return {
    wished: wished && placedView(wished),
    allowed: allowed && placedView(allowed),
    resting: resting && { ...placedView(resting), phase: resting.phase, ageMs: resting.ageMs },
    what,
  }
}

const placedView = ({ outcome, side, price, shares }: PlacedQuote) => ({
  ...{ outcome: outcomeName(outcome), side, price, shares },
})

/** What the key still allows: all markets draw on it. */
function budgetView({ budgets, collateral }: BotSnapshot) {
  const classes = budgets.map(({ routeClass, perMinute, leftInMinute, blockedForMs }) => ({
    ...{ routeClass, perMinute, leftInMinute, blockedForMs },
  }))
  return { requests: classes, freeCollateral: collateral?.available }
}
