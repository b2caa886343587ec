// Where nothing of ours has moved for a while, once all is calm: what the bot counts of its orders, tokens and money is what the venue has.

import type { Bot } from '../../../../src/bot/bot.js'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import { matchedRawOf, pendingRawOf } from '../../../../src/domain/orders/own-order.js'
import type { BotSnapshot, MarketSnapshot } from '../../../../src/domain/run/snapshot.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { arriving, type Truth } from '../truth.js'
import type { World } from '../world.js'
import { PlainExposure } from './plain-exposure.js'
import { plainWorst } from './plain-worst.js'
import type { ReadsLeft } from './reads-left.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 1000
/** Where the venue tells of it by itself, and where lists do. */
const TOLD_WITHIN_MS = 3000
const LISTED_WITHIN_MS = 14_000
/** What is on its way to the venue has arrived. */
const ON_ITS_WAY_MS = 6000
/** The account was read since. */
const READ_WITHIN_MS = 20_000
/** Of floats. */
const SLACK = 1e-6
/** What a quote of ours earns on a share at most. */
const MOST_SPREAD = 0.35

export interface SettledParts {
  readonly world: World
  readonly truth: Truth
  readonly violations: Violations
  /** Put back to rest by a failed settlement. */
  readonly isSurprised: (conditionId: ConditionId) => boolean
  readonly reads: ReadsLeft
}

export class Settled {
  readonly #parts: SettledParts
  /** When something of ours last moved there, monotonic. */
  readonly #movedMs = new Map<ConditionId, number>()
  #dueMs = 0

  constructor(parts: SettledParts) {
    this.#parts = parts
  }

  /** An order, or a settlement, of this market has moved. */
  moved(conditionId: ConditionId): void {
    this.#movedMs.set(conditionId, this.#parts.world.clock.monoMs())
  }

