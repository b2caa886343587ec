// The core's beliefs as people and machines want to see them. Floats, for display only.

import { lots, lotsToRaw } from '../domain/amounts/size.js'
import { byMarket } from '../domain/collections/by-market.js'
import { type BestPrice, bestPair } from '../domain/market/best-pair.js'
import { type ConditionId, isFinal, type Market, rawToShares } from '../domain/market/market.js'
import type { LivingOrder } from '../domain/orders/own-order.js'
import type {
  BotSnapshot,
  CapitalSnapshot,
  MarketSnapshot,
  OverSnapshot,
  PartOfTotals,
  PriceSize,
  ProfitAndLoss,
  SignalSnapshot,
} from '../domain/run/snapshot.js'
import type { Pause } from '../domain/run/standing.js'
import { pauseWords } from '../domain/run/standing-words.js'
import type { Instant } from '../domain/time.js'
import type { Budget } from '../execution/budget/budget.js'
import { worstCaseRaw } from '../risk/totals/worst-case.js'
import type { Beliefs } from '../state/beliefs.js'
import { asLive } from '../state/orders/exposures.js'
import { quarantine } from '../state/orders/unknowns.js'
import { toldTerms } from '../strategy/told-terms.js'
import { addedUp, overOf, pastPart } from './parts-of-totals.js'
import type { PastMarkets } from './past-markets.js'
import type { WantedQuotes } from './strategy/wanted-quotes.js'

export interface SnapshotInput {
  readonly beliefs: Beliefs
  readonly budget: Budget
  readonly standing: {
    readonly halted: BotSnapshot['halted']
    readonly wait: BotSnapshot['waiting']
    readonly ramp: number | undefined
    readonly pauseOf: (conditionId: ConditionId) => Pause | undefined
    readonly past: Pick<PastMarkets, 'over' | 'totals'>
  }
  readonly capital: CapitalSnapshot | undefined
  /** What went wrong in one market, and what its strategy says of its quotes. */
  readonly wordOf: (market: Market) => {
    readonly widened: number
    readonly fault: string | undefined
    readonly isSlowed: boolean
    readonly wanted: Pick<WantedQuotes, 'terms' | 'wished'> | undefined
  }
  readonly seq: number
  readonly at: Instant
}

/** Changes nothing, not even a rounding: what is decided later is the same whether anybody looks on or not. */
export function takeSnapshot(input: SnapshotInput): BotSnapshot {
  return input.beliefs.estimates.unmoved(() => snapshotOf(input))
}

function snapshotOf({ beliefs, budget, standing, capital, wordOf, seq, at }: SnapshotInput): BotSnapshot {
  const { halted, wait, ramp } = standing
  const live = byMarket([...beliefs.orders.living()], (o) => o.draft.conditionId)
  const all: MarketSnapshot[] = []
  const over: OverSnapshot[] = [...standing.past.over]
  const parts = Array.from(beliefs.markets.present.values(), (market): PartOfTotals => {
    const orders = live.get(market.conditionId) ?? []
    const isOver = isFinal(market)
    if (isOver && orders.length === 0) {
      over.push(...listed(overOf(market, beliefs)))
      return pastPart(market, beliefs)
    }
    const snapshot = marketSnapshot(market, orders, { beliefs, standing, at, wordOf })
    if (isOver) over.push(...listed(overOf(market, beliefs)))
    else all.push(snapshot)
    return snapshot
  })
  const markets = all.filter(isFollowed)
  const { pnl, fills, worstCaseLoss } = addedUp([standing.past.totals, ...parts])
  const orders = [...live.values()].flat()
  const collateral = collateralOf(beliefs)
  return {
    seq,
    monoMs: at.monoMs,
    markets,
    over,
    totals: {
      ...pnl,
      ...{ fills, worstCaseLoss },
      openOrders: orders.length,
      unknownOrders: [...beliefs.orders.unknown()].length,
    },
    budgets: budget.snapshot(at.monoMs),
    signals: signalsOf(beliefs, markets, at),
    signedIn: beliefs.signedIn,
    ...(beliefs.funds.isKnown ? {} : { isAccountUnread: true as const }),
    clockErrorMs: beliefs.clockErrorMs,
    answersBehindMs: beliefs.feeds.answersBehindMs,
    ...(collateral ? { collateral } : {}),
    ...(ramp === undefined ? {} : { ramp }),
    ...(capital === undefined ? {} : { capital }),
    ...(halted ? { halted } : {}),
    ...(wait ? { waiting: wait } : {}),
  }
}

const listed = <T>(one: T | undefined): readonly T[] => (one === undefined ? [] : [one])

