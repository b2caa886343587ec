// What the bot does, market by market: for `quoin status` and for the page alike.

import { notQuoting } from '../../domain/run/not-quoting.js'
import type { MarketSnapshot } from '../../domain/run/snapshot.js'
import type { Pause } from '../../domain/run/standing.js'
import { reasonOf } from './market-reason.js'
import { stateSentence } from './state-sentence.js'
import { troubles } from './troubles.js'
import { outcomeName, type ViewSource } from './view-source.js'

export function statusView(source: ViewSource) {
  const { snapshot, lately, losses, pauses, fleet } = source
  const { totals, collateral, capital, halted, waiting, massCancel, ramp, signedIn } = snapshot
  const { clockErrorMs, markets, budgets } = snapshot
  const paused = new Map(pauses().map(({ conditionId, ...pause }) => [conditionId, pause]))
  const seen = markets.map((market) => marketView(market, paused.get(market.conditionId), source))
  return {
    state: halted ? ('halted' as const) : waiting ? ('waiting' as const) : ('running' as const),
    says: stateSentence(snapshot),
    halted,
    waiting,
    massCancel,
    ramp,
    ...{ signedIn, clockErrorMs, totals },
    collateral,
    over: overView(snapshot),
    capital,
    budgets,
    losses: losses(),
    lately,
    fleet: fleet?.(),
    troubles: troubles(
      snapshot,
      lately,
      seen.flatMap((market) => market.notQuoting ?? []),
    ),
    markets: seen,
  }
}

/** What is held of markets that are over; absent where nothing is. */
function overView({ over }: ViewSource['snapshot']) {
  if (over.length === 0) return undefined
  return { markets: over.length, payout: over.reduce((sum, { payout }) => sum + payout, 0) }
}

function marketView(
  market: MarketSnapshot,
  paused: Omit<Pause, 'conditionId'> | undefined,
  { snapshot, memory }: ViewSource,
) {
  const { conditionId, question, status, fair, shares, pnl, feed, ownQuotes, bestOthers, fills, worstCaseLoss } = market
  const decision = memory.decision(conditionId)
  return {
    ...{ conditionId, question, status, shares, pnl: pnl.total, quotes: ownQuotes.length, feed },
    fair,
    ...{ parts: pnl, fills, worstCaseLoss, bestOthers, endMs: memory.market(conditionId)?.endMs },
    own: ownQuotes.map(({ outcome, side, price, size, phase }) => ({
      ...{ outcome: outcomeName(outcome), side, price, shares: size, phase },
    })),
    paused,
    notQuoting: notQuoting(market, decision, snapshot),
    dropped: market.dropped,
    reason: reasonOf(decision, market, snapshot),
  }
}
