// Once all is calm, the bot is not long behind the venue: what rests, what was matched, what is held and may be locked, the best bids of the
// others, the fee. Where the venue tells of it by itself in no time, where it does not as soon as lists, polls and readings are due.

import type { Market } from '../../../../src/domain/market/market.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import { matchedRawOf, pendingRawOf } from '../../../../src/domain/orders/own-order.js'
import { topBids } from '../../../../src/state/market/books.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { arriving } from '../truth.js'
import { Lasting } from './lasting.js'
import type { SettledParts } from './settled.js'

const LOOK_EVERY_MS = 400
/** Since the start of the bot, and of the calm. */
const SETTLES_MS = 12_000
/** Fills that may be under way at once. */
const MOST_FILLS = 200

/** How long the bot may be behind; milliseconds. */
interface Behind {
  readonly orders: number
  /** An order that is over. */
  readonly gone: number
  readonly tokens: number
  /** More than there is counts as free, or less. */
  readonly tooFree: number
  readonly tooScarce: number
}
const TOLD: Behind = { orders: 600, gone: 600, tokens: 600, tooFree: 600, tooScarce: 9000 }
const LISTED: Behind = { orders: 13_000, gone: 13_000, tokens: 16_000, tooFree: 16_000, tooScarce: 30_000 }
const BOOK_TOLD_MS = 4000

/** Matches that are not settled, of all markets. */
interface UnderWay {
  readonly behind: Behind
  readonly pending: readonly Fill[]
}

type Core = NonNullable<BotLife['bot']>['core']

export class Known {
  readonly #parts: SettledParts
  readonly #lasting = new Lasting()
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0
  /** The last reading of the account at a look. */
  #readSeq = Number.NEGATIVE_INFINITY

  constructor(parts: SettledParts) {
    this.#parts = parts
  }