function signalsOf({ estimates }: Beliefs, markets: readonly MarketSnapshot[], { monoMs }: Instant): SignalSnapshot[] {
  const shown = new Set(markets.map(({ conditionId }) => conditionId))
  return estimates
    .signals()
    .filter(({ conditionId }) => conditionId === undefined || shown.has(conditionId))
    .map(({ name, conditionId, value, atMonoMs }) => ({
      name,
      ...{ value, ageMs: monoMs - atMonoMs },
      ...(conditionId === undefined ? {} : { conditionId }),
    }))
}

/** Quoted, or with something of ours in it. */
function isFollowed({ dropped, shares, ownQuotes }: MarketSnapshot): boolean {
  return dropped === undefined || shares.some((held) => held !== 0) || ownQuotes.length > 0
}

function collateralOf({ markets, funds, positions }: Beliefs): BotSnapshot['collateral'] {
  const [market] = markets.values()
  if (!market || !funds.snapshot) return undefined
  const { totalRaw, availableRaw } = funds.snapshot.collateral
  let heldRaw = 0n
  for (const each of markets.present.values()) if (!isFinal(each)) heldRaw += positions.position(each).costRaw
  const units = (raw: bigint) => rawToShares(raw, market)
  const left = units(funds.collateralRaw())
  return { total: units(totalRaw), available: units(availableRaw), left, held: units(heldRaw) }
}

function marketSnapshot(
  market: Market,
  orders: readonly LivingOrder[],
  { beliefs, standing, at, wordOf }: Pick<SnapshotInput, 'beliefs' | 'standing' | 'at' | 'wordOf'>,
) {
  const { conditionId } = market
  const { fault, isSlowed, widened, wanted } = wordOf(market)
  const ownMarkout = beliefs.estimates.ownMarkout(conditionId)
  const position = beliefs.positions.position(market)
  const fair = beliefs.estimates.fair(market)
  const marks = beliefs.estimates.marks(market)
  const pause = standing.pauseOf(conditionId)
  return {
    conditionId,
    question: market.question,
    status: market.status,
    ownQuotes: orders.map((o) => ({
      outcome: o.draft.outcome,
      side: o.draft.side,
      price: o.draft.price / market.ticksPerUnit,
      size: rawToShares(o.restingRaw, market),
      phase: o.phase,
      ageMs: at.monoMs - o.sinceMonoMs,
      expirationSec: o.draft.expirationSec,
      ...(o.phase === 'signing' ? {} : { hash: o.hash }),
    })),
    bestOthers: bestOthers(market, beliefs),
    shares: [rawToShares(position.tokensRaw[0], market), rawToShares(position.tokensRaw[1], market)] as const,
    fills: beliefs.positions.fills(conditionId),
    pnl: beliefs.positions.pnl(market, marks.fair) satisfies ProfitAndLoss,
    feed: beliefs.feeds.health(conditionId, at.monoMs),
    ...(widened > 1 ? { widened } : {}),
    quarantined: quarantine(orders) !== undefined,
    worstCaseLoss: -rawToShares(worstCaseRaw(position, orders.map(asLive)), market),
    ...(fair === undefined ? {} : { fair: fair.p, fairBasis: fair.basis, fairAgeMs: fair.ageMs }),
    ...(ownMarkout === undefined ? {} : { ownMarkout }),
    ...saidOf(wanted),
    ...(fault === undefined ? {} : { fault }),
    ...(isSlowed ? { slowed: true as const } : {}),
    ...(pause === undefined ? {} : { paused: pauseWords(pause) }),
    ...heldBack(beliefs.heldBack, conditionId),
    ...(beliefs.dropped.has(conditionId) ? { dropped: true as const } : {}),
  } satisfies MarketSnapshot & { conditionId: ConditionId }
}

function saidOf(wanted: Pick<WantedQuotes, 'terms' | 'wished'> | undefined): Pick<MarketSnapshot, 'terms' | 'wished'> {
  if (wanted === undefined) return {}
  const { terms } = toldTerms(wanted.terms)
  return { wished: wanted.wished, ...(terms === undefined ? {} : { terms }) }
}

function bestOthers(market: Market, beliefs: Beliefs): readonly [PriceSize | undefined, PriceSize | undefined] {
  const told = (best: BestPrice | undefined): PriceSize | undefined =>
    best && { price: best.price, size: rawToShares(lotsToRaw(lots(best.size), market.lotRaw), market) }
  const [yes, no] = bestPair(beliefs.others(market), market.ticksPerUnit)
  return [told(yes), told(no)]
}

function heldBack({ changed, notOurs }: Beliefs['heldBack'], conditionId: ConditionId) {
  const [how, why] = [changed.get(conditionId), notOurs.get(conditionId)]
  return { ...(how === undefined ? {} : { changed: how }), ...(why === undefined ? {} : { notOurs: why }) }
}
