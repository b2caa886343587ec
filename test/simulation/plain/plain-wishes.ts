// What every market at work wants, derived anew from what is believed: the book without us, the memory, the wish, what is legal of it.

import type { Cell } from '../../../src/core/cells.js'
import type { MarketBook } from '../../../src/domain/market/book.js'
import type { EndOfMember } from '../../../src/domain/market/end.js'
import { type ConditionId, isFinal, type Market, rawToShares } from '../../../src/domain/market/market.js'
import { NO, YES } from '../../../src/domain/market/side.js'
import { isOver, pendingRawOf } from '../../../src/domain/orders/own-order.js'
import type { RefusalReason } from '../../../src/domain/orders/quote.js'
import type { WishedQuote } from '../../../src/domain/orders/wish.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import { applyRules } from '../../../src/quoting/apply-rules.js'
import type { GridQuote } from '../../../src/quoting/quoting-context.js'
import type { Breach } from '../../../src/risk/limits/breach.js'
import { isUnconfirmed } from '../../../src/state/orders/exposures.js'
import { othersOf } from './plain-book.js'
import { further, plainCare, smaller } from './plain-care.js'
import { inLimits } from './plain-limits.js'
import {
  FAILS_EVERY,
  failsAt,
  type GroupMemory,
  groupQuotes,
  type MarketMemory,
  marketQuotes,
  nextAnchor,
  nextHeld,
} from './plain-maker.js'
import { PlainMemory } from './plain-memory.js'
import { LOOK_AROUND_MS, legs, type PlainTurn, SLACK_MS } from './plain-turn.js'

/** Risk pulls at once, a group is told with the next look: what comes and goes by time alone, the kill switch and waiting, which come late. */
const TOLD_LATER: ReadonlySet<RefusalReason> = new Set([
  ...(['feed-stale', 'no-fair-value', 'pulled', 'strategy-fault', 'calendar', 'toxic'] as const),
  ...(['clock-unsure', 'halted', 'waiting'] as const),
])

/** What keeps the strategy from being asked, and its quotes from resting. */
const FAULTS: ReadonlySet<RefusalReason> = new Set(['strategy-fault', 'program-fault'] as const)

interface AtWork {
  readonly cell: Readonly<Cell>
  readonly market: Market
  readonly stop: Breach | undefined
  /** It is worked on in the next turn: nothing is certain of it now. */
  readonly isLate: boolean
}

export class PlainWishes {
  /** Markets whose wish was derived again. */
  derived = 0
  readonly #anchors = new Map<ConditionId, PlainMemory<MarketMemory>>()
  readonly #held = new Map<string, PlainMemory<GroupMemory>>()
  /** When the market was last stopped for a reason that a group is told with the next look. */
  readonly #toldLater = new Map<ConditionId, number>()
  /** Markets whose strategy is asked once a second at most. */
  readonly #slowed = new Set<ConditionId>()
  /** The markets of a group, as the venue told them last. */
  readonly listed = new Map<string, readonly EndOfMember[]>()
  /** Raw collateral that any market may lock, and since when, the latest first: what fills elsewhere have made of it is seen with the next look. */
  #free: readonly Free[] = []

  hear(event: CoreEvent): void {
    if (event.kind === 'group-ends') this.listed.set(event.groupId, event.ends)
    if (event.kind === 'strategy-slow') this.#slowed.add(event.conditionId)
    if (event.kind === 'strategy-fast') this.#slowed.delete(event.conditionId)
  }

  compare(turn: PlainTurn): void {
    this.#free = freeLately(turn, this.#free)
    const atWork = this.#atWork(turn)
    if (turn.settings.quoter.scope === 'group') this.#groups(turn, atWork)
    else for (const one of atWork) this.#market(turn, one)
  }

