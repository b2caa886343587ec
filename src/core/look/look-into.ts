// What stands behind one market's quotes now, for a person who asks: read from the core between two turns, and nothing is changed by it.

import { type ConditionId, type Market, rawToShares } from '../../domain/market/market.js'
import type { MarketInputs, MarketLook } from '../../domain/run/market-look.js'
import type { Instant } from '../../domain/time.js'
import { diffMarket } from '../../execution/planning/diff.js'
import { toldTerms } from '../../strategy/told-terms.js'
import type { Core } from '../core.js'
import { paidBps } from '../paid-rate.js'
import { plannerSettings, signalsRead } from '../settings.js'
import { quoteRows } from './quote-rows.js'

export type LookedInto = Pick<Core, 'beliefs' | 'fees' | 'settings' | 'conclusions'>

/** `undefined` for a market that nobody knows, or that is over and left the work. */
export function lookInto(core: LookedInto, conditionId: ConditionId, at: Instant): MarketLook | undefined {
  const { beliefs } = core
  const market = beliefs.markets.get(conditionId)
  if (market === undefined) return undefined
  return beliefs.estimates.unmoved(() => lookOf(core, market, at))
}

function lookOf(core: LookedInto, market: Market, at: Instant): MarketLook {
  const { conditionId, endMs, matchStartMs, matchEndMs } = market
  const { cells, approval, cuts, stopOf } = core.conclusions()
  const cell = cells.find((one) => one.conditionId === conditionId)
  const { terms, problem } = toldTerms(cell?.wanted.terms)
  const { approved, refused } = approval(conditionId)
  const orders = core.beliefs.orders.livingOf(conditionId)
  const settings = plannerSettings(core.settings.core)
  const rows = quoteRows({
    ...{ market, approved, orders, cuts: cuts(conditionId), wished: cell?.wanted.wished ?? [] },
    refused: [...(cell?.wanted.refused ?? []), ...refused],
    diff: diffMarket({
      ...{ market, approved, orders, now: at, settings },
      paidBps: paidBps(market, core.fees, core.settings.core),
    }),
    stopped: stopOf(conditionId, at)?.detail,
    nowMonoMs: at.monoMs,
  })
  return {
    closesInMs: Math.max(0, endMs - at.venueMs),
    ...(matchStartMs === undefined ? {} : { matchStartsInMs: matchStartMs - at.venueMs }),
    ...(matchEndMs === undefined ? {} : { matchEndsInMs: matchEndMs - at.venueMs }),
    inputs: inputsOf(core, market, at),
    ...(cell?.asked === undefined ? {} : { askedAgoMs: at.monoMs - cell.asked.askedMonoMs }),
    ...(cell?.wanted.note === undefined ? {} : { note: cell.wanted.note }),
    ...(cell?.wanted.fair === undefined ? {} : { strategyFair: cell.wanted.fair }),
    ...(cell?.wanted.cautions === undefined ? {} : { cautions: cell.wanted.cautions }),
    ...(terms === undefined ? {} : { terms }),
    ...(problem === undefined ? {} : { termsProblem: problem }),
    rows,
  }
}

function inputsOf({ beliefs, fees, settings }: LookedInto, market: Market, at: Instant): MarketInputs {
  const { conditionId } = market
  const { monoMs } = at
  const { estimates, feeds, bookWatch } = beliefs
  const fair = estimates.fair(market)
  const volatility = estimates.volatility(conditionId)
  const polled = feeds.polledAt(conditionId)
  const trade = bookWatch.tape.recent(conditionId).at(-1)
  const fee = fees.last(conditionId)
  return {
    book: feeds.health(conditionId, monoMs),
    ...(polled === undefined ? {} : { bestBids: { ageMs: monoMs - polled } }),
    ...(trade && {
      trade: {
        ...{ outcome: trade.outcome, side: trade.side, price: trade.price / market.ticksPerUnit },
        ...{ shares: rawToShares(trade.sizeRaw, market), ageMs: at.venueMs - trade.venueMs },
      },
    }),
    ...(fair && {
      fair: {
        ...{ p: fair.p, basis: fair.basis, degraded: fair.degraded, ageMs: fair.ageMs },
        ...(fair.spread === undefined ? {} : { spread: fair.spread }),
      },
    }),
    ...(volatility === undefined ? {} : { volatility }),
    toxicity: estimates.toxicity(conditionId),
    ...(fee && {
      fee: {
        ...{ feeRateBps: fee.feeRateBps, ageMs: monoMs - fee.readAtMonoMs },
        isSignable: fees.signable(conditionId, monoMs) !== undefined,
      },
    }),
    paidBps: paidBps(market, fees, settings.core) ?? 0,
    signals: signalsOf({ estimates, reads: signalsRead(settings.core) }, conditionId, monoMs),
    ...(beliefs.accountReadMonoMs === undefined ? {} : { account: { ageMs: monoMs - beliefs.accountReadMonoMs } }),
  }
}

interface SignalParts {
  readonly estimates: LookedInto['beliefs']['estimates']
  /** Names that somebody reads. */
  readonly reads: Iterable<string>
}

/** The market's own, or those of all markets. */
function signalsOf({ estimates, reads }: SignalParts, conditionId: ConditionId, monoMs: number) {
  const names = new Set([...reads, ...estimates.signals().map(({ name }) => name)])
  return [...names].map((name) => {
    const signal = estimates.signal(name, conditionId)
    return signal === undefined ? { name } : { name, value: signal.value, ageMs: monoMs - signal.atMonoMs }
  })
}