  /** Now and then, and when money was read: where it comes in all the time, the bot is level with the venue at no other moment. */
  look(): void {
    const { world, isSurprised } = this.#parts
    const { clock, life, isCalm, isEnding } = world
    const nowMs = clock.monoMs()
    const core = life?.bot?.core
    const { readSeq } = core?.beliefs.funds ?? { readSeq: this.#readSeq }
    if (!isCalm || isEnding || (nowMs < this.#dueMs && readSeq === this.#readSeq)) return
    this.#readSeq = readSeq
    this.#dueMs = nowMs + LOOK_EVERY_MS
    this.#calmMs = Math.min(this.#calmMs, nowMs)
    if (core === undefined || !life?.isWorking || nowMs - Math.max(life.startedMs ?? nowMs, this.#calmMs) < SETTLES_MS)
      return
    if (core.standing.halted?.cause === 'second-writer') return
    if (core.standing.unverified !== undefined && this.#parts.reads.isSpent) return
    this.#lasting.begin(nowMs)
    const behind = world.scenario.setting.privateEvents && world.scenario.setting.socket ? TOLD : LISTED
    const pending = this.#isOurs ? this.#pending() : []
    let isAllQuiet = true
    for (const market of core.beliefs.markets.values()) {
      const { conditionId } = market
      if (isSurprised(conditionId)) isAllQuiet = false
      if (market.status !== 'OPEN' || !this.#parts.truth.isOpen(conditionId) || isSurprised(conditionId)) continue
      this.#orders(market, core, behind)
      this.#book(market, core)
      if (this.#isOurs) this.#holdings(market, core, { behind, pending })
    }
    if (isAllQuiet && this.#isOurs) this.#money(core, { behind, pending })
  }

  #late(key: string, mostMs: number, what: () => string): void {
    const forMs = this.#lasting.seen(key)
    if (forMs > mostMs) this.#parts.violations.add('known', `${what()}, for ${Math.round(forMs)} ms`)
  }

  /** Nobody else moves what it holds. */
  get #isOurs(): boolean {
    const { disturbances, setting } = this.#parts.world.scenario
    return !setting.chain && !disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
  }

  #orders({ conditionId }: Market, { beliefs: { orders } }: Core, behind: Behind): void {
    const { truth } = this.#parts
    const there = new Map(truth.resting(conditionId).map((record) => [record.hash, record]))
    for (const { hash, remainingRaw, filledRaw, pendingRaw } of there.values()) {
      const own = orders.byHash(hash)
      if (own === undefined || own.phase === 'unknown' || own.origin === 'listed') continue
      const [restingRaw, matchedRaw] = ['restingRaw' in own ? own.restingRaw : 0n, matchedRawOf(own)]
      const isSame = restingRaw === remainingRaw && matchedRaw === filledRaw + pendingRaw
      // what a former life has matched is not counted
      if (own.origin === 'placed' ? !isSame || pendingRawOf(own) !== pendingRaw : restingRaw !== remainingRaw)
        this.#late(
          `order ${hash}`,
          behind.orders,
          () =>
            `${hash}: ${own.phase}, ${restingRaw} rest and ${matchedRaw} are matched, at the venue ${remainingRaw} and ${filledRaw + pendingRaw}`,
        )
    }
    for (const own of orders.livingOf(conditionId)) {
      if (own.phase !== 'open' && own.phase !== 'cancelling') continue
      const { hash, phase } = own
      if (!there.has(hash) && !truth.strangers.has(hash))
        this.#late(`gone ${hash}`, behind.gone, () => `${hash} is ${phase}, and does not rest`)
    }
  }

  #book(market: Market, { beliefs, fees, standing }: Core): void {
    const { api, scenario, clock } = this.#parts.world
    const { conditionId, id } = market
    const { socket, seq } = scenario.setting
    const isTold = socket && beliefs.feeds.trustsSocket(conditionId, clock.monoMs())
    const listed = api.markets.find(conditionId)
    if (listed !== undefined) {
      const [here, there] = [fees.rateBps(conditionId) ?? market.feeRateBps, api.markets.feeOf(listed).feeRateBps]
      // where nobody tells of it, it is read when an order wants it, and none does while all is stopped
      if (here !== there && isTold && standing.stoppedFor === undefined)
        this.#late(`fee ${id}`, 40_000, () => `the fee of ${id} is ${there}, the bot has ${here}`)
    }
    // without numbers a change that was lost is found by a comparison alone; polls come as the budget leaves them
    if (!isTold || !seq) return
    const others = this.#parts.truth.othersBids(market)
    // what may be ours is no bid of the others: one beside an order that nobody knows the outcome of is not told from it
    const isHidden = beliefs.orders
      .livingOf(conditionId)
      .some(
        ({ phase, draft: { side, outcome, price } }) =>
          phase === 'unknown' && side === 'BUY' && others[outcome] === price,
      )
    const [here, there] = [textOf(topBids(beliefs.others(market)).map((bid) => bid?.price)), textOf(others)]
    if (here !== there && !isHidden)
      this.#late(`best ${id}`, BOOK_TOLD_MS, () => `the best bids of ${id} are ${there}, the bot has ${here}`)
  }

  #pending(): readonly Fill[] {
    const { exchange } = this.#parts.world.api
    return exchange.tradesOf(ACCOUNT, undefined, MOST_FILLS).filter(({ status }) => status === 'pending')
  }

  #holdings(market: Market, { beliefs }: Core, { behind, pending }: UnderWay): void {
    const { conditionId, id } = market
    const held = this.#parts.truth.tokensRaw(conditionId)
    const { tokensRaw, assumedFeeRaw } = beliefs.positions.position(market)
    for (const outcome of [0, 1] as const) {
      let [comingRaw, leavingRaw] = [0n, 0n]
      for (const fill of pending) {
        if (fill.conditionId !== conditionId || fill.outcome !== outcome) continue
        if (fill.side === 'BUY') comingRaw += arriving(fill)
        else leavingRaw += fill.sizeRaw
      }
      const countedRaw = held[outcome] + comingRaw - leavingRaw
      const isAssumed = assumedFeeRaw[outcome] > 0n
      if (tokensRaw[outcome] !== countedRaw && !isAssumed)
        this.#late(
          `tokens ${id} ${outcome}`,
          behind.tokens,
          () => `${id}: ${tokensRaw[outcome]} of token ${outcome}, the venue has ${countedRaw}`,
        )
      this.#free(
        `${id} token ${outcome}`,
        { hereRaw: beliefs.funds.spareRaw(conditionId, outcome), thereRaw: held[outcome] - leavingRaw },
        behind,
      )
    }
  }

  #money({ beliefs }: Core, { behind, pending }: UnderWay): void {
    const { exchange } = this.#parts.world.api
    const leavingRaw = pending
      .filter(({ side }) => side === 'BUY')
      .reduce((sum, { conditionId, sizeRaw, price }) => {
        const unit = exchange.market(conditionId)?.spec.ticksPerUnit ?? 1
        return sum + (sizeRaw * BigInt(price)) / BigInt(unit)
      }, 0n)
    const hereRaw = beliefs.funds.collateralRaw()
    this.#free('collateral', { hereRaw, thereRaw: exchange.ledger.collateral(ACCOUNT).totalRaw - leavingRaw }, behind)
    if (beliefs.orders.isPending !== pending.length > 0)
      this.#late(
        'pending',
        behind.tokens,
        () => `matches are pending: ${beliefs.orders.isPending}, at the venue not so`,
      )
    if (beliefs.ledger.inDoubt) this.#late('doubt', behind.tooScarce, () => 'what is held is in doubt')
  }

  /** Orders may lock what is there, and nothing else. */
  #free(
    what: string,
    { hereRaw, thereRaw }: { readonly hereRaw: bigint; readonly thereRaw: bigint },
    behind: Behind,
  ): void {
    if (hereRaw === thereRaw) return
    const isMore = hereRaw > thereRaw
    this.#late(
      `free ${what} ${isMore}`,
      isMore ? behind.tooFree : behind.tooScarce,
      () => `${what}: orders may lock ${hereRaw}, the venue has ${thereRaw}`,
    )
  }
}

function textOf(prices: readonly (number | undefined)[]): string {
  return prices.map((price) => price ?? '-').join('/')
}