  /** Now and then; `snapshotOf`: as the bot is now. */
  look(snapshotOf: (bot: Bot) => BotSnapshot): void {
    const { world } = this.#parts
    const { clock, life, isCalm } = world
    if (!isCalm || life?.bot === undefined || !life.isWorking || clock.monoMs() < this.#dueMs) return
    this.#dueMs = clock.monoMs() + LOOK_EVERY_MS
    if (life.startedMs === undefined || clock.monoMs() - life.startedMs < READ_WITHIN_MS) return
    const { beliefs, standing } = life.bot.core
    if (standing.halted?.cause === 'second-writer') return
    if (standing.unverified !== undefined && this.#parts.reads.isSpent) return
    const seen = snapshotOf(life.bot)
    let isAllQuiet = true
    for (const conditionId of world.markets) {
      const market = beliefs.markets.get(conditionId)
      const quietMs = this.#quietMs(conditionId)
      isAllQuiet &&= quietMs > READ_WITHIN_MS
      const isTold = world.scenario.setting.privateEvents && beliefs.feeds.trustsSocket(conditionId, clock.monoMs())
      if (market?.status !== 'OPEN' || !this.#parts.truth.isOpen(conditionId) || this.#parts.isSurprised(conditionId))
        continue
      if (quietMs < (isTold ? TOLD_WITHIN_MS : LISTED_WITHIN_MS)) continue
      this.#orders(conditionId, life)
      if (quietMs < LISTED_WITHIN_MS || !this.#isOurs) continue
      this.#holdings(conditionId, life)
      const snapshot = seen.markets.find((one) => one.conditionId === conditionId)
      if (snapshot !== undefined) this.#money(snapshot, conditionId, life)
    }
    this.#totals(life, isAllQuiet)
  }

  #add(what: string): void {
    this.#parts.violations.add('settled', what)
  }

  #quietMs(conditionId: ConditionId): number {
    const { clock } = this.#parts.world
    return clock.monoMs() - (this.#movedMs.get(conditionId) ?? Number.NEGATIVE_INFINITY)
  }

  /** Nobody else moves what it holds. */
  get #isOurs(): boolean {
    const { disturbances, setting } = this.#parts.world.scenario
    return !setting.chain && !disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
  }

  #orders(conditionId: ConditionId, { bot, clock }: BotLife): void {
    const orders = bot?.core.beliefs.orders
    if (orders === undefined) return
    const { truth } = this.#parts
    const market = bot?.core.beliefs.markets.get(conditionId)
    const there = new Map(truth.resting(conditionId).map((record) => [record.hash, record]))
    for (const record of there.values()) {
      const own = orders.byHash(record.hash)
      if (own === undefined || own.phase === 'signing' || own.phase === 'settling' || own.phase === 'ended') continue
      const { draft, origin } = own
      const matchedRaw = record.filledRaw + record.pendingRaw
      if (own.restingRaw !== record.remainingRaw || own.originalRaw !== record.originalRaw)
        this.#add(`${record.hash}: ${own.restingRaw} of ${own.originalRaw} rest, at the venue ${record.remainingRaw}`)
      if (origin === 'placed' && (matchedRawOf(own) !== matchedRaw || pendingRawOf(own) !== record.pendingRaw))
        this.#add(`${record.hash}: ${matchedRawOf(own)} are matched, at the venue ${matchedRaw}`)
      const price = market === undefined ? record.price : truth.inTicksOf(market, record.price)
      const isSame = draft.price === price && draft.outcome === record.outcome && draft.side === record.side
      if (!isSame || draft.expirationSec !== record.expirationSec)
        this.#add(`${record.hash}: known as another order than it is`)
    }
    for (const order of orders.livingOf(conditionId)) {
      const isOld = clock.monoMs() - order.sinceMonoMs > ON_ITS_WAY_MS
      if ((order.phase === 'signing' || order.phase === 'sent') && isOld)
        this.#add(`intent ${order.intentId} is ${order.phase} for ${clock.monoMs() - order.sinceMonoMs} ms`)
      const rests = (order.phase === 'open' || order.phase === 'cancelling') && !truth.strangers.has(order.hash)
      if (rests && isOld && !there.has(order.hash))
        this.#add(`${order.hash} rests, it says, and the venue has no such order`)
    }
  }

  #holdings(conditionId: ConditionId, { bot }: BotLife): void {
    const beliefs = bot?.core.beliefs
    const market = beliefs?.markets.get(conditionId)
    if (beliefs === undefined || market === undefined) return
    const { truth, world } = this.#parts
    const pending = world.api.exchange.tradesOf(ACCOUNT, conditionId).filter(({ status }) => status === 'pending')
    const held = truth.tokensRaw(conditionId)
    const { tokensRaw, assumedFeeRaw } = beliefs.positions.position(market)
    for (const outcome of [0, 1] as const) {
      const comingRaw = pending
        .filter((fill) => fill.outcome === outcome)
        .reduce((sum, fill) => sum + (fill.side === 'BUY' ? arriving(fill) : -fill.sizeRaw), 0n)
      if (tokensRaw[outcome] !== held[outcome] + comingRaw && assumedFeeRaw[outcome] === 0n)
        this.#add(`${market.id}: ${tokensRaw[outcome]} of token ${outcome}, the venue has ${held[outcome] + comingRaw}`)
      const freeRaw = beliefs.funds.spareRaw(conditionId, outcome)
      const leavingRaw = pending
        .filter((fill) => fill.outcome === outcome && fill.side === 'SELL')
        .reduce((sum, fill) => sum + fill.sizeRaw, 0n)
      if (freeRaw > held[outcome] - leavingRaw)
        this.#add(
          `${market.id}: ${freeRaw} of token ${outcome} may be sold, the venue has ${held[outcome] - leavingRaw}`,
        )
      if (this.#quietMs(conditionId) > READ_WITHIN_MS && freeRaw !== held[outcome] - leavingRaw)
        this.#add(
          `${market.id}: ${freeRaw} of token ${outcome} may be sold, and ${held[outcome] - leavingRaw} are there`,
        )
    }
  }

  /** Of a bot that has seen all that ever happened. */
  #money(
    { pnl, fills: counted, fair, worstCaseLoss }: MarketSnapshot,
    conditionId: ConditionId,
    { bot }: BotLife,
  ): void {
    const beliefs = bot?.core.beliefs
    const market = beliefs?.markets.get(conditionId)
    if (beliefs === undefined || market === undefined) return
    const position = beliefs.positions.position(market)
    const living = beliefs.orders.livingOf(conditionId)
    const may = living.map(({ draft, restingRaw }) => ({ ...draft, sizeRaw: restingRaw }))
    const unit = Number(market.unitRaw)
    const lossRaw = new PlainExposure(position, may).sums.lossRaw
    if (Math.abs(worstCaseLoss - Number(lossRaw) / unit) > SLACK)
      this.#add(`${market.id}: loses ${worstCaseLoss} at the worst, by plain sums ${lossRaw}`)
    if (Math.abs(pnl.spread + pnl.inventory - pnl.fees - pnl.total) > SLACK)
      this.#add(`${market.id}: the parts of its profit are not the whole: ${JSON.stringify(pnl)}`)
    if (this.#parts.world.lives.length > 1) return
    const fills = this.#parts.truth.fillsOf(conditionId)
    const { ticksPerUnit = 1 } = this.#parts.world.api.exchange.market(conditionId)?.spec ?? {}
    const plain = plainBook(fills, { ...market, ticksPerUnit })
    if (position.cashFlowRaw !== plain.cashRaw)
      this.#add(`${market.id}: ${position.cashFlowRaw} of cash, by the venue's fills ${plain.cashRaw}`)
    // which of several matches was heard first decides what a sale has taken along: some of what was bought, at its price
    const isSold = fills.some(({ side }) => side === 'SELL')
    const [leastRaw, mostRaw] = isSold ? plain.costBetween : [plain.costRaw, plain.costRaw]
    const slackRaw = isSold ? market.unitRaw / SALE_PARTS : 0n
    if (position.costRaw < leastRaw - slackRaw || position.costRaw > mostRaw + slackRaw)
      this.#add(`${market.id}: what is held cost ${position.costRaw}, by the venue's fills ${plain.costRaw}`)
    const matches = this.#parts.world.api.exchange.tradesOf(ACCOUNT, conditionId).length
    if (counted > matches || (fills.length > 0 && counted === 0))
      this.#add(`${market.id}: ${counted} fills, the venue has ${matches}`)
    const [yes, no] = position.tokensRaw
    const total =
      fair === undefined ? pnl.total : (Number(plain.cashRaw) + fair * Number(yes) + (1 - fair) * Number(no)) / unit
    if (Math.abs(pnl.total - total) > SLACK) this.#add(`${market.id}: has earned ${pnl.total}, by plain sums ${total}`)
    const marks = beliefs.estimates.seenMarks(market)
    const [worst, plainly] = [beliefs.positions.worstPnl(market, marks), plainWorst(position, marks)]
    if (plainly !== undefined && Math.abs(worst - plainly) > SLACK)
      this.#add(`${market.id}: has earned ${worst} at the worst, by plain sums ${plainly}`)
    if (Math.abs(pnl.spread) > MOST_SPREAD * plain.shares + SLACK)
      this.#add(`${market.id}: ${pnl.spread} of spread for ${plain.shares} shares`)
    if (Math.abs(pnl.fees - plain.fees) > SLACK)
      this.#add(`${market.id}: ${pnl.fees} of fees, by the venue's fills ${plain.fees}`)
  }

  #totals({ bot }: BotLife, isAllQuiet: boolean): void {
    if (bot === undefined || !isAllQuiet || !this.#isOurs) return
    const { world } = this.#parts
    const { totalRaw } = world.api.exchange.ledger.collateral(ACCOUNT)
    const leavingRaw = world.api.exchange
      .tradesOf(ACCOUNT, undefined, 200)
      .filter(({ status, side }) => status === 'pending' && side === 'BUY')
    if (leavingRaw.length > 0) return
    const freeRaw = bot.core.beliefs.funds.collateralRaw()
    if (freeRaw !== totalRaw) this.#add(`orders may lock ${freeRaw}, the venue has ${totalRaw}`)
  }
}