  #atWork({ core, at }: PlainTurn): readonly AtWork[] {
    const { cells, isMarked, stopOf } = core.conclusions()
    return [...cells]
      .sort((a, b) => a.index - b.index)
      .flatMap((cell) => {
        const market = core.beliefs.markets.get(cell.conditionId)
        if (market === undefined) return []
        const isLate = isMarked(cell) || cell.dueMonoMs <= at.monoMs || this.#slowed.has(cell.conditionId)
        return { cell, market, isLate, stop: stopOf(cell.conditionId, at) }
      })
  }

  #market(turn: PlainTurn, { cell, market, stop, isLate }: AtWork): void {
    const { beliefs } = turn.core
    const { conditionId } = market
    const memory = this.#anchors.get(conditionId) ?? new PlainMemory<MarketMemory>({ anchor: null })
    this.#anchors.set(conditionId, memory)
    const view = { fair: beliefs.estimates.fair(market)?.p, net: netOf(turn, market) }
    const isShut = isOut(turn, market) || (stop !== undefined && FAULTS.has(stop.reason))
    const fails = !isShut && failsAt(view, FAILS_EVERY.market)
    const isSure = !isLate || (cell.dueMonoMs > turn.at.monoMs && !this.#slowed.has(conditionId))
    if (!isShut && !fails) memory.asked((before) => nextAnchor(before, view), isSure)
    if (isLate) return
    // it would have been paused
    if (fails) turn.differ(`a strategy that fails in ${conditionId}`, 'pulled', legs(cell.wanted.quotes))
    this.#compareMemory(turn, cell, memory)
    const { value } = memory
    if (fails || value === undefined) return
    this.#compareWanted(turn, { cell, market }, isShut ? [] : marketQuotes(view, value))
  }

  #groups(turn: PlainTurn, atWork: readonly AtWork[]): void {
    const groups = new Map<string, AtWork[]>()
    for (const one of atWork) {
      if (isGone(turn, one.market)) continue
      const key = one.market.groupId ?? `market ${one.market.conditionId}`
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    for (const key of this.#held.keys()) if (!groups.has(key)) this.#held.delete(key)
    for (const [key, members] of groups) this.#group(turn, key, members)
  }

  #group(turn: PlainTurn, key: string, members: readonly AtWork[]): void {
    const { beliefs } = turn.core
    const memory = this.#held.get(key) ?? new PlainMemory<GroupMemory>({ held: 0 })
    this.#held.set(key, memory)
    const viewOf = ({ market }: AtWork) => ({ fair: beliefs.estimates.fair(market)?.p, net: netOf(turn, market) })
    const isOpen = ({ stop, market }: AtWork) => stop === undefined && !beliefs.dropped.has(market.conditionId)
    const open = members.filter(isOpen)
    const all = members.reduce((total, { market }) => total + netOf(turn, market), 0)
    const isUnsettled = members.filter((one) => this.#isUnsettled(turn, one)).length > 0
    const fails = open.some((one) => failsAt(viewOf(one), FAILS_EVERY.group))
    if (isUnsettled || (open.length > 0 && !fails)) memory.asked((before) => nextHeld(before, all), !isUnsettled)
    if (isUnsettled) return
    if (fails)
      turn.differ(
        `a strategy that fails in ${key}`,
        'pulled',
        members.map(({ cell }) => legs(cell.wanted.quotes)).join(),
      )
    for (const { cell } of members) this.#compareMemory(turn, cell, memory)
    const { value } = memory
    if (fails || value === undefined) return
    const [first] = members
    const { groupId } = first?.market ?? {}
    const listed = this.listed.get(groupId ?? '') ?? []
    const exclusive = groupId !== undefined && isOneToWin(turn, groupId, { members, listed })
    const group = { all, exclusive, ...value }
    for (const one of members) this.#compareWanted(turn, one, isOpen(one) ? groupQuotes(viewOf(one), group) : [])
  }

  /** A market of the group is worked on in the next turn, or what stopped it, or let it go, is told with the next look. */
  #isUnsettled({ at }: PlainTurn, { market: { conditionId }, stop, isLate }: AtWork): boolean {
    if (stop && TOLD_LATER.has(stop.reason)) this.#toldLater.set(conditionId, at.monoMs)
    const sinceMs = at.monoMs - (this.#toldLater.get(conditionId) ?? Number.NEGATIVE_INFINITY)
    return isLate || sinceMs <= LOOK_AROUND_MS + SLACK_MS
  }

  #compareMemory(turn: PlainTurn, { conditionId, wanted }: Readonly<Cell>, memory: PlainMemory<unknown>): void {
    const { memoryHash } = wanted
    if (memoryHash === undefined) return
    memory.heard(memoryHash)
    if (memory.hashes !== memoryHash) turn.differ(`memory of ${conditionId}`, memory.hashes, memoryHash)
  }

  #compareWanted(
    turn: PlainTurn,
    { cell, market }: Pick<AtWork, 'cell' | 'market'>,
    wish: readonly WishedQuote[],
  ): void {
    this.derived++
    const { conditionId } = market
    const others = othersOf(turn, market)
    if (!plainCare(turn.settings.risk.calendar, market, turn.at.venueMs).isSure) return
    const concluded = legs(cell.wanted.quotes)
    const wantedBeside = ({ raw }: Free) => legs(legalOf(turn, { market, others, freeRaw: raw }, wish))
    const wanted = isOut(turn, market) ? [''] : this.#free.map(wantedBeside)
    turn.differ(`wanted in ${conditionId}`, wanted.includes(concluded) ? concluded : (wanted[0] ?? ''), concluded)
  }
}

/** Nobody asks there any more. */
function isOut({ core }: PlainTurn, { conditionId, status }: Market): boolean {
  return core.beliefs.dropped.has(conditionId) || status !== 'OPEN'
}

/** It is over and settled: no group has it any more. */
function isGone(turn: PlainTurn, market: Market): boolean {
  return isFinal(market) && turn.ordersOf(market.conditionId).every((o) => isOver(o) && pendingRawOf(o) === 0n)
}