const OUTCOMES = [0, 1] as const
/** Of a unit, of rounding with each sale. */
const SALE_PARTS = 100_000n

interface PlainBook {
  readonly cashRaw: bigint
  /** Average cost of what is left; and what it cost at least and at most, whatever was sold of what was bought. */
  readonly costRaw: bigint
  readonly costBetween: readonly [bigint, bigint]
  readonly shares: number
  /** Tokens that were kept at the price of their fill, units of collateral. */
  readonly fees: number
}

/** The venue's fills, added up one by one. */
export function plainBook(newestFirst: readonly Fill[], market: Pick<Market, 'ticksPerUnit' | 'unitRaw'>): PlainBook {
  const [ticksPerUnit, unit] = [BigInt(market.ticksPerUnit), Number(market.unitRaw)]
  let [cashRaw, shares, fees] = [0n, 0, 0]
  const held: [bigint, bigint] = [0n, 0n]
  const cost: [bigint, bigint] = [0n, 0n]
  // what a token that was kept has cost, fees in tokens included
  const costs = (outcome: 0 | 1) =>
    newestFirst
      .filter((fill) => fill.outcome === outcome && fill.side === 'BUY')
      .map(({ price, sizeRaw, feeRaw }) => (Number(sizeRaw) * price) / Number(ticksPerUnit) / Number(sizeRaw - feeRaw))
  const atCosts = (pick: (...costs: number[]) => number): bigint =>
    OUTCOMES.reduce((sum, outcome) => {
      const each = costs(outcome)
      return each.length === 0 ? sum : sum + BigInt(Math.round(Number(held[outcome]) * pick(...each)))
    }, 0n)
  for (const { outcome, side, price, sizeRaw, feeRaw } of [...newestFirst].reverse()) {
    const valueRaw = (sizeRaw * BigInt(price)) / ticksPerUnit
    shares += Number(sizeRaw) / unit
    fees += ((side === 'BUY' ? price / market.ticksPerUnit : 1) * Number(feeRaw)) / unit
    if (side === 'BUY') {
      cashRaw -= valueRaw
      held[outcome] += sizeRaw - feeRaw
      cost[outcome] += valueRaw
      continue
    }
    cashRaw += valueRaw - feeRaw
    const leftRaw = held[outcome] - sizeRaw
    cost[outcome] = leftRaw > 0n ? (cost[outcome] * leftRaw) / held[outcome] : 0n
    held[outcome] = leftRaw
  }
  const costBetween = [atCosts(Math.min), atCosts(Math.max)] as const
  return { cashRaw, costRaw: cost[0] + cost[1], costBetween, shares, fees }
}