function netOf({ core }: PlainTurn, market: Market): number {
  const { tokensRaw } = core.beliefs.positions.position(market)
  return rawToShares(tokensRaw[0] - tokensRaw[1], market)
}

interface Free {
  readonly raw: bigint
  readonly sinceMonoMs: number
}

/** What is free now beside what is held, and what was within the time after which every market has been looked at again. */
function freeLately({ core, at, settings }: PlainTurn, before: readonly Free[]): readonly Free[] {
  const { funds, markets, positions } = core.beliefs
  const all = [...markets.values()]
  let raw = BigInt(settings.risk.maxTotalCollateral) * (all[0]?.unitRaw ?? 0n)
  for (const market of all) if (!isFinal(market)) raw -= positions.position(market).costRaw
  if (funds.collateralRaw() < raw) raw = funds.collateralRaw()
  if (before[0]?.raw === raw && before.length === 1) return before
  const known = before[0]?.raw === raw ? before : [{ raw, sinceMonoMs: at.monoMs }, ...before]
  // each counts until the one after it began
  return known.filter((_, i) => i === 0 || at.monoMs - (known[i - 1]?.sinceMonoMs ?? 0) <= LOOK_AROUND_MS + SLACK_MS)
}

interface Beside {
  readonly market: Market
  readonly others: MarketBook
  readonly freeRaw: bigint
}

/**
 * The operator says that one of so many markets wins: those that the strategy is shown, and those that have left it, each of which must have lost.
 * `listed`: what the venue told of the group last.
 */
function isOneToWin(
  { settings, core }: PlainTurn,
  groupId: string,
  { members, listed }: { readonly members: readonly AtWork[]; readonly listed: readonly EndOfMember[] },
): boolean {
  const ends = new Map<ConditionId, EndOfMember['end']>(listed.map(({ conditionId, end }) => [conditionId, end]))
  for (const market of core.beliefs.markets.values()) {
    if (market.groupId !== groupId || !isFinal(market)) continue
    ends.set(market.conditionId, market.status === 'RESOLVED' ? market.winner : 'neither')
  }
  const here = members.map(({ market }) => market.conditionId)
  const gone = [...ends.keys()].filter((conditionId) => !here.includes(conditionId))
  const won = here.filter((conditionId) => ends.get(conditionId) === YES)
  const mayWin =
    won.length === 1 || (won.length === 0 && here.some((conditionId) => ends.get(conditionId) === undefined))
  const haveLost = gone.every((conditionId) => ends.get(conditionId) === NO)
  const isAny = mayWin && haveLost && here.every((conditionId) => ends.get(conditionId) !== 'neither')
  return isAny && settings.exclusiveGroups?.[groupId] === here.length + gone.length
}

function legalOf(
  turn: PlainTurn,
  { market, others, freeRaw }: Beside,
  quotes: readonly WishedQuote[],
): readonly GridQuote[] {
  const { beliefs, fees } = turn.core
  const { conditionId } = market
  const { makerPaysFee, execution, risk, maxLevels } = turn.settings
  const fair = beliefs.estimates.fair(market)
  const { tokensRaw, costRaw } = beliefs.positions.position(market)
  const leftRaw = BigInt(risk.maxMarketCollateral) * market.unitRaw - costRaw
  const bids = turn.livingOf(conditionId).filter((o) => !isUnconfirmed(o) && o.draft.side === 'BUY')
  const netRaw = tokensRaw[0] - tokensRaw[1]
  const goneBad = beliefs.estimates.ownGuard(conditionId) !== 'none'
  const care = plainCare(risk.calendar, market, turn.at.venueMs)
  const times = Math.max(care.widen, goneBad ? (risk.toxicity?.factor ?? 1) : 1)
  const wider = further(quotes, fair?.p, times)
  const legal = applyRules(
    { quotes: smaller(wider, { share: turn.core.standing.ramp ?? 1, market, netRaw }) },
    {
      ...{ market, others, maxLevels, band: risk.priceBand, useHeld: execution.useHeldTokens },
      heldRaw: [beliefs.funds.heldRaw(conditionId, 0), beliefs.funds.heldRaw(conditionId, 1)],
      feeRateBps: makerPaysFee ? (fees.rateBps(conditionId) ?? market.feeRateBps) : 0,
      netRaw,
      ...(fair === undefined ? {} : { fair: fair.p, jump: fair.jump }),
      ...(fair?.mid === undefined ? {} : { mid: fair.mid }),
      collateral: Math.max(0, Number(leftRaw < freeRaw ? leftRaw : freeRaw) / Number(market.unitRaw)),
      bidding: (outcome) => bids.filter((o) => o.draft.outcome === outcome).length,
    },
  ).quotes
  const signedBps = fees.rateBps(conditionId) ?? market.feeRateBps
  return inLimits(legal, { market, risk, signedBps, fair: fair?.p, netRaw, mayAdd: care.mayAdd })
}
